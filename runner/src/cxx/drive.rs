//! A tree of C++ headers, and what is done with it: run a set, or only find out what compiles.

use super::batch::{Shop, classify_batch, run_batch};
use super::compiler::{Compiler, failed, include_folder, io, unusable};
use super::facts::Facts;
use super::options::CxxOptions;
use super::parallel::{Batch, batches, in_order, spread};
use super::prepared::{Prepared, write_sources};
use super::rounds::Bench;
use crate::run::{Run, RunError, RunSummary, Select};
use ptoconf_schemas::{Implementation, Outcome, ResultsHeader, Tuple};
use ptoconf_vectors::{OperationReader, ResultsWriter, SetReader};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A tree of C++ headers.
#[derive(Clone, Debug)]
pub struct Cxx {
    /// As the user named it.
    name: String,
    include: PathBuf,
    options: CxxOptions,
}

/// What a compiler says of a tuple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legality {
    /// `<op>/<tuple>`.
    pub tuple: String,
    /// `Ok` where it compiles.
    pub outcome: Outcome,
    /// Why it does not.
    pub message: Option<String>,
}

/// All that a run needs before its first batch.
struct Session {
    temporary: TempDir,
    cache: PathBuf,
    workers: usize,
    compiler: Compiler,
    header: PathBuf,
    prepared: Prepared,
    readers: Vec<(String, OperationReader)>,
    facts: Facts,
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
        Ok(Cxx { name: format!("cxx:{}", include.display()), include: include_folder(include)?, options })
    }

    /// Runs the selected cases of a set and writes the results.
    ///
    /// # Errors
    /// The headers do not compile at all, or compiler, set or results cannot be used.
    pub fn run(&self, job: &Run) -> Result<RunSummary, RunError> {
        let session = self.session(job.set, job.threads)?;
        let implementation = self.implementation(&session);
        let header = ResultsHeader { format: ResultsHeader::FORMAT.to_owned(), suite: job.set.digest().to_owned(), implementation };
        let mut writer = ResultsWriter::create(job.out, &header, job.force)?;
        let shop = self.shop(&session, job.set, job.select);
        let (mut summary, mut done) = (RunSummary::default(), 0);
        let work = |batch: &Batch| run_batch(shop, &session.readers, batch);
        in_order(&batches(&session.readers), session.workers, work, |batch, found| {
            for (operation, results) in found {
                writer.lines(&results.lines)?;
                if !results.outputs.is_empty() {
                    writer.outputs(&session.readers[operation].0, &results.outputs)?;
                }
                results.lines.iter().for_each(|line| *summary.outcomes.entry(line.outcome).or_default() += 1);
            }
            done += batch.iter().map(|(_, line)| u64::from(line.cases)).sum::<u64>();
            if let Some(progress) = job.progress {
                progress(done, job.set.suite().cases());
            }
            Ok(())
        })?;
        writer.finish()?;
        Ok(summary)
    }

    /// Finds out which tuples of a set compile, without running any; in the order of the set.
    ///
    /// # Errors
    /// The headers do not compile at all, or compiler or set cannot be used.
    pub fn classify(&self, set: &SetReader, threads: usize) -> Result<Vec<Legality>, RunError> {
        let session = self.session(set, threads)?;
        let shop = self.shop(&session, set, &|_, _| true);
        let batches = spread(&session.readers, session.workers);
        let mut found = Vec::new();
        in_order(
            &batches,
            session.workers,
            |batch| classify_batch(shop, batch),
            |_, verdicts| {
                found.push(verdicts.into_iter());
                Ok(())
            },
        )?;
        // Dealt out one by one, and taken back in the same way.
        Ok((0..found.len()).cycle().map_while(|batch| found[batch].next()).collect())
    }

    fn session(&self, set: &SetReader, threads: usize) -> Result<Session, RunError> {
        let temporary = tempfile::tempdir().map_err(|e| unusable(format!("cannot make a temporary folder: {e}")))?;
        let cache = self.options.cache.clone().unwrap_or_else(|| temporary.path().to_owned());
        std::fs::create_dir_all(&cache).map_err(io(&cache))?;
        let cache = cache.canonicalize().map_err(io(&cache))?;
        let workers = self.options.workers(threads);
        let compiler = Compiler::find(&self.options, &self.include, workers)?;
        let readers = set.suite().operations.iter().map(|o| Ok((o.name.clone(), set.operation(&o.name)?)));
        let readers = readers.collect::<Result<Vec<_>, RunError>>()?;
        let (prepared, facts) = self.prepare(&compiler, &cache, temporary.path(), &samples(&readers), workers > 1)?;
        Ok(Session { temporary, cache, workers, compiler, header: prepared.header(), prepared, readers, facts })
    }

    /// The precompiled header, and at the same time, if more than one may work, what the headers have.
    fn prepare(
        &self,
        compiler: &Compiler,
        cache: &Path,
        folder: &Path,
        samples: &[&Tuple],
        at_once: bool,
    ) -> Result<(Prepared, Facts), RunError> {
        let find = |header: &Path| Facts::find(Bench { compiler, header, folder }, samples);
        let known = match Prepared::kept(compiler, &self.include, cache) {
            None if at_once => {
                let plain = write_sources(folder)?;
                return std::thread::scope(|scope| {
                    let prepared = scope.spawn(|| Prepared::compile(compiler, &self.include, cache));
                    let facts = find(&plain);
                    Ok((prepared.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?, facts?))
                });
            }
            None => Prepared::compile(compiler, &self.include, cache)?,
            Some(known) => known,
        };
        let facts = find(&known.header())?;
        Ok((known, facts))
    }

    fn shop<'a>(&'a self, session: &'a Session, set: &SetReader, select: Select<'a>) -> Shop<'a> {
        Shop {
            bench: Bench { compiler: &session.compiler, header: &session.header, folder: session.temporary.path() },
            prepared: &session.prepared,
            facts: &session.facts,
            include: &self.include,
            cache: &session.cache,
            case_seconds: self.options.case_seconds,
            // The driver is there as well.
            case_memory: self.options.compiler_memory(session.workers) / 2,
            canary: set.suite().canary,
            select,
        }
    }

    fn implementation(&self, session: &Session) -> Implementation {
        let command = ["-include", "case.hpp", "-c", "cases.cpp"].map(String::from);
        let mut details = BTreeMap::from([
            ("compiler", session.compiler.version.clone()),
            ("command", session.compiler.command(&command)),
            ("headers", format!("blake3 {}", session.prepared.headers)),
            ("tile memory", format!("{:?}", session.facts.placement).to_lowercase()),
            ("case timeout", format!("{} s", self.options.case_seconds)),
        ]);
        let missing = session.facts.missing_dtypes();
        if !missing.is_empty() {
            details.insert("dtypes not there", missing);
        }
        let details = details.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
        Implementation { name: self.name.clone(), version: String::new(), details, ..Implementation::default() }
    }
}

/// One tuple of each form.
fn samples(readers: &[(String, OperationReader)]) -> Vec<&Tuple> {
    let mut samples = BTreeMap::new();
    for line in readers.iter().flat_map(|(_, reader)| &reader.tuples) {
        samples.entry((&line.tuple.op, &line.tuple.form)).or_insert(&line.tuple);
    }
    samples.into_values().collect()
}
