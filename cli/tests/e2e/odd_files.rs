//! Files that are no files, or have no end: an error that names them, at once.

use crate::common::{Ran, command, copy, folder, ptoconf, smoke_run};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Runs a command that must not wait for anything.
#[track_caller]
fn at_once(dir: &Path, line: &str) -> Ran {
    let begin = Instant::now();
    let ran = ptoconf(dir, line);
    assert!(begin.elapsed() < Duration::from_secs(20), "{line}: {:?}", begin.elapsed());
    ran
}

/// A file of 1 TiB without content.
fn endless(path: &Path) {
    std::fs::File::create(path).unwrap().set_len(1 << 40).unwrap();
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn what_is_no_file_is_not_read() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    pipe(&dir.path().join("pipe"));
    endless(&dir.path().join("endless"));
    let check = format!("check --impl {0}/results --vectors {0}/vectors --waivers", made.display());
    for line in [check.as_str(), "gen --op tcolsum --floors", "gen --op tcolsum --profile"] {
        let option = line.rsplit(' ').next().unwrap();
        for (file, found) in
            [("pipe", "not a regular file"), ("endless", "1099511627776 bytes"), ("/dev/zero", "not a regular file"), (".", "a folder")]
        {
            at_once(dir.path(), &format!("{line} {file}")).expect(2, &[option, file, found, "expected a", "JSON file", "at most"]);
        }
    }
}

#[test]
fn results_without_an_end_are_none() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    copy(&made.join("results"), &dir.path().join("results"));
    endless(&dir.path().join("results/results.jsonl"));
    at_once(dir.path(), &format!("check --impl results --vectors {}/vectors", made.display()))
        .expect(3, &["results/results.jsonl", "no end of a line"]);
}

#[test]
fn a_word_that_no_outcome_has_is_named_with_its_place() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    copy(&made.join("results"), &dir.path().join("results"));
    let path = dir.path().join("results/results.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("\"outcome\":\"ok\"", "\"outcome\":\"passed\"", 1)).unwrap();
    let place = text.lines().position(|line| line.contains("\"outcome\":\"ok\"")).unwrap() + 1;
    let ran = ptoconf(dir.path(), &format!("check --impl results --vectors {}/vectors", made.display())).expect(1, &[]);
    for words in [format!("results.jsonl:{place}:"), "unknown variant `passed`".to_owned(), "`ok`, `rejected`".to_owned()] {
        assert!(ran.out.contains(&words), "`{words}` in {}", ran.out);
    }
}

#[test]
fn a_terminal_obeys_nothing_that_comes_from_input() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    let clean = |ran: &Ran| assert!(!ran.err.contains('\x1b') && !ran.out.contains('\x1b'), "{ran:?}");
    clean(&crate::common::run(dir.path(), &["explain", "\x1b[31mtcolsum"]).expect(2, &["[31mtcolsum"]));
    clean(&crate::common::run(dir.path(), &["check", "--impl", "\x1b]0;title"]).expect(3, &[]));
    let set = dir.path().join("set");
    copy(&made.join("vectors"), &set);
    let head = set.join("suite.json");
    let text = std::fs::read_to_string(&head).unwrap();
    for name in ["a2a3\\u001b[2J", "a2a3\\nconforms to profile a2a3", "a2a3\u{9b}2J"] {
        std::fs::write(&head, text.replacen("\"name\": \"a2a3\"", &format!("\"name\": \"{name}\""), 1)).unwrap();
        clean(&ptoconf(dir.path(), "verify set").expect(3, &["suite.json", "expected text without control characters"]));
    }
}

#[test]
fn a_full_device_is_an_error_and_no_panic() {
    let dir = folder();
    for line in [&["completions", "bash"][..], &["list"], &["explain", "tcolsum"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command(dir.path(), line).stdout(full).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{line:?}: {err}");
        assert!(err.contains("cannot write the output"), "{line:?}: {err}");
    }
}

/// A few letters of a report can stand for billions of cases.
#[test]
fn a_report_that_names_too_many_cases_is_refused_at_once() {
    let dir = folder();
    ptoconf(dir.path(), "run --impl builtin:a5 --op tconcat --profile a2a3 --tier smoke --out run --report json=report.json")
        .expect(1, &[]);
    let mut report: serde_json::Value = serde_json::from_slice(&std::fs::read(dir.path().join("report.json")).unwrap()).unwrap();
    let failed = report["cases"].as_array_mut().unwrap().iter_mut().find(|listed| listed["fails"].is_object()).unwrap();
    let name = failed["cases"][0].as_str().unwrap().split('/').next().unwrap().to_owned();
    failed["cases"][0] = format!("{name}/0-4294967295").into();
    std::fs::write(dir.path().join("report.json"), report.to_string()).unwrap();
    for line in ["check --case @report.json", "check --rerun-failures report.json", "triage --case @report.json"] {
        let words = ["report.json: it names 4294967", "cases that failed, expected at most 4194304"];
        ptoconf(dir.path(), &format!("{line} --vectors run/vectors --impl run/results")).expect(2, &words);
    }
}
