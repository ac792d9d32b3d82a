//! Code of the headers that runs before a program's first case: constructors of static objects.
//!
//! The cases of a batch are one program, and such code that exits or hangs takes all of them with it. Those that bring it
//! in are found by halving the batch.

use super::batch::{Readers, Work, run_batch};
use super::build::Built;
use super::compiler::io;
use super::endings::{Endings, signal};
use super::jobs::Jobs;
use super::shared::Shared;
use crate::process::{self, End, Limits};
use crate::run::RunError;
use ptoconf_schemas::{Outcome, TupleLine};
use std::fs;
use std::time::Duration;

/// So many tuples of which each does not start speak for the headers, and those that follow are not looked at one by one.
const ENOUGH: usize = 8;
/// Most bytes of a program's words that are looked at.
const MOST_WORDS: usize = 4 << 10;

/// How cases end whose program does not come to them.
#[derive(Clone, Debug)]
pub(super) struct NoStart {
    pub outcome: Outcome,
    pub message: String,
}

/// Whether the program of a unit comes to its cases, which is tried without any.
pub(super) fn no_start(shared: Shared, built: &Built) -> Result<Option<NoStart>, RunError> {
    let Some(program) = &built.program else { return Ok(None) };
    let folder = tempfile::tempdir_in(shared.cache).map_err(io(shared.cache))?;
    let (input, output) = (folder.path().join("jobs"), folder.path().join("results"));
    fs::write(&input, Jobs::none()).map_err(io(&input))?;
    let limits = Limits { time: Duration::from_secs_f64(shared.case_seconds), memory: Some(shared.case_memory << 20), file: None };
    let finished = process::run(&shared.command(program, &input, &output), &limits, &shared.bench.compiler.reach, MOST_WORDS)?;
    let results = fs::read(&output).unwrap_or_default();
    let (outcome, how) = match finished.end {
        End::Code(0) if Endings::new(&results, 0.0, 0).is_at_end() => return Ok(None),
        End::Code(code) => (Outcome::Crashed, format!("the process ended with exit code {code}")),
        End::Signal(number) => (Outcome::Crashed, signal(number.unsigned_abs())),
        End::Timeout => (Outcome::Timeout, format!("stopped after {} s", shared.case_seconds)),
    };
    Ok(Some(NoStart { outcome, message: format!("{how}, in code of the headers that runs before the first case") }))
}

/// The results of tuples whose program does not start: of each half, and so on to single ones.
pub(super) fn halves(shared: Shared, readers: Readers, batch: &[(usize, &TupleLine)]) -> Result<Work, RunError> {
    let (first, second) = batch.split_at(batch.len() / 2);
    let mut work = run_batch(shared, readers, first, false)?;
    let alike = work.not_started >= ENOUGH && work.not_started == work.built;
    let rest = run_batch(shared, readers, second, alike)?;
    work.results.extend(rest.results);
    Ok(Work { not_started: work.not_started + rest.not_started, built: work.built + rest.built, ..work })
}
