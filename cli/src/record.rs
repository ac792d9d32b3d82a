//! Records: what is published of a check.

use crate::arguments::Selection;
use crate::error::CliError;
use crate::excuses::Excuses;
use crate::output::Sink;
use ptoconf_checker::BesideReport;
use ptoconf_schemas::{Date, Record, Report};
use ptoconf_vectors::{ResultsReader, SetReader};
use std::io::Write;
use std::path::Path;

const NEXT: &str = "ptoconf check --regenerate --record FILE writes one";

/// Makes sure that a check can have a record: of everything in a set that was made again, and by nothing but waivers,
/// which it holds.
///
/// # Errors
/// Usage: a set that somebody may have changed, a filter, or a baseline.
pub fn check(regenerated: bool, selection: &Selection, excuses: &Excuses) -> Result<(), CliError> {
    if !regenerated {
        return Err(CliError::usage("--record is of a set that is what this version generates, and nobody has looked").next(NEXT));
    }
    if let Some(filter) = selection.described().first() {
        return Err(CliError::usage(format!("--record is of all results for a set, and {filter} leaves some out"))
            .next("to record less, make a smaller set: ptoconf gen with that filter"));
    }
    if excuses.baseline.is_some() {
        return Err(CliError::usage(
            "--record: failures that a baseline knows have neither owner nor reason, and whoever reads a record asks",
        )
        .next("write waivers for them: docs/gate.md"));
    }
    Ok(())
}

/// Writes the record of a check.
///
/// # Errors
/// The results cannot be read, or the record cannot be written.
pub fn write(path: &Path, report: &Report, set: &SetReader, results: &ResultsReader, today: Option<Date>) -> Result<(), CliError> {
    let record = of(report, set, results, today)?;
    let mut sink = Sink::file("--record", path)?;
    sink.write_all(&text(&record)?)?;
    sink.finish()
}

/// A record as it is written.
///
/// # Errors
/// It cannot be.
pub fn text(record: &Record) -> Result<Vec<u8>, CliError> {
    let mut text = serde_json::to_vec_pretty(record).map_err(std::io::Error::from)?;
    text.push(b'\n');
    Ok(text)
}

/// The record of a check.
///
/// # Errors
/// The results cannot be read.
pub fn of(report: &Report, set: &SetReader, results: &ResultsReader, today: Option<Date>) -> Result<Record, CliError> {
    let suite = set.suite();
    let (results, kills) = (results.content_digest()?, ptoconf_coverage::kill_score(suite));
    Ok(ptoconf_checker::record(report, suite, BesideReport { build: build(), results, kills, waivers_on: today }))
}

/// The digest of this program: a version alone does not tell two builds apart.
pub fn build() -> Option<String> {
    // On Linux this is what runs, also where another file has taken its place.
    let own = [Path::new("/proc/self/exe").to_owned()].into_iter().chain(std::env::current_exe());
    let digest = |path: std::path::PathBuf| blake3::Hasher::new().update_reader(std::fs::File::open(path).ok()?).ok().map(|h| h.finalize());
    own.filter_map(digest).next().map(|digest| digest.to_hex().to_string())
}
