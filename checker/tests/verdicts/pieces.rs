//! Sets that are judged piece by piece: one choice has to explain all of them.

use crate::common::*;
use ptoconf_checker::{CheckError, Options, Pieces};
use ptoconf_schemas::*;
use ptoconf_vectors::{ResultsReader, SetReader};

const SHARED: &str = "tile/shared";

/// A piece: a tuple of one case that is 1 under `left` and 2 under `right`, and of which results hold a value.
fn piece(name: &str, value: u8, readings: &[&str]) -> Lab {
    let shared = readings.iter().map(|id| reading(id, Scope::Run, &["left", "right"], &["left", "right"])).collect();
    let mut lab = Lab { shared, stream: true, ..Lab::default() };
    let member = |option: &str| format!("{name}/dst@{option}.npy");
    let stack = |option: &str, value: u8| array(&member(option), DType::U8, [1, 2, 64], &[value; 128]);
    let alternatives = ["left", "right"].map(|o| alternative(o, &[(SHARED, o)], [2, 64], bits(&member(o)))).to_vec();
    lab.tuple(name, 1, accept(), alternatives, vec![stack("left", 1), stack("right", 2)]);
    lab.ran(name, &[value; 128]);
    lab
}

fn judge(pieces: &mut Pieces, lab: &Lab) -> Report {
    let dir = lab.write();
    let set = SetReader::open(&dir.path().join("set")).unwrap();
    let results = ResultsReader::open(&dir.path().join("out")).unwrap();
    pieces.judge(&set, &results, &Options::default()).unwrap()
}

#[test]
fn pieces_that_pass_add_up() {
    let mut pieces = Pieces::default();
    for name in ["a", "b", "c"] {
        assert_eq!(judge(&mut pieces, &piece(name, 2, &[SHARED])).exit_code, 0);
    }
    let report = pieces.report(vec!["--blocks 0-2".into()], &Options::default()).unwrap().unwrap();
    assert_eq!((report.totals.cases, report.totals.passed, report.exit_code), (3, 3, 0));
    assert_eq!((report.readings[0].follows.as_slice(), report.readings[0].evidence), (&["right".to_owned()][..], 3));
    assert_eq!(report.operations[0].rules.iter().find(|r| r.rule == "tdemo/size").unwrap().at_limit, [3, 3]);
    assert_eq!(report.scope.set_filters, ["--blocks 0-2"]);
    assert!(!report.conforms, "a part of a profile");
}

/// Each piece is right by itself, whatever numbers readings have in it: together they are not, and the commonest option stays.
#[test]
fn who_changes_the_option_between_pieces_fails_over_all_of_them() {
    let mut pieces = Pieces::default();
    for (name, value, readings) in [("a", 1, &[SHARED][..]), ("b", 2, &["tile/other", SHARED]), ("c", 2, &[SHARED])] {
        assert_eq!(judge(&mut pieces, &piece(name, value, readings)).exit_code, 0);
    }
    let report = pieces.report(vec![], &Options::default()).unwrap().unwrap();
    assert_eq!((report.exit_code, report.totals.passed, report.totals.failed), (1, 2, 1));
    let failure = &report.failures[0];
    assert_eq!((failure.kind, failure.count, failure.first[0].case.as_str()), (FailureKind::InconsistentReading, 1, "tdemo/a/0"));
    let proof = "this one allows tile/shared = left, but tdemo/b/0 allows tile/shared = right";
    assert!(failure.first[0].message.ends_with(proof), "{}", failure.first[0].message);
    let operation = &report.operations[0];
    assert_eq!((operation.forms[0].totals.failed, operation.classes[0].failed), (1, 1));
    assert_eq!(operation.rules.iter().find(|r| r.rule == "tdemo/size").unwrap().at_limit, [3, 2]);
    assert_eq!(operation.tests.iter().map(|test| test.failed.values().sum::<u64>()).sum::<u64>(), 1);
    assert_eq!((report.contradictions[0].cases, report.contradictions[0].witnesses.len()), (1, 2));
    assert!(!report.readings.iter().find(|r| r.reading == SHARED).unwrap().conforms);
}

