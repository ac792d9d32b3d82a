//! How a case can end, and what the results say of it.

use crate::common::folder;
use crate::stand_in::{adapter, include, lines};
use ptoconf_schemas::{Outcome, ResultLine, RunStage};
use ptoconf_vectors::SetReader;
use std::collections::{BTreeMap, BTreeSet};

const ADD: &str = "--op tcolexpandadd --case tcolexpandadd/plain-6bb80a6fd2/0";

/// Runs with one fault; gives the exit code and the first line of the results.
#[track_caller]
fn with_fault(fault: &str, line: &str) -> (i32, ResultLine) {
    let dir = folder();
    let ran = adapter(dir.path(), &include(), &format!("{line} --cxx-define STAND_IN_FAULT_{fault}"));
    let line = lines(dir.path()).into_iter().next().unwrap_or_else(|| panic!("{fault}: no results: {}", ran.err));
    (ran.code, line)
}

#[track_caller]
fn ends(fault: &str, outcome: Outcome, words: &[&str]) {
    let (code, line) = with_fault(fault, &format!("{ADD} --cxx-case-timeout 0.5"));
    assert_eq!(code, 1, "{fault}");
    assert_eq!((line.outcome, line.stage), (outcome, Some(RunStage::Run)), "{fault}: {line:?}");
    let message = line.message.unwrap_or_default();
    words.iter().for_each(|word| assert!(message.contains(word), "{fault}: `{word}` in `{message}`"));
}

#[test]
fn faults_of_memory_name_operand_and_offset() {
    ends("OVERRUN", Outcome::Crashed, &["SIGSEGV: write at byte offset ", " of operand dst, whose tile has "]);
    ends("OVERREAD", Outcome::Crashed, &["SIGSEGV: read at byte offset ", " of operand src1, whose tile has "]);
    ends("NULL", Outcome::Crashed, &["SIGSEGV: write at an address far from every operand"]);
    ends("STACK", Outcome::Crashed, &["SIGSEGV"]);
}

#[test]
fn a_signal_that_is_sent_on_purpose_is_a_crash_without_an_address() {
    for (fault, signal) in [("RAISE", "SIGSEGV"), ("RAISE_BUS", "SIGBUS")] {
        let (code, line) = with_fault(fault, ADD);
        assert_eq!((code, line.outcome, line.message.as_deref()), (1, Outcome::Crashed, Some(signal)), "{fault}");
    }
}

#[test]
fn neither_an_exit_nor_an_exception_nor_a_hang_is_a_rejection() {
    ends("EXIT", Outcome::Crashed, &["ended the process with exit code 0"]);
    ends("THROW", Outcome::Crashed, &["SIGABRT", "thrown on purpose"]);
    ends("DOUBLE_FREE", Outcome::Crashed, &["SIGABRT", "double free"]);
    ends("HANG", Outcome::Timeout, &["stopped after 0.5 s"]);
}

#[test]
fn what_was_touched_is_named() {
    for (fault, operand) in [("UNDERRUN", "dst"), ("INPUT", "src1")] {
        let (code, line) = with_fault(fault, ADD);
        assert_eq!((code, line.outcome, line.touched), (1, Outcome::Ok, vec![operand.to_owned()]), "{fault}");
    }
    let (code, line) = with_fault("VALUE", ADD);
    assert_eq!((code, line.outcome, line.touched), (1, Outcome::Ok, vec![]), "a wrong value is no fault of memory");
}

#[test]
fn an_assertion_is_a_rejection_and_its_message_is_kept() {
    let dir = folder();
    adapter(dir.path(), &include(), "--op tcolexpandadd --tier smoke --rule tcolexpandadd/src1-covers-cols,tcolexpandadd/dtype-supported");
    let lines = lines(dir.path());
    let at = |stage| lines.iter().filter(move |l| l.outcome == Outcome::Rejected && l.stage == Some(stage)).collect::<Vec<_>>();
    let (compile, run) = (at(RunStage::Compile), at(RunStage::Run));
    assert!(!compile.is_empty() && !run.is_empty(), "{lines:?}");
    assert!(compile.iter().all(|l| l.message.as_ref().is_some_and(|m| m.contains("TCOLEXPANDADD: element type"))), "{compile:?}");
    assert!(run.iter().all(|l| l.message.as_ref().is_some_and(|m| m.contains("src1 covers the columns of dst"))), "{run:?}");
    assert!(run.iter().all(|l| l.message.as_ref().is_some_and(|m| m.starts_with("pto/stand_in/"))), "no folder of this machine: {run:?}");
}

