//! Readings: which one is followed, and by whom not.

use crate::common::*;
use ptoconf_checker::Options;
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
fn inputs_are_looked_at_whatever_becomes_of_the_results() {
    for b in [[1, 2, 2, 2], [1, 2, 1, 2], [1, 2, 5, 2]] {
        let mut lab = lab(&["left", "tree"], Scope::FormDtype);
        ran(&mut lab, "a", [1, 2, 2, 2]);
        ran(&mut lab, "b", b);
        let dir = lab.write();
        let inputs = dir.path().join("set/tdemo/inputs-000.npz");
        let mut data = std::fs::read(&inputs).unwrap();
        *data.last_mut().unwrap() ^= 1;
        std::fs::write(&inputs, data).unwrap();
        let error = check_in(&dir, &Options::default()).map(|checked| checked.report.exit_code).unwrap_err().to_string();
        assert!(error.contains("inputs-000.npz"), "{b:?}: {error}");
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
    let proof = "this one allows tdemo/order = left, but tdemo/a/1 allows tdemo/order = tree";
    assert_eq!(message, format!("no admitted choice explains it together with other results: {proof}"));
    let [contradiction] = &checked.report.contradictions[..] else { panic!("{:?}", checked.report.contradictions) };
    assert_eq!(contradiction.cases, 1);
    let witnesses: Vec<_> = contradiction.witnesses.iter().map(|w| (w.case.as_str(), w.allows.join("; "))).collect();
    assert_eq!(witnesses, [("tdemo/b/2", "tdemo/order = left".to_owned()), ("tdemo/a/1", "tdemo/order = tree".to_owned())]);
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
    assert_eq!(message, "matches tdemo/order = tree (said), which profile a2a3 does not admit; admitted: said (left)");
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
fn what_is_not_admitted_fails_and_is_named_as_a_deviation() {
    let answers = [[1, 5, 2]; 4];
    for (admitted, other, value) in
        [(&["left"][..], "tree", 1), (&["tree"], "left", 2), (&["left", "wide"], "tree", 1), (&["tree", "wide"], "left", 2)]
    {
        let report = three(admitted, &answers, &[1, 2, 1, 2]).report;
        assert!(!report.readings[0].conforms && report.readings[0].follows.is_empty(), "{admitted:?}");
        assert_eq!(report.totals.failed, 2, "{admitted:?}");
        let deviation = &report.deviations[0];
        assert_eq!((&deviation.options[..], deviation.cases), (&[other.to_owned()][..], 2), "{admitted:?} {value}");
        assert_eq!((deviation.reading.as_str(), &deviation.admitted[..]), (ORDER, &report.readings[0].admitted[..]));
    }
    // Nothing tells `wide` from `tree`: both are named.
    let report = three(&["left"], &[[1, 2, 2]; 3], &[2, 2, 2]).report;
    assert_eq!(report.deviations[0].options, ["wide", "tree"]);
}

#[test]
fn a_contradiction_says_all_that_a_case_allows() {
    let all = ["left", "wide", "tree"];
    let checked = three(&all, &[[1, 1, 2], [1, 1, 2], [1, 5, 2], [1, 1, 2]], &[2, 2, 2, 1]);
    let message = checked.message("t", 3);
    assert!(message.contains("this one allows tdemo/order = left or wide, but t"), "{message}");
    assert_eq!(three(&all, &[[1, 1, 2]; 2], &[1, 1]).report.readings[0].follows, ["left", "wide"], "no case speaks for `other`");
}

/// A tuple that two rules put in question: it is rejected under `no` of either reading, and runs under `yes` of both.
fn questions(name: &str, lab: &mut Lab) {
    let member = format!("{name}/dst@plain.npy");
    let rejects = |reading: &str| rejecting(reading, &[(reading, "no")]);
    let runs = alternative("plain", &[("tdemo/x", "yes"), ("tdemo/y", "yes")], [2, 64], bits(&member));
    let answers = vec![array(&member, DType::U8, [1, 2, 64], &[7; 128])];
    lab.tuple(name, 1, either("legal"), vec![rejects("tdemo/x"), rejects("tdemo/y"), runs], answers);
}

/// What each reading alone decides, and a tuple that both put in question.
fn two_questions(x: bool, y: bool, both: bool) -> Checked {
    let readings = ["tdemo/x", "tdemo/y"].map(|id| reading(id, Scope::Run, &["yes", "no"], &["yes", "no"])).to_vec();
    let mut lab = Lab { readings, ..Lab::default() };
    lab.legal("legal", 1, 3);
    lab.ran("legal", &[3; 128]);
    for (name, reading) in [("only-x", "tdemo/x"), ("only-y", "tdemo/y")] {
        let member = format!("{name}/dst@plain.npy");
        let alternatives = vec![rejecting("no", &[(reading, "no")]), alternative("plain", &[(reading, "yes")], [2, 64], bits(&member))];
        lab.tuple(name, 1, either("legal"), alternatives, vec![array(&member, DType::U8, [1, 2, 64], &[7; 128])]);
    }
    questions("both", &mut lab);
    for (name, runs) in [("only-x", x), ("only-y", y), ("both", both)] {
        if runs { lab.ran(name, &[7; 128]) } else { lab.ended(name, Outcome::Rejected) }
    }
    lab.check()
}

#[test]
fn whoever_follows_one_choice_of_two_questions_conforms() {
    for (x, y) in [(true, true), (true, false), (false, true), (false, false)] {
        assert_eq!(two_questions(x, y, x && y).report.exit_code, 0, "{x} {y}");
        let checked = two_questions(x, y, !(x && y));
        assert_eq!((checked.report.exit_code, checked.report.totals.failed), (1, 1), "{x} {y}");
        let witnesses = &checked.report.contradictions[0].witnesses;
        // To reject both questions in one and accept it in the other takes one witness for each.
        assert_eq!(witnesses.len(), if x && y { 3 } else { 2 }, "{x} {y}: {witnesses:?}");
    }
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
    assert_eq!(checked.message("t", 0), "matches tdemo/order = tree (halves), which profile a2a3 does not admit; admitted: said (left)");
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
    let either = "matches tdemo/order = wide or tree".to_owned();
    assert_eq!(instead(&[[1, 2, 2]; 2], &[2, 2]), (either.clone(), vec![wide.clone()]));
    assert_eq!(instead(&[[1, 2, 2], [1, 2, 3]], &[2, 3]), (either, vec![tree]));
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
    let disproved = ptoconf_checker::Disproved::from([("tdemo/a".to_owned(), vec![ONE_TREE])]);
    let options = ptoconf_checker::Options { disprove: Box::new(move |_, _, _, _| Ok(disproved.clone())), ..Default::default() };
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
    // The option is not admitted, and one tuple does not say what it leads to.
    let mut lab = lab(&["left"], Scope::Run);
    lab.stacks[1].answer.alternatives.pop();
    ran(&mut lab, "a", [1, 2, 2, 2]);
    ran(&mut lab, "b", [1, 1, 1, 1]);
    let report = lab.check().report;
    assert_eq!((report.exit_code, report.totals.failed), (1, 3));
    assert_eq!(report.readings[0].follows, ["tree"]);
}

/// A set says of every tuple what each admitted option leads to: where no result is given for one, it was not followed.
#[test]
fn an_admitted_option_is_never_unknown() {
    let mut lab = lab(&["left", "tree"], Scope::Run);
    lab.stacks[1].answer.alternatives.pop();
    ran(&mut lab, "a", [1, 2, 2, 2]);
    ran(&mut lab, "b", [1, 1, 1, 1]);
    let report = lab.check().report;
    assert_eq!((report.exit_code, report.totals.failed), (1, 3));
    assert!(report.failures.iter().all(|group| group.kind == FailureKind::InconsistentReading), "{:?}", report.failures);
}
