//! Records: what is published of a check.

use crate::arguments::Selection;
use crate::error::CliError;
use crate::excuses::Excuses;
use crate::output::Sink;
use ptoconf_checker::BesideReport;
use ptoconf_schemas::{Date, Record, Report};
use ptoconf_vectors::{ResultsReader, SetReader};
use serde_json::Value;
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
    serde_json::to_writer_pretty(&mut sink, &record).map_err(std::io::Error::from)?;
    sink.write_all(b"\n")?;
    sink.finish()
}

/// The record of a check.
///
/// # Errors
/// The results cannot be read.
pub fn of(report: &Report, set: &SetReader, results: &ResultsReader, today: Option<Date>) -> Result<Record, CliError> {
    let suite = set.suite();
    let beside = BesideReport { results: results.content_digest()?, kills: ptoconf_coverage::kill_score(suite), waivers_on: today };
    Ok(ptoconf_checker::record(report, suite, beside))
}

/// Reads a record.
///
/// # Errors
/// Usage: no record, or one of another version.
pub fn read(path: &Path) -> Result<Record, CliError> {
    let wrong = |what: String| CliError::usage(format!("--record {}: {what}", path.display()));
    let text = crate::input::read("--record ", path, crate::input::LARGEST, "a record of a check").map_err(|e| e.next(NEXT))?;
    let value: Value = serde_json::from_slice(&text).map_err(|e| wrong(format!("not JSON: {e}")).next(NEXT))?;
    let said = |field: &str| value.get(field).and_then(Value::as_str).unwrap_or("absent").to_owned();
    if said("format") != Record::FORMAT {
        return Err(wrong(format!("format is {}, expected {}", said("format"), Record::FORMAT)).next(NEXT));
    }
    let own = env!("CARGO_PKG_VERSION");
    if said("ptoconf") != own {
        return Err(wrong(format!("made by ptoconf {}, and this is {own}: only that version can make it again", said("ptoconf"))));
    }
    serde_json::from_value(value).map_err(|e| wrong(format!("not as {} says: {e}", Record::FORMAT)))
}
