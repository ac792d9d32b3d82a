//! Makes the results of all parts of a set into those of the whole.

use super::tuples::Tuples;
use super::{heads, lines, outputs};
use crate::{Error, ResultsReader, ResultsWriter, SetReader};
use std::path::Path;

/// What was merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// Parts.
    pub parts: usize,
    /// Lines, each of another case.
    pub lines: u64,
    /// Cases in the set.
    pub cases: u64,
}

/// Writes the results of a whole set from those of all its parts, in whichever order these are given: what a run of the
/// whole writes, to the byte. The answers of the set are not looked at.
///
/// # Errors
/// Parts that are missing, there twice, of another set or split, or by another implementation; lines or arrays of cases
/// that a part does not have; files that cannot be read or written.
pub fn merge(set: &SetReader, parts: &[ResultsReader], out: &Path, force: bool, threads: usize) -> Result<Merged, Error> {
    let (parts, head) = heads::in_order(parts, set.digest())?;
    let tuples = Tuples::read(set, parts.len() as u32, threads)?;
    let mut writer = ResultsWriter::create(out, &head, force)?;
    let lines = lines::copy(&parts, &tuples, &mut writer, threads)?;
    outputs::copy(&parts, &tuples, &writer, threads)?;
    writer.finish()?;
    Ok(Merged { parts: parts.len(), lines, cases: tuples.cases() })
}
