//! Results of an implementation that only accepts and rejects.

use crate::common::*;
use ptoconf_checker::report;
use ptoconf_schemas::*;

/// A legal tuple with values, an illegal one, an open one; answered without any array.
fn lab(judges: Judges) -> Lab {
    let options = ["ignore", "zeros", "reject"];
    let mut lab = Lab { judges, readings: vec![reading("tdemo/zero", Scope::Run, &options, &options)], ..Lab::default() };
    lab.legal("legal", 2, 7);
    lab.tuple("illegal", 1, reject("legal"), vec![], vec![]);
    let known = |name: &str| alternative(name, &[("tdemo/zero", name)], [2, 64], Judgement::Unchanged);
    lab.tuple("open", 1, either("legal"), vec![known("ignore"), known("zeros"), rejecting("no", &[("tdemo/zero", "reject")])], vec![]);
    lab.lines.extend((0..2).map(|slot| line("legal", slot, Outcome::Ok)));
    lab.ended("illegal", Outcome::Rejected);
    lab.ended("open", Outcome::Ok);
    lab
}

#[test]
fn accepted_cases_need_no_outputs_but_that_is_no_conformance() {
    let checked = lab(Judges::Legality).check();
    let report = &checked.report;
    assert_eq!((report.exit_code, report.conforms, report.legality_only()), (0, false, true), "{:?}", report.failures);
    assert_eq!((report.totals.judged, report.totals.passed), (4, 4));
    let everything = lab(Judges::Everything).check();
    assert_eq!((everything.of("legal", 0), everything.of("open", 0), everything.report.exit_code), ("missing", "missing", 1));
}

#[test]
fn every_report_says_that_no_value_was_checked() {
    let report = lab(Judges::Legality).check().report;
    let mut texts = [vec![], vec![], vec![], vec![]];
    let [text, markdown, junit, json] = &mut texts;
    report::text(&report, false, text).unwrap();
    report::markdown(&report, markdown).unwrap();
    report::junit(&report, None, junit).unwrap();
    report::json(&report, json).unwrap();
    let texts = texts.map(|t| String::from_utf8(t).unwrap());
    assert!(texts[..3].iter().all(|t| t.contains("legality only")), "{texts:#?}");
    assert!(texts[3].contains(r#""judges": "legality""#));
    assert!(texts[..2].iter().all(|t| t.contains("no value was checked") && !t.contains("\nconforms")));
}

#[test]
fn acceptance_and_rejection_are_judged_as_always() {
    let mut accepts_all = lab(Judges::Legality);
    accepts_all.lines[2].outcome = Outcome::Ok;
    let checked = accepts_all.check();
    assert_eq!((checked.of("illegal", 0), checked.report.exit_code), ("accepted-illegal", 1));
    let mut rejects_all = lab(Judges::Legality);
    rejects_all.lines.iter_mut().for_each(|l| l.outcome = Outcome::Rejected);
    let checked = rejects_all.check();
    assert_eq!((checked.of("legal", 0), checked.of("illegal", 0)), ("rejected-legal", "twin-rejected"));
    let mut says_nothing = lab(Judges::Legality);
    says_nothing.lines.clear();
    assert_eq!(says_nothing.check().of("legal", 1), "missing");
    let mut text = vec![];
    report::text(&checked.report, false, &mut text).unwrap();
    assert!(String::from_utf8(text).unwrap().contains("legality only: does not conform"));
}

#[test]
fn acceptance_is_no_evidence_on_what_only_outputs_tell() {
    let report = lab(Judges::Legality).check().report;
    let follows: Vec<&[String]> = report.readings.iter().map(|r| r.follows.as_slice()).collect();
    assert_eq!(follows, [["ignore", "zeros"]], "accepted, so not rejected; which of the two only outputs would tell");
}

#[test]
fn arrays_in_results_that_judge_legality_only_are_strays() {
    let mut lab = lab(Judges::Legality);
    lab.lines.retain(|l| !l.case.contains("/legal/"));
    lab.ran("legal", &[9; 256]);
    let report = lab.check().report;
    assert_eq!((report.exit_code, report.totals.failed, report.extra.len()), (1, 0, 1));
    assert!(report.extra[0].contains("legality only"), "{:?}", report.extra);
}
