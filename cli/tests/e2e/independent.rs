//! A second checker, in Python and from the documented format alone, gives the same verdicts:
//! `examples/judge.py`.

use crate::common::{folder, read, run, shared};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// Whether there is numpy. A continuous integration must have it.
fn numpy() -> bool {
    let found = Command::new("python3").args(["-c", "import numpy"]).output().is_ok_and(|o| o.status.success());
    assert!(found || std::env::var_os("CI").is_none(), "python3 with numpy is needed");
    if !found {
        println!("not run: python3 has no numpy");
    }
    found
}

/// Verdicts of both checkers on what a model returns for a set, and how many of them fail.
fn compare(set: &Path, model: &str) -> usize {
    let folder = folder();
    let set = set.to_str().expect("a plain path");
    run(folder.path(), &["run", "--impl", model, "--vectors", set, "--out", "run", "--report", "verdicts=verdicts"]);
    let ours: Vec<(String, String)> = read(&folder.path().join("verdicts"))
        .lines()
        .map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("a line");
            (line["case"].as_str().expect("an id").to_owned(), line["verdict"].as_str().expect("a verdict").to_owned())
        })
        .collect();
    let judge = root().join("examples/judge.py");
    let theirs = Command::new("python3").arg(judge).arg(set).arg(folder.path().join("run/results")).output().expect("python3 runs");
    assert!(theirs.status.success(), "{}", String::from_utf8_lossy(&theirs.stderr));
    let theirs = String::from_utf8(theirs.stdout).expect("text");
    let theirs: Vec<(String, String)> =
        theirs.lines().filter_map(|l| l.split_once(' ')).map(|(c, v)| (c.to_owned(), v.to_owned())).collect();
    assert!(!ours.is_empty());
    assert_eq!(ours, theirs, "{model}");
    ours.iter().filter(|(_, verdict)| verdict == "fail").count()
}

#[test]
fn both_checkers_agree_on_the_golden_sets() {
    if !numpy() {
        return;
    }
    let golden = root().join("vectors/golden");
    assert_eq!(compare(&golden.join("values"), "builtin:a2a3"), 0);
    assert_eq!(compare(&golden.join("tuples"), "builtin:a2a3"), 0);
    assert!(compare(&golden.join("values"), "builtin:a5") > 0, "the orders differ");
    assert!(compare(&golden.join("values"), "builtin:cpu") > 0);
}

/// How many cases of A5's smoke set fail for both checkers.
fn failing(model: &str) -> usize {
    compare(&shared("independent", "gen --profile a5 --tier smoke --out set").join("set"), model)
}

#[test]
fn both_checkers_agree_on_who_conforms() {
    assert!(!numpy() || failing("builtin:a5") == 0);
}

#[test]
fn both_checkers_agree_on_other_dtypes_and_orders() {
    assert!(!numpy() || failing("builtin:a2a3") > 0);
}

#[test]
fn both_checkers_agree_on_a_simulator() {
    assert!(!numpy() || failing("builtin:cpu") > 0);
}
