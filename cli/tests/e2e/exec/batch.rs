//! Batch programs: their results are taken as they are, and what a failed one did not write is named.

use super::{outcomes, right, root, run_on, vectors};
use crate::common::{Ran, files, folder, kinds, report};
use ptoconf_schemas::{FailureKind, Outcome};
use std::path::Path;
use std::time::{Duration, Instant};

/// Right results for `cp`.
fn made(dir: &Path) -> String {
    let program = format!("exec:python3 '{}'", root().join("examples/worker.py").display());
    run_on(dir, &vectors(), &program, &[]).expect(0, &[]);
    std::fs::rename(dir.join("results"), dir.join("made")).unwrap();
    dir.join("made").display().to_string()
}

/// Runs a shell script as a batch program: `$0` is the set, `$1` the folder of the results, `$2` right results.
fn batch(dir: &Path, script: &str, made: &str, more: &[&str]) -> Ran {
    run_on(dir, &vectors(), &format!("exec:sh -c '{script}' {{vectors}} {{out}} '{made}'"), more)
}

#[test]
fn results_are_taken_as_they_are() {
    let dir = folder();
    let made = made(dir.path());
    batch(dir.path(), "test -f $0/suite.json && ! test -e $1 && cp -r $2 $1", &made, &[]).expect(0, &[]);
    assert!(files(&dir.path().join("results")) == files(Path::new(&made)));
    batch(dir.path(), "cp -r $2 $1", &made, &[]).expect(2, &["results", "holds a results folder already"]);
}

#[test]
fn a_crash_keeps_what_was_written_and_names_the_rest() {
    let dir = folder();
    let made = made(dir.path());
    let script = "mkdir $1; cp $2/results.json $1; cp -r $2/tcolexpand $1; head -n 20 $2/results.jsonl > $1/results.jsonl; \
                  printf \"{\\\"case\\\": half\" >> $1/results.jsonl; echo no more >&2; kill -SEGV $$";
    batch(dir.path(), script, &made, &[]).expect(1, &[]);
    let found = outcomes(&vectors(), &dir.path().join("results"));
    let crashed: Vec<_> = found.iter().filter(|(_, (line, _))| line.outcome == Outcome::Crashed).collect();
    assert_eq!(crashed.len(), right().len() - 20);
    for (case, found) in &found {
        match found.0.outcome {
            Outcome::Crashed => {
                let message = found.0.message.as_deref().unwrap_or_default();
                assert!(message.contains("SIGSEGV") && message.contains("stderr: no more"), "{case}: {message}");
            }
            _ => assert!(*found == right()[case], "{case}"),
        }
    }
    assert_eq!(kinds(&report(&dir.path().join("report.json")))[&FailureKind::Crashed], crashed.len() as u64);
}

#[test]
fn a_container_that_was_cut_short_by_a_crash_is_missing() {
    let dir = folder();
    let made = made(dir.path());
    let script = "cp -r $2 $1; truncate -s 1000 $1/tcolexpand/outputs-000.npz; exit 9";
    batch(dir.path(), script, &made, &[]).expect(1, &[]);
    assert!(kinds(&report(&dir.path().join("report.json"))).contains_key(&FailureKind::Missing));
}

#[test]
fn a_program_that_fails_at_once_crashes_every_case() {
    let dir = folder();
    batch(dir.path(), "echo cannot >&2; exit 5", "", &[]).expect(1, &[]);
    let found = outcomes(&vectors(), &dir.path().join("results"));
    assert!(
        found.values().all(
            |(line, _)| line.outcome == Outcome::Crashed && line.message.as_deref().unwrap().contains("exit status: 5; stderr: cannot")
        )
    );
}

#[test]
fn a_program_that_does_not_end_is_ended() {
    let dir = folder();
    let begin = Instant::now();
    batch(dir.path(), "mkdir $1; exec >&- 2>&-; sleep 1000", "", &["--exec-time", "0.5"]).expect(1, &[]);
    assert!(begin.elapsed() < Duration::from_secs(20));
    let found = outcomes(&vectors(), &dir.path().join("results"));
    assert!(found.values().all(|(line, _)| line.outcome == Outcome::Timeout));
}

#[test]
fn a_program_without_results_is_an_error() {
    let dir = folder();
    batch(dir.path(), "echo done", "", &[]).expect(3, &["left no results in {out}", "results.json", "stdout: done"]);
    assert!(files(dir.path()).is_empty());
    run_on(dir.path(), &vectors(), "exec:./no-such-program {vectors} {out}", &[]).expect(2, &["cannot start"]);
}

#[test]
fn results_of_another_set_are_refused() {
    let dir = folder();
    let made = made(dir.path());
    let script = "cp -r $2 $1; sed s/[0-9a-f][0-9a-f]*\\\"/00\\\"/ $2/results.json > $1/results.json";
    batch(dir.path(), script, &made, &[]).expect(3, &[]);
}
