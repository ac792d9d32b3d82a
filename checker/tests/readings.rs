//! Readings: which one is followed, and by whom not.

mod common;
use common::*;
use ptoconf_schemas::*;

const ORDER: &str = "tdemo/order";

/// Tuples of four cases; `left` is 1, `tree` is 2, and both are 1 in the first case.
fn lab(admitted: &[&str], scope: Scope) -> Lab {
    let mut lab = Lab { readings: vec![reading(ORDER, scope, &["left", "tree"], admitted)], ..Lab::default() };
    for name in ["a", "b"] {
        let member = |option: &str| format!("{name}/dst@{option}.npy");
        let stack = |option: &str, cases: [u8; 4]| {
            let data: Vec<u8> = cases.iter().flat_map(|v| [*v; 128]).collect();
            array(&member(option), DType::U8, [4, 2, 64], &data)
        };
        let alternatives = ["left", "tree"].map(|o| alternative(o, &[(ORDER, o)], [2, 64], bits(&member(o)))).to_vec();
        lab.tuple(name, 4, accept(), alternatives, vec![stack("left", [1; 4]), stack("tree", [1, 2, 2, 2])]);
    }
    lab
}

fn ran(lab: &mut Lab, name: &str, cases: [u8; 4]) {
    let data: Vec<u8> = cases.iter().flat_map(|v| [*v; 128]).collect();
    lab.ran(name, &data);
}

#[test]
fn one_reading_throughout_conforms() {
    for (value, follows) in [(1, "left"), (2, "tree")] {
        let mut lab = lab(&["left", "tree"], Scope::Form);
        ran(&mut lab, "a", [1, value, value, value]);
        ran(&mut lab, "b", [1, value, value, value]);
        let report = lab.check().report;
        assert_eq!(report.exit_code, 0);
        let reading = &report.readings[0];
        assert_eq!((reading.follows.as_slice(), reading.evidence), (&[follows.to_string()][..], 6));
        assert_eq!((reading.place.as_str(), reading.conforms), ("tdemo/plain", true));
    }
}

#[test]
fn the_minority_of_a_mix_is_inconsistent() {
    let mut lab = lab(&["left", "tree"], Scope::FormDtype);
    ran(&mut lab, "a", [1, 2, 2, 2]);
    ran(&mut lab, "b", [1, 2, 1, 2]);
    let checked = lab.check();
    assert_eq!([0, 1, 2, 3].map(|s| checked.of("b", s)), ["pass", "pass", "inconsistent-reading", "pass"]);
    assert_eq!((checked.report.totals.failed, checked.report.exit_code), (1, 1));
    let message = checked.message("b", 2);
    for part in ["follows `left`", "tdemo/order", "5 other results", "follow `tree`", "tdemo/plain/u8", "tdemo/a/1"] {
        assert!(message.contains(part), "{part} in {message}");
    }
    let reading = &checked.report.readings[0];
    assert!(reading.follows.is_empty() && !reading.conforms);
}

#[test]
fn a_reading_that_is_not_admitted_is_named() {
    let mut lab = lab(&["left"], Scope::Run);
    ran(&mut lab, "a", [1, 2, 2, 2]);
    ran(&mut lab, "b", [1, 2, 2, 2]);
    let checked = lab.check();
    assert_eq!([0, 1].map(|s| checked.of("a", s)), ["pass", "mismatch"]);
    let message = checked.message("a", 1);
    assert_eq!(message, "matches tdemo/order = tree (said), which profile a2a3 does not admit; admitted: left");
    assert!(checked.report.failures[0].instead[0].starts_with("tdemo/order = tree"), "{:?}", checked.report.failures[0].instead);
    let reading = &checked.report.readings[0];
    assert_eq!((reading.follows.as_slice(), reading.conforms), (&["tree".to_string()][..], false));
}

#[test]
fn results_that_match_nothing_are_no_evidence() {
    let mut lab = lab(&["left", "tree"], Scope::Run);
    ran(&mut lab, "a", [1, 9, 1, 1]);
    ran(&mut lab, "b", [1, 1, 1, 1]);
    let report = lab.check().report;
    assert_eq!(report.totals.failed, 1);
    assert_eq!((report.readings[0].follows.as_slice(), report.readings[0].evidence), (&["left".to_string()][..], 5));
}

#[test]
fn without_evidence_nothing_is_said() {
    let mut lab = lab(&["left", "tree"], Scope::Run);
    lab.ended("a", Outcome::Ok);
    lab.outputs.push(array("a/dst.npy", DType::U8, [4, 2, 64], &[1; 512]));
    let only_first = ptoconf_checker::Options { filter: Box::new(|t, slot| t.name == "a" && slot == 0), ..Default::default() };
    let report = lab.check_with(&only_first).unwrap().report;
    assert_eq!((report.exit_code, report.readings.len()), (0, 0));
}

#[test]
fn a_tuple_without_the_option_followed_elsewhere_is_not_blamed() {
    let mut lab = lab(&["left", "tree"], Scope::Run);
    lab.stacks[1].answer.alternatives.pop();
    ran(&mut lab, "a", [1, 2, 2, 2]);
    ran(&mut lab, "b", [1, 1, 1, 1]);
    let report = lab.check().report;
    assert_eq!((report.exit_code, report.readings[0].evidence), (0, 3));
    assert_eq!(report.readings[0].follows, ["tree"]);
}
