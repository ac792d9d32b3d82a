//! An interrupted run is continued: nothing is lost, and nothing that was done is done again.

use super::{bad, run_on, vectors};
use crate::common::{command, files, folder};
use crate::signals::hang_up;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

const JOURNAL: &str = ".results.journal";

/// Starts the slow worker and waits until some tuples are done.
fn started(dir: &Path, program: &str, done: impl Fn() -> bool) -> Child {
    let vectors = vectors();
    let arguments = ["run", "--impl", program, "--vectors", &vectors.to_string_lossy(), "--out", ".", "--threads", "2"];
    // What a kill leaves in the folder for temporary files goes away with the test.
    let command = command(dir, &arguments);
    let mut around = hang_up(&command, "default");
    let child = around.env("TMPDIR", dir).stderr(std::process::Stdio::piped()).spawn().expect("the command starts");
    let begin = Instant::now();
    while !done() {
        assert!(begin.elapsed() < Duration::from_secs(60), "the run does not get on");
        std::thread::sleep(Duration::from_millis(10));
    }
    child
}

/// Number of finished tuples; the first line is the head.
fn records(dir: &Path) -> usize {
    let bytes = std::fs::read(dir.join(JOURNAL)).unwrap_or_default();
    bytes.windows(10).filter(|w| w == b"{\"tuple\":\"").count()
}

fn log(dir: &Path) -> Vec<String> {
    std::fs::read_to_string(dir.join("log")).unwrap_or_default().lines().map(str::to_owned).collect()
}

#[test]
fn after_a_kill_the_run_goes_on() {
    let (dir, whole) = (folder(), folder());
    let program = bad("slow", dir.path());
    let mut child = started(dir.path(), &program, || records(dir.path()) >= 8);
    child.kill().unwrap();
    child.wait().unwrap();
    // The kill may have cut the last record short: make sure that it did.
    let journal = dir.path().join(JOURNAL);
    let size = std::fs::metadata(&journal).unwrap().len();
    std::fs::OpenOptions::new().write(true).open(&journal).unwrap().set_len(size - 3).unwrap();
    assert!(!dir.path().join("results").exists());

    run_on(dir.path(), &vectors(), &program, &[]).expect(3, &["interrupted run", "--resume goes on", "--force begins anew"]);
    run_on(dir.path(), &vectors(), &bad("crash", dir.path()), &["--resume"]).expect(3, &["the interrupted run was of `python3", "slow"]);
    let before = log(dir.path());
    run_on(dir.path(), &vectors(), &program, &["--resume"]).expect(0, &[]);
    let after = log(dir.path()).split_off(before.len());
    // At least seven tuples were kept: none of their cases ran again.
    let again: Vec<&String> = before.iter().filter(|case| after.contains(case)).collect();
    assert!(again.len() < before.len() && after.len() < super::right().len() - 5, "{} of {} again", again.len(), before.len());
    assert!(!journal.exists());

    run_on(whole.path(), &vectors(), &program, &[]).expect(0, &[]);
    assert!(files(&dir.path().join("results")) == files(&whole.path().join("results")));
}

#[test]
fn a_signal_ends_the_run_in_order() {
    for (signal, code) in [("-HUP", 129), ("-INT", 130)] {
        ended_in_order(signal, code);
    }
}

fn ended_in_order(signal: &str, code: i32) {
    let dir = folder();
    let program = bad("hang", dir.path());
    let mut child = started(dir.path(), &program, || dir.path().join("child").metadata().is_ok_and(|m| m.len() > 1));
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    let begin = Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(code));
    assert!(begin.elapsed() < Duration::from_secs(10));
    let mut text = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut text).unwrap();
    assert!(text.contains("interrupted") && text.contains("--resume"), "{text}");
    let grandchild = std::fs::read_to_string(dir.path().join("child")).unwrap();
    assert!(!super::faults::lives(grandchild.trim()), "the child lives");
    assert!(!dir.path().join("results").exists());
}

#[test]
fn resume_needs_to_know_what() {
    let dir = folder();
    crate::common::run(dir.path(), &["run", "--impl", "exec:true", "--resume"]).expect(2, &["--vectors", "--out"]);
    run_on(dir.path(), &vectors(), "exec:true {vectors} {out}", &["--resume"]).expect(2, &["a batch program runs as a whole"]);
}

/// The interrupted run of a part goes on as that part, and as no other.
#[test]
fn parts_of_a_worker_are_resumed_and_merged() {
    let (dir, whole) = (folder(), folder());
    let program = format!("exec:python3 '{}'", super::root().join("examples/worker.py").display());
    let vectors = vectors();
    let set = vectors.to_string_lossy();
    let part = |part: &str, more: &[&str]| {
        let arguments = ["run", "--impl", &program, "--vectors", &set, "--part", part, "--out", &part.replace('/', "-")];
        crate::common::run(dir.path(), &[&arguments[..], more].concat())
    };
    part("1/2", &[]).expect(0, &[]);
    part("2/2", &[]).expect(0, &[]);
    let merge = ["merge", "2-2/results", "1-2/results", "--vectors", &set, "--out", "merged"];
    crate::common::run(dir.path(), &merge).expect(0, &[]);
    run_on(whole.path(), &vectors, &program, &[]).expect(0, &[]);
    assert!(files(&dir.path().join("merged")) == files(&whole.path().join("results")));
    // The journal of an interrupted run: its head names the part.
    let head = std::fs::read_to_string(dir.path().join("1-2/results/results.json")).unwrap();
    let head: serde_json::Value = serde_json::from_str(&head).unwrap();
    let journal = format!("{}\n", serde_json::json!({ "journal": "ptoconf-journal/2", "results": head }));
    std::fs::create_dir(dir.path().join("1-3")).unwrap();
    std::fs::write(dir.path().join("1-3").join(JOURNAL), journal).unwrap();
    part("1/3", &["--resume"]).expect(3, &["the interrupted run was of part 1 of 2 and not of part 1 of 3"]);
}
