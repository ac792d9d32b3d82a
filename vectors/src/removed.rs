//! Results and sets that go: before others take their place, or as no longer needed.

use crate::Error;
use crate::kind::{RESULTS, SET};
use crate::staging::{Staging, discard};
use std::path::Path;

/// Makes sure that [`remove_results`] may remove a folder.
///
/// # Errors
/// It is no folder of results, or holds files that are not of results.
pub fn may_remove_results(dir: &Path) -> Result<(), Error> {
    Staging::target(dir, true, &RESULTS).map(|_| ())
}

/// Removes a folder of results, and never one that holds anything else.
///
/// # Errors
/// It is no folder of results, holds files that are not of results, or cannot be removed.
pub fn remove_results(dir: &Path) -> Result<(), Error> {
    discard(dir, &RESULTS)
}

/// Removes a set, and never a folder that holds anything else.
///
/// # Errors
/// It is no set, holds files that are not of it, or cannot be removed.
pub fn remove_set(dir: &Path) -> Result<(), Error> {
    discard(dir, &SET)
}
