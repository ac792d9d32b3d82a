//! Help pages and schemas are as committed; `PTOCONF_BLESS=1 cargo test --test generated` writes them.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

fn help(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ptoconf")).args(arguments).arg("--help").output().expect("the command starts");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("help is text")
}

/// The subcommands, as the help of the command lists them.
fn subcommands(help: &str) -> Vec<&str> {
    let after = help.lines().skip_while(|l| *l != "Commands:").skip(1);
    let listed = after.take_while(|l| !l.is_empty()).filter(|l| l.starts_with("  ") && !l.starts_with("   "));
    listed.filter_map(|l| l.split_whitespace().next()).filter(|name| *name != "help").collect()
}

/// A folder of the project has these files, with these texts, and no others. A file that is as it should be is not
/// written: what is compiled from it stays.
fn is_as_committed(folder: &str, texts: &BTreeMap<String, String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").join(folder);
    std::fs::create_dir_all(&folder).expect("the folder");
    let differs = |(name, text): &(&String, &String)| std::fs::read_to_string(folder.join(name)).ok().as_ref() != Some(text);
    let differing: Vec<_> = texts.iter().filter(differs).collect();
    if std::env::var_os("PTOCONF_BLESS").is_some() {
        for (name, text) in differing {
            std::fs::write(folder.join(name), text).expect("a file");
        }
    } else {
        let names: Vec<_> = differing.iter().map(|(name, _)| name).collect();
        assert!(names.is_empty(), "{names:?} differ in {}; PTOCONF_BLESS=1 cargo test --test generated writes them", folder.display());
    }
    for entry in std::fs::read_dir(&folder).expect("the folder") {
        let name = entry.expect("an entry").file_name().into_string().expect("a name");
        assert!(texts.contains_key(&name), "{}/{name} is left over", folder.display());
    }
}

#[test]
fn help_pages_are_as_committed() {
    let top = help(&[]);
    let names = subcommands(&top);
    assert!(names.len() >= 6, "{top}");
    let own = |name: &&str| (format!("{name}.txt"), help(&[name]));
    let texts: BTreeMap<_, _> = names.iter().map(own).chain([("ptoconf.txt".to_owned(), top.clone())]).collect();
    for (name, text) in &texts {
        assert!(text.lines().all(|l| l.chars().count() <= 130), "{name}: a line is too long");
    }
    is_as_committed("docs/help", &texts);
}

/// The templates for repositories are what `ptoconf plan` writes.
#[test]
fn templates_are_as_committed() {
    let plan = |engine: &str| {
        let line = ["plan", "--engine", engine, "--impl", "exec:./worker", "--profile", "a2a3"];
        let output = Command::new(env!("CARGO_BIN_EXE_ptoconf")).args(line).output().expect("the command starts");
        assert!(output.status.success(), "{engine}");
        String::from_utf8(output.stdout).expect("jobs are text")
    };
    let texts = [("github", "github.yml"), ("gitlab", "gitlab.yml"), ("slurm", "slurm.sh")];
    is_as_committed("ci-templates", &texts.map(|(engine, name)| (name.to_owned(), plan(engine))).into());
}

#[test]
fn schemas_are_as_committed() {
    let texts = ptoconf_schemas::documents().into_iter().map(|d| (format!("{}.schema.json", d.name), d.text())).collect();
    is_as_committed("schemas/v1", &texts);
}
