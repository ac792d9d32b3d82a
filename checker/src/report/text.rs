//! The whole text: every table, and the first failures of each group.

use super::plain::clean;
use super::table::{self, Table};
use ptoconf_schemas::{Failure, FailureGroup, Report};
use std::io::{self, Write};

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const BOLD: &str = "\x1b[1m";
const NO_INK: &str = "\x1b[0m";
/// All that a report on a terminal has of what terminals obey.
pub const INKS: [&str; 4] = [RED, GREEN, BOLD, NO_INK];

/// Over what did not come out the same when it was run again.
pub(super) const FLAKY: &str = "fails, and did not always come out the same when it was run again";

/// Writes the report as text with all of its tables, with terminal colours if `color`.
pub fn text(report: &Report, color: bool, mut to: impl Write) -> io::Result<()> {
    let ink = Ink { color };
    let to = &mut to;
    header(report, to)?;
    super::causes::text(report, usize::MAX, to)?;
    section("judged", &table::judged(report), to)?;
    section("cases", &table::operations(report), to)?;
    section("coverage", &table::coverage(report), to)?;
    section("rules (passed/cases)", &table::rules(report), to)?;
    section("readings followed", &table::readings(report), to)?;
    list(table::DEVIATIONS, &table::deviation_lines(report), to)?;
    list("results that no admitted choice explains together", &table::contradictions(report), to)?;
    list(FLAKY, &table::flaky(report), to)?;
    list("orders of additions", &super::order_lines(&report.orders), to)?;
    list("distances from correctly rounded results", &super::accuracy_lines(&report.accuracy), to)?;
    for group in &report.failures {
        failure_group(group, &ink, to)?;
    }
    list("results that belong to no case", &report.extra, to)?;
    known(report, to)?;
    list("waivers", &table::waivers(report), to)?;
    writeln!(to, "\n{}", ending(report.exit_code == 0, color, &table::ending(report)))
}

/// The last line, in the colour of how it went.
pub(super) fn ending(good: bool, color: bool, text: &str) -> String {
    Ink { color }.paint(if good { GREEN } else { RED }, text)
}

struct Ink {
    color: bool,
}

impl Ink {
    fn paint(&self, color: &str, text: &str) -> String {
        let text = clean(text);
        if self.color { format!("{color}{text}{NO_INK}") } else { text }
    }
}

pub(super) fn header(report: &Report, to: &mut impl Write) -> io::Result<()> {
    let set = &report.set;
    let digest = set.suite.get(..12).unwrap_or(&set.suite);
    writeln!(to, "set             {digest}, tier {}, seed {}, ptoconf {}", set.tier, set.seed, set.version)?;
    writeln!(to, "origin          {}", table::origin(report))?;
    writeln!(to, "profile         {}", clean(&set.profile_in_words()))?;
    writeln!(to, "implementation  {}", clean(&table::implementation(report)))?;
    if let Some(answers) = table::answers(report) {
        writeln!(to, "answers         {}", clean(&answers))?;
    }
    writeln!(to, "totals          {}", table::totals(&report.totals))?;
    writeln!(to, "scope           {}", clean(&table::scope(report)))?;
    match table::baseline(report) {
        Some(baseline) => writeln!(to, "baseline        {}", clean(&baseline)),
        None => Ok(()),
    }
}

/// What changed of what a baseline knows.
fn known(report: &Report, to: &mut impl Write) -> io::Result<()> {
    let Some(baseline) = &report.baseline else { return Ok(()) };
    list("known failures that fail in another way", &baseline.otherwise_cases, to)?;
    list("known failures that no longer fail", &baseline.better_cases, to)
}

pub(super) fn section(title: &str, table: &Table<'_>, to: &mut impl Write) -> io::Result<()> {
    if table.rows.is_empty() {
        return Ok(());
    }
    writeln!(to, "\n{title}")?;
    let header: Vec<String> = table.header.iter().map(|h| (*h).to_string()).collect();
    let width = |column: usize| std::iter::once(&header).chain(&table.rows).map(|r| r[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    for row in std::iter::once(&header).chain(&table.rows) {
        let cell = |(i, text): (usize, &String)| match i < table.words {
            true => format!("{text:<w$}", w = widths[i]),
            false => format!("{text:>w$}", w = widths[i]),
        };
        let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
        writeln!(to, "  {}", clean(cells.join("  ").trim_end()))?;
    }
    Ok(())
}

fn failure_group(group: &FailureGroup, ink: &Ink, to: &mut impl Write) -> io::Result<()> {
    writeln!(to, "\n{}", ink.paint(BOLD, &table::group_title(group)))?;
    writeln!(to, "  {}", group.kind.meaning())?;
    if !group.instead.is_empty() {
        writeln!(to, "  looks like: {}", clean(&group.instead.join(", ")))?;
    }
    group.first.iter().try_for_each(|failure| one_failure(failure, ink, to))
}

fn one_failure(failure: &Failure, ink: &Ink, to: &mut impl Write) -> io::Result<()> {
    writeln!(to, "  {}", failure.case)?;
    writeln!(to, "    {}", failure.tuple)?;
    writeln!(to, "    {}", clean(&failure.message))?;
    for element in &failure.elements {
        writeln!(to, "      {}", clean(&table::element(element)))?;
    }
    for line in &failure.picture {
        let line = if line.contains('#') { line.replace('#', &ink.paint(RED, "#")) } else { line.clone() };
        writeln!(to, "      {line}")?;
    }
    Ok(())
}

pub(super) fn list(title: &str, lines: &[String], to: &mut impl Write) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(to, "\n{}", clean(title))?;
    lines.iter().try_for_each(|line| writeln!(to, "  {}", clean(line)))
}