#[test]
fn what_the_headers_lack_is_unsupported_and_says_what() {
    for (fault, line, words) in [
        ("NO_CONCAT", "--op tconcat --case tconcat/basic-2afe3e8a7c/0", "the headers have no TCONCAT(dst, src0, src1)"),
        (
            "NO_INDEXED",
            "--op tconcat --case tconcat/indexed-7b840fb579/0",
            "the headers have no TCONCAT(dst, src0, src1, src0Idx, src1Idx)",
        ),
        ("NO_BF16", "--op tconcat --case tconcat/basic-44a11d8b6c/0", "bfloat16_t of the headers is another type under this name"),
    ] {
        let (_, line) = with_fault(fault, line);
        assert_eq!(line.outcome, Outcome::Unsupported, "{fault}: {line:?}");
        assert!(line.message.as_ref().is_some_and(|m| m.contains(words)), "{fault}: {line:?}");
    }
    let (code, line) = with_fault("NO_INDEXED", "--op tconcat --case tconcat/basic-2afe3e8a7c/0");
    assert_eq!((code, line.outcome), (0, Outcome::Ok), "the other form is there");
}

/// The lines of all cases of TCOLEXPAND, by case, under a fault; and the ids of those whose destination has elements of a byte.
fn of_every_case(fault: &str, seconds: &str) -> (BTreeMap<String, ResultLine>, BTreeSet<String>) {
    let dir = folder();
    let define = if fault.is_empty() { String::new() } else { format!("--cxx-define STAND_IN_FAULT_{fault}") };
    adapter(dir.path(), &include(), &format!("--op tcolexpand --tier smoke --dtype u8,f32 --cxx-case-timeout {seconds} {define}"));
    let lines = lines(dir.path()).into_iter().map(|line| (line.case.clone(), line)).collect();
    let set = SetReader::open(&dir.path().join("out/vectors")).expect("a set");
    let tuples = set.operation("tcolexpand").expect("an operation").tuples;
    let of_a_byte = tuples.iter().filter(|t| t.tuple.tile("dst").is_some_and(|tile| tile.dtype.bytes() == 1));
    (lines, of_a_byte.flat_map(|t| (0..t.cases).map(|slot| format!("{}/{slot}", t.id()))).collect())
}

#[test]
fn code_before_the_first_case_fails_the_cases_that_bring_it_in() {
    const BEFORE: &str = "in code of the headers that runs before the first case";
    let (right, _) = of_every_case("", "5");
    let ran = |line: &ResultLine| line.stage == Some(RunStage::Run);
    for (fault, seconds, outcome, words) in [
        ("START_EXIT", "5", Outcome::Crashed, "the process ended with exit code 0"),
        ("START_HANG", "0.5", Outcome::Timeout, "stopped after 0.5 s"),
    ] {
        let (found, of_a_byte) = of_every_case(fault, seconds);
        assert_eq!(found.len(), right.len());
        let mut failed = 0;
        for (case, line) in &found {
            if of_a_byte.contains(case) && ran(&right[case]) {
                assert_eq!((line.outcome, line.stage), (outcome, Some(RunStage::Run)), "{line:?}");
                assert_eq!(line.message.as_deref(), Some(format!("{words}, {BEFORE}").as_str()));
                failed += 1;
            } else {
                assert_eq!(line, &right[case], "{fault}: others are run as ever");
            }
        }
        assert!(failed > 2, "{failed}");
    }
    let (found, _) = of_every_case("START_ALL", "5");
    let all_fail =
        |(case, line): (&String, &ResultLine)| line.outcome == if ran(&right[case]) { Outcome::Crashed } else { right[case].outcome };
    assert!(found.len() == right.len() && found.iter().all(all_fail));
    let (found, _) = of_every_case("FINISH --cxx-define STAND_IN_FAULT_START_CLOSE", "5");
    assert_eq!(found, right, "what runs after the last case is nobody's, and no file is needed to answer");
}
