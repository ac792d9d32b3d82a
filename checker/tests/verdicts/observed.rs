//! What results do not observe is said beside the verdict, and is left out where the profile requires it.

use crate::common::*;
use ptoconf_checker::{Options, report};
use ptoconf_schemas::*;

/// A tuple of two cases that ran, and one that was rejected.
fn lab(unseen: &[Observes], required: &[Observes]) -> Lab {
    let mut lab = Lab { unseen: unseen.to_vec(), requires_observed: required.to_vec(), ..Lab::default() };
    lab.legal("good", 2, 7);
    lab.tuple("illegal", 1, reject("good"), vec![], vec![]);
    lab.ran("good", &[7; 256]);
    lab.ended("illegal", Outcome::Rejected);
    lab
}

/// The report, its last line, and its line of the scope.
#[track_caller]
fn reported(lab: &Lab, options: &Options<'_>) -> (Report, String, String) {
    let report = lab.check_with(options).unwrap().report;
    let [mut text, mut markdown, mut junit] = [vec![], vec![], vec![]];
    report::text(&report, false, &mut text).unwrap();
    report::markdown(&report, &mut markdown).unwrap();
    report::junit(&report, None, &mut junit).unwrap();
    let [text, markdown, junit] = [text, markdown, junit].map(|bytes| String::from_utf8(bytes).unwrap());
    let scope = text.lines().find_map(|line| line.strip_prefix("scope           ")).unwrap().to_owned();
    assert!(markdown.contains(&format!("\nScope: {scope}.\n")), "{markdown}");
    assert!(junit.contains(&format!(r#"<property name="scope" value="{scope}"/>"#)), "{junit}");
    (report, text.lines().last().unwrap().to_owned(), scope)
}

const WHOLE: &str = "the whole tier of every operation of the profile";

#[test]
fn what_nobody_looked_at_is_named_beside_the_verdict() {
    let (report, last, scope) = reported(&lab(Observes::ALL, &[]), &Options::default());
    let words = "; not observed: whether inputs are changed, writes around tiles";
    assert_eq!((last, scope), (format!("conforms to profile a2a3, tier smoke{words}"), format!("{WHOLE}{words}")));
    assert!(report.conforms && report.scope.observed.is_empty());
    assert_eq!(report.scope.not_observed, [Observes::Inputs, Observes::Surroundings], "there is no scratch tile to look around");
}

#[test]
fn nothing_is_said_where_all_was_observed_or_nothing_could_be() {
    let (report, last, scope) = reported(&lab(&[], &[]), &Options::default());
    assert_eq!((last.as_str(), scope.as_str()), ("conforms to profile a2a3, tier smoke", WHOLE));
    assert_eq!((report.scope.observed, report.scope.not_observed), (Observes::ALL.to_vec(), vec![]));
    let rejected = Options { filter: Box::new(|line, _| line.name == "illegal"), ..Options::default() };
    let (report, last, _) = reported(&lab(Observes::ALL, &[]), &rejected);
    assert!(report.scope.not_observed.is_empty() && !last.contains("not observed"), "no judged case ran: {last}");
    let legality = Lab { judges: Judges::Legality, outputs: vec![], ..lab(Observes::ALL, Observes::ALL) };
    let (report, last, _) = reported(&legality, &Options::default());
    assert_eq!((report.conclusion, report.scope.not_observed), (Conclusion::LegalityOnly, vec![]));
    assert!(!last.contains("observed"), "{last}");
}

#[test]
fn scratch_matters_where_a_case_that_ran_has_some() {
    let mut lab = lab(&[Observes::Scratch], &[]);
    let scratch = |lab: &mut Lab, name: &str| {
        let stack = lab.stacks.iter_mut().find(|stack| stack.line.name == name).unwrap();
        stack.line.tuple.operands.push(Operand { name: "tmp".into(), role: Role::Scratch, tile: Tile::nd(DType::U8, 2, 64) });
    };
    scratch(&mut lab, "illegal");
    assert_eq!(reported(&lab, &Options::default()).1, "conforms to profile a2a3, tier smoke");
    scratch(&mut lab, "good");
    assert_eq!(reported(&lab, &Options::default()).1, "conforms to profile a2a3, tier smoke; not observed: writes around scratch tiles");
}

/// Inputs that are returned are compared, whatever the results declare.
#[test]
fn inputs_that_every_accepted_case_returns_are_observed() {
    let mut lab = lab(Observes::ALL, &[]);
    lab.outputs.push(array("good/src.npy", DType::U8, [2, 2, 64], &[0; 256]));
    let (report, last, _) = reported(&lab, &Options::default());
    assert_eq!((report.scope.observed, report.scope.not_observed), (vec![Observes::Inputs], vec![Observes::Surroundings]));
    assert!(last.ends_with("; not observed: writes around tiles"), "{last}");
    lab.legal("other", 1, 7);
    lab.ran("other", &[7; 128]);
    assert!(reported(&lab, &Options::default()).0.scope.observed.is_empty(), "one case does not return them");
}

#[test]
fn what_the_profile_requires_is_left_out_where_it_is_not_observed() {
    let (report, last, scope) = reported(&lab(Observes::ALL, &[Observes::Inputs, Observes::Scratch]), &Options::default());
    let left_out = "not observed, though the profile requires it: whether inputs are changed";
    assert_eq!((report.conforms, report.conclusion, report.exit_code), (false, Conclusion::NoFailureInPart, 0));
    assert_eq!((report.scope.left_out, report.scope.requires_observed.len()), (vec![left_out.to_owned()], 2));
    assert_eq!(scope, format!("{left_out}; not observed: writes around tiles"), "each is said once");
    assert_eq!(last, format!("no failure in this part of profile a2a3, tier smoke: {scope}"));
    let (report, last, _) = reported(&lab(&[Observes::Surroundings], &[Observes::Inputs]), &Options::default());
    assert!(report.conforms && last.ends_with("tier smoke; not observed: writes around tiles"), "{last}");
}
