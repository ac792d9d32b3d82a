//! Memory has a limit, and whoever goes past it is named; a disk that is full, or a compiler that breaks, is nobody's fault.

use crate::common::{Ran, Tiny, command, folder};
use crate::stand_in::{adapter, include, lines};
use ptoconf_schemas::{Outcome, RunStage};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

// One of u16, and one of i8, on which GREEDY works.
const PAIR: &str = "--op tcolexpand --case tcolexpand/plain-11f3e25770,tcolexpand/plain-3aec09e235";
const ONE: &str = "--op tcolexpand --case tcolexpand/plain-11f3e25770";

#[test]
fn a_greedy_tuple_is_named_and_its_neighbour_is_judged() {
    let dir = folder();
    adapter(dir.path(), &include(), &format!("{PAIR} --cxx-memory 300 --cxx-define STAND_IN_FAULT_GREEDY")).expect(1, &[]);
    let lines = lines(dir.path());
    let of = |name: &str| lines.iter().filter(move |l| l.case.contains(name)).collect::<Vec<_>>();
    let neighbour = of("plain-11f3e25770");
    assert!(neighbour.iter().all(|l| l.outcome == Outcome::Ok) && !neighbour.is_empty(), "{lines:?}");
    let greedy = of("plain-3aec09e235");
    assert!(greedy.iter().all(|l| (l.outcome, l.stage) == (Outcome::Crashed, Some(RunStage::Compile))) && !greedy.is_empty(), "{lines:?}");
    let message = greedy[0].message.as_deref().unwrap_or_default();
    // g++ has two ways to say it, by where its memory ends.
    let says_so = message.contains("memory exhausted") || message.contains("out of memory");
    assert!(says_so && message.contains("it may take 300 MiB: --cxx-memory"), "{message}");
}

#[test]
fn a_greedy_case_is_named() {
    let dir = folder();
    let line = "--op tcolexpandadd --case tcolexpandadd/plain-6bb80a6fd2 --cxx-memory 600 --cxx-define STAND_IN_FAULT_MEMORY";
    adapter(dir.path(), &include(), line).expect(1, &[]);
    let first = lines(dir.path()).remove(0);
    assert_eq!((first.outcome, first.stage), (Outcome::Crashed, Some(RunStage::Run)), "{first:?}");
    let message = first.message.unwrap_or_default();
    assert!(message.contains("out of memory; a case may take 300 MiB: --cxx-memory"), "{message}");
}

#[test]
fn headers_that_need_more_than_the_limit_end_the_run() {
    let dir = folder();
    adapter(dir.path(), &include(), &format!("{ONE} --cxx-memory 64")).expect(2, &["does not compile", "it may take 64 MiB: --cxx-memory"]);
}

/// A compiler that is g++ until it has to compile cases, and then says this.
fn broken(dir: &Path, says: &str, code: i32) -> PathBuf {
    let path = dir.join("broken");
    let text = format!("#!/bin/sh\ncase \"$*\" in *cases-*.cpp*|*empty.cpp*) echo '{says}' >&2; exit {code};; esac\nexec g++ \"$@\"\n");
    std::fs::write(&path, text).expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a program");
    path
}

#[track_caller]
fn with_broken(says: &str, code: i32, expected: i32, words: &[&str]) {
    let dir = folder();
    let compiler = broken(dir.path(), says, code);
    adapter(dir.path(), &include(), &format!("{ONE} --cxx-compiler {}", compiler.display())).expect(expected, words);
    assert!(!dir.path().join("out/results").exists(), "no results after an error");
}

#[test]
fn a_compiler_that_breaks_is_no_rejection() {
    with_broken("g++: fatal error: cannot execute cc1plus: No such file or directory", 1, 2, &["cannot execute cc1plus"]);
    with_broken("error: unable to make a temporary file", 1, 2, &["a unit without cases", "unable to make a temporary file"]);
    with_broken("Killed", 137, 2, &["a unit without cases"]);
    with_broken("sh: 1: exec: g++: not found", 127, 2, &["cannot start"]);
    with_broken("/tmp/x.s: No space left on device", 1, 3, &["No space left on device"]);
}

#[test]
fn a_full_disk_is_an_error_of_the_run() {
    let dir = folder();
    let full = dir.path().join("full");
    std::fs::create_dir(&full).expect("a folder");
    let Some(_disk) = Tiny::mount(&full, "24m") else {
        eprintln!("not allowed to mount a small file system: this is not tested");
        return;
    };
    let run = |more: &[&str]| {
        let implementation = format!("cxx:{}", include().display());
        let mut arguments = vec!["run", "--impl", &implementation, "--profile", "cpu", "--op", "all", "--tier", "smoke", "--out", "out"];
        arguments.extend(["--cxx-compiler", "g++"].iter().chain(more));
        let output = command(dir.path(), &arguments).env("TMPDIR", &full).output().expect("ptoconf");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ran { code: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) }
    };
    run(&[]).expect(3, &["No space left on device"]);
    assert!(!dir.path().join("out/results").exists(), "no results after an error");
    assert_eq!(std::fs::read_dir(&full).expect("the folder").count(), 0, "nothing is left behind");
}
