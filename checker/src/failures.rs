//! Failing cases in groups, the first ones of each in detail.

use crate::CheckError;
use crate::about::{class, rule};
use crate::counted::Counted;
use crate::explain::{explain, instead, option_words};
use crate::judge::{Buffers, Operation};
use crate::state::{CaseState, Cause};
use crate::words::{dtype_name, tuple_line};
use ptoconf_schemas::{AnswerLine, CaseId, Expectation, Failure, FailureGroup, FailureKind, OperationInfo, Stage, TupleLine, Witness};
use std::collections::{BTreeMap, BTreeSet};

/// Failures of an operation by kind, form, dtype and rule, the first `details` of each in detail; `states` are those of
/// its cases, by tuple and slot.
pub fn failures(operation: &Operation<'_>, states: &[Vec<CaseState>], details: usize) -> Result<Vec<FailureGroup>, CheckError> {
    let mut groups = Groups { info: operation.info, details, groups: BTreeMap::new() };
    for (tuple, states) in states.iter().enumerate().filter(|(_, states)| states.iter().any(|s| s.cause.failure().is_some())) {
        gather(operation, tuple, states, &mut groups)?;
    }
    let mut buffers = Buffers::default();
    let explain = |(tuple, slot): (usize, u32)| explain(operation, (tuple, slot), &states[tuple][slot as usize], &mut buffers);
    groups.described(|reading, options| words(operation, reading, options), explain)
}

/// The same for the cases that no choice explains together with others; `contradiction` tells of one, by tuple and slot,
/// what the results allow that contradict each other, its own first.
pub fn inconsistent(
    operation: Counted<'_>,
    details: usize,
    contradiction: impl Fn((usize, u32)) -> Vec<Witness>,
) -> Result<Vec<FailureGroup>, CheckError> {
    let mut groups = Groups { info: operation.info, details, groups: BTreeMap::new() };
    for (tuple, causes) in operation.cases.iter().enumerate() {
        for (slot, _) in (0..).zip(causes).filter(|(_, cause)| **cause == Cause::Inconsistent) {
            groups.add(FailureKind::InconsistentReading, &operation.tuples[tuple], &operation.answers[tuple], (tuple, slot));
        }
    }
    let explain = |(tuple, slot): (usize, u32)| {
        let line = &operation.tuples[tuple];
        Ok(Failure {
            case: CaseId { op: &operation.info.name, tuple: &line.name, slot }.to_string(),
            message: contradicting(&contradiction((tuple, slot))),
            tuple: tuple_line(&line.tuple),
            class: class(&operation.answers[tuple]),
            wrong: 0,
            elements: vec![],
            picture: vec![],
        })
    };
    groups.described(|_, _| String::new(), explain)
}

/// What a case leaves open, and the results that leave nothing in common with it.
pub fn contradicting(witnesses: &[Witness]) -> String {
    let says = |w: &Witness| format!("{} allows {}", w.case, w.allows.join(", or "));
    let Some((own, others)) = witnesses.split_first() else { return String::new() };
    let others: Vec<String> = others.iter().map(says).collect();
    format!(
        "no admitted choice explains it together with other results: this one allows {}, but {}",
        own.allows.join(", or "),
        others.join(", and ")
    )
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct GroupKey<'a> {
    kind: FailureKind,
    form: &'a str,
    dtype: &'a str,
    rule: Option<&'a str>,
}

#[derive(Default)]
struct Group<'a> {
    count: u64,
    stage: Option<Stage>,
    /// Options that every case follows, by reading.
    instead: BTreeMap<&'a str, Vec<&'a str>>,
    /// Tuple and slot.
    first: Vec<(usize, u32)>,
}

impl<'a> Group<'a> {
    /// Keeps the options that the case follows too.
    fn agree(&mut self, case: Vec<(&'a str, Vec<&'a str>)>) {
        for (reading, options) in case {
            match self.instead.get_mut(reading) {
                Some(common) => common.retain(|o| options.contains(o)),
                None => drop(self.instead.insert(reading, options)),
            }
        }
    }
}

/// The groups of an operation.
struct Groups<'a> {
    info: &'a OperationInfo,
    /// Cases of each that are described.
    details: usize,
    groups: BTreeMap<GroupKey<'a>, Group<'a>>,
}

impl<'a> Groups<'a> {
    /// Adds a case to its group.
    fn add(&mut self, kind: FailureKind, line: &'a TupleLine, answer: &'a AnswerLine, case: (usize, u32)) -> &mut Group<'a> {
        let rule = rule(answer);
        let stage = match &answer.expect {
            Expectation::Reject { stage, .. } => Some(*stage),
            Expectation::Accept { .. } | Expectation::Either { .. } => {
                rule.and_then(|rule| self.info.rules.iter().find(|r| r.id == rule)).map(|r| r.stage)
            }
        };
        let key = GroupKey { kind, form: &line.tuple.form, dtype: dtype_name(&line.tuple), rule };
        let group = self.groups.entry(key).or_default();
        group.count += 1;
        group.stage = stage;
        if group.first.len() < self.details {
            group.first.push(case);
        }
        group
    }

    /// The groups with `words` for the options of a reading, and their first cases as `explain` has them.
    fn described(
        self,
        words: impl Fn(&str, &[&str]) -> String,
        mut explain: impl FnMut((usize, u32)) -> Result<Failure, CheckError>,
    ) -> Result<Vec<FailureGroup>, CheckError> {
        let describe = |(key, group): (GroupKey<'_>, Group<'_>)| {
            Ok(FailureGroup {
                kind: key.kind,
                op: self.info.name.clone(),
                form: key.form.to_string(),
                dtype: key.dtype.to_string(),
                rule: key.rule.map(str::to_string),
                stage: group.stage,
                count: group.count,
                instead: group.instead.iter().map(|(id, options)| words(id, options)).collect(),
                first: group.first.into_iter().map(&mut explain).collect::<Result<_, _>>()?,
            })
        };
        self.groups.into_iter().map(describe).collect()
    }
}

/// Adds the failing cases of one tuple to their groups.
fn gather<'a>(operation: &Operation<'a>, tuple: usize, states: &[CaseState], groups: &mut Groups<'a>) -> Result<(), CheckError> {
    let (line, answer) = (&operation.reader.tuples[tuple], &operation.answers[tuple]);
    let plan = operation.plan(tuple)?;
    let mut named: BTreeSet<(FailureKind, u64)> = BTreeSet::new();
    for (slot, state) in (0..).zip(states) {
        let Some(kind) = state.cause.failure() else { continue };
        let group = groups.add(kind, line, answer, (tuple, slot));
        let known = state.matched() & !plan.admitted;
        let deviates = matches!(state.cause, Cause::Mismatch | Cause::Accepted | Cause::Rejected);
        if deviates && known != 0 && named.insert((kind, known)) {
            group.agree(instead(operation, &line.tuple, &plan, known));
        }
    }
    Ok(())
}

/// The strongest option that every case follows, in words.
fn words(operation: &Operation<'_>, reading: &str, options: &[&str]) -> String {
    match options.first() {
        Some(option) => option_words(operation, reading, option),
        None => format!("{reading}: no known option throughout"),
    }
}
