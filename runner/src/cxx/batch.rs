//! Some tuples on their way: to a unit, to verdicts, to a run, to results.

use super::build::{Built, build};
use super::compiler::{failed, io, unusable};
use super::endings::{Ending, Endings};
use super::jobs::{Jobs, Layout};
use super::place::gather;
use super::plan::{Fate, Plan, Planned, plan};
use super::rounds::{Verdict, refusal};
use super::shared::Shared;
use super::start::{NoStart, no_start};
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

/// So many tuples of which each does not start speak for the headers, and those that follow are not looked at one by one.
const ENOUGH: usize = 8;

const DAMAGED: &str = "the results of the driver are damaged";

/// The operations of the set by their numbers, with their names.
pub(super) type Readers<'a> = &'a [(String, OperationReader)];

/// What became of some tuples.
#[derive(Default)]
pub(super) struct Work {
    /// Results with the number of the operation, in the order of the tuples.
    pub results: Vec<(usize, TupleResults)>,
    /// How many compiled.
    pub built: usize,
    /// How many of them have a program that does not come to its cases.
    pub not_started: usize,
}

/// Takes tuples all the way to their results, in their order. Where the program does not come to its cases, the tuples
/// share that fate if there is one of them, or if they are known to be `alike`.
pub(super) fn run_batch(shared: Shared, readers: Readers, batch: &[(usize, &TupleLine)], alike: bool) -> Result<Work, RunError> {
    let Planned { unit, plans, .. } = plan(shared.facts, shared.bench, shared.select, batch.iter().copied());
    let built = build(shared, &unit)?;
    let no_start = no_start(shared, &built)?;
    if no_start.is_some() && batch.len() > 1 && !alike {
        return halves(shared, readers, batch);
    }
    let results = if no_start.is_some() { Vec::new() } else { run_accepted(shared, readers, &plans, &built)? };
    let mut endings = Endings::new(&results, shared.case_seconds, shared.case_memory);
    let compiles = |plan: &&Plan| matches!(&plan.fate, Fate::Case(number, _) if built.verdicts[*number] == Verdict::Accepted);
    let mut work = Work { built: plans.iter().filter(compiles).count(), ..Work::default() };
    for plan in &plans {
        let own = match no_start.as_ref().filter(|_| compiles(&plan)) {
            Some(NoStart { outcome, message }) => Some(all(plan, *outcome, Some(RunStage::Run), message)),
            None => tuple_results(shared, plan, &built, &mut endings),
        };
        work.results.push((plan.operation, own.ok_or_else(|| unusable(DAMAGED))?));
    }
    work.not_started = if no_start.is_some() { work.built } else { 0 };
    if results.is_empty() || endings.is_at_end() { Ok(work) } else { Err(unusable(DAMAGED)) }
}

/// The results of tuples whose program does not start: of each half, and so on to single ones.
fn halves(shared: Shared, readers: Readers, batch: &[(usize, &TupleLine)]) -> Result<Work, RunError> {
    let (first, second) = batch.split_at(batch.len() / 2);
    let mut work = run_batch(shared, readers, first, false)?;
    let alike = work.not_started >= ENOUGH && work.not_started == work.built;
    let rest = run_batch(shared, readers, second, alike)?;
    work.results.extend(rest.results);
    Ok(Work { not_started: work.not_started + rest.not_started, built: work.built + rest.built, ..work })
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
    let finished = process::run(&shared.command(program, &input, &output), &limits, &shared.bench.compiler.reach, MOST_WORDS)?;
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
    Some(all(plan, outcome, stage, &message))
}

/// The same of every case of a tuple.
fn all(plan: &Plan, outcome: Outcome, stage: Option<RunStage>, message: &str) -> TupleResults {
    let lines = plan.slots.iter().map(|&slot| line(plan.line, slot, outcome, stage, Some(message.to_owned()), Vec::new()));
    TupleResults { lines: lines.collect(), outputs: Vec::new() }
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
