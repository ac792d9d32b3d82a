//! A worker goes wrong at one case: that case says how, and all others have their right results.

use super::{CASE, bad, outcomes, right, run_on, vectors};
use crate::common::{folder, kinds, report};
use ptoconf_schemas::{FailureKind, Outcome};
use std::path::Path;
use std::time::{Duration, Instant};

/// Runs the worker with a fault; the message of the case.
#[track_caller]
fn faulty(dir: &Path, fault: &str, outcome: Outcome, more: &[&str]) -> String {
    let begin = Instant::now();
    run_on(dir, &vectors(), &bad(fault, dir), &[more, &["--exec-time", "4"]].concat()).expect(1, &[]);
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
    let mut found = outcomes(&vectors(), &dir.join("results"));
    let (line, _) = found.insert(CASE.to_owned(), right()[CASE].clone()).unwrap();
    assert_eq!(line.outcome, outcome, "{line:?}");
    for (case, expected) in right() {
        assert!(found[case] == *expected, "{case}: {:?}", found[case].0);
    }
    let kind = if outcome == Outcome::Timeout { FailureKind::Timeout } else { FailureKind::Crashed };
    assert_eq!(kinds(&report(&dir.join("report.json")))[&kind], 1);
    line.message.expect("a message")
}

macro_rules! faults {
    ($($name:ident: $fault:literal $outcome:ident $more:expr, $words:expr;)*) => {
        $(#[test]
        fn $name() {
            let dir = folder();
            let message = faulty(dir.path(), $fault, Outcome::$outcome, &$more);
            for word in $words {
                assert!(message.contains(word), "expected `{word}` in: {message}");
            }
        })*
    };
}

faults! {
    killed_by_a_signal: "crash" Crashed [], ["SIGSEGV", "stderr: the last words | about to fall"];
    exits_early: "exit" Crashed [], ["exit status: 3", "stderr: giving up"];
    closes_its_output: "close" Crashed [], ["closed its standard output"];
    floods_stdout_with_lines: "flood-stdout" Crashed [], ["more than 1048576 bytes on standard output without an answer"];
    floods_stdout_with_one_line: "flood-one-line" Crashed [], ["more than 1048576 bytes"];
    floods_stderr: "flood-stderr" Timeout [], ["no answer after 4 s", "stderr: ", "yyyy"];
    garbage: "garbage" Crashed [], ["no answer", "{garbage}"];
    binary_garbage: "binary" Crashed [], ["no answer"];
    answers_for_another_case: "other-case" Crashed [], ["answered for \"tcolexpand/other/0\"", CASE];
    answers_twice: "twice" Crashed [], ["more than one answer"];
    payload_too_short: "short" Crashed [], ["file of dst: ", "expected "];
    payload_too_long: "long" Crashed [], ["file of dst: ", "expected "];
    payload_missing: "no-file" Crashed [], ["file of dst: "];
    payload_no_file: "pipe" Crashed [], ["file of dst: no regular file"];
    removes_its_folder: "no-folder" Crashed [], ["file of dst: "];
    answers_at_too_great_length: "long-answer" Crashed [], ["an answer of 1048", "expected at most"];
    takes_all_memory: "memory" Crashed ["--exec-memory", "1024"], ["exit status: 1", "MemoryError"];
    fills_the_disk: "disk" Crashed ["--exec-file", "1"], ["exit status: 1", "File too large"];
}

/// A worker that spoils the file of an input is found out, and a file of somebody else that it puts there stays as it is.
#[test]
fn an_input_that_is_changed_is_named() {
    for fault in ["write-input", "link-input"] {
        let dir = folder();
        std::fs::write(dir.path().join("foreign"), "dear").unwrap();
        run_on(dir.path(), &vectors(), &bad(fault, dir.path()), &[]).expect(1, &[]);
        let found = outcomes(&vectors(), &dir.path().join("results"));
        assert_eq!((found[CASE].0.outcome, found[CASE].0.touched.as_slice()), (Outcome::Ok, &["src".to_owned()][..]), "{fault}");
        assert!(right().iter().filter(|(case, _)| *case != CASE).all(|(case, expected)| found[case] == *expected), "{fault}");
        assert_eq!(kinds(&report(&dir.path().join("report.json"))).values().sum::<u64>(), 1, "{fault}");
        assert_eq!(std::fs::read_to_string(dir.path().join("foreign")).unwrap(), "dear");
    }
}

