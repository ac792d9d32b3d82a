//! `exec:COMMAND`: any program.

use super::{Implementation, Trust};
use crate::error::CliError;
use ptoconf_runner::{CommandLine, Limits, Program, Run, RunError, RunSummary};
use ptoconf_schemas::Observes;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Seconds for a case.
const CASE_TIME: f64 = 30.0;
/// Seconds for a whole batch program.
const BATCH_TIME: f64 = 3600.0;

/// How a program is run.
#[derive(clap::Args, Clone)]
#[group(skip)]
pub struct Options {
    /// Longest time for a case, or for a whole batch program [default: 30, or 3600]
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    exec_time: Option<Duration>,

    /// Largest address space of each process in MiB; 0: no limit
    #[arg(long, value_name = "MIB", default_value_t = 8192)]
    exec_memory: u64,

    /// Largest file that it may write in MiB; 0: no limit
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    exec_file: u64,

    /// What a worker looks at in every case that it runs and names in `touched`: inputs (whether they are changed),
    /// surroundings (writes around tiles), scratch (writes around scratch tiles). A batch program says it in
    /// results.json
    #[arg(long, value_name = "WHAT,…", value_delimiter = ',', value_parser = parse_observes)]
    exec_observes: Vec<Observes>,

    /// Go on with an interrupted run of the same program on the same set
    #[arg(long, requires_all = ["vectors", "out"], conflicts_with = "case")]
    resume: bool,

    /// Let it read this file or folder, too, beside its inputs, its own files and installed software; repeatable.
    /// `/` opens everything but the answers of its set and terminals, other sets too
    #[arg(long, value_name = "PATH", value_parser = parse_place, conflicts_with = "exec_unguarded")]
    exec_sees: Vec<PathBuf>,

    /// Let it read all that you can read, an open set's answers too: for a program that needs sudo or mounts
    #[arg(long)]
    exec_unguarded: bool,
}

/// The program of this command line.
pub fn open(command: &str, options: &Options) -> Result<Box<dyn Implementation>, CliError> {
    let command = CommandLine::parse(command).map_err(|reason| {
        CliError::usage(format!("--impl exec:{reason}"))
            .next("a worker is exec:'PROGRAM ARGUMENTS', a batch program exec:'PROGRAM {vectors} {out}'")
    })?;
    let standard = Duration::from_secs_f64(if command.is_batch() { BATCH_TIME } else { CASE_TIME });
    let bytes = |mib: u64| (mib > 0).then(|| mib.saturating_mul(1 << 20));
    let limits = Limits { time: options.exec_time.unwrap_or(standard), memory: bytes(options.exec_memory), file: bytes(options.exec_file) };
    let observes: BTreeSet<Observes> = options.exec_observes.iter().copied().collect();
    if command.is_batch() && !observes.is_empty() {
        let error = CliError::usage("--exec-observes: a batch program writes results.json itself, and says there what it observes");
        return Err(error.next("put \"observes\": [\"inputs\", …] into `implementation`"));
    }
    let observes = observes.into_iter().collect();
    let program = Program { command, limits, observes, resume: options.resume, stop: Arc::default() };
    let trust = if options.exec_unguarded { Trust::Unguarded } else { Trust::Guarded(program.sight(&options.exec_sees)) };
    Ok(Box::new(Exec { program, trust }))
}

/// A program, and how far it is trusted.
struct Exec {
    program: Program,
    trust: Trust,
}

impl Implementation for Exec {
    fn trust(&self) -> Trust {
        self.trust.clone()
    }

    fn runs_parts(&self) -> bool {
        !self.program.command.is_batch()
    }

    fn names_itself(&self) -> bool {
        self.program.command.is_batch()
    }

    fn run(&self, job: &Run) -> Result<RunSummary, RunError> {
        // Processes are ended and the journal is kept.
        crate::signals::stop_in_order(&self.program.stop);
        self.program.run(job)
    }
}

fn parse_place(text: &str) -> Result<PathBuf, String> {
    let place = PathBuf::from(text);
    if place.exists() { Ok(place) } else { Err("there is no such file or folder".to_owned()) }
}

fn parse_observes(text: &str) -> Result<Observes, String> {
    let names = || Observes::ALL.iter().map(|what| what.name()).collect::<Vec<_>>().join(", ");
    Observes::parse(text).ok_or_else(|| format!("expected some of {}", names()))
}

fn parse_time(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|s| (0.001..=1e6).contains(s));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds, such as 2.5".to_owned())
}
