//! Failing cases that are run again: whether they come out the same.
//!
//! Results are compared with results, and not judged anew: what becomes of a case may hang on others, and those are not
//! run again.

use crate::error::CliError;
use ptoconf_schemas::{AnswerLine, CaseId, FailureKind, FlakyReport, Operand, Outcome, Report, Role, TupleLine};
use ptoconf_vectors::{Outputs, ResultsReader, SetReader};
use std::collections::{BTreeMap, BTreeSet};

/// Runs these cases again, for this time, and gives their results.
pub type Rerun<'a> = dyn Fn(u32, &[String]) -> Result<ResultsReader, CliError> + 'a;

/// How often failing cases are run again, and how.
pub struct Again<'a> {
    pub times: u32,
    pub rerun: &'a Rerun<'a>,
}

impl Again<'_> {
    /// The failing cases of a report that did not always come out as they did in its results.
    ///
    /// # Errors
    /// They cannot be run, or results cannot be read.
    pub fn flaky(&self, set: &SetReader, first: &ResultsReader, report: &Report) -> Result<Vec<FlakyReport>, CliError> {
        let failing = failing(report);
        let cases: Vec<String> = failing.keys().cloned().collect();
        let mut otherwise: BTreeMap<String, u32> = BTreeMap::new();
        for time in (1..=self.times).filter(|_| !cases.is_empty()) {
            let again = (self.rerun)(time, &cases)?;
            for case in differing(set, [first, &again], &cases)? {
                *otherwise.entry(case).or_default() += 1;
            }
        }
        let flaky = |(case, otherwise): (String, u32)| FlakyReport { kind: failing[&case], case, again: self.times, otherwise };
        Ok(otherwise.into_iter().map(flaky).collect())
    }
}

/// The cases of a report that fail, known and waived ones too: one that comes out otherwise is none that is known.
fn failing(report: &Report) -> BTreeMap<String, FailureKind> {
    let mut failing = BTreeMap::new();
    for listed in &report.cases {
        let Some(way) = &listed.fails else { continue };
        // Nobody else writes these.
        for (tuple, slots) in listed.tuples().unwrap_or_default() {
            failing.extend(slots.iter().map(|slot| (CaseId { op: &listed.op, tuple, slot }.to_string(), way.kind)));
        }
    }
    failing
}

/// The cases, of some, whose results are not the same.
fn differing(set: &SetReader, results: [&ResultsReader; 2], cases: &[String]) -> Result<BTreeSet<String>, CliError> {
    let wanted: BTreeSet<&str> = cases.iter().map(String::as_str).collect();
    let [one, other] = [lines(results[0], &wanted)?, lines(results[1], &wanted)?];
    let mut found: BTreeSet<String> =
        wanted.iter().filter(|case| one.get(**case) != other.get(**case)).map(|case| (*case).to_owned()).collect();
    // Of those that ran both times, what they wrote.
    let ran = |id: &CaseId| one.get(&id.to_string()).is_some_and(|said| said.outcome == Outcome::Ok);
    let ids: Vec<CaseId> = wanted.iter().filter_map(|case| CaseId::parse(case)).filter(ran).collect();
    for operation in &set.suite().operations {
        let own: BTreeSet<(&str, u32)> = ids.iter().filter(|id| id.op == operation.name).map(|id| (id.tuple, id.slot)).collect();
        if own.is_empty() {
            continue;
        }
        let reader = set.operation(&operation.name)?;
        let outputs = [results[0].outputs(&operation.name)?, results[1].outputs(&operation.name)?];
        for (line, answer) in reader.tuples.iter().zip(reader.answers()?) {
            let slots: Vec<u32> = (0..line.cases).filter(|slot| own.contains(&(line.name.as_str(), *slot))).collect();
            for operand in line.tuple.with_role(Role::Out).filter(|_| !slots.is_empty()) {
                let otherwise = written_otherwise(line, operand, judged(answer, operand), &outputs, set.suite().canary);
                found.extend(slots.iter().filter(|slot| otherwise(**slot)).map(|slot| format!("{}/{slot}", line.id())));
            }
        }
    }
    Ok(found)
}

/// What results say of a case but for its message, which may hold an address or a time.
#[derive(PartialEq)]
struct Said {
    outcome: Outcome,
    rule: Option<String>,
    touched: Vec<String>,
}

/// What results say of some cases.
fn lines(results: &ResultsReader, wanted: &BTreeSet<&str>) -> Result<BTreeMap<String, Said>, CliError> {
    let mut said = BTreeMap::new();
    results.for_each_line(|_, line| {
        let line = line.ok().filter(|line| wanted.contains(line.case.as_str()));
        said.extend(line.map(|l| (l.case, Said { outcome: l.outcome, rule: l.rule, touched: l.touched })));
        Ok(())
    })?;
    Ok(said)
}

/// Rows and columns of an output that some answer judges: what lies outside may change from run to run.
fn judged(answer: &AnswerLine, operand: &Operand) -> [u32; 2] {
    let regions = answer.alternatives.iter().filter_map(|alternative| alternative.outputs.get(&operand.name)).map(|o| o.region);
    regions.fold([0; 2], |[rows, cols], [r, c]| [rows.max(r), cols.max(c)])
}

/// Tells of a slot whether both results hold something else in this region of an output, or only one of them has it.
fn written_otherwise(
    line: &TupleLine,
    operand: &Operand,
    [rows, cols]: [u32; 2],
    outputs: &[Outputs; 2],
    canary: u8,
) -> impl Fn(u32) -> bool {
    let mut stacks = [vec![], vec![]];
    let [one, other] = [0, 1].map(|i| outputs[i].read(line, &operand.name, canary, &mut stacks[i]));
    let (tile, size) = (operand.tile.clone(), operand.tile.dtype.bytes());
    move |slot| {
        let row = |stack: &[u8], row: u32| {
            let start = (slot as usize * tile.rows() as usize + row as usize) * tile.cols() as usize * size;
            stack.get(start..start + cols as usize * size).map(<[u8]>::to_vec)
        };
        match (one.error(slot), other.error(slot)) {
            (None, None) => (0..rows).any(|at| row(&stacks[0], at) != row(&stacks[1], at)),
            (one, other) => one.is_some() != other.is_some(),
        }
    }
}
