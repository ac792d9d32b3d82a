//! Some tuples on their way: to a unit, to verdicts, to a run, to results.

use super::batches::Batch;
use super::build::{Built, build};
use super::compiler::{failed, io, unusable};
use super::endings::{Ending, Endings};
use super::jobs::{Jobs, Layout};
use super::place::gather;
use super::plan::{Fate, Plan, Planned, plan};
use super::rounds::{Verdict, refusal};
use super::shared::Shared;
use crate::process::{self, End, Limits};
use crate::run::RunError;
use crate::run::TupleResults;
use ptoconf_schemas::{Array, Outcome, ResultLine, Role, RunStage, TupleLine};
use ptoconf_vectors::OperationReader;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Most bytes of the driver's own words that are looked at.
const MOST_WORDS: usize = 64 << 10;

/// The operations of the set by their numbers, with their names.
type Readers<'a> = &'a [(String, OperationReader)];

/// Takes tuples all the way to their results, in their order.
pub(super) fn run_batch(shared: Shared, readers: Readers, batch: &Batch) -> Result<Vec<(usize, TupleResults)>, RunError> {
    let Planned { unit, plans, .. } = plan(shared.facts, shared.bench.guess, shared.select, batch.iter().copied());
    let built = build(shared, &unit)?;
    let results = run_accepted(shared, readers, &plans, &built)?;
    let mut endings = Endings::new(&results, shared.case_seconds, shared.case_memory);
    let results_of = |plan: &Plan| Some((plan.operation, tuple_results(shared, plan, &built, &mut endings)?));
    let found: Option<Vec<_>> = plans.iter().map(results_of).collect();
    found.filter(|_| results.is_empty() || endings.is_at_end()).ok_or_else(|| unusable("the results of the driver are damaged"))
}

/// Runs the slots of the tuples that compile; gives what the driver wrote, nothing if there are none.
fn run_accepted(shared: Shared, readers: Readers, plans: &[Plan], built: &Built) -> Result<Vec<u8>, RunError> {
    let (mut jobs, mut cases) = (Jobs::new(), 0);
    for plan in plans {
        let Fate::Case(number, layout) = &plan.fate else { continue };
        if built.verdicts[*number] != Verdict::Accepted {
            continue;
        }
        let mut inputs = vec![Vec::new(); plan.line.tuple.operands.len()];
        if plan.line.inputs.is_some() {
            for (operand, into) in plan.line.tuple.operands.iter().zip(&mut inputs).filter(|(o, _)| o.role == Role::In) {
                readers[plan.operation].1.inputs(plan.line, &operand.name, into)?;
            }
        }
        jobs.add(*number, plan.line, layout, &plan.slots, &inputs);
        cases += plan.slots.len();
    }
    match (jobs.finish(), &built.program) {
        (Some(jobs), Some(program)) => drive(shared, program, &jobs, cases),
        (Some(_), None) => Err(failed("there is no program for the cases that compile")),
        (None, _) => Ok(Vec::new()),
    }
}

/// Runs the program of a unit on jobs.
fn drive(shared: Shared, program: &Path, jobs: &[u8], cases: usize) -> Result<Vec<u8>, RunError> {
    let folder = tempfile::tempdir_in(shared.cache).map_err(io(shared.cache))?;
    let (input, output) = (folder.path().join("jobs"), folder.path().join("results"));
    fs::write(&input, jobs).map_err(io(&input))?;
    let time = Duration::from_secs_f64(shared.case_seconds * cases as f64 + 60.0);
    let limits = Limits { time, memory: Some(shared.case_memory << 20), file: None };
    let [program, input, results] = [program, &input, &output].map(|p| p.display().to_string());
    let numbers = [shared.case_seconds.to_string(), shared.case_memory.to_string(), shared.canary.to_string()];
    let finished = process::run(&[&[program, input, results], &numbers[..]].concat(), &limits, &shared.bench.compiler.reach, MOST_WORDS)?;
    if finished.end != End::Code(0) {
        let words = finished.text.lines().last().unwrap_or("it said nothing");
        return Err(unusable(format!("the program of the cases ended with {:?} outside of a case: {words}", finished.end)));
    }
    fs::read(&output).map_err(io(&output))
}

/// The results of one tuple; `None` where the driver's file is damaged.
fn tuple_results(shared: Shared, plan: &Plan, built: &Built, endings: &mut Endings) -> Option<TupleResults> {
    let (outcome, message) = match &plan.fate {
        Fate::Ends(outcome, why) => (*outcome, why.clone()),
        Fate::Case(number, layout) => match refusal(&built.verdicts[*number]) {
            Some(refusal) => refusal,
            None => return ran(shared, plan, layout, endings),
        },
    };
    let stage = matches!(plan.fate, Fate::Case(..)).then_some(RunStage::Compile);
    let lines = plan.slots.iter().map(|&slot| line(plan.line, slot, outcome, stage, Some(message.clone()), Vec::new()));
    Some(TupleResults { lines: lines.collect(), outputs: Vec::new() })
}

fn line(
    tuple: &TupleLine,
    slot: u32,
    outcome: Outcome,
    stage: Option<RunStage>,
    message: Option<String>,
    touched: Vec<String>,
) -> ResultLine {
    ResultLine { case: format!("{}/{slot}", tuple.id()), outcome, stage, rule: None, message, touched }
}

fn ran(shared: Shared, plan: &Plan, layout: &Layout, endings: &mut Endings) -> Option<TupleResults> {
    let mut results = TupleResults::default();
    for &slot in &plan.slots {
        let Ending { outcome, message, touched, outputs } = endings.next(&plan.line.tuple, layout)?;
        let message = message.map(|m| m.replace(&format!("{}/", shared.bench.include.display()), ""));
        results.lines.push(line(plan.line, slot, outcome, Some(RunStage::Run), message, touched));
        if outcome != Outcome::Ok || plan.line.inputs.is_none() {
            continue;
        }
        if results.outputs.is_empty() {
            results.outputs = stacks(plan.line, shared.canary);
        }
        let operands = plan.line.tuple.with_role(Role::Out);
        for ((operand, memory), stack) in operands.zip(outputs).zip(&mut results.outputs) {
            let size = operand.tile.bytes() as usize;
            gather(&operand.tile, memory, &mut stack.data[slot as usize * size..(slot as usize + 1) * size]);
        }
    }
    Some(results)
}

/// A stack for each output. Slots that do not come to their end hold the canary.
fn stacks(line: &TupleLine, canary: u8) -> Vec<Array> {
    let stack = |operand: &ptoconf_schemas::Operand| Array {
        name: line.member(&operand.name),
        dtype: operand.tile.dtype,
        shape: vec![line.cases.into(), operand.tile.rows().into(), operand.tile.cols().into()],
        data: vec![canary; operand.tile.bytes() as usize * line.cases as usize],
    };
    line.tuple.with_role(Role::Out).map(stack).collect()
}
