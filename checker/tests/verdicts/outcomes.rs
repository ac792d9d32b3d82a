//! Verdicts that follow from result lines: outcomes, twins, rules, strays, waivers, exit codes.

use crate::common::*;
use ptoconf_checker::{CheckError, Options};
use ptoconf_schemas::*;
use ptoconf_vectors::NpzWriter;

/// A legal tuple, an illegal one and an open one that an admitted reading accepts or rejects.
fn lab() -> Lab {
    let mut lab = Lab { readings: vec![reading("tdemo/zero", Scope::Run, &["ignore", "reject"], &["ignore", "reject"])], ..Lab::default() };
    lab.legal("legal", 2, 7);
    lab.tuple("illegal", 1, reject("legal"), vec![], vec![]);
    let ignore = alternative("ignored", &[("tdemo/zero", "ignore")], [2, 64], Judgement::Unchanged);
    lab.tuple("open", 1, either("legal"), vec![ignore, rejecting("rejected", &[("tdemo/zero", "reject")])], vec![]);
    lab
}

fn conforming() -> Lab {
    let mut lab = lab();
    lab.ran("legal", &[7; 256]);
    lab.ended("illegal", Outcome::Rejected);
    lab.ended("open", Outcome::Rejected);
    lab
}

#[test]
fn a_conforming_run_passes_and_says_what_it_follows() {
    let checked = conforming().check();
    let report = &checked.report;
    assert_eq!((report.conforms, report.exit_code, report.failures.len()), (true, 0, 0), "{:?}", report.failures);
    assert_eq!((report.totals.cases, report.totals.judged, report.totals.passed), (4, 4, 4));
    let rules: Vec<_> = report.operations[0].rules.iter().map(|r| (r.rule.as_str(), r.at_limit, r.illegal, r.open)).collect();
    assert_eq!(
        rules,
        [("tdemo/size", [2, 2], [1, 1], [0, 0]), ("tdemo/open", [0, 0], [0, 0], [1, 1]), ("tdemo/never", [0, 0], [0, 0], [0, 0])]
    );
    assert_eq!(report.readings.len(), 1);
    assert_eq!((report.readings[0].follows.as_slice(), report.readings[0].conforms), (&["reject".to_string()][..], true));
}

#[test]
fn outcomes_become_the_failures_they_are() {
    let cases = [
        (Outcome::Crashed, "crashed", "crashed", "crashed"),
        (Outcome::Timeout, "timeout", "timeout", "timeout"),
        (Outcome::Error, "error", "error", "error"),
        (Outcome::Unsupported, "unsupported", "pass", "unsupported"),
        (Outcome::Rejected, "rejected-legal", "pass", "pass"),
        (Outcome::Ok, "pass", "accepted-illegal", "pass"),
    ];
    for (outcome, legal, illegal, open) in cases {
        let mut lab = lab();
        lab.legal("extra", 1, 9);
        lab.ran("legal", &[7; 256]);
        lab.outputs.push(array("extra/dst.npy", DType::U8, [1, 2, 64], &[9; 128]));
        lab.outputs.push(array("open/dst.npy", DType::U8, [1, 2, 64], &[CANARY; 128]));
        ["extra", "illegal", "open"].iter().for_each(|t| lab.ended(t, outcome));
        let checked = lab.check();
        assert_eq!(["extra", "illegal", "open"].map(|t| checked.of(t, 0)), [legal, illegal, open], "{outcome}");
        let skipped = checked.report.totals.skipped.get("unsupported").copied().unwrap_or(0);
        assert_eq!(skipped, u64::from(outcome == Outcome::Unsupported), "an open tuple may be unsupported");
    }
}

#[test]
fn rejecting_everything_proves_nothing() {
    for twin in [Outcome::Rejected, Outcome::Crashed, Outcome::Unsupported] {
        let mut lab = lab();
        ["illegal", "open"].iter().for_each(|t| lab.ended(t, Outcome::Rejected));
        lab.lines.extend([line("legal", 0, Outcome::Ok), line("legal", 1, twin)]);
        let checked = lab.check();
        assert_eq!([checked.of("illegal", 0), checked.of("open", 0)], ["twin-rejected"; 2]);
        assert!(checked.message("illegal", 0).contains(&format!("tdemo/legal was not accepted either: {twin}")));
    }
}

#[test]
fn a_rejection_whose_twin_has_no_result_proves_nothing() {
    let mut lab = lab();
    lab.ended("illegal", Outcome::Rejected);
    let checked = lab.check();
    assert_eq!([checked.of("illegal", 0), checked.of("legal", 0), checked.of("open", 0)], ["twin-rejected", "missing", "missing"]);
}

#[test]
fn a_rejection_may_name_no_rule_but_not_the_wrong_one() {
    for (named, want) in [(None, "pass"), (Some("tdemo/size"), "pass"), (Some("tdemo/open"), "wrong-rule")] {
        let mut lab = conforming();
        lab.lines[2].rule = named.map(str::to_string);
        assert_eq!(lab.check().of("illegal", 0), want, "{named:?}");
    }
}

