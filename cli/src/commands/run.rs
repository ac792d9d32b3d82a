//! `ptoconf run`: generate, run an implementation, judge.

use crate::arguments::{Generation, Threads};
use crate::coverage::FloorOption;
use crate::error::CliError;
use crate::implementations;
use crate::judge::{Judging, judge};
use crate::progress::Progress;
use clap::Args;
use ptoconf_runner::Run;
use ptoconf_schemas::ExitCode;
use ptoconf_vectors::ResultsReader;
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

    /// Use this set instead of generating one
    #[arg(long, value_name = "DIR")]
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
        let temporary = tempfile::tempdir().map_err(|e| CliError::input(format!("cannot make a temporary folder: {e}")))?;
        let out = self.out.clone().unwrap_or_else(|| temporary.path().to_owned());
        let vectors = self.set(&out, implementation.profile())?;
        let set = crate::judge::open(&vectors, self.judging.answers.as_deref())?;
        let results = out.join("results");
        let progress = Progress::new("running");
        let show = |done, of| progress.show(done, of);
        let threads = self.threads.number();
        implementation.run(&Run { set: &set, out: &results, force: self.force, threads, select: &|_, _| true, progress: Some(&show) })?;
        drop(progress);
        let results = ResultsReader::open(&results)?;
        judge(&set, &results, &self.judging, &self.generation.selection, threads)
    }

    /// The set to run on: given, or generated.
    fn set(&self, out: &Path, own: Option<&str>) -> Result<PathBuf, CliError> {
        if let Some(given) = &self.vectors {
            return Ok(given.clone());
        }
        let profile = crate::profile::load(self.generation.profile.as_deref().or(own).unwrap_or("portable"))?;
        let dir = out.join("vectors");
        let floors = FloorOption::default().load()?;
        let (suite, _) = crate::generate::generate(&self.generation, &profile, &dir, self.force, None, &floors, self.threads.number())?;
        let _ = writeln!(std::io::stderr(), "{}", super::r#gen::summary(&suite));
        Ok(dir)
    }
}
