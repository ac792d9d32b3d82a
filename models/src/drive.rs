//! Runs a model over a vector set and writes its results, in the order of the set, while the next tuples run.

use crate::execute::{Bench, Job};
use crate::model::Model;
use ptoconf_parallel::{batches, in_order};
use ptoconf_runner::{Run, RunError, RunSummary, Select, TupleResults};
use ptoconf_schemas::{Role, TupleLine};
use ptoconf_vectors::{OperationReader, ResultsWriter};

/// Batches for each thread that may be run or begun and not yet written: a large one among them holds up those after it.
const AHEAD: usize = 4;
/// Most tuples that a thread takes at once.
const TUPLES_AT_ONCE: usize = 16;
/// Elements of all cases of a batch, beyond which it takes no other tuple: several batches are in memory at a time.
const ELEMENTS_AT_ONCE: u64 = 16 << 10;

impl Model {
    /// Runs the selected cases of a set and writes the results.
    pub fn run(&self, job: &Run) -> Result<RunSummary, RunError> {
        run(self, job)
    }
}

fn run(model: &Model, job: &Run) -> Result<RunSummary, RunError> {
    let Run { set, out, force, threads, select, progress, .. } = *job;
    let header = job.header(model.implementation());
    let mut output = Output { writer: ResultsWriter::create(out, &header, force)?, summary: RunSummary::default() };
    let (mut done, total) = (0, set.suite().cases());
    for operation in &set.suite().operations {
        let reader = set.operation(&operation.name)?;
        let runner = Runner { model, reader: &reader, canary: set.suite().canary, select };
        let batches = batches(reader.tuples.iter().map(elements), TUPLES_AT_ONCE, ELEMENTS_AT_ONCE);
        let work = |room: &mut Room, number: usize| {
            let tuples = &reader.tuples[batches[number].clone()];
            tuples.iter().map(|line| runner.tuple(line, room)).collect::<Result<Vec<_>, RunError>>()
        };
        in_order(threads, AHEAD * threads, batches.len(), Room::default, work, |number, results| {
            results.iter().try_for_each(|results| output.write(&operation.name, results))?;
            done += reader.tuples[batches[number].clone()].iter().map(|line| u64::from(line.cases)).sum::<u64>();
            if let Some(progress) = progress {
                progress(done, total);
            }
            Ok(())
        })?;
    }
    output.writer.finish()?;
    Ok(output.summary)
}

/// Elements of all cases of a tuple: of none where it carries no data, which is too large to be run.
fn elements(line: &TupleLine) -> u64 {
    if line.inputs.is_some() { line.tuple.elements().saturating_mul(line.cases.into()) } else { 0 }
}

/// The results on their way to disk.
struct Output {
    writer: ResultsWriter,
    summary: RunSummary,
}

impl Output {
    fn write(&mut self, op: &str, results: &TupleResults) -> Result<(), RunError> {
        self.writer.lines(&results.lines)?;
        if !results.outputs.is_empty() {
            self.writer.outputs(op, &results.outputs)?;
        }
        for line in &results.lines {
            *self.summary.outcomes.entry(line.outcome).or_default() += 1;
        }
        Ok(())
    }
}

/// What one worker needs for a tuple after another.
#[derive(Default)]
struct Room {
    bench: Bench,
    inputs: Vec<Vec<u8>>,
}

/// What the workers share.
struct Runner<'a> {
    model: &'a Model,
    reader: &'a OperationReader,
    canary: u8,
    select: Select<'a>,
}

impl Runner<'_> {
    fn tuple(&self, line: &TupleLine, Room { bench, inputs }: &mut Room) -> Result<TupleResults, RunError> {
        let select = |slot| (self.select)(line, slot);
        if !(0..line.cases).any(select) {
            return Ok(TupleResults::default());
        }
        inputs.resize(line.tuple.operands.len(), Vec::new());
        inputs.iter_mut().for_each(Vec::clear);
        if line.inputs.is_some() && self.model.accepts(&line.tuple).is_ok() {
            for (operand, into) in line.tuple.operands.iter().zip(inputs.iter_mut()).filter(|(o, _)| o.role == Role::In) {
                self.reader.inputs(line, &operand.name, into)?;
            }
        }
        Ok(self.model.execute(&Job { line, inputs, canary: self.canary }, bench, &select))
    }
}
