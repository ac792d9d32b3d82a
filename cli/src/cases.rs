//! Cases that are chosen by name: on the command line, or by a file that lists them.

use crate::input::LARGEST_REPORT;
use ptoconf_schemas::{CaseId, Report, Verdict, VerdictLine};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const EXPECTED: &str = "a case a line, the lines of --report verdicts, or a JSON report";

/// Most cases that a report is taken to name: each becomes an id, and a few letters can stand for billions.
const MOST: u64 = 1 << 22;
/// Most letters of a line that are shown.
const MOST_SHOWN: usize = 60;

/// The ids that one word of `--case` stands for.
#[derive(Clone, Debug)]
pub struct Listed(pub Vec<String>);

/// An id as it is, or `@FILE`: the ids that a file lists; of a file of verdicts and of a report, those that failed.
pub fn parse(word: &str) -> Result<Listed, String> {
    let Some(path) = word.strip_prefix('@') else { return Ok(Listed(vec![word.to_owned()])) };
    of_file(path)
}

/// The ids that a file lists; of a file of verdicts and of a report, those that failed.
pub fn of_file(path: &str) -> Result<Listed, String> {
    let bytes = ptoconf_vectors::read_input(Path::new(path), LARGEST_REPORT, EXPECTED).map_err(|e| e.to_string())?;
    if let Some(report) = report(&bytes) {
        let ids = of_report(&report).map_err(|reason| format!("{path}: {reason}"))?;
        return if ids.is_empty() { Err(format!("{path} is a report in which no case failed")) } else { Ok(Listed(ids)) };
    }
    let text = String::from_utf8(bytes).map_err(|_| format!("{path}: no text; expected {EXPECTED}"))?;
    let mut ids = vec![];
    for (number, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line.trim())) {
        ids.extend(of_line(line).map_err(|reason| format!("{path}, line {number}: {reason}"))?);
    }
    if ids.is_empty() { Err(format!("{path} names no case that failed, and no other")) } else { Ok(Listed(ids)) }
}

/// A report, where the file is none of verdicts, of which each line is a whole object.
fn report(bytes: &[u8]) -> Option<Report> {
    let is_object = bytes.trim_ascii_start().starts_with(b"{");
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let of_verdicts = || serde_json::from_slice::<VerdictLine>(first).is_ok();
    if is_object && !of_verdicts() { serde_json::from_slice(bytes).ok() } else { None }
}

/// The cases that failed, known and waived ones not among them.
fn of_report(report: &Report) -> Result<Vec<String>, String> {
    let failed = || report.cases.iter().filter(|listed| listed.fails.is_some() && listed.excused.is_none());
    let number = failed().fold(0, |sum: u64, listed| sum.saturating_add(listed.count()));
    if number > MOST {
        return Err(format!("it names {number} cases that failed, expected at most {MOST}"));
    }
    let mut ids = vec![];
    for listed in failed() {
        for (tuple, slots) in listed.tuples().map_err(|case| format!("`{}` is no case of a report", case.escape_debug()))? {
            ids.extend(slots.iter().map(|slot| CaseId { op: &listed.op, tuple, slot }.to_string()));
        }
    }
    Ok(ids)
}

fn of_line(line: &str) -> Result<Option<String>, String> {
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    if line.starts_with('{') {
        let verdict: VerdictLine = serde_json::from_str(line).map_err(|e| format!("no line of verdicts: {e}"))?;
        return Ok((verdict.verdict == Verdict::Fail).then_some(verdict.case));
    }
    match tuple_of(line) {
        Some(_) => Ok(Some(line.to_owned())),
        // As it can be printed: the file may hold anything.
        None => Err(format!("`{}` is no case; expected {EXPECTED}", line.chars().take(MOST_SHOWN).collect::<String>().escape_debug())),
    }
}

