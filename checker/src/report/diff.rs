//! What differs between two reports, as text, JSON and Markdown.

use super::plain::{clean, cut, escape};
use super::text;
use crate::words::count;
use ptoconf_schemas::{ChangedBesides, ChangedCases, ChangedCause, ChangedReading, DiffReport, DiffSide, Way};
use std::io::{self, Write};

/// Lines of each list in the text.
const LISTED: usize = 8;

/// Writes what differs as text, with terminal colours if `color`.
pub fn diff_text(report: &DiffReport, color: bool, mut to: impl Write) -> io::Result<()> {
    writeln!(to, "old       {}", clean(&side(&report.old)))?;
    writeln!(to, "new       {}", clean(&side(&report.new)))?;
    writeln!(to, "compared  {}", compared(report))?;
    for (title, lines) in lists(report) {
        writeln!(to, "\n{title}")?;
        lines.iter().take(LISTED).try_for_each(|line| writeln!(to, "  {}", cut(line)))?;
        if lines.len() > LISTED {
            writeln!(to, "  and {} more; --report json and markdown list them", lines.len() - LISTED)?;
        }
    }
    writeln!(to, "\n{}", text::ending(!report.is_worse(), color, &diff_ending(report)))
}

/// Writes what differs as Markdown.
pub fn diff_markdown(report: &DiffReport, mut to: impl Write) -> io::Result<()> {
    writeln!(to, "# ptoconf diff\n\n**{}**\n", escape(&diff_ending(report)))?;
    writeln!(to, "- old: {}\n- new: {}\n- compared: {}", escape(&side(&report.old)), escape(&side(&report.new)), compared(report))?;
    for (title, lines) in lists(report) {
        writeln!(to, "\n## {title}\n")?;
        lines.iter().try_for_each(|line| writeln!(to, "- {}", escape(line)))?;
    }
    Ok(())
}

/// Writes what differs as indented JSON (`schemas/v1/diff.schema.json`).
pub fn diff_json(report: &DiffReport, to: impl Write) -> io::Result<()> {
    super::write_json(report, to)
}

/// The last line.
fn diff_ending(report: &DiffReport) -> String {
    let worse = |groups: &[ChangedCases]| groups.iter().map(|group| group.count).sum::<u64>();
    match (worse(&report.newly_failing), worse(&report.failing_otherwise)) {
        _ if report.compared == 0 => "nothing was compared: no case was judged in both".to_owned(),
        (0, 0) if !report.differs() => "no difference in what both judged".to_owned(),
        (0, 0) if report.is_worse() => "no case fails newly, but beside the cases it is worse".to_owned(),
        (0, 0) => "no case fails newly".to_owned(),
        (new, 0) => format!("{} newly", fail(new)),
        (0, otherwise) => format!("{} in another way than before", fail(otherwise)),
        (new, otherwise) => format!("{} newly, and {otherwise} in another way than before", fail(new)),
    }
}

fn fail(cases: u64) -> String {
    format!("{} fail{}", count(cases, "case"), if cases == 1 { "s" } else { "" })
}

fn side(side: &DiffSide) -> String {
    let (set, totals) = (&side.set, &side.totals);
    let digest = set.suite.get(..12).unwrap_or(&set.suite);
    let name = format!("{} {}", side.implementation.name, side.implementation.version);
    let passed = format!("{} of {} passed", totals.passed, count(totals.judged, "judged case"));
    format!("{}, set {digest}, tier {}, seed {}, profile {}: {passed}", name.trim_end(), set.tier, set.seed, set.profile)
}

fn compared(report: &DiffReport) -> String {
    let data = if report.same_data { "case by case" } else { "tuple by tuple, because other seeds have other data" };
    let other = format!("not in the other: {} of the old, {} of the new", report.only_old, report.only_new);
    let chance = match (report.other_data_fails, report.other_data_failed) {
        (0, 0) => String::new(),
        (now, before) => {
            format!("; fail with these data alone, as others of their operation do in both: {before} of the old, {now} of the new")
        }
    };
    format!("{}, {data}; {other}{chance}", count(report.compared, "case"))
}

/// The lists that are not empty, each with its title.
fn lists(report: &DiffReport) -> Vec<(String, Vec<String>)> {
    let cases = |title: &str, groups: &[ChangedCases]| {
        let all = groups.iter().map(|group| group.count).sum();
        (format!("{title}: {}", count(all, "case")), groups.iter().map(changed).collect::<Vec<_>>())
    };
    let causes = |causes: &[ChangedCause]| causes.iter().map(cause).collect::<Vec<_>>();
    let lists = vec![
        cases("newly failing", &report.newly_failing),
        cases("failing otherwise", &report.failing_otherwise),
        cases("newly passing", &report.newly_passing),
        ("changed beside the cases".to_owned(), report.besides.iter().map(besides).collect()),
        ("readings that changed".to_owned(), report.readings.iter().map(reading).collect()),
        ("causes that came".to_owned(), causes(&report.causes_came)),
        ("causes that went".to_owned(), causes(&report.causes_went)),
    ];
    lists.into_iter().filter(|(_, lines)| !lines.is_empty()).collect()
}

/// `tcolsum crashed f16, was mismatch f16: 4 cases of 2 tuples, such as tcolsum/plain-0123456789/0`.
fn changed(group: &ChangedCases) -> String {
    let (cases, tuples) = (count(group.count, "case"), count(group.cases.len() as u64, "tuple"));
    let how = match (&group.was, &group.now) {
        (Some(was), Some(now)) => format!("{now}, was {was}"),
        (was, now) => was.iter().chain(now).map(Way::to_string).collect(),
    };
    let one = |(name, slots): (&str, &str)| format!("{name}/{}", slots.split([',', '-']).next().unwrap_or(slots));
    let first = group.cases.first().and_then(|case| case.rsplit_once('/')).map(one).unwrap_or_default();
    format!("{} {how}: {cases} of {tuples}, such as {}/{first}", group.op, group.op)
}

/// `observed: no longer inputs`.
fn besides(change: &ChangedBesides) -> String {
    let one = |words: &str, list: &[String]| (!list.is_empty()).then(|| format!("{words}{}", list.join(", ")));
    let both: Vec<String> = [one("", &change.now), one("no longer ", &change.was)].into_iter().flatten().collect();
    format!("{}: {}", change.what, both.join("; "))
}

fn reading(reading: &ChangedReading) -> String {
    let or_none = |names: &[String]| if names.is_empty() { "none throughout".to_owned() } else { names.join(" or ") };
    let what = match (&reading.reading, reading.place.as_str()) {
        (Some(id), "") => id.clone(),
        (Some(id), place) => format!("{id} in {place}"),
        (None, place) => format!("order of additions in {place}"),
    };
    format!("{what}: {}, was {}", or_none(&reading.now), or_none(&reading.was))
}

fn cause(cause: &ChangedCause) -> String {
    let (tuples, cases) = (count(cause.tuples, "tuple"), count(cause.cases, "case"));
    let statement = cause.statement.as_deref().unwrap_or("no statement of three facts sets them apart");
    format!("{}, {tuples} ({cases}) of {}: {statement}", cause.kind, cause.operations.join(", "))
}
