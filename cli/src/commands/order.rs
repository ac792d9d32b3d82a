//! `ptoconf order`: in which order does an implementation add?

use crate::error::CliError;
use crate::set::SetFolders;
use clap::{Args, ValueEnum};
use ptoconf_checker::report::{OrderGroup, order_groups};
use ptoconf_schemas::{ExitCode, Judges, OrderReport};
use ptoconf_vectors::ResultsReader;
use std::path::PathBuf;

/// Name the order of additions, their precision and rounding, from results
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf order --impl ./vendor_out
  ptoconf order --impl ./vendor_out --vectors a5_set --format json

A number of rows where several orders are the same tree names all of them. Where no order has a name,
the tree is drawn at the numbers of rows for which the set has masks of all pairs of rows.")]
pub struct Options {
    /// Folder with the results
    #[arg(long = "impl", value_name = "DIR")]
    implementation: PathBuf,

    #[command(flatten)]
    set: SetFolders,

    /// Format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        let set = self.set.open()?;
        let results = ResultsReader::open(&self.implementation)?;
        crate::part::refuse(&results)?;
        if results.header().implementation.judges == Judges::Legality {
            return Err(CliError::nothing("these results judge legality only: there are no sums")
                .next("ptoconf check says what is accepted and rejected"));
        }
        let reports = ptoconf_order::fingerprint(&set, &results)?.reports;
        if reports.is_empty() && !set.has_answers() {
            return Err(ptoconf_vectors::Error::Withheld { path: set.dir().to_owned() }.into());
        }
        if reports.is_empty() {
            return Err(CliError::nothing("the set has no vectors that show an order of additions")
                .next("a set of the tiers standard and extensive has them, unless filters leave them out"));
        }
        crate::output::print(&match self.format {
            Format::Text => text(&reports),
            Format::Json => json(&reports)?,
        })?;
        Ok(ExitCode::Conforms)
    }
}

fn json(reports: &[OrderReport]) -> Result<String, CliError> {
    let text = serde_json::to_string_pretty(reports).map_err(|e| CliError::input(format!("cannot write JSON: {e}")))?;
    Ok(text + "\n")
}

/// A table with a line for each group, and its notes below it.
fn text(reports: &[OrderReport]) -> String {
    let head = ["where", "rows", "order", "accumulator", "seed", "rounding", "consistent"].map(str::to_owned);
    let groups = order_groups(reports);
    let rows: Vec<[String; 7]> = groups.iter().map(cells).collect();
    let width = |i: usize| std::iter::once(&head).chain(&rows).map(|r| r[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: &[String; 7]| {
        let padded: Vec<String> = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        padded.join("  ").trim_end().to_owned() + "\n"
    };
    let mut text = line(&head);
    for (group, cells) in groups.iter().zip(&rows) {
        text += &line(cells);
        group.notes.iter().for_each(|note| text += &format!("    {note}\n"));
    }
    text
}

fn cells(group: &OrderGroup) -> [String; 7] {
    let list = |names: &[String]| if names.is_empty() { "-".to_owned() } else { names.join(", ") };
    let rows = if group.rows.is_empty() { "all".to_owned() } else { group.rows.iter().map(u32::to_string).collect::<Vec<_>>().join(", ") };
    let seed = group.zero_seed.map_or("-", |seed| if seed { "+0" } else { "none" });
    let consistent = if group.consistent { "yes" } else { "no" };
    [group.place.clone(), rows, group.order(), list(&group.accumulator), seed.to_owned(), list(&group.rounding), consistent.to_owned()]
}
