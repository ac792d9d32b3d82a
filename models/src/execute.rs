//! Runs the cases of one tuple on a model: inputs into memory, the kernel, outputs out of memory.

use crate::change::Change;
use crate::machine::asked::{Asked, NOTING};
use crate::machine::memory::Memory;
use crate::machine::placement::{Plan, gather, scatter, tile_bytes};
use crate::machine::scene::Scene;
use crate::machine::site::Site;
use crate::machine::unit::{MissingOperand, Unit};
use crate::model::{Model, Refusal};
use crate::operation::Operation;
use ptoconf_runner::TupleResults;
use ptoconf_schemas::{Array, Outcome, ResultLine, Role, RunStage, Tuple, TupleLine};

/// Most bytes that the outputs of one tuple may take.
const LARGEST_OUTPUT: u64 = 1 << 30;

/// Memory for runs. One serves for any number of tuples, one after another.
#[derive(Debug, Default)]
pub struct Bench {
    memory: Memory,
}

/// The cases of one tuple, with the data that an implementation gets.
pub struct Job<'a> {
    /// The tuple.
    pub line: &'a TupleLine,
    /// One for each operand, in order: `[cases, rows, cols]` of the physical tile, little-endian.
    /// Empty for outputs, scratch, and inputs that are to be zero.
    pub inputs: &'a [Vec<u8>],
    /// The byte that outputs and scratch start as.
    pub canary: u8,
}

impl Model {
    /// Runs all cases of a tuple on the right model, and keeps what it asks.
    pub fn execute_and_note(&self, job: &Job, bench: &mut Bench) -> (TupleResults, Asked) {
        Asked::take();
        let noting = self.clone().changed(Change::decisions("noting", |d| *d = NOTING));
        let results = noting.execute(job, bench, &|_| true);
        (results, Asked::take())
    }

    /// Whether this model does with a tuple what the right one does, which asked this.
    pub fn answers_alike(&self, tuple: &Tuple, asked: &Asked) -> bool {
        self.change.as_ref().is_none_or(|change| change.is_alike(self.target.name, tuple, asked))
    }

    /// Runs those cases of a tuple whose slots are selected.
    pub fn execute(&self, job: &Job, bench: &mut Bench, select: &dyn Fn(u32) -> bool) -> TupleResults {
        let slots: Vec<u32> = (0..job.line.cases).filter(|&slot| select(slot)).collect();
        if slots.is_empty() {
            return TupleResults::default();
        }
        let run = self.operation(&job.line.tuple).and_then(|operation| self.run_slots(operation, job, bench, &slots));
        run.unwrap_or_else(|refusal| refused(job, &slots, &refusal))
    }

    fn run_slots(&self, operation: &Operation, job: &Job, bench: &mut Bench, slots: &[u32]) -> Result<TupleResults, Refusal> {
        let tuple = &job.line.tuple;
        let plan = Plan::new(tuple, (operation.scratch_used)(self.target, tuple)).map_err(harness_error)?;
        check_inputs(job)?;
        let mut results = TupleResults { lines: Vec::with_capacity(slots.len()), outputs: output_stacks(job)? };
        let memory = &mut bench.memory;
        plan.lay_out(tuple, job.canary, memory);
        for &slot in slots {
            load_inputs(job, &plan, slot, memory);
            memory.begin();
            let site = Site { target: self.target.name, tuple, slot };
            if let Some(before) = self.decisions().before {
                before(&mut Scene::new(site, &plan, memory));
            }
            let mut unit = Unit::new(self.target, self.decisions(), site, &plan, memory);
            (operation.run)(&mut unit).map_err(|MissingOperand(name)| harness_error(format!("there is no operand {name}")))?;
            if let Some(after) = self.decisions().after {
                after(&mut Scene::new(site, &plan, memory));
            }
            store_outputs(job, &plan, slot, memory, &mut results.outputs);
            let touched = plan.touched(&tuple.operands, memory);
            results.lines.push(result_line(job.line, slot, Outcome::Ok, Some(RunStage::Run), None, touched));
        }
        Ok(results)
    }
}

fn harness_error(message: String) -> Refusal {
    Refusal { outcome: Outcome::Error, stage: None, message, late: false }
}

fn result_line(
    line: &TupleLine,
    slot: u32,
    outcome: Outcome,
    stage: Option<RunStage>,
    message: Option<String>,
    touched: Vec<String>,
) -> ResultLine {
    let case = format!("{}/{}/{slot}", line.tuple.op, line.name);
    ResultLine { case, outcome, stage, rule: None, message, touched }
}

fn refused(job: &Job, slots: &[u32], refusal: &Refusal) -> TupleResults {
    let line = job.line;
    let written = line.tuple.with_role(Role::Out).next().filter(|o| refusal.late && tile_bytes(&o.tile) > 0);
    let touched: Vec<String> = written.iter().map(|o| o.name.to_string()).collect();
    let message = || Some(refusal.message.clone());
    let one = |&slot: &u32| result_line(line, slot, refusal.outcome, refusal.stage, message(), touched.clone());
    TupleResults { lines: slots.iter().map(one).collect(), outputs: Vec::new() }
}

/// Inputs have exactly the bytes of their stack.
fn check_inputs(job: &Job) -> Result<(), Refusal> {
    for (operand, data) in job.line.tuple.operands.iter().zip(job.inputs) {
        let expected = tile_bytes(&operand.tile).saturating_mul(u64::from(job.line.cases));
        if !data.is_empty() && data.len() as u64 != expected {
            let text = format!("input {} has {} bytes, and its stack takes {expected}", operand.name, data.len());
            return Err(harness_error(text));
        }
    }
    Ok(())
}

/// Stacks for the outputs, filled with the canary.
fn output_stacks(job: &Job) -> Result<Vec<Array>, Refusal> {
    let mut stacks = Vec::new();
    let mut total = 0u64;
    for operand in job.line.tuple.with_role(Role::Out) {
        let tile = &operand.tile;
        let bytes = tile_bytes(tile).saturating_mul(u64::from(job.line.cases));
        total = total.saturating_add(bytes);
        if total > LARGEST_OUTPUT {
            return Err(harness_error(format!("the outputs take {total} bytes, and the limit is {LARGEST_OUTPUT}")));
        }
        stacks.push(Array {
            name: job.line.member(&operand.name),
            dtype: tile.dtype,
            shape: vec![job.line.cases.into(), tile.rows().into(), tile.cols().into()],
            data: vec![job.canary; bytes as usize],
        });
    }
    Ok(stacks)
}

fn load_inputs(job: &Job, plan: &Plan, slot: u32, memory: &mut Memory) {
    let operands = job.line.tuple.operands.iter().zip(&plan.regions).zip(job.inputs);
    for ((operand, region), data) in operands.filter(|((operand, _), data)| operand.role == Role::In && !data.is_empty()) {
        let bytes = region.end - region.start;
        let start = slot as usize * bytes;
        scatter(&operand.tile, &data[start..start + bytes], &mut memory.before()[region.start..region.end]);
    }
}

fn store_outputs(job: &Job, plan: &Plan, slot: u32, memory: &Memory, stacks: &mut [Array]) {
    let outputs = job.line.tuple.operands.iter().zip(&plan.regions).filter(|(o, _)| o.role == Role::Out);
    for ((operand, region), stack) in outputs.zip(stacks) {
        let bytes = region.end - region.start;
        let start = slot as usize * bytes;
        gather(&operand.tile, &memory.now()[region.start..region.end], &mut stack.data[start..start + bytes]);
    }
}