#[test]
fn an_open_tuple_follows_admitted_readings_only() {
    for (admitted, outcome, want) in [("ignore", Outcome::Rejected, "rejected-legal"), ("reject", Outcome::Ok, "accepted-illegal")] {
        let mut lab = conforming();
        lab.readings[0].admitted = vec![admitted.into()];
        lab.lines[3].outcome = outcome;
        lab.outputs.push(array("open/dst.npy", DType::U8, [1, 2, 64], &[CANARY; 128]));
        let checked = lab.check();
        assert_eq!(checked.of("open", 0), want);
        assert!(checked.message("open", 0).contains("which profile a2a3 does not admit"), "{}", checked.message("open", 0));
        assert!(!checked.report.readings[0].conforms);
        assert_eq!(checked.report.failures[0].instead.len(), 1);
    }
}

#[test]
fn an_open_tuple_that_ran_has_to_match_an_admitted_answer() {
    let mut lab = conforming();
    lab.lines[3].outcome = Outcome::Ok;
    lab.outputs.push(array("open/dst.npy", DType::U8, [1, 2, 64], &[7; 128]));
    let checked = lab.check();
    assert_eq!(checked.of("open", 0), "mismatch");
    assert_eq!(checked.report.failures[0].stage, Some(Stage::Value), "the stage of the rule that is open");
    lab.stacks[2].answer.alternatives.clear();
    assert_eq!(lab.check().of("open", 0), "mismatch", "the set has no answer at all");
}

#[test]
fn missing_duplicate_and_stray_lines_are_named() {
    let mut lab = conforming();
    lab.lines.remove(3);
    lab.lines.push(line("legal", 1, Outcome::Ok));
    lab.lines.push(line("legal", 2, Outcome::Ok));
    lab.lines.push(line("unknown", 0, Outcome::Ok));
    lab.lines.push(ResultLine { case: "tdemo/legal/00".into(), ..line("legal", 0, Outcome::Ok) });
    let checked = lab.check();
    assert_eq!([checked.of("open", 0), checked.of("legal", 0), checked.of("legal", 1)], ["missing", "pass", "duplicate"]);
    assert_eq!(checked.of("illegal", 0), "twin-rejected", "a twin with two results for one case is not clearly accepted");
    let places: Vec<&str> = checked.report.extra.iter().map(|e| e.split(':').nth(1).unwrap()).collect();
    assert_eq!(places, ["5", "6", "7"], "{:?}", checked.report.extra);
}

#[test]
fn stray_results_alone_keep_a_run_from_conforming() {
    let mut lab = conforming();
    lab.lines.push(line("unknown", 0, Outcome::Ok));
    let report = lab.check().report;
    assert_eq!((report.conforms, report.exit_code, report.totals.failed), (false, 1, 0));
}

#[test]
fn a_hundred_stray_results_are_named_and_the_rest_is_counted() {
    for (strays, named) in [(100, 100), (101, 101), (103, 101)] {
        let mut lab = conforming();
        let stray = |i| ResultLine { case: format!("{i:03}{}", "x".repeat(300)), ..line("x", 0, Outcome::Ok) };
        lab.lines.extend((0..strays).map(stray));
        let extra = lab.check().report.extra;
        assert_eq!(extra.len(), named);
        assert!(extra[99].contains(&format!("case `099{}`: no case id", "x".repeat(117))), "{}", extra[99]);
        if strays > 100 {
            assert_eq!(extra[100], format!("results.jsonl: {} more such lines", strays - 100));
        }
    }
}

#[test]
fn verdicts_that_cannot_be_written_are_an_error_of_the_run() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let dir = conforming().write();
    let set = ptoconf_vectors::SetReader::open(&dir.path().join("set")).unwrap();
    let results = ptoconf_vectors::ResultsReader::open(&dir.path().join("out")).unwrap();
    let error = ptoconf_checker::check(&set, &results, &Options::default(), Some(&mut Full)).unwrap_err();
    assert_eq!(error.exit_code(), ExitCode::DoesNotConform);
    assert!(error.to_string().starts_with("cannot write the verdicts"), "{error}");
}

