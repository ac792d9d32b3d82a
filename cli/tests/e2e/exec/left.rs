//! What a batch program leaves in place of its results: nothing is waited for, and nothing of others is changed.

use super::{run_on, vectors};
use crate::common::{Ran, folder, read};
use std::path::Path;
use std::time::{Duration, Instant};

/// Runs a shell script as a batch program: `$1` is the folder of the results, `$2` one of somebody else.
#[track_caller]
fn leave(dir: &Path, script: &str) -> Ran {
    let program = format!("exec:sh -c '{script}' {{vectors}} {{out}} '{}'", dir.join("other").display());
    let begin = Instant::now();
    let ran = run_on(dir, &vectors(), &program, &["--exec-file", "0"]);
    assert!(begin.elapsed() < Duration::from_secs(30), "{script}: {:?}", begin.elapsed());
    ran
}

/// A folder with results of somebody else.
fn with_other() -> tempfile::TempDir {
    let dir = folder();
    std::fs::create_dir(dir.path().join("other")).unwrap();
    for name in ["results.json", "results.jsonl"] {
        std::fs::write(dir.path().join("other").join(name), "{}\n{}").unwrap();
    }
    dir
}

#[test]
fn pipes_devices_and_endless_files_are_no_results_of_a_failed_program() {
    for name in ["results.json", "results.jsonl"] {
        for make in ["mkfifo $1/NAME", "ln -s /dev/zero $1/NAME", "truncate -s 1T $1/NAME", "mkdir $1/op; mkfifo $1/op/outputs-000.npz"] {
            let dir = folder();
            leave(dir.path(), &format!("mkdir $1; {}; exit 9", make.replace("NAME", name))).expect(1, &[]);
            let lines = read(&dir.path().join("results/results.jsonl"));
            assert!(lines.contains("crashed") && lines.contains("exit status: 9"), "{make}");
        }
    }
}

#[test]
fn links_lead_nowhere() {
    for script in [
        "ln -s $2 $1; exit 9",
        "mkdir $1; ln -s $2/results.jsonl $2/results.json $1; exit 9",
        "mkdir $1; ln $2/results.jsonl $2/results.json $1; exit 9",
        "mkdir $1; ln -s $2 $1/tcolexpand; exit 9",
    ] {
        let dir = with_other();
        leave(dir.path(), script).expect(1, &[]);
        for name in ["results.json", "results.jsonl"] {
            assert_eq!(read(&dir.path().join("other").join(name)), "{}\n{}", "{script}");
        }
    }
    let dir = with_other();
    leave(dir.path(), "ln -s $2 $1").expect(3, &["is a link or a file, expected a folder"]);
    assert!(dir.path().join("other/results.json").exists(), "nothing is moved");
}
