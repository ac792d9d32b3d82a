//! Runs the assembler over a vector set and writes its results.

use super::batch::Bench;
use super::process::Program;
use super::said::Said;
use super::text::{Arch, Assembly, assembly, module};
use crate::run::{Run, RunError, RunSummary};
use ptoconf_schemas::{Implementation, Judges, Outcome, ResultLine, RunStage, TupleLine};
use ptoconf_vectors::ResultsWriter;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// The assembler.
#[derive(Clone, Debug)]
pub struct Ptoas {
    /// The program.
    pub path: PathBuf,
    /// The architecture; none takes that of the set's profile.
    pub arch: Option<Arch>,
    /// Tuples in one run of the program.
    pub batch: usize,
    /// How long a run may take.
    pub timeout: Duration,
}

impl Ptoas {
    /// Assembles the selected tuples and writes the results, which judge legality only.
    ///
    /// # Errors
    /// The set cannot be read, the results cannot be written, or the program is no assembler.
    pub fn run(&self, job: &Run) -> Result<RunSummary, RunError> {
        let folder =
            job.reach.tempdir("ptoconf-ptoas-").map_err(|e| RunError::Implementation(format!("cannot make a temporary folder: {e}")))?;
        let program = Program { path: self.path.clone(), timeout: self.timeout, reach: job.reach.clone() };
        let suite = job.set.suite();
        let arch = self.arch.unwrap_or_else(|| Arch::of_profile(&suite.profile.base));
        let implementation = self.implementation(&program, arch, folder.path()).map_err(RunError::Implementation)?;
        let header = job.header(implementation);
        let mut writer = ResultsWriter::create(job.out, &header, job.force)?;
        let mut summary = RunSummary::default();
        let mut done = 0;
        for operation in &suite.operations {
            let tuples = &job.set.operation(&operation.name)?.tuples;
            let texts = Texts::of(tuples, job);
            let progress = |share: f64| {
                if let Some(show) = job.progress {
                    show(done + (share * operation.cases as f64) as u64, suite.cases());
                }
            };
            let work = Work { program: &program, arch, folder: folder.path(), batch: self.batch.max(1), threads: job.threads.max(1) };
            let said = work.judge(&texts.distinct, &progress).map_err(RunError::Implementation)?;
            for (line, &text) in tuples.iter().zip(&texts.of_tuple) {
                let Some(text) = text else { continue };
                let lines = result_lines(line, &said[text], job);
                lines.iter().for_each(|l| *summary.outcomes.entry(l.outcome).or_default() += 1);
                writer.lines(&lines)?;
            }
            done += operation.cases;
        }
        writer.finish()?;
        Ok(summary)
    }

    /// How results name the assembler. It has to take an empty module: else it is none, or not today's.
    fn implementation(&self, program: &Program, arch: Arch, folder: &Path) -> Result<Implementation, String> {
        let version = program.version(folder)?;
        let said = program.assemble(&module(arch, []), false, folder, "empty")?;
        if said.outcome != Outcome::Ok {
            let why = said.message.unwrap_or_default();
            return Err(format!("{}: no PTO assembler: it does not take an empty module: {why}", self.path.display()));
        }
        let architecture = ("architecture".to_owned(), arch.name().to_owned());
        let details = std::iter::once(architecture).chain(program.reach.detail()).collect();
        Ok(Implementation {
            name: format!("ptoas:{}", arch.name()),
            version,
            judges: Judges::Legality,
            details,
            ..Implementation::default()
        })
    }
}

/// The distinct texts of the selected tuples: many tuples differ in their data alone.
#[derive(Default)]
struct Texts {
    distinct: Vec<Assembly>,
    /// For each tuple, which text; none where no case is selected.
    of_tuple: Vec<Option<usize>>,
}

impl Texts {
    fn of(tuples: &[TupleLine], job: &Run) -> Texts {
        let mut texts = Texts::default();
        let mut known: HashMap<Vec<String>, usize> = HashMap::new();
        for line in tuples {
            if !(0..line.cases).any(|slot| (job.select)(line, slot)) {
                texts.of_tuple.push(None);
                continue;
            }
            let text = assembly(&line.tuple);
            let at = *known.entry(text.body.clone()).or_insert_with(|| {
                texts.distinct.push(text);
                texts.distinct.len() - 1
            });
            texts.of_tuple.push(Some(at));
        }
        texts
    }
}

/// What the workers share.
struct Work<'a> {
    program: &'a Program,
    arch: Arch,
    folder: &'a Path,
    batch: usize,
    threads: usize,
}

impl Work<'_> {
    /// What is said of each text. Forms that the assembler does not have are not tried.
    fn judge(&self, texts: &[Assembly], progress: &dyn Fn(f64)) -> Result<Vec<Said>, String> {
        let mut said: Vec<Option<Said>> = texts.iter().map(|t| t.unknown.map(unsupported)).collect();
        let [mut free, mut placed] = [vec![], vec![]];
        for (index, text) in texts.iter().enumerate().filter(|(_, t)| t.unknown.is_none()) {
            if text.placed { placed.push(index) } else { free.push(index) }
        }
        let batches: Vec<&[usize]> = free.chunks(self.batch).chain(placed.chunks(self.batch)).collect();
        let (next, (sender, receiver)) = (AtomicUsize::new(0), mpsc::channel());
        std::thread::scope(|scope| {
            for worker in 0..self.threads.min(batches.len()) {
                let (sender, next, batches) = (sender.clone(), &next, &batches);
                scope.spawn(move || {
                    let bench = Bench { program: self.program, arch: self.arch, folder: self.folder, name: format!("worker-{worker}") };
                    while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let functions: Vec<&Assembly> = batch.iter().map(|&i| &texts[i]).collect();
                        let failed = sender.send((*batch, bench.judge(&functions))).is_err();
                        if failed {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for (number, (batch, judged)) in receiver.into_iter().enumerate() {
                batch.iter().zip(judged?).for_each(|(&index, one)| said[index] = Some(one));
                progress((number + 1) as f64 / batches.len() as f64);
            }
            Ok(said.into_iter().flatten().collect())
        })
    }
}

fn unsupported(why: &str) -> Said {
    Said { outcome: Outcome::Unsupported, stage: RunStage::Verify, message: Some(why.to_owned()), line: None, errors: 0 }
}

/// A line for each selected case of a tuple: all of them are the same text.
fn result_lines(line: &TupleLine, said: &Said, job: &Run) -> Vec<ResultLine> {
    let slots = (0..line.cases).filter(|&slot| (job.select)(line, slot));
    let result = |slot| ResultLine {
        case: format!("{}/{slot}", line.id()),
        outcome: said.outcome,
        stage: Some(said.stage),
        rule: None,
        message: said.message.clone(),
        touched: vec![],
    };
    slots.map(result).collect()
}
