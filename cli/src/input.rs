//! Files that the user names on the command line.

use crate::error::CliError;
use std::path::Path;

/// No file that the user writes by hand is larger, in bytes.
pub const LARGEST: u64 = 16 << 20;

/// No report that is read is larger, in bytes.
pub const LARGEST_REPORT: u64 = 64 << 20;

/// Reads a file of at most `limit` bytes; `option` is what names it, and `expected` what it should be.
///
/// # Errors
/// Usage: it is no regular file, is larger, or cannot be read.
pub fn read(option: &str, path: &Path, limit: u64, expected: &str) -> Result<Vec<u8>, CliError> {
    ptoconf_vectors::read_input(path, limit, expected).map_err(|e| CliError::usage(format!("{option}{e}")))
}
