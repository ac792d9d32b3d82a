//! Any program as an implementation: a batch program, or workers that answer case by case.
//!
//! What a program does wrong becomes the outcome of a case and never an error of the run.

mod batch;
mod command;
mod drive;
pub(crate) mod fuzzing;
mod journal;
mod needs;
mod scratch;
mod tuple;
mod worker;

use crate::process::Limits;
use crate::reach::Sight;
use crate::run::{Run, RunError, RunSummary};
pub use command::CommandLine;
use ptoconf_schemas::{Implementation, Observes, ResultsHeader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A program and how it is to be run.
#[derive(Clone, Debug)]
pub struct Program {
    /// What to start.
    pub command: CommandLine,
    /// What it may use.
    pub limits: Limits,
    /// What a worker looks at in every case that it runs, and reports in `touched`. A batch program says it in its results.
    pub observes: Vec<Observes>,
    /// Goes on with an interrupted run of the same program on the same set, if there is one.
    pub resume: bool,
    /// Set from outside to end the run: processes are killed, and what is done stays in the journal.
    pub stop: Arc<AtomicBool>,
}

impl Program {
    /// Runs the selected cases of a set and writes the results.
    ///
    /// # Errors
    /// The program cannot be started, the set cannot be read, or the results cannot be written.
    pub fn run(&self, job: &Run) -> Result<RunSummary, RunError> {
        if self.command.is_batch() { batch::run(self, job) } else { drive::run(self, job) }
    }

    /// Where it may read beside its inputs: what it usually needs, and what the user opens to it, which may be everything.
    pub fn sight(&self, asked: &[PathBuf]) -> Sight {
        if asked.iter().any(|path| path == Path::new("/")) {
            return Sight::All;
        }
        Sight::Listed { usual: needs::of(&self.command), asked: asked.to_owned() }
    }

    /// The head of its results.
    fn header(&self, job: &Run) -> ResultsHeader {
        let command = ("command".to_owned(), self.command.text().to_owned());
        let details = std::iter::once(command).chain(job.reach.detail()).collect();
        let (name, observes) = (self.command.name(), self.observes.clone());
        let implementation = Implementation { name, observes, details, ..Implementation::default() };
        job.header(implementation)
    }

    fn check_stop(&self) -> Result<(), RunError> {
        if self.stop.load(Ordering::Relaxed) { Err(RunError::Interrupted) } else { Ok(()) }
    }
}
