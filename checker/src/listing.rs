//! Judged cases by name, those together of which the same is to be said.

use crate::cases::Cases;
use crate::followed::Followed;
use crate::state::Cause;
use ptoconf_schemas::{AnswerLine, ListedCases, SkipReason, Slots, TupleLine, Way};
use std::collections::BTreeMap;

/// How the cases of a list fail, if they do, and why that does not count.
type Key = (Option<Way>, Option<SkipReason>);

/// The judged cases of an operation; `lines` are its tuples with their answers, and need not be there where nothing fails.
pub fn listed(op: &str, cases: &Cases, lines: Option<(&[TupleLine], &[AnswerLine])>, followed: &Followed) -> Vec<ListedCases> {
    let mut groups: BTreeMap<Key, Vec<String>> = BTreeMap::new();
    for (tuple, causes) in cases.iter().enumerate() {
        let mut of_tuple: BTreeMap<Key, Slots> = BTreeMap::new();
        for (slot, cause) in (0..).zip(causes) {
            let fails = cause.fails().zip(lines);
            let fails = fails.map(|(kind, (lines, answers))| followed.way((tuple, slot), &lines[tuple], &answers[tuple], kind));
            if fails.is_some() || *cause == Cause::Pass {
                of_tuple.entry((fails, cause.skipped())).or_default().push(slot);
            }
        }
        for (key, slots) in of_tuple {
            groups.entry(key).or_default().push(format!("{}/{slots}", cases.name(tuple)));
        }
    }
    let list = |((fails, excused), cases): (Key, Vec<String>)| ListedCases { op: op.to_owned(), fails, excused, cases };
    groups.into_iter().map(list).collect()
}
