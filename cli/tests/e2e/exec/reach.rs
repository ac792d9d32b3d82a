//! Programs get inputs and nothing else: a worker that looks for the answers does not find them.

use super::{root, run_on, vectors};
use crate::common::{Ran, folder, ptoconf, read, report, run};
use ptoconf_schemas::{FailureKind, ResultsHeader};
use std::path::Path;

/// The worker that looks for answers in some folders, and its notes.
fn spy(notes: &Path, folders: &[&Path]) -> String {
    let folders: String = folders.iter().map(|f| format!(" '{}'", f.display())).collect();
    format!("exec:python3 '{}' '{}'{folders}", root().join("cli/tests/e2e/exec/spy.py").display(), notes.display())
}

/// Where the worker found answers. It did look at something.
fn found(notes: &Path) -> Vec<String> {
    let notes: serde_json::Value = serde_json::from_str(&read(notes)).unwrap();
    assert!(notes["seen"].as_u64() > Some(2), "it found nothing at all to look at: {notes}");
    notes["places"].as_array().unwrap().iter().map(|p| p.as_str().unwrap().to_owned()).collect()
}

/// What the results say of the answers; none where this machine cannot keep them out of reach, which is said.
fn said(ran: &Ran, dir: &Path) -> Option<String> {
    let header: ResultsHeader = serde_json::from_str(&read(&dir.join("results/results.json"))).unwrap();
    let said = header.implementation.details["answers"].clone();
    assert_eq!(said.starts_with("within reach"), ran.err.contains("the program can read the answers"), "{said}: {}", ran.err);
    assert_eq!(said.starts_with("within reach"), ran.out.contains("answers within reach"), "{said}: {}", ran.out);
    (!said.starts_with("within reach")).then_some(said)
}

#[test]
fn a_set_that_is_made_for_a_run_has_no_answers_until_it_ended() {
    let dir = folder();
    let notes = dir.path().join("notes.json");
    let arguments = ["run", "--op", "tcolexpand", "--dtype", "f16", "--profile", "a2a3", "--out", ".", "--report", "json=report.json"];
    let program = spy(&notes, &[dir.path()]);
    run(dir.path(), &[&arguments[..], &["--impl", &program, "--threads", "2"]].concat()).expect(1, &[]);
    let found = found(&notes);
    // Where the kernel has no Landlock, and for root alone, the memory of ptoconf may still hold what it once was.
    let guarded = !read(&dir.path().join("results/results.json")).contains("was not guarded");
    assert!(found.iter().all(|place| place == "memory" && !guarded), "{found:?}");
    assert!(report(&dir.path().join("report.json")).regenerated);
    // The answers are there now, and the set is the one that gen makes.
    ptoconf(dir.path(), "verify vectors --regenerate").expect(0, &[]);
    let same = ptoconf(dir.path(), "gen --op tcolexpand --dtype f16 --profile a2a3 --out again").expect(0, &[]);
    assert!(same.out.contains(ptoconf(dir.path(), "verify vectors --digest").out.trim()));
}

#[test]
fn the_answers_of_an_open_set_are_out_of_reach() {
    let (dir, vectors) = (folder(), vectors());
    let notes = dir.path().join("notes.json");
    let program = spy(&notes, &[&vectors]);
    // Without the guard it finds them: they are where it looks.
    let ran = run_on(dir.path(), &vectors, &program, &["--exec-unguarded", "--report", "text"]).expect(1, &[]);
    assert!(said(&ran, dir.path()).is_none() && found(&notes).iter().any(|place| place.ends_with("answers.jsonl")));
    let accepted = |dir: &Path| report(&dir.join("report.json")).failures.iter().any(|g| g.kind == FailureKind::AcceptedIllegal);
    assert!(!accepted(dir.path()), "it repeats the answers");
    let ran = run_on(dir.path(), &vectors, &program, &["--force", "--report", "text"]).expect(1, &[]);
    let Some(said) = said(&ran, dir.path()) else { return };
    assert_eq!((said.as_str(), found(&notes)), ("out of reach", vec![]));
    assert!(accepted(dir.path()), "it knows nothing");
}

#[test]
fn the_answers_of_a_blind_set_are_out_of_reach() {
    let dir = folder();
    let notes = dir.path().join("notes.json");
    ptoconf(dir.path(), "gen --op tcolexpand --dtype f16 --profile a2a3 --blind --seed 7 --out blind").expect(0, &[]);
    let program = spy(&notes, &[&dir.path().join("blind"), &dir.path().join("blind_answers")]);
    let ran = run_on(dir.path(), &dir.path().join("blind"), &program, &["--answers", "blind_answers", "--report", "text"]).expect(1, &[]);
    let Some(said) = said(&ran, dir.path()) else { return };
    assert_eq!((said.as_str(), found(&notes)), ("out of reach", vec![]));
}

#[test]
fn a_batch_program_gets_a_set_without_answers() {
    let (dir, vectors) = (folder(), vectors());
    let script = "ls -R $0 > seen; exit 1";
    let program = format!("exec:sh -c '{script}' {{vectors}} {{out}}");
    run_on(dir.path(), &vectors, &program, &[]).expect(1, &[]);
    let seen = read(&dir.path().join("seen"));
    assert!(seen.contains("suite.json") && seen.contains("inputs-000.npz") && !seen.contains("answers"), "{seen}");
    // What it writes it can read again, even where the set lies beside it.
    crate::common::copy(&vectors, &dir.path().join("set"));
    let script = "mkdir $1 && echo {} > $1/results.json && cat $1/results.json > read && echo {} > ${TMPDIR:-.}/mine && cat ${TMPDIR:-.}/mine >> read; exit 3";
    let program = format!("exec:sh -c '{script}' {{vectors}} {{out}}");
    run_on(dir.path(), &dir.path().join("set"), &program, &["--force"]).expect(3, &["results.json"]);
    assert_eq!(read(&dir.path().join("read")), "{}\n{}\n");
}
