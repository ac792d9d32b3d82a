//! Drives workers over a set.
//!
//! Tuples are run in parallel, each by one worker, and go into the journal as they are finished. At the
//! end the results are written from there, in the order of the set. So memory holds a few tuples at a
//! time, and an interrupted run loses the tuples in flight and no others.

use super::Program;
use super::journal::{Journal, Record};
use super::scratch::Scratch;
use super::tuple::Station;
use super::worker::Worker;
use crate::reach::Reach;
use crate::run::{Run, RunError, RunSummary, Select, TupleResults};
use ptoconf_schemas::{Array, Role, TupleLine};
use ptoconf_vectors::{OperationReader, ResultsWriter};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// A tuple with the operation that it is read from.
type Task<'a> = (&'a OperationReader, &'a TupleLine);

/// What a worker hands over: the results of a tuple, or why there are none.
type Done<'a> = Result<(&'a TupleLine, TupleResults), RunError>;

/// Runs the selected cases of a set and writes the results.
pub(super) fn run(program: &Program, job: &Run) -> Result<RunSummary, RunError> {
    let target = ResultsWriter::target(job.out, job.force)?;
    let header = program.header(job);
    let readers = job.set.suite().operations.iter().map(|o| job.set.operation(&o.name)).collect::<Result<Vec<_>, _>>()?;
    let selected = |line: &TupleLine| (0..line.cases).any(|slot| (job.select)(line, slot));
    let tasks = readers.iter().flat_map(|r| r.tuples.iter().map(move |line| (r, line)));
    let tasks: Vec<Task> = tasks.filter(|(_, line)| selected(line)).collect();
    let mut journal = Journal::open(&target, &header, program.resume, job.force)?;
    if let Err(error) = work(program, job, &tasks, &mut journal) {
        // What was not begun needs no going on.
        if journal.len() == 0 {
            journal.remove()?;
        }
        return Err(error);
    }
    let mut writer = ResultsWriter::create(job.out, &header, job.force)?;
    let mut summary = RunSummary::default();
    for (_, line) in tasks {
        if let Some(record) = journal.record(&line.id())? {
            write(&mut writer, line, &record, &mut summary)?;
        }
    }
    writer.finish()?;
    journal.remove()?;
    Ok(summary)
}

/// Runs what the journal does not have.
fn work(program: &Program, job: &Run, tasks: &[Task], journal: &mut Journal) -> Result<(), RunError> {
    let left: Vec<Task> = tasks.iter().copied().filter(|(_, line)| !journal.has(&line.id())).collect();
    let folder = job.reach.tempdir("ptoconf-exec-");
    let folder = folder.map_err(|e| RunError::Unusable(format!("cannot make a temporary folder: {e}")))?;
    let next = AtomicUsize::new(0);
    let crew = Crew {
        program,
        reach: job.reach,
        left: &left,
        next: &next,
        folder: folder.path(),
        canary: job.set.suite().canary,
        select: job.select,
    };
    std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel(1);
        for number in 0..job.threads.clamp(1, left.len().max(1)) {
            let sender = sender.clone();
            scope.spawn(move || crew.man(number, &sender));
        }
        drop(sender);
        // If this fails, nobody takes what the workers send, and they end.
        keep(receiver, job, &left, journal)
    })
}

/// What the workers share.
#[derive(Clone, Copy)]
struct Crew<'a> {
    program: &'a Program,
    reach: &'a Reach,
    left: &'a [Task<'a>],
    next: &'a AtomicUsize,
    folder: &'a Path,
    canary: u8,
    select: Select<'a>,
}

impl<'a> Crew<'a> {
    /// Runs tuples on one worker until none is left.
    fn man(self, number: usize, sender: &SyncSender<Done<'a>>) {
        let scratch = match Scratch::create(self.folder, number) {
            Ok(scratch) => scratch,
            // Nobody takes it only if another error came first.
            Err(error) => return drop(sender.send(Err(error))),
        };
        let mut station = Station { worker: Worker::new(self.program, self.reach), scratch, canary: self.canary, select: self.select };
        while let Some((reader, line)) = self.left.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let done = station.run(reader, line).map(|results| (*line, results));
            let failed = done.is_err();
            if sender.send(done).is_err() || failed {
                return;
            }
        }
        station.worker.finish();
    }
}

/// Puts results into the journal as they come.
fn keep(receiver: Receiver<Done>, job: &Run, left: &[Task], journal: &mut Journal) -> Result<(), RunError> {
    let total = job.set.suite().cases();
    let mut cases = total - left.iter().map(|(_, line)| u64::from(line.cases)).sum::<u64>();
    for done in receiver {
        let (line, results) = done?;
        let outputs = results.outputs.into_iter().flat_map(|array| array.data).collect();
        journal.append(&Record::new(line.id(), results.lines, outputs))?;
        cases += u64::from(line.cases);
        if let Some(progress) = job.progress {
            progress(cases, total);
        }
    }
    Ok(())
}

/// Writes the results of one tuple.
fn write(writer: &mut ResultsWriter, line: &TupleLine, record: &Record, summary: &mut RunSummary) -> Result<(), RunError> {
    writer.lines(&record.lines)?;
    for result in &record.lines {
        *summary.outcomes.entry(result.outcome).or_default() += 1;
    }
    let mut rest = record.outputs.as_slice();
    let mut arrays = Vec::new();
    for operand in line.tuple.with_role(Role::Out).filter(|_| !record.outputs.is_empty()) {
        let tile = &operand.tile;
        let bytes = tile.bytes().saturating_mul(line.cases.into()) as usize;
        let Some((data, others)) = rest.split_at_checked(bytes) else { break };
        let shape = vec![line.cases.into(), tile.rows().into(), tile.cols().into()];
        arrays.push(Array { name: line.member(&operand.name), dtype: tile.dtype, shape, data: data.to_vec() });
        rest = others;
    }
    if !arrays.is_empty() {
        writer.outputs(&line.tuple.op, &arrays)?;
    }
    Ok(())
}
