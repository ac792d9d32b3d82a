//! Runs a header tree over a vector set and writes its results.
//!
//! Batches of tuples go all the way in parallel; results are written in the order of the set.

use super::batch::{Shop, run_batch};
use super::compiler::{Compiler, failed, include_folder};
use super::facts::Facts;
use super::options::CxxOptions;
use super::prepared::Prepared;
use super::rounds::Bench;
use crate::builtin::TupleResults;
use crate::run::{Run, RunError, RunSummary};
use ptoconf_schemas::{Implementation, ResultsHeader, TupleLine};
use ptoconf_vectors::{OperationReader, ResultsWriter};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// A batch ends before it has more tuples than this.
const BATCH_TUPLES: usize = 256;
/// A batch ends before its arrays take more than this many bytes.
const BATCH_BYTES: u64 = 16 << 20;
/// Memory that one worker needs, in MiB: fewer work at a time where there is less.
const WORKER_MEMORY: u64 = 1024;

/// A tree of C++ headers.
#[derive(Clone, Debug)]
pub struct Cxx {
    include: PathBuf,
    options: CxxOptions,
}

impl Cxx {
    /// The headers in this folder, which holds `pto/pto-inst.hpp`.
    ///
    /// # Errors
    /// There is no such file, or the options would make the results say nothing.
    pub fn new(include: &Path, options: CxxOptions) -> Result<Cxx, RunError> {
        let silences = |word: &String| word.trim_start_matches("-D").split('=').next() == Some("NDEBUG");
        if options.defines.iter().any(silences) || options.flags.iter().filter(|f| f.starts_with("-D")).any(silences) {
            return Err(failed("NDEBUG takes the assertions out, and illegal tuples would seem to be accepted: do not define it"));
        }
        Ok(Cxx { include: include_folder(include)?, options })
    }

    /// Runs the selected cases of a set and writes the results.
    ///
    /// # Errors
    /// The headers do not compile at all, or compiler, set or results cannot be used.
    pub fn run(&self, job: &Run) -> Result<RunSummary, RunError> {
        let temporary = tempfile::tempdir().map_err(|e| failed(format!("cannot make a temporary folder: {e}")))?;
        let cache = self.options.cache.clone().unwrap_or_else(|| temporary.path().to_owned());
        std::fs::create_dir_all(&cache).map_err(super::compiler::io(&cache))?;
        let cache = cache.canonicalize().map_err(super::compiler::io(&cache))?;
        let workers = (job.threads as u64).min(self.options.memory / WORKER_MEMORY).max(1);
        let compiler = Compiler::find(&self.options, &self.include, workers)?;
        let prepared = Prepared::new(&compiler, &self.include, &cache)?;
        let bench = Bench { compiler: &compiler, prepared: &prepared, folder: temporary.path() };
        let readers = job.set.suite().operations.iter().map(|o| Ok((o.name.clone(), job.set.operation(&o.name)?)));
        let readers = readers.collect::<Result<Vec<_>, RunError>>()?;
        let facts = Facts::find(bench, &samples(&readers))?;
        let implementation = self.implementation(&compiler, &prepared, &facts);
        let header = ResultsHeader { format: ResultsHeader::FORMAT.to_owned(), suite: job.set.digest().to_owned(), implementation };
        let writer = ResultsWriter::create(job.out, &header, job.force)?;
        let (include, case_seconds) = (&*self.include, self.options.case_seconds);
        let canary = job.set.suite().canary;
        let shop = Shop { bench, facts: &facts, include, cache: &cache, case_seconds, canary, select: job.select };
        run_all(shop, job, &readers, workers as usize, writer)
    }

    fn implementation(&self, compiler: &Compiler, prepared: &Prepared, facts: &Facts) -> Implementation {
        let mut words = vec!["-include".to_owned(), "case.hpp".to_owned()];
        words.extend(["-c", "cases.cpp"].map(String::from));
        let mut details = BTreeMap::from([
            ("compiler", compiler.version.clone()),
            ("command", compiler.command(&words)),
            ("headers", format!("blake3 {}", prepared.headers)),
            ("tile memory", format!("{:?}", facts.placement).to_lowercase()),
            ("case seconds", self.options.case_seconds.to_string()),
        ]);
        let missing = facts.missing_dtypes();
        if !missing.is_empty() {
            details.insert("dtypes not there", missing);
        }
        let details = details.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
        Implementation { name: format!("cxx:{}", self.include.display()), version: String::new(), details }
    }
}

