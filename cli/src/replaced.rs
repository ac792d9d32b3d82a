//! What `run --force` replaces beside the set: results, and those of failing cases that were run again.
//!
//! Results go before a new set takes the place of theirs, so that an interrupted run leaves none beside a set that is not
//! their own.

use crate::error::CliError;
use ptoconf_vectors::{ResultsReader, may_remove_results, remove_results};
use std::path::{Path, PathBuf};

const AGAIN: &str = "again-";

/// Where a run keeps its results.
pub fn results(out: &Path) -> PathBuf {
    out.join("results")
}

/// Where it keeps those of failing cases that were run again for this time.
pub fn again(out: &Path, time: u32) -> PathBuf {
    out.join(format!("{AGAIN}{time}"))
}

/// The results of an earlier run.
#[derive(Default)]
pub struct Replaced {
    results: Option<PathBuf>,
    again: Vec<PathBuf>,
}

impl Replaced {
    /// Those that are in the folder of a run.
    ///
    /// # Errors
    /// A folder holds files that are not of results: nothing is removed then.
    pub fn of(out: &Path) -> Result<Replaced, CliError> {
        let replaced = Replaced { results: Some(results(out)).filter(|dir| dir.exists()), again: again_in(out) };
        replaced.results.iter().chain(&replaced.again).try_for_each(|dir| may_remove_results(dir))?;
        Ok(replaced)
    }

    /// Removes the results, and those of cases that were run again.
    pub fn remove(&self) -> Result<(), CliError> {
        self.results.iter().filter(|dir| dir.exists()).try_for_each(|dir| remove_results(dir))?;
        self.remove_again()
    }

    /// Removes the results of cases that were run again.
    pub fn remove_again(&self) -> Result<(), CliError> {
        Ok(self.again.iter().filter(|dir| dir.exists()).try_for_each(|dir| remove_results(dir))?)
    }
}

/// Folders of that name, as far as they are of results.
fn again_in(out: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(out).into_iter().flatten().flatten();
    let is_time = |name: &str| name.strip_prefix(AGAIN).is_some_and(|time| time.parse::<u32>().is_ok());
    let named = entries.filter(|entry| entry.file_name().to_str().is_some_and(is_time)).map(|entry| entry.path());
    named.filter(|dir| ResultsReader::open(dir).is_ok()).collect()
}
