//! The short text: what a person at a terminal has to know, on one screen or two.

use super::plain::cut;
use super::{causes, table, text};
use crate::words::count;
use ptoconf_schemas::Report;
use std::io::{self, Write};

/// Causes that are written out, or fewer where other things need the room.
const CAUSES: usize = 5;
/// Lines of a report.
const LINES: usize = 60;
/// Lines of one in which nothing failed.
const GREEN_LINES: usize = 15;
/// Waivers that are written out, or fewer where other things need the room.
const WAIVERS: usize = 20;
/// Things of each list at most.
const LISTED: usize = 2;

/// Writes the report as short text, with terminal colours if `color`: at most 15 lines where nothing failed, and 60
/// whatever failed.
pub fn short(report: &Report, color: bool, mut to: impl Write) -> io::Result<()> {
    let mut text = vec![];
    for causes in (1..=CAUSES).rev() {
        text.clear();
        with_causes(report, causes, color, &mut text)?;
        if lines(&text) <= LINES {
            break;
        }
    }
    to.write_all(&text)
}

fn lines(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte == b'\n').count()
}

/// Writes it with so many causes at most.
fn with_causes(report: &Report, shown: usize, color: bool, to: &mut Vec<u8>) -> io::Result<()> {
    text::header(report, to)?;
    if let Some(readings) = readings(report) {
        writeln!(to, "readings        {readings}")?;
    }
    if let Some(fewest) = fewest(report) {
        writeln!(to, "least judged    {fewest}")?;
    }
    causes::text(report, shown, to)?;
    list(table::DEVIATIONS, &table::unnamed(report), to)?;
    list(
        "results that no admitted choice explains together",
        &table::contradictions(report).into_iter().map(|line| [line]).collect::<Vec<_>>(),
        to,
    )?;
    list(text::FLAKY, &table::flaky(report).into_iter().map(|line| [line]).collect::<Vec<_>>(), to)?;
    some("results that belong to no case", &report.extra, to)?;
    let most = if report.exit_code == 0 { GREEN_LINES } else { LINES };
    // Below them an empty line and the verdict.
    waivers(&table::waivers(report), most.saturating_sub(lines(to) + 2), to)?;
    writeln!(to)?;
    line(report, color, to)
}

/// Writes the last line alone. Nothing above it says where the set comes from.
pub fn quiet(report: &Report, color: bool, mut to: impl Write) -> io::Result<()> {
    let good = report.exit_code == 0;
    let origin = if good && !report.regenerated { format!("; {}", table::origin(report)) } else { String::new() };
    writeln!(to, "{}", text::ending(good, color, &(table::ending(report) + &origin)))
}

/// Writes the last line.
fn line(report: &Report, color: bool, mut to: impl Write) -> io::Result<()> {
    writeln!(to, "{}", text::ending(report.exit_code == 0, color, &table::ending(report)))
}

/// Writes the causes, all of them, between what was judged and the verdict.
pub fn all_causes(report: &Report, color: bool, mut to: impl Write) -> io::Result<()> {
    let to = &mut to;
    text::header(report, to)?;
    causes::text(report, usize::MAX, to)?;
    writeln!(to)?;
    line(report, color, to)
}

/// How many questions that the pages leave open were answered as the profile admits.
fn readings(report: &Report) -> Option<String> {
    let (all, kept) = (report.readings.len() as u64, report.readings.iter().filter(|r| r.conforms).count() as u64);
    (all > 0).then(|| format!("{kept} of {} answered as the profile admits", count(all, "open question")))
}

/// The instantiation of which the fewest legal tuples were judged.
fn fewest(report: &Report) -> Option<String> {
    // Of a part, which was asked for, the smallest share says nothing.
    let judged = report.operations.iter().filter(|_| report.scope.whole);
    let all = judged.flat_map(|op| op.thinnest.iter().map(move |thin| (thin.tuples, &op.name, thin)));
    let (tuples, op, thin) = all.min_by_key(|(tuples, ..)| *tuples)?;
    Some(format!("{op} {} {}: {}", thin.form, thin.instantiation, count(tuples, "legal tuple")))
}

/// A list of which the first things are enough, each of some lines.
fn list<const LINES: usize>(title: &str, things: &[[String; LINES]], to: &mut impl Write) -> io::Result<()> {
    if things.is_empty() {
        return Ok(());
    }
    writeln!(to, "\n{title}")?;
    for (line, text) in things.iter().take(LISTED).flat_map(|lines| lines.iter().enumerate()) {
        writeln!(to, "{}{}", if line == 0 { "  " } else { "     " }, cut(text))?;
    }
    match things.len().saturating_sub(LISTED) {
        0 => Ok(()),
        more => writeln!(to, "  and {more} more; -v lists them"),
    }
}

/// Waivers, a line each as far as there is room: whoever reads a report has to know what it does not hold against anybody.
fn waivers(all: &[String], room: usize, to: &mut impl Write) -> io::Result<()> {
    // Above them an empty line and the title, below them how many more there are.
    let most = WAIVERS.min(room.saturating_sub(2));
    let shown = if all.len() <= most { all.len() } else { most.saturating_sub(1) };
    if shown < 2 {
        return some("waivers", all, to);
    }
    writeln!(to, "\nwaivers")?;
    all.iter().take(shown).try_for_each(|waiver| writeln!(to, "  {}", cut(waiver)))?;
    match all.len() - shown {
        0 => Ok(()),
        more => writeln!(to, "  and {more} more; -v lists them"),
    }
}

/// A list in one line.
fn some(title: &str, lines: &[String], to: &mut impl Write) -> io::Result<()> {
    let Some(first) = lines.first() else { return Ok(()) };
    let more = if lines.len() > 1 { format!(" and {} more; -v lists them", lines.len() - 1) } else { String::new() };
    writeln!(to, "\n{}", cut(&format!("{title}: {first}{more}")))
}
