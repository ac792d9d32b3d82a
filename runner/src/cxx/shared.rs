//! What batches on their way share.

use super::facts::Facts;
use super::prepared::Prepared;
use super::rounds::Bench;
use crate::run::Select;
use std::path::Path;

/// What all batches share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub bench: Bench<'a>,
    pub prepared: &'a Prepared,
    pub facts: &'a Facts,
    pub cache: &'a Path,
    pub case_seconds: f64,
    /// Address space of a case, and of the driver that it is a child of, in MiB.
    pub case_memory: u64,
    pub canary: u8,
    pub select: Select<'a>,
}

impl Shared<'_> {
    /// The command that runs a program of cases on a file of jobs.
    pub fn command(&self, program: &Path, jobs: &Path, results: &Path) -> Vec<String> {
        let files = [program, jobs, results].map(|path| path.display().to_string());
        let numbers = [self.case_seconds.to_string(), self.case_memory.to_string(), self.canary.to_string()];
        files.into_iter().chain(numbers).collect()
    }
}
