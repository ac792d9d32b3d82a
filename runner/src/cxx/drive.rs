//! A tree of C++ headers, and what is done with it: run a set, or only find out what compiles.

use super::batch::run_batch;
use super::batches::{batches, every};
use super::calls::Calls;
use super::classify::{Legality, classify, is_worth_precompiling};
use super::compiler::{Compiler, failed, include_folder, io, unusable};
use super::facts::Facts;
use super::machine::Machine;
use super::options::{CxxOptions, Guess};
use super::prepared::{Prepared, write_sources};
use super::rounds::Bench;
use super::shared::Shared;
use super::tile_type::Placement;
use crate::reach::Reach;
use crate::run::{Run, RunError, RunSummary, Select};
use ptoconf_parallel::{AHEAD, in_order};
use ptoconf_schemas::{Implementation, Observes, Tuple};
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

/// What is there before the headers are looked at.
struct Session {
    temporary: TempDir,
    include: PathBuf,
    cache: PathBuf,
    workers: usize,
    guess: Guess,
    compiler: Compiler,
    calls: Calls,
    readers: Vec<(String, OperationReader)>,
}

/// What is known of the headers.
struct Known {
    header: PathBuf,
    prepared: Prepared,
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
        let (name, include) = match options.machine.name() {
            Some(npu) => (format!("npu:{npu} ({})", Machine::EMULATED), include_folder(&inner(include), "--pto-isa PATH")?),
            None => (format!("cxx:{}", include.display()), include_folder(include, "cxx:INCLUDE_DIR")?),
        };
        Ok(Cxx { name, include, options })
    }

    /// The built-in profile of what the headers are compiled for.
    pub fn profile(&self) -> &'static str {
        self.options.machine.name().unwrap_or("cpu")
    }

    /// Runs the selected cases of a set and writes the results.
    ///
    /// # Errors
    /// The headers do not compile at all, or compiler, set or results cannot be used.
    pub fn run(&self, job: &Run) -> Result<RunSummary, RunError> {
        let session = self.session(job.set, job.threads, job.reach)?;
        let prepared = self.prepare(&session)?;
        let header = prepared.header();
        let facts = Facts::find(session.bench(&header, true), &samples(&session.readers))?.on(self.options.machine);
        let known = Known { header, prepared, facts };
        let implementation = self.implementation(&session, &known);
        let header = job.header(implementation);
        let mut writer = ResultsWriter::create(job.out, &header, job.force)?;
        let shared = self.shared(&session, &known, job.set, job.select);
        let (mut summary, mut done) = (RunSummary::default(), 0);
        let (batches, workers) = (batches(&session.readers), session.workers);
        let work = |(): &mut (), number: usize| run_batch(shared, &session.readers, &batches[number], false).map(|work| work.results);
        in_order(
            workers,
            AHEAD * workers,
            batches.len(),
            || (),
            work,
            |number, found| {
                for (operation, results) in found {
                    writer.lines(&results.lines)?;
                    if !results.outputs.is_empty() {
                        writer.outputs(&session.readers[operation].0, &results.outputs)?;
                    }
                    results.lines.iter().for_each(|line| *summary.outcomes.entry(line.outcome).or_default() += 1);
                }
                done += batches[number].iter().map(|(_, line)| u64::from(line.cases)).sum::<u64>();
                if let Some(progress) = job.progress {
                    progress(done, job.set.suite().cases());
                }
                Ok(())
            },
        )?;
        writer.finish()?;
        Ok(summary)
    }

    /// Finds out which tuples of a set compile, without running any; in the order of the set.
    ///
    /// # Errors
    /// The headers do not compile at all, or compiler or set cannot be used.
    pub fn classify(&self, set: &SetReader, threads: usize) -> Result<Vec<Legality>, RunError> {
        let session = self.session(set, threads, &Reach::default())?;
        let Session { compiler, readers, .. } = &session;
        let precompiled = is_worth_precompiling(compiler.family, every(readers).count());
        let header = if precompiled { self.prepare(&session)?.header() } else { write_sources(session.folder())? };
        let bench = session.bench(&header, precompiled);
        // Its units are beside those of the tuples, and have the same names.
        let apart = session.folder().join("facts");
        std::fs::create_dir(&apart).map_err(io(&apart))?;
        classify(bench, readers, session.workers, || Facts::find(Bench { folder: &apart, ..bench }, &samples(readers)))
    }

    fn session(&self, set: &SetReader, threads: usize, reach: &Reach) -> Result<Session, RunError> {
        let temporary = reach.tempdir("ptoconf-cxx-").map_err(|e| unusable(format!("cannot make a temporary folder: {e}")))?;
        let cache = self.options.cache.clone().unwrap_or_else(|| temporary.path().to_owned());
        std::fs::create_dir_all(&cache).map_err(io(&cache))?;
        let cache = cache.canonicalize().map_err(io(&cache))?;
        reach.open_up(&cache).map_err(io(&cache))?;
        let workers = self.options.workers(threads);
        let compiler = Compiler::find(&self.options, &self.include, workers, reach)?;
        let readers = set.suite().operations.iter().map(|o| Ok((o.name.clone(), set.operation(&o.name)?)));
        let readers = readers.collect::<Result<Vec<_>, RunError>>()?;
        let calls = Calls::of(set.suite())?;
        Ok(Session { temporary, include: self.include.clone(), cache, workers, guess: self.options.guess, compiler, calls, readers })
    }

    /// The precompiled header.
    fn prepare(&self, session: &Session) -> Result<Prepared, RunError> {
        let Session { cache, compiler, .. } = session;
        match Prepared::kept(compiler, &self.include, cache) {
            Some(prepared) => Ok(prepared),
            None => Prepared::compile(compiler, &self.include, cache),
        }
    }

    fn shared<'a>(&'a self, session: &'a Session, known: &'a Known, set: &SetReader, select: Select<'a>) -> Shared<'a> {
        Shared {
            bench: session.bench(&known.header, true),
            prepared: &known.prepared,
            facts: &known.facts,
            cache: &session.cache,
            case_seconds: self.options.case_seconds,
            // The driver is there as well.
            case_memory: self.options.compiler_memory(session.workers) / 2,
            canary: set.suite().canary,
            select,
        }
    }

    fn implementation(&self, session: &Session, known: &Known) -> Implementation {
        let command = ["-include", "case.hpp", "-c", "cases.cpp"].map(String::from);
        let mut details = BTreeMap::from([
            ("compiler", session.compiler.version.clone()),
            ("command", session.compiler.command(&command)),
            ("headers", format!("blake3 {}", known.prepared.headers)),
            ("tile memory", format!("{:?}", known.facts.placement).to_lowercase()),
            ("case timeout", format!("{} s", self.options.case_seconds)),
        ]);
        if let Some(assumptions) = self.options.machine.assumptions(&self.options.defines) {
            details.insert("kernels run on", Machine::EMULATED.to_owned());
            details.insert("assumed", assumptions);
        }
        let missing = known.facts.missing_dtypes();
        if !missing.is_empty() {
            details.insert("dtypes not there", missing);
        }
        let details = details.into_iter().map(|(k, v)| (k.to_owned(), v)).chain(session.compiler.reach.detail()).collect();
        let observes = observes(known.facts.placement);
        Implementation { name: self.name.clone(), version: String::new(), observes, details, ..Implementation::default() }
    }
}

