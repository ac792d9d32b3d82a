//! What a report speaks for: only a whole tier of a whole profile, judged without exception, conforms.

use crate::common::*;
use ptoconf_checker::{Options, report};
use ptoconf_schemas::*;

/// A set with a legal tuple of two cases, an illegal and ten open ones, and results without a failure.
fn lab() -> Lab {
    let mut lab = Lab::default();
    lab.legal("good", 2, 7);
    lab.readings.push(reading("tdemo/zero", Scope::Operation, &["reject"], &["reject"]));
    lab.tuple("illegal", 1, reject("good"), vec![], vec![]);
    lab.ran("good", &[7; 256]);
    lab.ended("illegal", Outcome::Rejected);
    for open in 0..10 {
        let name = format!("open{open}");
        lab.tuple(&name, 1, either("good"), vec![rejecting("reject", &[("tdemo/zero", "reject")])], vec![]);
        lab.ended(&name, Outcome::Rejected);
    }
    lab
}

fn unsupported(mut lab: Lab, cases: usize) -> Lab {
    lab.lines.iter_mut().filter(|l| l.case.contains("open")).take(cases).for_each(|l| l.outcome = Outcome::Unsupported);
    lab
}

/// The report, and the text, markdown and JUnit forms of it.
fn reported(lab: &Lab, options: &Options<'_>) -> (Report, [String; 3]) {
    let report = lab.check_with(options).unwrap().report;
    let [mut text, mut markdown, mut junit] = [vec![], vec![], vec![]];
    report::text(&report, false, &mut text).unwrap();
    report::markdown(&report, &mut markdown).unwrap();
    report::junit(&report, None, &mut junit).unwrap();
    (report, [text, markdown, junit].map(|bytes| String::from_utf8(bytes).unwrap()))
}

