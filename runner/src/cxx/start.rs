//! Code of the headers that runs before a program's first case: constructors of static objects.
//!
//! The cases of a batch are one program, and such code that exits or hangs takes all of them with it. Those that bring it
//! in are found by halving the batch.

use super::build::Built;
use super::compiler::io;
use super::endings::{Endings, signal};
use super::jobs::Jobs;
use super::shared::Shared;
use crate::process::{self, End, Limits};
use crate::run::RunError;
use ptoconf_schemas::Outcome;
use std::fs;
use std::time::Duration;

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
