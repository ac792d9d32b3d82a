//! The help texts are as committed; `PTOCONF_BLESS=1 cargo test --test help` writes them.

use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").join("docs/help")
}

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

#[test]
fn help_is_as_committed() {
    let top = help(&[]);
    let mut texts = vec![("ptoconf", top.clone())];
    texts.extend(subcommands(&top).into_iter().map(|name| (name, help(&[name]))));
    assert!(texts.len() >= 6, "{top}");
    let mut differing = vec![];
    for (name, text) in &texts {
        assert!(text.lines().all(|l| l.chars().count() <= 130), "{name}: a line is too long");
        let path = folder().join(format!("{name}.txt"));
        if std::env::var_os("PTOCONF_BLESS").is_some() {
            std::fs::create_dir_all(folder()).expect("docs/help");
            std::fs::write(&path, text).expect("a help text");
        } else if std::fs::read_to_string(&path).ok().as_ref() != Some(text) {
            differing.push(*name);
        }
    }
    assert!(differing.is_empty(), "{differing:?} differ from docs/help; PTOCONF_BLESS=1 cargo test --test help writes them");
}

#[test]
fn no_help_text_is_left_over() {
    let top = help(&[]);
    let known: Vec<&str> = subcommands(&top).into_iter().chain(["ptoconf"]).collect();
    let Ok(entries) = std::fs::read_dir(folder()) else { return };
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|n| n.to_str()).unwrap_or_default().to_owned();
        assert!(known.contains(&name.as_str()), "{}", path.display());
    }
}
