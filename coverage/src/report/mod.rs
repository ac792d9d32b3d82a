//! The report in several forms.

mod markdown;
mod text;

pub use markdown::markdown;
use ptoconf_schemas::{Counts, CoverageReport, RuleCoverage};
use std::io::{Result, Write};
pub use text::text;

/// Writes the report as JSON.
///
/// # Errors
/// Those of the writer.
pub fn json(report: &CoverageReport, to: &mut impl Write) -> Result<()> {
    serde_json::to_writer_pretty(&mut *to, report)?;
    writeln!(to)
}

/// Names with their counts, in one line.
fn counts(counts: &Counts) -> String {
    let entries: Vec<String> = counts.iter().map(|(name, n)| format!("{name} {n}")).collect();
    if entries.is_empty() { "-".to_owned() } else { entries.join(", ") }
}

/// What is to be said of a rule beside its numbers.
fn remark(rule: &RuleCoverage) -> String {
    let mut remarks = vec![];
    match &rule.unreachable {
        Some(reason) => remarks.push(format!("unreachable: {reason}")),
        None if !rule.both_sides() => remarks.push("NOT ON BOTH SIDES".to_owned()),
        None => {}
    }
    if rule.without_twin > 0 {
        remarks.push(format!("{} WITHOUT A SOUND TWIN", rule.without_twin));
    }
    let ways = rule.ways();
    remarks.extend((ways > 0).then(|| format!("{ways} ways,")));
    remarks.extend(rule.fewest.map(|n| format!("differs in {n}")));
    remarks.extend(rule.closest.map(|n| format!("by {n}")));
    remarks.join(" ")
}