/// One tuple of each form.
fn samples(readers: &[(String, OperationReader)]) -> Vec<&ptoconf_schemas::Tuple> {
    let mut samples = BTreeMap::new();
    for line in readers.iter().flat_map(|(_, reader)| &reader.tuples) {
        samples.entry((&line.tuple.op, &line.tuple.form)).or_insert(&line.tuple);
    }
    samples.into_values().collect()
}

/// Some tuples of an operation.
type Batch = (usize, Range<usize>);
/// The results of a batch, with its number.
type Done = (usize, Result<Vec<TupleResults>, RunError>);

/// Cuts the tuples of all operations into batches: at least one tuple each.
fn batches(readers: &[(String, OperationReader)]) -> Vec<Batch> {
    let mut batches = Vec::new();
    for (operation, (_, reader)) in readers.iter().enumerate() {
        let (mut start, mut bytes) = (0, 0u64);
        for (i, line) in reader.tuples.iter().enumerate() {
            let size = size(line);
            bytes = bytes.saturating_add(size);
            if i > start && (bytes > BATCH_BYTES || i - start == BATCH_TUPLES) {
                batches.push((operation, start..i));
                (start, bytes) = (i, size);
            }
        }
        if start < reader.tuples.len() {
            batches.push((operation, start..reader.tuples.len()));
        }
    }
    batches
}

fn size(line: &TupleLine) -> u64 {
    let tiles = line.tuple.operands.iter().map(|o| o.tile.bytes());
    tiles.fold(0, u64::saturating_add).saturating_mul(line.cases.into())
}

fn run_all(
    shop: Shop,
    job: &Run,
    readers: &[(String, OperationReader)],
    workers: usize,
    writer: ResultsWriter,
) -> Result<RunSummary, RunError> {
    let batches = batches(readers);
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let (send, receive) = sync_channel(workers);
        for _ in 0..workers {
            let (send, batches, next, stop) = (send.clone(), &batches, &next, &stop);
            scope.spawn(move || work(shop, readers, batches, next, stop, &send));
        }
        drop(send);
        let written = write_in_order(&receive, job, readers, &batches, writer);
        // After an error nobody needs the rest.
        stop.store(true, Ordering::Relaxed);
        drop(receive);
        written
    })
}

/// Takes batches until none is left.
fn work(
    shop: Shop,
    readers: &[(String, OperationReader)],
    batches: &[Batch],
    next: &AtomicUsize,
    stop: &AtomicBool,
    send: &SyncSender<Done>,
) {
    while !stop.load(Ordering::Relaxed) {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some((operation, range)) = batches.get(number) else { return };
        let reader = &readers[*operation].1;
        let found = run_batch(shop, reader, &reader.tuples[range.clone()]);
        if send.send((number, found)).is_err() {
            return;
        }
    }
}

fn write_in_order(
    receive: &Receiver<Done>,
    job: &Run,
    readers: &[(String, OperationReader)],
    batches: &[Batch],
    mut writer: ResultsWriter,
) -> Result<RunSummary, RunError> {
    let mut summary = RunSummary::default();
    let (mut waiting, mut done) = (BTreeMap::new(), 0);
    for (number, (operation, range)) in batches.iter().enumerate() {
        while !waiting.contains_key(&number) {
            let (other, found) = receive.recv().map_err(|_| failed("a worker ended without its results"))?;
            waiting.insert(other, found);
        }
        let (name, reader) = &readers[*operation];
        for tuple in waiting.remove(&number).unwrap_or_else(|| Ok(Vec::new()))? {
            writer.lines(&tuple.lines)?;
            if !tuple.outputs.is_empty() {
                writer.outputs(name, &tuple.outputs)?;
            }
            tuple.lines.iter().for_each(|line| *summary.outcomes.entry(line.outcome).or_default() += 1);
        }
        done += reader.tuples[range.clone()].iter().map(|t| u64::from(t.cases)).sum::<u64>();
        if let Some(progress) = job.progress {
            progress(done, job.set.suite().cases());
        }
    }
    writer.finish()?;
    Ok(summary)
}
