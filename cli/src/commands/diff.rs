//! `ptoconf diff`: what differs between two reports.

use crate::error::CliError;
use crate::output::Target;
use crate::source::Sets;
use clap::{Args, ValueEnum};
use ptoconf_checker::diff;
use ptoconf_schemas::{ExitCode, FailOn};
use std::path::PathBuf;

/// Compare two reports: what fails newly, passes newly or fails otherwise, and which readings and causes changed
///
/// Each is a report (check --report json=FILE), or a folder with results. They may be of different sets, tiers and
/// versions: cases are known by what is in them. Under different seeds tuples are compared, because the data differ.
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf diff yesterday.json today.json
  ptoconf diff release.json nightly_out/results --vectors nightly_out/vectors --report text --report markdown=diff.md
  ptoconf diff old/results new/results --old-vectors old/vectors --vectors new/vectors --fail-on any

Exit codes: 0 nothing that --fail-on names, 1 something, 2 usage, 3 unusable reports or results, 4 no case is in both")]
pub struct Options {
    /// The older report, or folder with results
    #[arg(value_name = "OLD")]
    old: PathBuf,

    /// The newer one
    #[arg(value_name = "NEW")]
    new: PathBuf,

    #[command(flatten)]
    sets: Sets,

    /// Folder with the set that the older results answer, if it is another one
    #[arg(long, value_name = "DIR")]
    old_vectors: Option<PathBuf>,

    /// What exit code 1 stands for: a case that fails newly or in another way, whatever differs, or nothing
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Policy::New)]
    fail_on: Policy,

    /// Reports to write: text, json or markdown, each with =FILE or to standard output
    #[arg(long, value_name = "KIND[=FILE]", value_parser = Target::parse_matrix)]
    report: Vec<Target>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Policy {
    New,
    Any,
    None,
}

impl Policy {
    fn fail_on(self) -> FailOn {
        match self {
            Policy::New => FailOn::New,
            Policy::Any => FailOn::Any,
            Policy::None => FailOn::None,
        }
    }
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        let old = self.sets.report(&self.old, self.old_vectors.as_deref().unwrap_or(&self.sets.vectors))?;
        let new = self.sets.report(&self.new, &self.sets.vectors)?;
        let found = diff(&old, &new, self.fail_on.fail_on()).map_err(|e| CliError::input(format!("cases of a report: {e}")))?;
        if self.report.is_empty() {
            Target::text().write_diff(&found)?;
        }
        self.report.iter().try_for_each(|target| target.write_diff(&found))?;
        Ok(match found.exit_code {
            0 => ExitCode::Conforms,
            4 => ExitCode::NothingChecked,
            _ => ExitCode::DoesNotConform,
        })
    }
}
