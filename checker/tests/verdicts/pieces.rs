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

/// However often each option is followed, and whatever numbers readings have in a piece.
#[test]
fn who_changes_the_option_between_pieces_fails_there() {
    let mut pieces = Pieces::default();
    assert_eq!(judge(&mut pieces, &piece("a", 1, &[SHARED])).exit_code, 0);
    let report = judge(&mut pieces, &piece("b", 2, &["tile/other", SHARED]));
    assert_eq!((report.exit_code, report.totals.failed), (1, 1));
    let failure = &report.failures[0];
    assert_eq!((failure.kind, failure.first[0].case.as_str()), (FailureKind::InconsistentReading, "tdemo/b/0"));
    let proof = "this one allows tile/shared = right, but tdemo/a/0 allows tile/shared = left";
    assert!(failure.first[0].message.ends_with(proof), "{}", failure.first[0].message);
    // It was not added: what follows is judged by what passed.
    assert_eq!(judge(&mut pieces, &piece("c", 1, &["tile/other", SHARED])).exit_code, 0);
    assert_eq!(pieces.report(vec![], &Options::default()).unwrap().unwrap().totals.cases, 2);
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
