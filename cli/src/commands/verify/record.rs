//! Whether a record is true.

use crate::arguments::Selection;
use crate::error::CliError;
use crate::excuses::Excuses;
use crate::judge::{Judgement, judged};
use crate::record::of;
use ptoconf_schemas::{Record, WaiverFile};
use ptoconf_vectors::{ResultsReader, SetReader};
use serde_json::Value;

/// What a record says otherwise than a check of these results with its own waivers, a line each.
///
/// # Errors
/// Unusable input.
pub fn differences(record: &Record, set: &SetReader, results: &ResultsReader, threads: usize) -> Result<Vec<String>, CliError> {
    let waivers = record.waivers.iter().map(|listed| listed.waiver.clone()).collect::<Vec<_>>();
    let waivers = (!waivers.is_empty()).then_some(WaiverFile { waivers });
    let excuses = Excuses { waivers, today: record.waivers_on, baseline: None };
    let by = Judgement { selection: &Selection::default(), excuses: &excuses, details: 0, listed: false, threads };
    let report = judged(set, results, &by, None)?.report;
    let again = of(&report, set, results, record.waivers_on)?;
    let mut found = vec![];
    compare(&value(record)?, &value(&again)?, "", &mut found);
    Ok(found)
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
