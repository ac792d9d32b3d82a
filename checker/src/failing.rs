//! What became of the tuples of an operation that has failing cases, for whoever looks for causes.

use crate::CheckError;
use crate::counted::Counted;
use crate::explain::instead;
use crate::judge::Operation;
use crate::state::{CaseState, Cause};
use ptoconf_schemas::{AnswerLine, FailureKind, OperationInfo, Outcome, TupleLine};
use std::collections::BTreeMap;

/// Failing cases of one kind and one tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailedAs {
    /// The kind.
    pub kind: FailureKind,
    /// The first of them, by slot.
    pub first: u32,
    /// How many there are.
    pub cases: u32,
}

/// Options of a reading that all failing cases of a tuple follow, and that the profile does not admit: the strongest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instead {
    /// The reading.
    pub reading: String,
    /// Its options.
    pub options: Vec<String>,
}

/// What became of the cases of one tuple.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Became {
    /// Cases that passed.
    pub passed: u32,
    /// Whether a case was answered with outputs, or accepted.
    pub ran: bool,
    /// The failing cases by kind, the first slot first.
    pub failed: Vec<FailedAs>,
    /// What the implementation says of the first failing case that it says something of.
    pub message: Option<String>,
    /// What is followed instead of what is admitted.
    pub instead: Vec<Instead>,
}

/// An operation that has failing cases.
pub struct FailingOperation<'a> {
    /// Its part of the head of the set.
    pub info: &'a OperationInfo,
    /// Its tuples.
    pub tuples: &'a [TupleLine],
    /// Its answers, in the order of the tuples.
    pub answers: &'a [AnswerLine],
    /// What became of them, in the same order.
    pub became: Vec<Became>,
}

/// What results say beyond verdicts; nothing where no case failed.
#[derive(Default)]
pub struct Said {
    ran: Vec<bool>,
    /// By tuple that failed.
    more: BTreeMap<usize, (Option<String>, Vec<Instead>)>,
}

impl Said {
    /// What the results of an operation say; `states` are those of its cases, by tuple and slot.
    pub fn of(operation: &Operation<'_>, states: &[Vec<CaseState>]) -> Result<Said, CheckError> {
        let failed = |states: &[CaseState]| states.iter().any(|s| s.cause.failure().is_some());
        // A case may still turn out to contradict others, which is known only after all operations.
        let evidence = |states: &[CaseState]| states.iter().any(|s| s.matched() != 0);
        if !states.iter().any(|s| failed(s) || evidence(s)) {
            return Ok(Said::default());
        }
        let ran = |(tuple, states): (usize, &Vec<CaseState>)| {
            (0..states.len() as u32).any(|slot| operation.outcome(tuple, slot) == Some(Outcome::Ok))
        };
        let mut said = Said { ran: states.iter().enumerate().map(ran).collect(), more: BTreeMap::new() };
        for (tuple, states) in states.iter().enumerate().filter(|(_, states)| failed(states)) {
            said.more.insert(tuple, (message(operation, tuple, states), followed(operation, tuple, states)?));
        }
        Ok(said)
    }
}

/// What is said of the first failing case that has a message, or what was touched in it.
fn message(operation: &Operation<'_>, tuple: usize, states: &[CaseState]) -> Option<String> {
    (0..).zip(states).find_map(|(slot, state)| said_of(operation, tuple, slot, state.cause))
}

/// What is said of a failing case, or what was touched in it.
pub fn said_of(operation: &Operation<'_>, tuple: usize, slot: u32, cause: Cause) -> Option<String> {
    let note = operation.index.note(tuple, slot);
    match cause {
        Cause::InputChanged => Some("an input came back changed".to_owned()),
        Cause::Padding => Some("memory of the destination outside the result was written".to_owned()),
        Cause::Touched => note.map(|note| format!("the runner saw writes to {}", note.touched.join(", "))),
        Cause::OtherRule => {
            note.and_then(|note| note.rule.as_ref()).map(|rule| format!("the rejection names {rule}{}", operation.unless_known(rule)))
        }
        cause => cause.failure().and(note?.message.clone()).filter(|message| !message.trim().is_empty()),
    }
}

/// What all failing cases of a tuple follow that is known and not admitted.
fn followed(operation: &Operation<'_>, tuple: usize, states: &[CaseState]) -> Result<Vec<Instead>, CheckError> {
    let failing = states.iter().filter(|s| s.cause.failure().is_some());
    let deviates = |state: &CaseState| matches!(state.cause, Cause::Mismatch | Cause::Accepted | Cause::Rejected);
    let plan = operation.plan(tuple)?;
    let known = failing.fold(!plan.admitted, |known, s| if deviates(s) { known & s.matched() } else { 0 });
    if known == 0 {
        return Ok(vec![]);
    }
    let readings = instead(operation, &operation.reader.tuples[tuple].tuple, &plan, known);
    let owned = |(reading, options): (&str, Vec<&str>)| Instead {
        reading: reading.to_owned(),
        options: options.into_iter().map(str::to_owned).collect(),
    };
    Ok(readings.into_iter().map(owned).collect())
}

/// Tells what became of an operation.
pub fn tell(counted: Counted<'_>, said: &Said, to: &dyn Fn(&FailingOperation<'_>)) {
    let became = counted.cases.iter().enumerate().map(|(tuple, causes)| became(tuple, causes, said)).collect();
    to(&FailingOperation { info: counted.info, tuples: counted.tuples, answers: counted.answers, became });
}

fn became(tuple: usize, causes: &[Cause], said: &Said) -> Became {
    let mut failed: Vec<FailedAs> = vec![];
    for (slot, kind) in (0..).zip(causes).filter_map(|(slot, cause)| Some((slot, cause.failure()?))) {
        match failed.iter_mut().find(|f| f.kind == kind) {
            Some(known) => known.cases += 1,
            None => failed.push(FailedAs { kind, first: slot, cases: 1 }),
        }
    }
    let (message, instead) = said.more.get(&tuple).cloned().unwrap_or_default();
    let passed = causes.iter().filter(|cause| **cause == Cause::Pass).count() as u32;
    Became { passed, ran: said.ran.get(tuple).copied().unwrap_or(false), failed, message, instead }
}
