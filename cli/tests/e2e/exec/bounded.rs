//! Programs that never work, and what a run costs at most.

use super::{bad, outcomes, root, run_on, vectors};
use crate::common::{files, folder, run};
use ptoconf_schemas::Outcome;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A set of a few cases.
fn few(dir: &Path) -> PathBuf {
    run(dir, &["gen", "--op", "tcolexpand", "--profile", "a2a3", "--tier", "stream", "--cases", "3", "--out", "few"]).expect(0, &[]);
    dir.join("few")
}

#[test]
fn a_program_that_is_not_there_is_an_error() {
    let dir = folder();
    run_on(dir.path(), &vectors(), "exec:./no-such-program", &[]).expect(2, &["cannot start `./no-such-program`", "No such file"]);
    run_on(dir.path(), &vectors(), "exec:", &[]).expect(2, &["expected a program", "next:"]);
    run_on(dir.path(), &vectors(), "exec:tool {vectors}", &[]).expect(2, &["needs {out}"]);
    assert!(files(dir.path()).is_empty(), "{:?}", files(dir.path()).keys());
}

#[test]
fn a_program_that_ends_at_once_crashes_every_case() {
    let dir = folder();
    run_on(dir.path(), &vectors(), "exec:true", &[]).expect(1, &[]);
    for (case, (line, _)) in outcomes(&vectors(), &dir.path().join("results")) {
        assert_eq!((line.outcome, line.message.as_deref()), (Outcome::Crashed, Some("ended without an answer, exit status: 0")), "{case}");
    }
}

/// Whether it ends before it is asked or while it is.
#[test]
fn the_last_words_of_a_program_that_ends_at_once_are_in_every_message() {
    let dir = folder();
    run_on(dir.path(), &vectors(), "exec:sh -c 'echo no device >&2; exit 7'", &[]).expect(1, &[]);
    for (case, (line, _)) in outcomes(&vectors(), &dir.path().join("results")) {
        assert_eq!(line.message.as_deref(), Some("ended without an answer, exit status: 7; stderr: no device"), "{case}");
    }
}

#[test]
fn a_program_that_never_reads_times_out_in_every_case() {
    let dir = folder();
    let few = few(dir.path());
    let begin = Instant::now();
    run_on(dir.path(), &few, &bad("mute", dir.path()), &["--exec-time", "0.3"]).expect(1, &[]);
    assert!(begin.elapsed() < Duration::from_secs(20));
    let found = outcomes(&few, &dir.path().join("results"));
    assert!(found.len() == 3 && found.values().all(|(line, _)| line.outcome == Outcome::Timeout), "{found:?}");
}

#[test]
fn floods_do_not_fill_memory() {
    for fault in ["flood-stderr", "flood-one-line"] {
        let dir = folder();
        let program = bad(fault, dir.path());
        // Far less address space than the program writes in two seconds.
        let script = format!(
            "ulimit -v 600000; exec '{}' run --impl \"$0\" --vectors '{}' --out . --exec-time 2 --threads 1",
            env!("CARGO_BIN_EXE_ptoconf"),
            vectors().display()
        );
        let output = Command::new("sh").args(["-c", &script, &program]).current_dir(dir.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_workers() {
    let made = [1, 3].map(|threads| {
        let dir = folder();
        let program = format!("exec:python3 '{}'", root().join("examples/worker.py").display());
        run_on(dir.path(), &vectors(), &program, &["--threads", &threads.to_string()]).expect(0, &[]);
        files(&dir.path().join("results"))
    });
    assert!(made[0].len() == 3 && made[0] == made[1]);
}

#[test]
fn the_worker_in_cpp_answers_as_the_one_in_python() {
    let dir = folder();
    let source = root().join("examples/worker.cpp");
    let mut compiler = Command::new("g++");
    compiler.args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-O2", "-o", "worker"]).arg(source).current_dir(dir.path());
    assert!(compiler.status().expect("g++").success());
    run_on(dir.path(), &vectors(), "exec:./worker", &[]).expect(0, &[]);
    assert!(outcomes(&vectors(), &dir.path().join("results")) == *super::right());
}