#[track_caller]
fn is_a_part(lab: &Lab, options: &Options<'_>, left_out: &str) {
    let (report, forms) = reported(lab, options);
    assert_eq!((report.conforms, report.conclusion, report.exit_code), (false, Conclusion::NoFailureInPart, 0), "{:?}", report.failures);
    assert!(!report.scope.whole);
    assert_eq!(report.scope.left_out, [left_out]);
    let last = forms[0].lines().last().unwrap();
    assert_eq!(last, format!("no failure in this part of profile a2a3, tier {}: {left_out}", report.set.tier));
    for form in &forms {
        assert!(!form.contains("conforms to"), "{form}");
        // Markdown puts a sign before some letters.
        assert!(form.replace('\\', "").contains(left_out), "{form}");
    }
    assert!(forms[2].contains(r#"<property name="conclusion" value="no_failure_in_part"/>"#), "{}", forms[2]);
}

#[test]
fn a_whole_tier_of_every_operation_conforms() {
    let (report, forms) = reported(&Lab { profile_operations: vec![OP], ..lab() }, &Options::default());
    assert_eq!((report.conforms, report.conclusion, report.exit_code), (true, Conclusion::Conforms, 0));
    assert!(report.scope.whole && report.scope.left_out.is_empty());
    assert!(forms[0].ends_with("\nconforms to profile a2a3, tier smoke\n"), "{}", forms[0]);
    assert!(forms[2].contains(r#"<property name="scope" value="the whole tier of every operation of the profile"/>"#), "{}", forms[2]);
}

#[test]
fn a_narrowed_set_is_a_part() {
    let narrowed = Lab { filters: vec!["--cases 1".into(), "--form plain".into()], ..lab() };
    is_a_part(&narrowed, &Options::default(), "the set was made with --cases 1 --form plain");
    is_a_part(&Lab { stream: true, ..lab() }, &Options::default(), "tier stream has no illegal tuple");
}

#[test]
fn operations_that_the_set_does_not_have_are_named() {
    let lab = Lab { profile_operations: vec!["tabs", OP, "tzero"], ..lab() };
    is_a_part(&Lab { profile_operations: vec![OP, "tzero"], ..self::lab() }, &Options::default(), "the set has no case of tzero");
    is_a_part(&lab, &Options::default(), "the set has cases of tdemo alone, 1 of 3 operations");
    let scope = reported(&lab, &Options::default()).0.scope;
    let cases: Vec<_> = scope.operations.iter().map(|o| (o.name.as_str(), o.cases, o.judged, o.open)).collect();
    assert_eq!(cases, [(OP, 13, 13, 10), ("tabs", 0, 0, 0), ("tzero", 0, 0, 0)]);
}

#[test]
fn a_filter_of_the_check_makes_a_part() {
    let options = Options { filter: Box::new(|t, _| t.name == "good"), filters: vec!["--form plain".into()], ..Options::default() };
    is_a_part(&lab(), &options, "11 of 13 cases not selected by --form plain");
    let silent = Options { filter: Box::new(|t, _| t.name == "good"), ..Options::default() };
    is_a_part(&lab(), &silent, "11 of 13 cases not selected");
    let all = Options { filters: vec!["--form plain".into()], ..Options::default() };
    assert!(lab().check_with(&all).unwrap().report.conforms, "a filter that leaves nothing out");
}

#[test]
fn waived_cases_are_counted_and_do_not_conform() {
    let mut lab = lab();
    lab.legal("other", 1, 7);
    lab.ended("other", Outcome::Crashed);
    let waivers = vec![Waiver::new("tdemo/other/*", FailureKind::Crashed, "me", "known")];
    let options = Options { waivers: Some(WaiverFile { waivers }), ..Options::default() };
    is_a_part(&lab, &options, "1 failing case waived");
}

#[test]
fn unsupported_open_cases_have_a_limit_by_operation() {
    let (report, [text, ..]) = reported(&unsupported(lab(), 1), &Options::default());
    assert!(report.conforms && text.ends_with("\nconforms to profile a2a3, tier smoke (1 open case unsupported)\n"), "{text}");
    assert_eq!((report.scope.max_unsupported, report.scope.operations[0].unsupported), (10, 1));
    is_a_part(&unsupported(lab(), 2), &Options::default(), "2 of 10 open cases of tdemo unsupported (the profile admits 10 %)");
}

#[test]
fn legality_alone_says_which_part_it_speaks_for() {
    let whole = Lab { judges: Judges::Legality, outputs: vec![], ..lab() };
    let (report, [text, ..]) = reported(&whole, &Options::default());
    assert_eq!((report.conforms, report.conclusion, report.exit_code), (false, Conclusion::LegalityOnly, 0));
    assert!(text.ends_with("\nlegality only: accepts and rejects as profile a2a3, tier smoke, asks; no value was checked\n"), "{text}");
    let part = Lab { filters: vec!["--cases 1".into()], ..whole };
    let (report, [text, ..]) = reported(&part, &Options::default());
    assert_eq!((report.conforms, report.conclusion, report.exit_code), (false, Conclusion::LegalityOnly, 0));
    let last = "legality only: no failure in this part of profile a2a3, tier smoke; no value was checked: the set was made with --cases 1";
    assert_eq!(text.lines().last(), Some(last));
}

#[test]
fn a_failure_in_a_part_does_not_conform() {
    let mut lab = Lab { filters: vec!["--cases 1".into()], ..lab() };
    lab.lines[0].outcome = Outcome::Crashed;
    let (report, [text, ..]) = reported(&lab, &Options::default());
    assert_eq!((report.conclusion, report.exit_code), (Conclusion::DoesNotConform, 1));
    assert!(text.lines().last().unwrap().starts_with("does not conform to profile a2a3"), "{text}");
    let nothing = Options { filter: Box::new(|_, _| false), ..Options::default() };
    assert_eq!(lab.check_with(&nothing).unwrap().report.conclusion, Conclusion::NothingChecked);
}
