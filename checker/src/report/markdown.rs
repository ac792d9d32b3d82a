//! Markdown: for a page or a comment, the same content in short.

use super::plain::{clean, escape};
use super::table::{self, Table};
use crate::words::count;
use ptoconf_schemas::{FailureGroup, Report, SetId};
use std::io::{self, Write};

/// Bytes for groups of failures: the summary of a step of GitHub Actions takes 1 MiB in all.
const ROOM: usize = 512 << 10;

/// Writes the report as markdown.
pub fn markdown(report: &Report, mut to: impl Write) -> io::Result<()> {
    let to = &mut to;
    let set = &report.set;
    writeln!(to, "# ptoconf: {}\n", escape(&table::implementation(report)))?;
    writeln!(to, "**{}**\n", escape(&table::ending(report)))?;
    let digest = set.suite.get(..12).unwrap_or(&set.suite);
    let profile = clean(&set.profile);
    writeln!(to, "Set `{digest}`, tier {}, seed {}, profile `{profile}`. {}.", set.tier, set.seed, table::totals(&report.totals))?;
    base(set, to)?;
    writeln!(to, "\nScope: {}.", escape(&table::scope(report)))?;
    writeln!(to, "\nOrigin: {}.", table::origin(report))?;
    if let Some(answers) = table::answers(report) {
        writeln!(to, "\nAnswers: {}.", escape(&answers))?;
    }
    if let Some(baseline) = table::baseline(report) {
        writeln!(to, "\nBaseline: {}.", escape(&baseline))?;
    }
    super::causes::markdown(report, to)?;
    section("Judged", &table::judged(report), to)?;
    section("Cases", &table::operations(report), to)?;
    section("Coverage", &table::coverage(report), to)?;
    section("Rules (passed/cases)", &table::rules(report), to)?;
    section("Readings followed", &table::readings(report), to)?;
    list("Options that are not admitted and would explain failing cases", &table::deviation_lines(report), to)?;
    list("Results that no admitted choice explains together", &table::contradictions(report), to)?;
    list("Fails, and did not always come out the same when it was run again", &table::flaky(report), to)?;
    list("Orders of additions", &super::order_lines(&report.orders), to)?;
    list("Distances from correctly rounded results", &super::accuracy_lines(&report.accuracy), to)?;
    failures(report, to)?;
    list("Results that belong to no case", &report.extra, to)?;
    if let Some(baseline) = &report.baseline {
        list("Known failures that fail in another way", &baseline.otherwise_cases, to)?;
        list("Known failures that no longer fail", &baseline.better_cases, to)?;
    }
    list("Waivers", &table::waivers(report), to)
}

/// What the profile is based on, where it is a user's own.
pub(super) fn base(set: &SetId, to: &mut impl Write) -> io::Result<()> {
    if set.base.is_some() { writeln!(to, "\nProfile: {}.", escape(&set.profile_in_words())) } else { Ok(()) }
}

pub(super) fn section(title: &str, table: &Table<'_>, to: &mut impl Write) -> io::Result<()> {
    if table.rows.is_empty() {
        return Ok(());
    }
    writeln!(to, "\n## {title}\n")?;
    writeln!(to, "| {} |", table.header.iter().map(|head| escape(head)).collect::<Vec<_>>().join(" | "))?;
    let rule = |i: usize| if i < table.words { "---" } else { "---:" };
    writeln!(to, "| {} |", (0..table.header.len()).map(rule).collect::<Vec<_>>().join(" | "))?;
    for row in &table.rows {
        writeln!(to, "| {} |", row.iter().map(|cell| escape(cell)).collect::<Vec<_>>().join(" | "))?;
    }
    Ok(())
}

/// Groups of failures, as many as there is room for: a page that is too long for its place is not shown at all.
fn failures(report: &Report, to: &mut impl Write) -> io::Result<()> {
    if report.failures.is_empty() {
        return Ok(());
    }
    writeln!(to, "\n## Failures")?;
    let mut text = vec![];
    for (at, group) in report.failures.iter().enumerate() {
        let before = text.len();
        failure_group(group, &mut text)?;
        if text.len() > ROOM {
            to.write_all(&text[..before])?;
            let left = count((report.failures.len() - at) as u64, "more group");
            return writeln!(to, "\n{left} of failures, which the text and JSON reports list.");
        }
    }
    to.write_all(&text)
}

fn failure_group(group: &FailureGroup, to: &mut impl Write) -> io::Result<()> {
    writeln!(to, "\n### {}\n\n{}", escape(&table::group_title(group)), group.kind.meaning())?;
    if !group.instead.is_empty() {
        writeln!(to, "Looks like: {}.", escape(&group.instead.join(", ")))?;
    }
    writeln!(to)?;
    for failure in &group.first {
        writeln!(to, "- `{}`: {}", failure.case, escape(&failure.message))?;
        if let Some(element) = failure.elements.first() {
            writeln!(to, "  {}", escape(&table::element(element)))?;
        }
    }
    Ok(())
}

pub(super) fn list(title: &str, lines: &[String], to: &mut impl Write) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(to, "\n## {title}\n")?;
    lines.iter().try_for_each(|line| writeln!(to, "- {}", escape(line)))
}
