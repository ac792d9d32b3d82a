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

/// Cases of one tuple with the answers `left`, `wide` and `tree`, an element each; and one option that no tuple has.
fn three(admitted: &[&str], answers: &[[u8; 3]], returned: &[u8]) -> Checked {
    let options = ["left", "wide", "tree", "other"];
    let mut lab = Lab { readings: vec![reading(ORDER, Scope::Run, &options, admitted)], ..Lab::default() };
    let member = |option: &str| format!("t/dst@{option}.npy");
    let cases = answers.len() as u64;
    let stack = |i: usize| array(&member(options[i]), DType::U8, [cases, 1, 1], &answers.iter().map(|a| a[i]).collect::<Vec<u8>>());
    let alternatives = options[..3].iter().map(|o| alternative(o, &[(ORDER, o)], [1, 1], bits(&member(o)))).collect();
    lab.tuple_of(&Tile::nd(DType::U8, 1, 1), "t", cases as u32, accept(), alternatives, (0..3).map(stack).collect());
    lab.ran("t", returned);
    lab.check()
}

#[test]
fn of_options_with_the_same_evidence_an_admitted_one_counts() {
    let answers = [[1, 5, 2]; 4];
    for admitted in [&["left"][..], &["tree"], &["left", "wide"], &["tree", "wide"]] {
        let checked = three(admitted, &answers, &[1, 2, 1, 2]);
        assert!(checked.report.readings[0].conforms, "{admitted:?}");
        assert_eq!(checked.report.totals.failed, 2, "{admitted:?}");
    }
    let report = three(&["left", "wide"], &answers, &[1, 2, 2, 2]).report;
    assert!(!report.readings[0].conforms, "most follow what is not admitted");
}

#[test]
fn a_deviating_case_is_said_to_follow_its_strongest_option() {
    let all = ["left", "wide", "tree"];
    let checked = three(&all, &[[1, 1, 2], [1, 1, 2], [1, 5, 2], [1, 1, 2]], &[2, 2, 2, 1]);
    assert!(
        checked.message("t", 3).starts_with("follows `left` of reading tdemo/order, but 3 other results"),
        "{}",
        checked.message("t", 3)
    );
    let checked = three(&all, &[[1, 2, 2]; 3], &[1, 1, 2]);
    assert!(checked.message("t", 2).starts_with("follows `wide`"), "{}", checked.message("t", 2));
    assert_eq!(three(&all, &[[1, 1, 2]; 2], &[1, 1]).report.readings[0].follows, ["left", "wide"], "no case speaks for `other`");
}

#[test]
fn what_is_admitted_is_no_deviation() {
    let readings =
        vec![reading(ORDER, Scope::Run, &["left", "tree"], &["left"]), reading("tdemo/zero", Scope::Run, &["keep", "flush"], &["keep"])];
    let mut lab = Lab { readings, ..Lab::default() };
    lab.readings[0].options[1].statement = "halves".into();
    let member = |name: &str| format!("t/dst@{name}.npy");
    let known = |name: &str, order: &str| alternative(name, &[(ORDER, order), ("tdemo/zero", "keep")], [1, 1], bits(&member(name)));
    let answers = [("a", 1), ("b", 2)].map(|(name, value)| array(&member(name), DType::U8, [1, 1, 1], &[value])).to_vec();
    lab.tuple_of(&Tile::nd(DType::U8, 1, 1), "t", 1, accept(), vec![known("a", "left"), known("b", "tree")], answers);
    lab.ran("t", &[2]);
    let checked = lab.check();
    assert_eq!(checked.message("t", 0), "matches tdemo/order = tree (halves), which profile a2a3 does not admit; admitted: a");
    assert_eq!(checked.report.failures[0].instead, ["tdemo/order = tree (halves)"]);
}

#[test]
fn known_options_are_named_where_every_case_follows_them() {
    let instead = |answers: &[[u8; 3]], returned: &[u8]| {
        let checked = three(&["left"], answers, returned);
        (checked.message("t", 0).split(',').next().unwrap().to_owned(), checked.report.failures[0].instead.clone())
    };
    let [wide, tree] = ["wide", "tree"].map(|option| format!("tdemo/order = {option} (said)"));
    let none = "tdemo/order: no known option throughout".to_owned();
    assert_eq!(instead(&[[1, 2, 3]; 2], &[2, 3]), (format!("matches {wide}"), vec![none]));
    assert_eq!(instead(&[[1, 2, 2]; 2], &[2, 2]), (format!("matches {wide}"), vec![wide.clone()]));
    assert_eq!(instead(&[[1, 2, 2], [1, 2, 3]], &[2, 3]), (format!("matches {wide}"), vec![tree]));
}

#[test]
fn what_an_inconsistent_case_also_matches_is_no_explanation() {
    // `left` and `tree` are admitted; the last case follows `tree`, and `wide` with it.
    let checked = three(&["left", "tree"], &[[1, 5, 2], [1, 5, 2], [1, 2, 2]], &[1, 1, 2]);
    assert_eq!(checked.of("t", 2), "inconsistent-reading");
    assert!(checked.report.failures[0].instead.is_empty(), "{:?}", checked.report.failures[0].instead);
}

#[test]
fn where_no_single_order_gives_all_sums_none_is_followed() {
    let mut lab = Lab { readings: vec![reading(ORDER, Scope::Run, &["left", ONE_TREE], &["left", ONE_TREE])], ..Lab::default() };
    for name in ["a", "b"] {
        let member = |option: &str| format!("{name}/dst@{option}.npy");
        let answers = [("left", 1), (ONE_TREE, 2)].map(|(o, value)| array(&member(o), DType::U8, [1, 2, 64], &[value; 128])).to_vec();
        let alternatives = ["left", ONE_TREE].map(|o| alternative(o, &[(ORDER, o)], [2, 64], bits(&member(o)))).to_vec();
        lab.tuple(name, 1, accept(), alternatives, answers);
        lab.ran(name, &[2; 128]);
    }
    let disproved = std::collections::BTreeMap::from([("tdemo/a".to_owned(), vec![ONE_TREE])]);
    let options = ptoconf_checker::Options { disproved, ..Default::default() };
    let checked = lab.check_with(&options).unwrap();
    assert_eq!(["a", "b"].map(|t| checked.of(t, 0)), ["mismatch", "pass"]);
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
