//! `ptoconf baseline`: takes the failures of a report as known.

use crate::error::CliError;
use crate::output::line;
use crate::sink::Sink;
use crate::source::Sets;
use clap::Args;
use ptoconf_schemas::{Baseline, CaseId, ExitCode, FailureKind, ListedCases, Report, SkipReason, Slots};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Write the failures of a report down as known, for check --baseline and run --baseline
///
/// They are known by what is in their tuples and how they fail: kind, rule, and what they follow instead. What fails
/// otherwise than that is new. Cases that are waived are left to their waivers, and flaky ones are never known.
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
        let flaky = report.flaky.len() as u64;
        let baseline = known(report)?;
        let cases: u64 = baseline.failures.iter().map(ListedCases::count).sum();
        let mut sink = Sink::file("--out", &self.out)?;
        ptoconf_checker::report::write_json(&baseline, &mut sink)?;
        sink.finish()?;
        let number = |number: u64, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
        let (cases, ways) = (number(cases, "failing case"), number(baseline.failures.len() as u64, "way"));
        let flaky = match flaky {
            0 => String::new(),
            flaky => format!("; {} left out: what fails now and then stays a failure", number(flaky, "flaky case")),
        };
        line(format_args!("{}: {cases}, failing in {ways}{flaky}", self.out.display()))?;
        Ok(ExitCode::Conforms)
    }
}

/// A baseline of a part would forget all that is known of the rest.
fn is_whole(report: &Report) -> Result<(), CliError> {
    // Filters that leave nothing out, such as one of all operations of the set in ptoconf.toml, do no harm.
    let left_out = report.totals.skipped.get(SkipReason::Filtered.name()).copied().unwrap_or_default();
    if left_out > 0 {
        let filters = report.scope.check_filters.join(" ");
        return Err(CliError::usage(format!(
            "the report was made with {filters}, which left out {left_out} cases: a baseline of a part would forget the rest"
        ))
        .next("make the report without filters"));
    }
    let has_results = |list: &ListedCases| list.fails.as_ref().is_none_or(|way| way.kind != FailureKind::Missing);
    if !report.cases.iter().any(has_results) {
        return Err(CliError::nothing("nothing was checked in the report: there is no result of any case"));
    }
    Ok(())
}

/// The failing cases of a report that no waiver covers; those that were known and still fail among them.
fn known(report: Report) -> Result<Baseline, CliError> {
    let flaky: BTreeSet<&str> = report.flaky.iter().map(|flaky| flaky.case.as_str()).collect();
    let mut failures: Vec<ListedCases> = vec![];
    for mut list in report.cases.into_iter().filter(|list| list.fails.is_some() && list.excused != Some(SkipReason::Waived)) {
        list.cases = steady(&list, &flaky)?;
        if list.cases.is_empty() {
            continue;
        }
        match failures.iter_mut().find(|other| (&other.op, &other.fails) == (&list.op, &list.fails)) {
            Some(other) => other.cases.extend(list.cases),
            None => failures.push(ListedCases { excused: None, ..list }),
        }
    }
    failures.iter_mut().for_each(|list| list.cases.sort());
    Ok(Baseline { format: Baseline::FORMAT.to_owned(), set: report.set, implementation: report.implementation, failures })
}

/// The cases of a list that do not fail now and then.
fn steady(list: &ListedCases, flaky: &BTreeSet<&str>) -> Result<Vec<String>, CliError> {
    let tuples = list.tuples().map_err(|found| CliError::input(format!("the report lists `{found}`, expected a tuple and slots")))?;
    let kept = |(name, slots): (&str, Slots)| -> (String, Slots) {
        let own = flaky.iter().filter_map(|case| CaseId::parse(case)).filter(|case| (case.op, case.tuple) == (list.op.as_str(), name));
        (name.to_owned(), own.fold(slots, |slots, case| slots.without(case.slot)))
    };
    let kept = tuples.into_iter().map(kept).filter(|(_, slots)| !slots.is_empty());
    Ok(kept.map(|(name, slots)| format!("{name}/{slots}")).collect())
}
