//! `ptoconf verify`: is a set whole and unaltered, and what does it cover?

mod record;

use crate::arguments::Threads;
use crate::coverage;
use crate::error::CliError;
use crate::output::{line, print};
use crate::regenerate::regenerate;
use clap::Args;
use ptoconf_schemas::ExitCode;
use ptoconf_vectors::{ResultsReader, SetReader};
use std::path::{Path, PathBuf};

/// Check that a set is whole and unaltered, and recompute what it covers
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf verify ptoconf_vectors
  ptoconf verify ptoconf_vectors --regenerate
  ptoconf verify ptoconf_vectors --record record.json --impl vendor_out
  ptoconf verify ptoconf_vectors --coverage
  ptoconf verify ptoconf_vectors --coverage --report json=coverage.json --report markdown=coverage.md")]
pub struct Options {
    /// Folder with the set [default: ptoconf_vectors]
    #[arg(value_name = "SET")]
    set: Option<PathBuf>,

    /// The same, as other commands take it
    #[arg(long, value_name = "DIR", conflicts_with = "set")]
    vectors: Option<PathBuf>,

    /// Folder with the answers of a blind set
    #[arg(long, value_name = "DIR")]
    answers: Option<PathBuf>,

    /// Print the digest alone: results name it
    #[arg(long, conflicts_with = "coverage")]
    digest: bool,

    /// Make the set again from its head, and compare: is it what this version generates?
    #[arg(long)]
    regenerate: bool,

    /// Make the set and the record of a check again: does it say what these results show? Exit code 1 where not
    #[arg(long, value_name = "FILE", requires = "implementation", conflicts_with_all = ["digest", "coverage"])]
    record: Option<PathBuf>,

    /// Folder with the results that a record speaks of
    #[arg(long = "impl", value_name = "DIR", requires = "record")]
    implementation: Option<PathBuf>,

    /// Recompute from the files what the set covers; exit code 1 below the floor of its tier
    #[arg(long)]
    coverage: bool,

    /// Reports of the coverage: text, json or markdown, each with =FILE or to standard output
    #[arg(long, value_name = "KIND[=FILE]", value_parser = coverage::parse_target, requires = "coverage")]
    report: Vec<coverage::Target>,

    #[command(flatten)]
    floors: coverage::FloorOption,

    #[command(flatten)]
    threads: Threads,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        if self.floors.floors.is_some() && !self.coverage {
            return Err(CliError::usage("--floors are of what a set covers").next("ask for that with --coverage"));
        }
        let folder = self.set.as_deref().or(self.vectors.as_deref()).unwrap_or(Path::new("ptoconf_vectors"));
        let set = crate::set::open(folder, self.answers.as_deref())?;
        set.verify_all(self.threads.number())?;
        for operation in &set.suite().operations {
            let reader = set.operation(&operation.name)?;
            if set.has_answers() {
                reader.answers()?;
            }
        }
        if set.has_answers() {
            ptoconf_checker::prove(&set)?;
        }
        if self.regenerate || self.record.is_some() {
            regenerate(&set, self.threads.number())?;
        }
        if let (Some(record), Some(results)) = (&self.record, &self.implementation) {
            return self.verify_record(record, &set, results);
        }
        if self.coverage {
            let report = coverage::measure(&set, &self.floors.load()?, self.threads.number())?;
            let targets = if self.report.is_empty() { vec![coverage::Target::text()] } else { self.report };
            targets.iter().try_for_each(|target| target.write(&report))?;
            return Ok(if report.shortfalls.is_empty() { ExitCode::Conforms } else { ExitCode::DoesNotConform });
        }
        if self.digest {
            line(set.digest())?;
            return Ok(ExitCode::Conforms);
        }
        let whole = match (set.has_answers() || set.suite().blind, self.regenerate) {
            (true, false) => "whole",
            (true, true) => "whole, and what this version generates",
            (false, false) => "whole but for its answers, which were taken away",
            (false, true) => "what this version generates, but for its answers, which were taken away",
        };
        line(format_args!("{}: {whole}; {}; digest {}", folder.display(), super::r#gen::summary(set.suite()), set.digest()))?;
        Ok(ExitCode::Conforms)
    }

    /// Says whether a record is what a check of these results comes to.
    fn verify_record(&self, file: &Path, set: &SetReader, results: &Path) -> Result<ExitCode, CliError> {
        let ((read, text), results) = (record::read(file)?, ResultsReader::open(results)?);
        let found = record::differences((&read, &text), set, &results, self.threads.number())?;
        for difference in &found {
            line(format_args!("{}: {difference}", file.display()))?;
        }
        if found.is_empty() {
            print(&format!("{}: true\n{}", file.display(), record::summary(&read)))?;
        }
        Ok(if found.is_empty() { ExitCode::Conforms } else { ExitCode::DoesNotConform })
    }
}