/// Whether a process is there.
pub fn lives(id: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    // One that waits to be collected by the init process is gone.
    !state.is_empty() && !state.contains(") Z ")
}

#[test]
fn hangs_and_its_children_are_killed_with_it() {
    let dir = folder();
    let message = faulty(dir.path(), "hang", Outcome::Timeout, &[]);
    assert!(message.contains("no answer after 4 s"), "{message}");
    let child = std::fs::read_to_string(dir.path().join("child")).unwrap();
    assert!(!lives(child.trim()), "the child {child} lives");
}

/// Who would answer after the time is over is ended with all that it started, and a new worker has pipes of its own.
#[test]
fn answers_late() {
    let dir = folder();
    let message = faulty(dir.path(), "late", Outcome::Timeout, &[]);
    assert!(message.contains("no answer after 4 s"), "{message}");
}

/// An answer that comes again when the next case has been asked for is not taken for that of the next case, which is named with it.
#[test]
fn answers_again_when_another_case_is_asked_for() {
    let dir = folder();
    run_on(dir.path(), &vectors(), &bad("again", dir.path()), &["--threads", "1"]).expect(1, &[]);
    let found = outcomes(&vectors(), &dir.path().join("results"));
    let wrong: Vec<_> = found.iter().filter(|(case, outcome)| **outcome != right()[*case]).map(|(_, (line, _))| line).collect();
    let [line] = wrong[..] else { panic!("{wrong:?}") };
    assert!(line.case != CASE && line.outcome == Outcome::Crashed, "{line:?}");
    assert!(line.message.as_ref().is_some_and(|message| message.contains(&format!("answered for \"{CASE}\""))), "{line:?}");
}

#[test]
fn falls_while_a_child_holds_its_output_open() {
    let dir = folder();
    let message = faulty(dir.path(), "leave-child", Outcome::Crashed, &[]);
    assert!(message.contains("SIGABRT"), "{message}");
}

#[test]
fn chatter_on_both_outputs_does_no_harm() {
    let dir = folder();
    run_on(dir.path(), &vectors(), &bad("chatter", dir.path()), &[]).expect(0, &[]);
    assert!(outcomes(&vectors(), &dir.path().join("results")) == *right());
}

#[test]
fn what_makes_itself_a_session_of_its_own_is_killed_too() {
    let dir = folder();
    run_on(dir.path(), &vectors(), &bad("daemon", dir.path()), &[]).expect(0, &[]);
    let child = std::fs::read_to_string(dir.path().join("child")).unwrap();
    assert!(!lives(child.trim()), "the daemon {child} lives");
}

#[test]
fn files_of_others_in_place_of_its_own_stay_as_they_are() {
    let dir = folder();
    std::fs::write(dir.path().join("foreign"), "dear").unwrap();
    let message = faulty(dir.path(), "link", Outcome::Crashed, &["--threads", "1"]);
    assert!(message.contains("file of dst: 4 bytes"), "{message}");
    assert_eq!(std::fs::read_to_string(dir.path().join("foreign")).unwrap(), "dear");
    let dir = folder();
    std::fs::create_dir(dir.path().join("elsewhere")).unwrap();
    faulty(dir.path(), "link-to-folder", Outcome::Crashed, &["--threads", "1"]);
    assert_eq!(std::fs::read_dir(dir.path().join("elsewhere")).unwrap().count(), 0, "nothing is written elsewhere");
}
