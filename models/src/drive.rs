//! Runs a model over a vector set and writes its results.
//!
//! Tuples are run in parallel, in batches; results are written in the order of the set, while the
//! next batch runs.

use crate::execute::{Bench, Job};
use crate::model::Model;
use ptoconf_runner::{Run, RunError, RunSummary, Select, TupleResults};
use ptoconf_schemas::{Role, TupleLine};
use ptoconf_vectors::{OperationReader, ResultsWriter};
use rayon::prelude::*;
use std::ops::Range;

/// A batch ends before its arrays take more than this many bytes.
const BATCH_BYTES: u64 = 2 << 20;
/// A batch ends before it has more cases than this.
const BATCH_CASES: u64 = 1 << 14;

/// Runs the selected cases of a set on a model and writes the results.
pub(crate) fn run(model: &Model, job: &Run) -> Result<RunSummary, RunError> {
    let Run { set, out, force, threads, select, progress, .. } = *job;
    let header = job.header(model.implementation());
    let mut output = Output { writer: ResultsWriter::create(out, &header, force)?, summary: RunSummary::default() };
    let (mut done, total) = (0, set.suite().cases());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
    let pool = pool.map_err(|e| RunError::Implementation(format!("cannot start {threads} threads: {e}")))?;
    for operation in &set.suite().operations {
        let reader = set.operation(&operation.name)?;
        let runner = Runner { model, reader: &reader, canary: set.suite().canary, select };
        let mut ready: Vec<TupleResults> = Vec::new();
        for batch in batches(&reader.tuples) {
            let (next, written) = std::thread::scope(|scope| {
                let next = scope.spawn(|| runner.batch(&reader.tuples[batch.clone()], &pool));
                let written = output.write(&operation.name, &ready);
                (next.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), written)
            });
            written?;
            ready = next?;
            done += reader.tuples[batch].iter().map(|t| u64::from(t.cases)).sum::<u64>();
            if let Some(progress) = progress {
                progress(done, total);
            }
        }
        output.write(&operation.name, &ready)?;
    }
    output.writer.finish()?;
    Ok(output.summary)
}

/// The results on their way to disk.
struct Output {
    writer: ResultsWriter,
    summary: RunSummary,
}

impl Output {
    fn write(&mut self, op: &str, results: &[TupleResults]) -> Result<(), RunError> {
        for tuple in results {
            self.writer.lines(&tuple.lines)?;
            if !tuple.outputs.is_empty() {
                self.writer.outputs(op, &tuple.outputs)?;
            }
            for line in &tuple.lines {
                *self.summary.outcomes.entry(line.outcome).or_default() += 1;
            }
        }
        Ok(())
    }
}

/// Cuts the tuples of an operation into batches: at least one tuple each.
fn batches(tuples: &[TupleLine]) -> Vec<Range<usize>> {
    let mut batches = Vec::new();
    let (mut start, mut bytes, mut cases) = (0, 0u64, 0u64);
    for (i, line) in tuples.iter().enumerate() {
        let tiles = line.tuple.operands.iter().map(|o| o.tile.elements().saturating_mul(o.tile.dtype.bytes() as u64));
        let size = tiles.fold(0, u64::saturating_add).saturating_mul(line.cases.into());
        bytes = bytes.saturating_add(size);
        cases += u64::from(line.cases);
        if i > start && (bytes > BATCH_BYTES || cases > BATCH_CASES) {
            batches.push(start..i);
            (start, bytes, cases) = (i, size, line.cases.into());
        }
    }
    if start < tuples.len() {
        batches.push(start..tuples.len());
    }
    batches
}

/// What the workers share.
struct Runner<'a> {
    model: &'a Model,
    reader: &'a OperationReader,
    canary: u8,
    select: Select<'a>,
}

impl Runner<'_> {
    /// Runs the tuples of a batch; the results are in their order.
    fn batch(&self, tuples: &[TupleLine], pool: &rayon::ThreadPool) -> Result<Vec<TupleResults>, RunError> {
        let work = || tuples.par_iter().map_init(Default::default, |(bench, inputs), line| self.tuple(line, bench, inputs));
        let results: Vec<Result<TupleResults, RunError>> = pool.install(|| work().collect());
        // The first error in the order of the set, whichever worker met it.
        results.into_iter().collect()
    }

    fn tuple(&self, line: &TupleLine, bench: &mut Bench, inputs: &mut Vec<Vec<u8>>) -> Result<TupleResults, RunError> {
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
