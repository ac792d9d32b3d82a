//! `ptoconf baseline`: takes the failures of a report as known.

use crate::error::CliError;
use crate::output::line;
use crate::sink::Sink;
use crate::source::Sets;
use clap::Args;
use ptoconf_schemas::{Baseline, ExitCode, ListedCases, Report, SkipReason};
use std::path::PathBuf;

/// Write the failures of a report down as known, for check --baseline and run --baseline
///
/// They are known by what is in their tuples and how they fail: kind, rule, and what they follow instead. What fails
/// otherwise than that is new. Cases that are waived are left to their waivers.
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf baseline nightly.json --out known.json
  ptoconf baseline ./vendor_out --vectors a5_smoke --out known.json
  ptoconf check --impl ./vendor_out --vectors a5_smoke --baseline known.json

Exit codes: 0 written, 2 usage, 3 unusable report or results, 4 nothing was checked in the report")]
pub struct Options {
    /// A report (check --report json=FILE), or a folder with results
    #[arg(value_name = "FROM")]
    from: PathBuf,

    #[command(flatten)]
    sets: Sets,

    /// File to write; one that is there is replaced
    #[arg(long, value_name = "FILE", default_value = "ptoconf_baseline.json")]
    out: PathBuf,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        let report = self.sets.report(&self.from, &self.sets.vectors)?;
        is_whole(&report)?;
        let baseline = known(report);
        let cases: u64 = baseline.failures.iter().map(ListedCases::count).sum();
        let mut sink = Sink::file("--out", &self.out)?;
        ptoconf_checker::report::write_json(&baseline, &mut sink)?;
        sink.finish()?;
        let number = |number: u64, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
        let (cases, ways) = (number(cases, "failing case"), number(baseline.failures.len() as u64, "way"));
        line(format_args!("{}: {cases}, failing in {ways}", self.out.display()))?;
        Ok(ExitCode::Conforms)
    }
}

/// A baseline of a part would forget all that is known of the rest.
fn is_whole(report: &Report) -> Result<(), CliError> {
    if !report.scope.check_filters.is_empty() {
        let filters = report.scope.check_filters.join(" ");
        return Err(CliError::usage(format!("the report was made with {filters}: a baseline of a part would forget the rest"))
            .next("make the report without filters"));
    }
    let known = report.totals.skipped.get(SkipReason::Known.name()).copied().unwrap_or_default();
    if report.totals.judged + known == 0 {
        return Err(CliError::nothing("nothing was checked in the report"));
    }
    Ok(())
}

/// The failing cases of a report that no waiver covers; those that were known and still fail among them.
fn known(report: Report) -> Baseline {
    let mut failures: Vec<ListedCases> = vec![];
    for list in report.cases.into_iter().filter(|list| list.fails.is_some() && list.excused != Some(SkipReason::Waived)) {
        match failures.iter_mut().find(|other| (&other.op, &other.fails) == (&list.op, &list.fails)) {
            Some(other) => other.cases.extend(list.cases),
            None => failures.push(ListedCases { excused: None, ..list }),
        }
    }
    failures.iter_mut().for_each(|list| list.cases.sort());
    Baseline { format: Baseline::FORMAT.to_owned(), set: report.set, implementation: report.implementation, failures }
}
