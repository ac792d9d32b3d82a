//! `ptoconf agree`: what several judges say of the legality of the same tuples.

use crate::arguments::Selection;
use crate::error::CliError;
use crate::output::Target;
use crate::set::SetFolders;
use clap::Args;
use ptoconf_checker::{Filter, Judge, agree};
use ptoconf_schemas::ExitCode;
use ptoconf_vectors::{ResultsReader, SetReader};
use std::path::PathBuf;

/// Compare what several judges accept and reject, rule by rule
///
/// The pages are a judge too: what the set expects. Values are not compared.
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf agree headers_out assembler_out model_out
  ptoconf agree run_a3/results run_a5/results --vectors a5_set --report markdown=agreement.md --report text

Exit codes: 0 all agree, 1 someone differs, 2 usage, 3 unusable set or results, 4 nothing was compared")]
pub struct Options {
    /// Folders with results, all for the same set
    #[arg(value_name = "RESULTS", required = true)]
    results: Vec<PathBuf>,

    #[command(flatten)]
    set: SetFolders,

    /// Reports to write: text, json or markdown, each with =FILE or to standard output
    #[arg(long, value_name = "KIND[=FILE]", value_parser = Target::parse_matrix)]
    report: Vec<Target>,

    #[command(flatten)]
    selection: Selection,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        let set = self.set.open()?;
        let results = self.results.iter().map(|dir| ResultsReader::open(dir)).collect::<Result<Vec<_>, _>>()?;
        results.iter().try_for_each(|r| answers_set(r, &set))?;
        results.iter().try_for_each(crate::part::refuse)?;
        let judges: Vec<Judge<'_>> = results.iter().map(|r| Judge { name: name(r, &results), results: r }).collect();
        let filter: Filter<'_> = Box::new(crate::judge::filter(&set, &self.selection)?);
        let agreement = agree(&set, &judges, &filter)?;
        if self.report.is_empty() {
            Target::text().write_matrix(&agreement)?;
        }
        self.report.iter().try_for_each(|target| target.write_matrix(&agreement))?;
        Ok(match agreement.exit_code {
            0 => ExitCode::Conforms,
            4 => ExitCode::NothingChecked,
            _ => ExitCode::DoesNotConform,
        })
    }
}

fn answers_set(results: &ResultsReader, set: &SetReader) -> Result<(), CliError> {
    let (found, expected) = (&results.header().suite, set.digest());
    if found == expected {
        return Ok(());
    }
    let message = format!("stale: {}: results.json names suite {found}, this set is {expected}", results.dir().display());
    Err(CliError::input(message).next("all results have to answer the set of --vectors; run the implementation on it again"))
}

/// The name of the implementation; with its folder where several have that name.
fn name(results: &ResultsReader, all: &[ResultsReader]) -> String {
    let name = &results.header().implementation.name;
    let same = all.iter().filter(|r| r.header().implementation.name == *name).count();
    if same == 1 { name.clone() } else { format!("{name} ({})", results.dir().display()) }
}
