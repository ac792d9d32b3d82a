//! Only the reference's and the runner's files of operations name an operation.
//! Tests that are built elsewhere are built there.

use crate::common::read;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("tests") {
            sources(&path, into);
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
            into.push(path);
        }
    }
}

/// Whether a line shows the user an example: a command to type, or what an id looks like.
fn is_example(line: &str) -> bool {
    line.trim_start().starts_with("ptoconf ") || line.contains("  ptoconf ") || line.contains("look like ") || line.contains("such as ")
}

/// The code of a file: no comments, no examples, nothing from its tests on.
fn code(text: &str) -> String {
    let before_tests = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = before_tests.lines().filter(|l| !l.trim_start().starts_with("//") && !is_example(l));
    lines.collect::<Vec<_>>().join("\n").to_lowercase()
}

#[test]
fn no_other_room_names_an_operation() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").to_owned();
    let mut files = vec![];
    for folder in [
        "generator/src",
        "coverage/src",
        "checker/src",
        "cli/src",
        "order/src",
        "triage/src",
        "report-html/src",
        "schemas/src",
        "vectors/src",
    ] {
        sources(&root.join(folder), &mut files);
    }
    assert!(files.len() > 50, "only {} files", files.len());
    let mut found = vec![];
    for file in files {
        let code = code(&read(&file));
        let named = ptoconf_reference::ops::all().iter().filter(|o| code.contains(o.name));
        found.extend(named.map(|o| format!("{}: {}", file.display(), o.name)));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn in_the_reference_an_operation_is_one_file_and_one_line() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").join("reference/src");
    let mut files = vec![];
    sources(&root, &mut files);
    for operation in ptoconf_reference::ops::all() {
        let name = operation.name;
        let word = |text: &str| text.split(|c: char| !c.is_alphanumeric()).filter(|w| *w == name).count();
        let naming: Vec<(PathBuf, usize)> = files
            .iter()
            .map(|f| (f.clone(), word(&code(&read(f)))))
            .filter(|(f, n)| *n > 0 && !f.ends_with(format!("{name}.rs")))
            .collect();
        assert_eq!(naming, [(root.join("ops/mod.rs"), 1)], "{name}");
    }
}

/// A crate whose own tests are switched off has them in the package of tests; or nothing would run them.
#[test]
fn tests_that_a_crate_leaves_to_others_are_built_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let list = read(&root.join("tests/Cargo.toml"));
    let mut wanted = vec![];
    for entry in std::fs::read_dir(root).expect("the workspace") {
        let folder = entry.expect("an entry").path();
        let Ok(manifest) = std::fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        if manifest.lines().any(|line| line == "test = false") {
            wanted.push(format!("../{name}/src/lib.rs"));
        }
        if manifest.lines().any(|line| line == "autotests = false") {
            for tests in std::fs::read_dir(folder.join("tests")).expect("a folder of tests") {
                let path = tests.expect("an entry").path();
                let own = path.file_name().expect("a name").to_string_lossy().into_owned();
                let main = if path.is_dir() { format!("{own}/main.rs") } else { own };
                if main.ends_with(".rs") && folder.join("tests").join(&main).exists() {
                    wanted.push(format!("../{name}/tests/{main}"));
                }
            }
        }
    }
    assert!(wanted.len() > 10, "{wanted:?}");
    for path in wanted {
        assert!(list.contains(&format!("path = \"{path}\"")), "tests/Cargo.toml does not list {path}");
    }
}