/// Of the pieces of one run, in parts of these numbers of pieces.
fn in_parts(values: &[u8], sizes: &[usize]) -> Report {
    let mut names = ["a", "b", "c", "d", "e"].into_iter().zip(values);
    let (mut whole, of) = (Pieces::default(), sizes.len() as u32);
    for (index, size) in (1..).zip(sizes) {
        let mut part = Pieces::default();
        for (name, value) in names.by_ref().take(*size) {
            judge(&mut part, &piece(name, *value, if name == "b" { &["tile/other", SHARED] } else { &[SHARED] }));
        }
        let file = part.to_part(Part { index, of }, [[0, 0]; 2], vec![], vec![]).unwrap();
        let text = serde_json::to_string(&file).unwrap();
        whole.add(&serde_json::from_str(&text).unwrap()).unwrap();
    }
    whole.report(vec![], &Options::default()).unwrap().unwrap()
}

#[test]
fn parts_are_reported_as_one_run() {
    for values in [[1, 1, 1, 1, 1], [2, 2, 1, 2, 1], [1, 2, 1, 2, 2]] {
        let one = in_parts(&values, &[5]);
        for sizes in [&[1, 4][..], &[2, 2, 1], &[1, 1, 1, 1, 1]] {
            assert_eq!(in_parts(&values, sizes), one, "{values:?} in {sizes:?}");
        }
        assert_eq!(one.exit_code, u8::from(values != [1; 5]));
    }
}

/// What a part says is not trusted to go together.
#[test]
fn a_part_that_contradicts_itself_is_refused() {
    let mut pieces = Pieces::default();
    judge(&mut pieces, &piece("a", 1, &[SHARED]));
    let file = pieces.to_part(Part { index: 1, of: 1 }, [[0, 0]; 2], vec![], vec![]).unwrap();
    let changes: [fn(&mut PartFile); 4] = [
        |file| file.readings.clear(),
        |file| file.evidence[0].allows[0][0].0 = 7,
        |file| file.operations.clear(),
        |file| file.operations[0].report.totals.passed = 9,
    ];
    for change in changes {
        let mut changed = file.clone();
        change(&mut changed);
        let error = Pieces::default().add(&changed).unwrap_err();
        assert!(matches!(error, CheckError::PartFile(_)), "{error}");
    }
    assert!(Pieces::default().add(&file).is_ok());
}

/// Nor are numbers of cases that are larger than the totals, once others contradict them.
#[test]
fn cases_that_did_not_pass_cannot_be_taken_back() {
    let mut pieces = Pieces::default();
    judge(&mut pieces, &piece("a", 1, &[SHARED]));
    let file = pieces.to_part(Part { index: 1, of: 2 }, [[0, 0]; 2], vec![], vec![]).unwrap();
    let mut whole = Pieces::default();
    judge(&mut whole, &piece("b", 2, &[SHARED]));
    let mut evidence = file.evidence.clone();
    evidence[0].cases[0].op = "tother".into();
    let forged = PartFile { evidence, ..file };
    whole.add(&forged).unwrap();
    let error = whole.report(vec![], &Options::default()).unwrap_err();
    assert!(error.to_string().contains("not among those that passed"), "{error}");
}

/// What belongs to no case is a failure of its piece, though no case fails.
#[test]
fn a_piece_with_stray_results_is_not_added() {
    let mut pieces = Pieces::default();
    let mut lab = piece("a", 1, &[SHARED]);
    lab.lines.push(line("stranger", 0, Outcome::Ok));
    let report = judge(&mut pieces, &lab);
    assert_eq!((report.exit_code, report.totals.failed, report.extra.len()), (1, 0, 1));
    assert!(pieces.report(vec![], &Options::default()).unwrap().is_none());
}

/// What the first one observes says nothing of another.
#[test]
fn pieces_are_by_one_implementation() {
    let mut pieces = Pieces::default();
    judge(&mut pieces, &piece("a", 1, &[SHARED]));
    let lab = Lab { unseen: vec![Observes::Surroundings], ..piece("b", 1, &[SHARED]) };
    let dir = lab.write();
    let (set, results) = (SetReader::open(&dir.path().join("set")).unwrap(), ResultsReader::open(&dir.path().join("out")).unwrap());
    let error = pieces.judge(&set, &results, &Options::default()).unwrap_err();
    assert!(matches!(error, CheckError::Mixed { .. }) && error.to_string().contains("surroundings"), "{error}");
}

#[test]
fn nothing_is_no_report() {
    let mut pieces = Pieces::default();
    assert_eq!(judge(&mut pieces, &piece("a", 5, &[SHARED])).exit_code, 1);
    assert!(pieces.report(vec![], &Options::default()).unwrap().is_none());
}
