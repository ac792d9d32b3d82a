//! Some tuples of an operation on their way: to a unit, to verdicts, to a run, to results.

use super::build::{Built, build};
use super::calls::Call;
use super::compiler::{failed, io};
use super::endings::{Ending, Endings};
use super::facts::Facts;
use super::jobs::{Jobs, Layout};
use super::place::gather;
use super::process::{self, End, Limits};
use super::rounds::{Bench, Verdict};
use super::tile_type::{Placement, declare, tile_type};
use super::unit::Unit;
use crate::builtin::TupleResults;
use crate::run::{RunError, Select};
use ptoconf_schemas::{Array, Outcome, ResultLine, Role, RunStage, Tuple, TupleLine};
use ptoconf_vectors::OperationReader;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What all batches share.
#[derive(Clone, Copy)]
pub(super) struct Shop<'a> {
    pub bench: Bench<'a>,
    pub facts: &'a Facts,
    pub include: &'a Path,
    pub cache: &'a Path,
    pub case_seconds: f64,
    pub canary: u8,
    pub select: Select<'a>,
}

/// What is known of a tuple before it runs.
struct Plan<'a> {
    line: &'a TupleLine,
    slots: Vec<u32>,
    fate: Fate,
}

/// What becomes of a tuple.
enum Fate {
    /// It does not get as far as a case function.
    Ends(Outcome, String),
    /// It is this case function of the unit.
    Case(usize, Layout),
}

/// Takes tuples all the way to their results, in their order.
pub(super) fn run_batch(shop: Shop, reader: &OperationReader, lines: &[TupleLine]) -> Result<Vec<TupleResults>, RunError> {
    let mut unit = Unit { items: Vec::new(), listed: true };
    let mut tiles = Vec::new();
    let mut numbers = BTreeMap::new();
    let mut plans = Vec::with_capacity(lines.len());
    for line in lines {
        let slots: Vec<u32> = (0..line.cases).filter(|&slot| (shop.select)(line, slot)).collect();
        let fate = if slots.is_empty() {
            Fate::Ends(Outcome::Ok, String::new())
        } else {
            fate(shop.facts, line, &mut unit, &mut tiles, &mut numbers)
        };
        plans.push(Plan { line, slots, fate });
    }
    let built = build(shop.bench, shop.include, shop.cache, &unit, &tiles)?;
    let results = run_accepted(shop, reader, &plans, &built)?;
    let mut endings = Endings::new(&results, shop.case_seconds);
    let found: Option<Vec<TupleResults>> = plans.iter().map(|plan| tuple_results(shop, plan, &built, &mut endings)).collect();
    found.filter(|_| results.is_empty() || endings.is_at_end()).ok_or_else(|| failed("the results of the driver are damaged"))
}

fn fate(facts: &Facts, line: &TupleLine, unit: &mut Unit, tiles: &mut Vec<Vec<String>>, numbers: &mut BTreeMap<String, usize>) -> Fate {
    let tuple = &line.tuple;
    let Some(call) = Call::find(&tuple.op, &tuple.form) else {
        return Fate::Ends(Outcome::Unsupported, format!("the adapter knows no C++ call of {} {}", tuple.op, tuple.form));
    };
    if let Some(why) = facts.lacks(tuple) {
        return Fate::Ends(Outcome::Unsupported, why);
    }
    let (text, layout) = match (call.with(tuple), Layout::of(tuple)) {
        (Ok(call), Ok(layout)) => (function_body(facts, tuple, &call), layout),
        (Err(why), _) | (_, Err(why)) => return Fate::Ends(Outcome::Error, why),
    };
    let number = *numbers.entry(text).or_insert_with_key(|text| {
        let number = unit.items.len();
        unit.items.push(format!("static void case_{number}(const ptoconf::Operand* o) {{ {text} }}"));
        tiles.push(tuple.operands.iter().map(|o| tile_type(&o.tile)).collect());
        number
    });
    Fate::Case(number, layout)
}

