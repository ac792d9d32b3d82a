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
    /// A folder cannot be looked at, or holds files that are not of results: nothing is removed then.
    pub fn of(out: &Path) -> Result<Replaced, CliError> {
        let results = results(out);
        let replaced = Replaced { results: is_there(&results)?.then_some(results), again: again_in(out)? };
        replaced.results.iter().chain(&replaced.again).try_for_each(|dir| may_remove_results(dir))?;
        Ok(replaced)
    }

    /// Removes the results, and those of cases that were run again.
    pub fn remove(&self) -> Result<(), CliError> {
        remove_all(self.results.iter())?;
        self.remove_again()
    }

    /// Removes the results of cases that were run again.
    pub fn remove_again(&self) -> Result<(), CliError> {
        remove_all(self.again.iter())
    }
}

/// Removes what is still there.
fn remove_all<'a>(mut folders: impl Iterator<Item = &'a PathBuf>) -> Result<(), CliError> {
    folders.try_for_each(|dir| if is_there(dir)? { Ok(remove_results(dir)?) } else { Ok(()) })
}

fn is_there(path: &Path) -> Result<bool, CliError> {
    path.try_exists().map_err(|e| cannot_look_at(path, &e))
}

fn cannot_look_at(path: &Path, error: &std::io::Error) -> CliError {
    CliError::input(format!("{}: cannot look at it: {error}", path.display()))
}

/// Folders of that name, as far as they are of results.
fn again_in(out: &Path) -> Result<Vec<PathBuf>, CliError> {
    if !is_there(out)? {
        return Ok(vec![]);
    }
    let is_time = |name: &str| name.strip_prefix(AGAIN).is_some_and(|time| time.parse::<u32>().is_ok());
    let mut found = vec![];
    for entry in std::fs::read_dir(out).map_err(|e| cannot_look_at(out, &e))? {
        let entry = entry.map_err(|e| cannot_look_at(out, &e))?;
        if entry.file_name().to_str().is_some_and(is_time) && ResultsReader::open(&entry.path()).is_ok() {
            found.push(entry.path());
        }
    }
    Ok(found)
}
