//! `ptoconf run`: generate, run an implementation, judge.

use crate::arguments::{Generation, Threads};
use crate::coverage::FloorOption;
use crate::error::CliError;
use crate::implementations::{self, Implementation, Trust};
use crate::judge::{Judging, Select, judge, to_run};
use crate::progress::Progress;
use crate::questions::Questions;
use clap::Args;
use ptoconf_coverage::Floors;
use ptoconf_reference::Profile;
use ptoconf_runner::{Reach, Run};
use ptoconf_schemas::ExitCode;
use ptoconf_vectors::{ResultsReader, SetReader};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Generate a set, run an implementation on it, and judge the results
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf run --op all --impl builtin:a2a3
  ptoconf run --impl builtin:a5 --profile a2a3 --report json=report.json --report text
  ptoconf run --impl builtin:cpu --vectors ptoconf_vectors --out cpu_run
  ptoconf run --impl 'exec:./worker' --profile a5
  ptoconf run --impl 'exec:python3 batch.py {vectors} {out} {digest}'
  ptoconf run --impl ptoas:/opt/pto/bin/ptoas --ptoas-arch a5")]
pub struct Options {
    /// Implementation: builtin:a2a3, builtin:a5, builtin:cpu, exec:COMMAND for any program, cxx:INCLUDE_DIR for
    /// C++ headers, or ptoas:PATH for the assembler
    #[arg(long = "impl", value_name = "IMPL")]
    implementation: String,

    /// Use this set instead of generating one; filters by name choose from it
    #[arg(long, value_name = "DIR", conflicts_with_all = ["op", "profile", "tier", "seed", "partition", "shape", "valid", "cases"])]
    vectors: Option<PathBuf>,

    /// Keep the set and the results in this folder [default: a temporary one]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Replace what is in --out
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    generation: Generation,

    #[command(flatten)]
    judging: Judging,

    #[command(flatten)]
    threads: Threads,

    // Last, because its headings hold for what follows.
    #[command(flatten)]
    // In a box: there are many, and other commands have none.
    adapters: Box<implementations::Options>,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        let implementation = self.adapters.open(&self.implementation)?;
        let temporary = tempfile::Builder::new().prefix("ptoconf-run-").tempdir();
        let temporary = temporary.map_err(|e| CliError::input(format!("cannot make a temporary folder: {e}")))?;
        let out = self.out.clone().unwrap_or_else(|| temporary.path().join("out"));
        let made = match &self.vectors {
            Some(_) => None,
            None => Some(Made::new(&self, &out, implementation.profile())?),
        };
        let vectors = self.vectors.clone().unwrap_or_else(|| out.join("vectors"));
        let answers = self.judging.answers.as_deref();
        let set = crate::judge::open(&vectors, answers)?;
        set.verify_questions(self.threads.number())?;
        // A set that was made for these filters has their cases and twins alone.
        let select: Box<Select> = match &made {
            Some(_) => Box::new(|_, _| true),
            None => Box::new(to_run(&set, &self.generation.selection)?),
        };
        let results = out.join("results");
        let trust = implementation.trust();
        if trust == Trust::Own {
            let set = set.verifying_once();
            self.execute(&*implementation, &set, &results, &select, &Reach::default())?;
            return self.judge(&set, &results);
        }
        // Nothing of the answers is kept while the program runs, but which tuples a filter leaves to run.
        let questions = match made {
            Some(_) => Questions::of_made(set, &trust, temporary.path())?,
            None => Questions::of_given(&set, answers, &trust, temporary.path())?,
        };
        let ran = self.execute(&*implementation, &questions.set, &results, &select, &questions.reach);
        if let Some(made) = made.filter(|_| ran.is_ok() || self.out.is_some()) {
            made.again(&self)?;
        }
        ran?;
        self.judge(&crate::judge::open(&vectors, answers)?.verifying_once(), &results)
    }

    fn execute(
        &self,
        implementation: &dyn Implementation,
        set: &SetReader,
        out: &Path,
        select: &Select,
        reach: &Reach,
    ) -> Result<(), CliError> {
        let progress = Progress::new("running");
        let show = |done, of| progress.show(done, of);
        let threads = self.threads.number();
        implementation.run(&Run { set, out, force: self.force, threads, select, reach, progress: Some(&show) })?;
        Ok(())
    }

    fn judge(&self, set: &SetReader, results: &Path) -> Result<ExitCode, CliError> {
        let (results, made) = (ResultsReader::open(results)?, self.vectors.is_none());
        judge(set, &results, &self.judging, &self.generation.selection, made, self.threads.number())
    }
}

/// A set that was made for this run.
struct Made {
    profile: Profile,
    dir: PathBuf,
    digest: String,
}

impl Made {
    fn new(options: &Options, out: &Path, own: Option<&str>) -> Result<Made, CliError> {
        let profile = crate::profile::load(options.generation.profile.as_deref().or(own).unwrap_or("portable"))?;
        let (dir, floors) = (out.join("vectors"), FloorOption::default().load()?);
        let (suite, digest) =
            crate::generate::generate(&options.generation, &profile, &dir, options.force, None, &floors, options.threads.number())?;
        let _ = writeln!(std::io::stderr(), "{}", super::r#gen::summary(&suite));
        Ok(Made { profile, dir, digest })
    }

    /// Makes the set once more, with its answers, in place of what the program had.
    fn again(&self, options: &Options) -> Result<(), CliError> {
        let (threads, floors) = (options.threads.number(), Floors::none());
        let (_, digest) = crate::generate::generate(&options.generation, &self.profile, &self.dir, true, None, &floors, threads)?;
        if digest == self.digest {
            return Ok(());
        }
        Err(CliError::input(format!("{}: the set came out otherwise when it was made again: {digest}", self.dir.display())))
    }
}
