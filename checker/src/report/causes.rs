//! Causes: what the failing tuples have in common, before everything else that a report says of failures.

use super::plain::{clean, cut, escape};
use crate::words::count;
use ptoconf_schemas::{CauseReport, Report, Seen, WrongElements};
use std::io::{self, Write};

/// Writes so many causes as text.
pub(super) fn text(report: &Report, shown: usize, to: &mut impl Write) -> io::Result<()> {
    if report.causes.is_empty() {
        return Ok(());
    }
    writeln!(to, "\ncauses: what failing tuples have in common that passing ones do not{}", follow(report))?;
    for (number, cause) in (1..).zip(report.causes.iter().take(shown)) {
        writeln!(to, "  {number}. {}", cut(&title(cause)))?;
        details(cause).iter().try_for_each(|detail| writeln!(to, "     {}", cut(detail)))?;
        if !cause.show.is_empty() {
            writeln!(to, "     {}", clean(&cause.show))?;
        }
    }
    more(report, shown).map_or(Ok(()), |more| writeln!(to, "  {more}"))
}

/// Writes the causes as markdown.
pub(super) fn markdown(report: &Report, to: &mut impl Write) -> io::Result<()> {
    if report.causes.is_empty() {
        return Ok(());
    }
    writeln!(to, "\n## Causes\n\nWhat failing tuples have in common that passing ones do not{}.\n", follow(report))?;
    for (number, cause) in (1..).zip(report.causes.iter()) {
        writeln!(to, "{number}. **{}**", escape(&title(cause)))?;
        details(cause).iter().try_for_each(|detail| writeln!(to, "   - {}", escape(detail)))?;
        if !cause.show.is_empty() {
            writeln!(to, "   - `{}`", clean(&cause.show))?;
        }
    }
    Ok(())
}

/// How many failing cases are no failure of their own.
fn follow(report: &Report) -> String {
    match report.causes.iter().map(|cause| cause.not_proven).sum() {
        0 => String::new(),
        more => format!("; {more} of the failed cases only cannot be judged because of others"),
    }
}

/// `mismatch in tdemo where dst.rows > 256: 12 tuples (30 cases)`.
fn title(cause: &CauseReport) -> String {
    let (tuples, cases) = (count(cause.tuples, "tuple"), count(cause.cases, "case"));
    let place = match &cause.operations[..] {
        [first, second, third, rest @ ..] if !rest.is_empty() => format!("{first}, {second}, {third} and {} more", rest.len()),
        all => all.join(", "),
    };
    let statement = statement(cause).map_or_else(|| format!(", and {NO_STATEMENT}"), |statement| format!(": {statement}"));
    format!("{}, {tuples} ({cases}) of {place}{statement}", cause.kind)
}

/// Said where nothing is found.
pub const NO_STATEMENT: &str = "no statement of three facts sets them apart";

/// What failing tuples, or their wrong elements, have in common.
pub fn statement(cause: &CauseReport) -> Option<String> {
    match (value_in_title(cause), &cause.statement) {
        (Some(values), Some(statement)) => Some(format!("{values}; {statement}")),
        (Some(only), None) => Some(only.to_owned()),
        (None, statement) => statement.clone(),
    }
}

