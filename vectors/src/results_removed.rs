//! Results that go before others take their place.

use crate::Error;
use crate::kind::RESULTS;
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