/// Operation and tuple of a case id or a tuple id.
pub fn tuple_of(id: &str) -> Option<(&str, &str)> {
    if let Some(case) = CaseId::parse(id) {
        return Some((case.op, case.tuple));
    }
    let (op, tuple) = id.split_once('/')?;
    (!tuple.is_empty() && !tuple.contains('/')).then_some((op, tuple))
}

/// Chosen cases, to be asked for many.
pub struct Chosen {
    /// Slots by tuple, none for all.
    tuples: BTreeMap<String, Option<BTreeSet<u32>>>,
}

impl Chosen {
    /// Of ids of cases and of tuples; what is neither chooses nothing.
    pub fn new<'a>(ids: impl Iterator<Item = &'a str>) -> Chosen {
        let mut tuples: BTreeMap<String, Option<BTreeSet<u32>>> = BTreeMap::new();
        for id in ids {
            let Some((op, tuple)) = tuple_of(id) else { continue };
            let slots = tuples.entry(format!("{op}/{tuple}")).or_insert_with(|| Some(BTreeSet::new()));
            match (CaseId::parse(id), slots) {
                (Some(case), Some(slots)) => {
                    slots.insert(case.slot);
                }
                (Some(_), None) => {}
                (None, slots) => *slots = None,
            }
        }
        Chosen { tuples }
    }

    /// Whether nothing is chosen.
    pub fn is_empty(&self) -> bool {
        self.tuples.is_empty()
    }

    /// Whether a case is chosen, given its tuple's id.
    pub fn has(&self, tuple: &str, slot: u32) -> bool {
        self.tuples.get(tuple).is_some_and(|slots| slots.as_ref().is_none_or(|slots| slots.contains(&slot)))
    }
}

/// The first of the ids that is none of the given tuples, each with its id and number of cases.
pub fn missing<'a>(mut ids: impl Iterator<Item = &'a str>, there: &BTreeMap<String, u32>) -> Option<&'a str> {
    let is_there = |id: &str| {
        let cases = tuple_of(id).and_then(|(op, tuple)| there.get(&format!("{op}/{tuple}")));
        cases.is_some_and(|cases| CaseId::parse(id).is_none_or(|case| case.slot < *cases))
    };
    ids.find(|id| !is_there(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_cases_choose_slots_and_ids_of_tuples_all() {
        let chosen = Chosen::new(["a/x/1", "a/x/3", "a/y", "a/y/2", "nothing"].into_iter());
        assert_eq!([0, 1, 2, 3].map(|slot| chosen.has("a/x", slot)), [false, true, false, true]);
        assert!(chosen.has("a/y", 7) && !chosen.has("a/z", 0) && !chosen.is_empty());
        assert!(Chosen::new(std::iter::empty()).is_empty());
    }

    #[test]
    fn what_a_set_does_not_have_is_found() {
        let there = BTreeMap::from([("a/x".to_owned(), 2)]);
        let first = |ids: &[&'static str]| missing(ids.iter().copied(), &there);
        assert_eq!([first(&["a/x", "a/x/1"]), first(&["a/x/2"]), first(&["a/x/0", "b/x"])], [None, Some("a/x/2"), Some("b/x")]);
    }

    #[test]
    fn a_line_is_a_case_a_failed_verdict_or_nothing() {
        assert_eq!(of_line("a/x/1"), Ok(Some("a/x/1".to_owned())));
        assert_eq!([of_line(""), of_line("# why")], [Ok(None), Ok(None)]);
        assert_eq!(of_line(r#"{"case":"a/x/1","verdict":"fail","failure":"mismatch"}"#), Ok(Some("a/x/1".to_owned())));
        assert_eq!(of_line(r#"{"case":"a/x/1","verdict":"pass"}"#), Ok(None));
        assert!(of_line("{").is_err());
        let refused = of_line(&format!("no \u{1b}[31mcase{}", "!".repeat(1000))).unwrap_err();
        assert!(refused.starts_with("`no \\u{1b}[31mcase!") && refused.len() < 200, "{refused}");
    }
}
