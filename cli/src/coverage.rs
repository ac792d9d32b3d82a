//! Coverage: recomputed from a set, compared with the floors, reported.

use crate::error::CliError;
use crate::output::Sink;
use clap::Args;
use ptoconf_coverage::{Floors, report};
use ptoconf_schemas::CoverageReport;
use ptoconf_vectors::SetReader;
use std::path::PathBuf;

/// Which floors hold.
#[derive(Args, Clone, Debug, Default)]
pub struct FloorOption {
    /// Least coverage of each tier, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub floors: Option<PathBuf>,
}

impl FloorOption {
    /// The floors.
    ///
    /// # Errors
    /// Usage: the file cannot be read, or is none of floors.
    pub fn load(&self) -> Result<Floors, CliError> {
        let Some(path) = &self.floors else { return Floors::built_in().map_err(CliError::input) };
        let wrong = |reason: String| CliError::usage(format!("--floors {}: {reason}", path.display()));
        let text = crate::input::read("--floors ", path, crate::input::LARGEST, "a JSON file of floors")?;
        let text = String::from_utf8(text).map_err(|e| wrong(e.to_string()))?;
        Floors::parse(&text).map_err(|e| wrong(e).next("schemas/v1/floors.schema.json describes it"))
    }
}

/// What a set covers, and where it falls short.
///
/// # Errors
/// The set cannot be read.
pub fn measure(set: &SetReader, floors: &Floors, threads: usize) -> Result<CoverageReport, CliError> {
    let mut report = ptoconf_coverage::measure(set, threads)?;
    floors.apply(set.suite(), &mut report);
    Ok(report)
}

/// The error of a set that falls short.
///
/// # Errors
/// That error.
pub fn demand(report: &CoverageReport) -> Result<(), CliError> {
    let Some(first) = report.shortfalls.first() else { return Ok(()) };
    let more = report.shortfalls.len() - 1;
    let more = if more > 0 { format!(" (and {more} more)") } else { String::new() };
    Err(CliError::short(format!("the set covers less than the floor of tier {}: {first}{more}; it was not kept", report.set.tier))
        .next("coverage/floors.json holds the floors; --floors FILE sets others"))
}

/// A report and where it goes.
#[derive(Clone, Debug)]
pub struct Target {
    kind: Kind,
    file: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Text,
    Json,
    Markdown,
}

/// Parses `KIND[=FILE]`.
pub fn parse_target(text: &str) -> Result<Target, String> {
    let (name, file) = text.split_once('=').map_or((text, None), |(name, file)| (name, Some(PathBuf::from(file))));
    let kind = match name {
        "text" => Kind::Text,
        "json" => Kind::Json,
        "markdown" => Kind::Markdown,
        _ => return Err("known reports: text, json, markdown".to_owned()),
    };
    Ok(Target { kind, file })
}

impl Target {
    /// The text report on standard output.
    pub fn text() -> Target {
        Target { kind: Kind::Text, file: None }
    }

    /// Writes the report.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, coverage: &CoverageReport) -> Result<(), CliError> {
        let mut sink = Sink::open(self.file.as_deref())?;
        match self.kind {
            Kind::Text => report::text(coverage, &mut sink),
            Kind::Json => report::json(coverage, &mut sink),
            Kind::Markdown => report::markdown(coverage, &mut sink),
        }?;
        sink.finish()
    }
}