#[test]
fn a_line_that_is_no_result_is_named_and_the_rest_is_read() {
    let dir = conforming().write();
    let path = dir.path().join("out/results.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("not json\n{text}")).unwrap();
    let checked = check_in(&dir, &Options::default()).unwrap();
    assert_eq!((checked.report.extra.len(), checked.report.totals.passed, checked.report.exit_code), (1, 4, 1));
    assert!(checked.report.extra[0].starts_with("results.jsonl:1: "));
}

#[test]
fn results_for_another_set_are_not_judged() {
    let error = Lab { stale: true, ..conforming() }.check_with(&Options::default()).err().unwrap();
    assert!(matches!(error, CheckError::Stale { .. }), "{error}");
    assert_eq!(error.exit_code(), ExitCode::UnusableInput);
}

#[test]
fn answers_that_are_not_those_of_the_set_are_not_trusted() {
    let dir = conforming().write();
    // A sound container of the same size, with other values.
    let path = dir.path().join("set/tdemo/answers-000.npz");
    let mut other = NpzWriter::create(&path).unwrap();
    other.add(&array("legal/dst@plain.npy", DType::U8, [2, 2, 64], &[8; 256])).unwrap();
    other.finish().unwrap();
    let error = check_in(&dir, &Options::default()).err().unwrap();
    assert_eq!(error.exit_code(), ExitCode::UnusableInput);
    assert!(error.to_string().contains("answers-000.npz") && error.to_string().contains("suite.json lists"), "{error}");
}

#[test]
fn a_filter_skips_and_selecting_nothing_checks_nothing() {
    let only_first = Options { filter: Box::new(|t, slot| t.name == "legal" && slot == 0), ..Options::default() };
    let report = conforming().check_with(&only_first).unwrap().report;
    assert_eq!((report.totals.judged, report.totals.skipped["filtered"], report.exit_code), (1, 3, 0));
    let nothing = Options { filter: Box::new(|_, _| false), ..Options::default() };
    let report = conforming().check_with(&nothing).unwrap().report;
    assert_eq!((report.conforms, report.exit_code, report.totals.add_up()), (false, 4, true));
}

#[test]
fn waivers_cover_failures_and_stale_ones_fail_the_run() {
    let waiver = |case: &str, failure| Waiver::new(case, failure, "me", "known");
    let check = |waivers: Vec<Waiver>| {
        let mut lab = conforming();
        lab.lines[3].outcome = Outcome::Crashed;
        lab.check_with(&Options { waivers: Some(WaiverFile { waivers }), ..Options::default() }).unwrap()
    };
    let covered = check(vec![waiver("tdemo/op*", FailureKind::Crashed)]);
    assert_eq!((covered.of("open", 0), covered.report.exit_code, covered.report.totals.skipped["waived"]), ("waived", 0, 1));
    let other_kind = check(vec![waiver("tdemo/op*", FailureKind::Mismatch)]);
    assert_eq!((other_kind.of("open", 0), other_kind.report.waivers[0].problem), ("crashed", Some(WaiverProblem::Stale)));
    let stale = check(vec![waiver("*", FailureKind::Crashed), waiver("tdemo/legal/*", FailureKind::Crashed)]);
    assert_eq!((stale.report.totals.failed, stale.report.exit_code), (0, 1));
    let problems: Vec<_> = stale.report.waivers.iter().map(|w| (w.covered, w.problem)).collect();
    assert_eq!(problems, [(1, None), (0, Some(WaiverProblem::Stale))]);
}

#[test]
fn sixty_four_options_and_alternatives_are_not_too_many() {
    let mut lab = conforming();
    let many: Vec<String> = (0..64).map(|i| i.to_string()).collect();
    let options: Vec<&str> = many.iter().map(String::as_str).collect();
    lab.readings.push(reading("tdemo/many", Scope::Run, &options, &options[63..]));
    let first = lab.stacks[0].answer.alternatives[0].clone();
    lab.stacks[0].answer.alternatives.resize(64, first);
    lab.stacks[0].answer.alternatives[63].when = when(&[("tdemo/many", "63")]).into();
    assert_eq!(lab.check().report.exit_code, 0);
}

#[test]
fn a_set_that_contradicts_itself_is_unusable() {
    let breaks: [(&str, Damage); 6] = [
        ("65 options, expected at most 64", |lab| {
            let many: Vec<String> = (0..65).map(|i| i.to_string()).collect();
            lab.readings.push(reading("tdemo/many", Scope::Run, &many.iter().map(String::as_str).collect::<Vec<_>>(), &[]));
        }),
        ("65 alternatives, expected at most 64", |lab| {
            let first = lab.stacks[0].answer.alternatives[0].clone();
            lab.stacks[0].answer.alternatives.resize(65, first);
        }),
        ("is no tuple of the operation", |lab| lab.stacks[1].answer.expect = reject("nobody")),
        ("which suite.json does not have", |lab| lab.readings.clear()),
        ("the judged region is", |lab| {
            lab.stacks[0].answer.alternatives[0].outputs.get_mut("dst").unwrap().region = [3, 64];
        }),
        ("expected an output of the tuple", |lab| {
            let outputs = &mut lab.stacks[0].answer.alternatives[0].outputs;
            let answer = outputs.remove("dst").unwrap();
            outputs.insert("src", answer);
        }),
    ];
    for (want, damage) in breaks {
        let mut lab = conforming();
        damage(&mut lab);
        let error = lab.check_with(&Options::default()).err().unwrap();
        assert_eq!(error.exit_code(), ExitCode::UnusableInput);
        assert!(error.to_string().contains(want), "{error}");
    }
}