impl Session {
    /// For files that are of no use later.
    fn folder(&self) -> &Path {
        self.temporary.path()
    }

    fn bench<'a>(&'a self, header: &'a Path, precompiled: bool) -> Bench<'a> {
        Bench {
            compiler: &self.compiler,
            header,
            folder: self.folder(),
            include: &self.include,
            precompiled,
            guess: self.guess,
            calls: &self.calls,
        }
    }
}

/// Where a checkout of a library has its headers: in `include`, or it is that folder itself.
fn inner(tree: &Path) -> PathBuf {
    let include = tree.join("include");
    if include.join("pto/pto-inst.hpp").is_file() { include } else { tree.to_owned() }
}

/// What the driver sees of a case: it compares the inputs with what was given. Guards are around its own memory
/// for the operands, so they are no use where the data are copied into storage that belongs to the tiles.
fn observes(placement: Placement) -> Vec<Observes> {
    match placement {
        Placement::Placed => Observes::ALL.to_vec(),
        Placement::Copied => vec![Observes::Inputs],
        Placement::Unplaced => vec![],
    }
}

/// One tuple of each form.
fn samples(readers: &[(String, OperationReader)]) -> Vec<&Tuple> {
    let mut samples = BTreeMap::new();
    for line in readers.iter().flat_map(|(_, reader)| reader.tuples.iter()) {
        samples.entry((&line.tuple.op, &line.tuple.form)).or_insert(&line.tuple);
    }
    samples.into_values().collect()
}