/// Tiles, call, and the way back where tiles have storage of their own.
fn function_body(facts: &Facts, tuple: &Tuple, call: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for (i, operand) in tuple.operands.iter().enumerate() {
        words.push(declare(&operand.name, i, &operand.tile, facts.placement, facts.assignment));
    }
    words.push(call.to_owned());
    if facts.placement == Placement::Copied {
        words.extend(tuple.operands.iter().enumerate().map(|(i, o)| format!("ptoconf::take({}, o[{i}]);", o.name)));
    }
    words.join(" ")
}

/// Runs the slots of the tuples that compile; gives what the driver wrote, nothing if there are none.
fn run_accepted(shop: Shop, reader: &OperationReader, plans: &[Plan], built: &Built) -> Result<Vec<u8>, RunError> {
    let (mut jobs, mut cases) = (Jobs::new(), 0);
    for plan in plans {
        let Fate::Case(number, layout) = &plan.fate else { continue };
        if built.verdicts[*number] != Verdict::Accepted {
            continue;
        }
        let mut inputs = vec![Vec::new(); plan.line.tuple.operands.len()];
        if plan.line.inputs.is_some() {
            for (operand, into) in plan.line.tuple.operands.iter().zip(&mut inputs).filter(|(o, _)| o.role == Role::In) {
                reader.inputs(plan.line, &operand.name, into)?;
            }
        }
        jobs.add(*number, plan.line, layout, &plan.slots, &inputs);
        cases += plan.slots.len();
    }
    match (jobs.finish(), &built.program) {
        (Some(jobs), Some(program)) => drive(shop, program, &jobs, cases),
        (Some(_), None) => Err(failed("there is no program for the cases that compile")),
        (None, _) => Ok(Vec::new()),
    }
}

/// Runs the program of a unit on jobs.
fn drive(shop: Shop, program: &Path, jobs: &[u8], cases: usize) -> Result<Vec<u8>, RunError> {
    let folder = tempfile::tempdir_in(shop.cache).map_err(io(shop.cache))?;
    let (input, output) = (folder.path().join("jobs"), folder.path().join("results"));
    fs::write(&input, jobs).map_err(io(&input))?;
    let memory = shop.bench.compiler.limits.memory;
    let limits = Limits { seconds: shop.case_seconds * cases as f64 + 60.0, memory };
    let [input, results] = [&input, &output].map(|p| p.display().to_string());
    let arguments = [input, results, shop.case_seconds.to_string(), memory.to_string(), shop.canary.to_string()];
    let finished = process::run(&program.display().to_string(), &arguments, limits).map_err(io(program))?;
    if finished.end != End::Code(0) {
        let words = finished.text.lines().last().unwrap_or("it said nothing");
        return Err(failed(format!("the program of the cases ended with {:?} outside of a case: {words}", finished.end)));
    }
    fs::read(&output).map_err(io(&output))
}

/// The results of one tuple; `None` where the driver's file is damaged.
fn tuple_results(shop: Shop, plan: &Plan, built: &Built, endings: &mut Endings) -> Option<TupleResults> {
    let (outcome, message) = match &plan.fate {
        Fate::Ends(outcome, why) => (*outcome, why.clone()),
        Fate::Case(number, layout) => match &built.verdicts[*number] {
            Verdict::Accepted => return ran(shop, plan, layout, endings),
            Verdict::Rejected(diagnostic) => (Outcome::Rejected, diagnostic.text.clone()),
            Verdict::Crashed(why) => (Outcome::Crashed, why.clone()),
            Verdict::Timeout(why) => (Outcome::Timeout, why.clone()),
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

fn ran(shop: Shop, plan: &Plan, layout: &Layout, endings: &mut Endings) -> Option<TupleResults> {
    let mut results = TupleResults::default();
    for &slot in &plan.slots {
        let Ending { outcome, message, touched, outputs } = endings.next(&plan.line.tuple, layout)?;
        let message = message.map(|m| m.replace(&format!("{}/", shop.include.display()), ""));
        results.lines.push(line(plan.line, slot, outcome, Some(RunStage::Run), message, touched));
        if outcome != Outcome::Ok || plan.line.inputs.is_none() {
            continue;
        }
        if results.outputs.is_empty() {
            results.outputs = stacks(plan.line, shop.canary);
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
