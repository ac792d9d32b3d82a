//! Whether a record is true.

use crate::arguments::Selection;
use crate::error::CliError;
use crate::excuses::{Excuses, check};
use crate::judge::{Judgement, judged};
use crate::record::of;
use ptoconf_schemas::{Record, WaiverFile, WaiverReport};
use ptoconf_vectors::{ResultsReader, SetReader};
use serde_json::Value;
use std::path::Path;

/// No reader of a record can write one, so that it is asked for anew.
const NEXT: &str = "ask whoever published it for the file that ptoconf wrote";

/// Reads a record, and gives its text as well.
///
/// # Errors
/// Unusable input: no record, one of another version, or waivers that no check takes.
pub fn read(path: &Path) -> Result<(Record, Vec<u8>), CliError> {
    let wrong = |what: String| CliError::input(format!("--record {}: {what}", path.display()));
    let text = crate::input::read("--record ", path, crate::input::LARGEST, "a record of a check")?;
    let value: Value = serde_json::from_slice(&text).map_err(|e| wrong(format!("not JSON: {e}")).next(NEXT))?;
    let said = |field: &str| value.get(field).and_then(Value::as_str).unwrap_or("absent").to_owned();
    if said("format") != Record::FORMAT {
        return Err(wrong(format!("format is {}, expected {}", said("format"), Record::FORMAT)).next(NEXT));
    }
    let own = env!("CARGO_PKG_VERSION");
    if said("ptoconf") != own {
        let what = format!("made by ptoconf {}, and this is {own}: only that version can make it again", said("ptoconf"));
        return Err(wrong(what).next("install the version that it names"));
    }
    let record: Record = serde_json::from_slice(&text).map_err(|e| wrong(format!("not as {} says: {e}", Record::FORMAT)).next(NEXT))?;
    for (at, listed) in record.waivers.iter().enumerate() {
        check(&listed.waiver).map_err(|(what, _)| wrong(format!("waivers[{at}].waiver.{what}")).next(NEXT))?;
    }
    if !record.waivers.is_empty() && record.waivers_on.is_none() {
        return Err(wrong("waivers_on: not there, expected the day on which the waivers held".to_owned()).next(NEXT));
    }
    Ok((record, text))
}

/// What a record says otherwise than a check of these results with its own waivers, a line each.
///
/// # Errors
/// Unusable input.
pub fn differences(
    (record, text): (&Record, &[u8]),
    set: &SetReader,
    results: &ResultsReader,
    threads: usize,
) -> Result<Vec<String>, CliError> {
    let waivers = record.waivers.iter().map(|listed| listed.waiver.clone()).collect::<Vec<_>>();
    let waivers = (!waivers.is_empty()).then_some(WaiverFile { waivers });
    let excuses = Excuses { waivers, today: record.waivers_on, baseline: None };
    let by = Judgement { selection: &Selection::default(), excuses: &excuses, details: 0, listed: false, threads, pieces: None };
    let report = judged(set, results, &by, None)?.report;
    // Another build of the same version comes to the same: that is what is asked.
    let again = Record { build: record.build.clone(), ..of(&report, set, results, record.waivers_on)? };
    let mut found = vec![];
    compare(&value(record)?, &value(&again)?, "", &mut found);
    if found.is_empty() && text != crate::record::text(&again)? {
        found.push("the text: not as ptoconf writes it; a field may be there twice".to_owned());
    }
    Ok(found)
}

/// A record in a few lines: whose results were judged by what, and what is waived.
pub fn summary(record: &Record) -> String {
    let Record { set, implementation, conclusion, totals, waivers, waivers_on, scope, .. } = record;
    let digest = set.suite.get(..12).unwrap_or(&set.suite);
    let name = format!("{} {}", implementation.name, implementation.version);
    let mut text = format!(
        "implementation  {}, as its results say\nset             {digest}, tier {}, profile {}\njudged by       {}\nverdict         {}: {} cases judged, {} failed\n",
        name.trim_end(),
        set.tier,
        set.profile_in_words(),
        judge(record),
        conclusion.name().replace('_', " "),
        totals.judged,
        totals.failed,
    );
    scope.left_out.iter().for_each(|left_out| text += &format!("left out        {left_out}\n"));
    if let Some(day) = waivers_on {
        text += &format!("waivers         held on {day}, as the record says\n");
    }
    for WaiverReport { waiver, covered, .. } in waivers {
        text += &format!("  {covered} cases until {}, {}: {}\n", waiver.expires, waiver.owner, waiver.reason);
    }
    text
}

/// Which program judged, as the record says.
fn judge(Record { ptoconf, build, .. }: &Record) -> String {
    let whose = match build {
        Some(digest) if Some(digest) == crate::record::build().as_ref() => "this build".to_owned(),
        Some(digest) => format!("another build than this, {}", digest.get(..12).unwrap_or(digest)),
        None => "a build that it does not name".to_owned(),
    };
    format!("ptoconf {ptoconf}, {whose}")
}

fn value(record: &Record) -> Result<Value, CliError> {
    Ok(serde_json::to_value(record).map_err(std::io::Error::from)?)
}

/// Collects where two documents differ.
fn compare(said: &Value, is: &Value, at: &str, found: &mut Vec<String>) {
    match (said, is) {
        (Value::Object(one), Value::Object(other)) => {
            let names = one.keys().chain(other.keys().filter(|name| !one.contains_key(*name)));
            let dot = if at.is_empty() { "" } else { "." };
            names.for_each(|name| compare(&said[name], &is[name], &format!("{at}{dot}{name}"), found));
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            one.iter().zip(other).enumerate().for_each(|(i, (said, is))| compare(said, is, &format!("{at}[{i}]"), found));
        }
        _ if said != is => found.push(format!("{at}: the record says {}, and it is {}", short(said), short(is))),
        _ => {}
    }
}

/// A value on part of a line.
fn short(value: &Value) -> String {
    const MOST: usize = 80;
    let text = match value {
        Value::Null => return "nothing".to_owned(),
        Value::Array(list) => format!("{} entries", list.len()),
        other => other.to_string(),
    };
    if text.chars().count() <= MOST { text } else { text.chars().take(MOST).collect::<String>() + "…" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_differs_is_said_with_its_place() {
        let mut found = vec![];
        let said = json!({"a": {"b": [1, 2]}, "gone": "x", "list": [1], "same": 0});
        let is = json!({"a": {"b": [1, 3]}, "list": [], "same": 0, "new": true});
        compare(&said, &is, "", &mut found);
        let expected = [
            "a.b[1]: the record says 2, and it is 3",
            "gone: the record says \"x\", and it is nothing",
            "list: the record says 1 entries, and it is 0 entries",
            "new: the record says nothing, and it is true",
        ];
        assert_eq!(found, expected);
    }
}