fn details(cause: &CauseReport) -> Vec<String> {
    // What says most comes first.
    [
        wrong(cause).map(|words| format!("wrong elements, {words}")),
        cause.said.as_ref().map(|said| format!("message, such as: {said}")),
        sentence(cause),
        Some(smallest(cause)),
        Some(evidence(cause)),
        alternatives(cause),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Which elements are wrong, and what they hold: `in 24 cases looked at: the last valid row (all), holding zero (20 of 24), such
/// as …`.
pub fn wrong(cause: &CauseReport) -> Option<String> {
    let wrong = cause.wrong.as_ref()?;
    let share = |seen: &Seen| match seen.cases == wrong.looked_at {
        true => format!("{} (all)", seen.what),
        false => format!("{} ({} of {})", seen.what, seen.cases, seen.of),
    };
    let values = wrong.values.iter().filter(|_| value_in_title(cause).is_none());
    let place = wrong.place.iter().chain(values).map(share);
    let hold = wrong.hold.iter().map(share).collect::<Vec<_>>().join(" or ");
    let hold = (!wrong.hold.is_empty()).then(|| format!("holding {hold}"));
    let example = wrong.example.as_ref().map(|example| format!("such as {example}"));
    let words: Vec<String> = place.chain(hold).chain(example).collect();
    (!words.is_empty()).then(|| format!("in {} looked at: {}", count(wrong.looked_at, "case"), words.join(", ")))
}

/// The same of one case: `the last valid row, holding zero`.
pub fn seen(wrong: &WrongElements) -> Option<String> {
    let place = wrong.place.iter().chain(&wrong.values).map(|seen| seen.what.clone());
    let hold = wrong.hold.iter().map(|seen| seen.what.as_str()).collect::<Vec<_>>().join(" or ");
    let hold = (!hold.is_empty()).then(|| format!("holding {hold}"));
    let words: Vec<String> = place.chain(hold).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// By which value wrong elements are set apart in every case, where nothing plainer is said of the tuples.
fn value_in_title(cause: &CauseReport) -> Option<&str> {
    let values = cause.wrong.as_ref()?.values.as_ref()?;
    // What an option says stands in quotation marks.
    let is_one_fact = |statement: &String| !statement.split('"').step_by(2).any(|part| part.contains(" and "));
    let is_plain = cause.statement.as_ref().is_some_and(is_one_fact);
    (values.cases == values.of && !is_plain).then_some(&values.what)
}

/// How well the statement tells failing from passing tuples, and what mending it would leave.
fn evidence(cause: &CauseReport) -> String {
    let passing = count(cause.passing, "tuple");
    let mut words = match (&cause.statement, cause.passing, cause.exceptions) {
        (None, ..) => String::new(),
        (Some(_), 0, _) => "no tuple that could fail in this way passes; ".to_owned(),
        (Some(_), _, 0) => format!("of {passing} that pass and could fail in this way, it is true of none; "),
        (Some(_), _, exceptions) => {
            let such_as = cause.such_as.first().map_or_else(String::new, |first| format!(", such as {first}"));
            format!("of {passing} that pass and could fail in this way, it is true of {exceptions}{such_as}; ")
        }
    };
    if cause.not_proven > 0 {
        words.push_str(&format!("because of it {} cannot be judged; ", count(cause.not_proven, "more case")));
    }
    words + &format!("mending this alone leaves {}", count(cause.remaining, "failing case"))
}

/// The statements that this set cannot tell from the first.
fn alternatives(cause: &CauseReport) -> Option<String> {
    let more = if cause.or_more > 0 { format!(", or {} more", cause.or_more) } else { String::new() };
    (!cause.or.is_empty()).then(|| format!("this set cannot tell it from: {}{more}", cause.or.join("; or ")))
}

/// The sentence that is broken or followed.
fn sentence(cause: &CauseReport) -> Option<String> {
    let source = |source: &str| if source.is_empty() { String::new() } else { format!(" ({source})") };
    cause.sentence.as_ref().map(|s| format!("{}: {}{}", s.id, s.statement.trim(), source(&s.source)))
}

/// The smallest failing tuple, and how the nearest passing one differs from it.
fn smallest(cause: &CauseReport) -> String {
    let nearest = cause.nearest.as_ref();
    let passes = nearest.map(|nearest| format!("; the nearest that passes, {}, has {}", nearest.tuple, nearest.differs.join("; ")));
    format!("the smallest is {}{}", cause.tuple, passes.unwrap_or_default())
}

/// What is not written out.
fn more(report: &Report, shown: usize) -> Option<String> {
    let rest = report.causes.get(shown..).filter(|rest| !rest.is_empty())?;
    let tuples = count(rest.iter().map(|cause| cause.tuples).sum(), "failing tuple");
    let rest = count(rest.len() as u64, "more cause");
    Some(match all(report) {
        Some(command) => format!("and {rest} of {tuples}; all of them: {command}"),
        None => format!("and {rest} of {tuples}; -v says them, and `ptoconf triage` where --out keeps the results"),
    })
}

/// The command that says every cause, where the results are there to stay: as the command that draws the first, in the same folders.
fn all(report: &Report) -> Option<String> {
    let first = report.causes.first()?;
    let folders = first.show.strip_prefix(&format!("ptoconf show {}", first.smallest))?;
    folders.contains(" --impl ").then(|| format!("ptoconf triage{folders}"))
}
