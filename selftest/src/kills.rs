//! From the verdicts on a mutant to the tuples that kill it.

use crate::Error;
use crate::arena::{Arena, twin};
use ptoconf_models::Model;
use ptoconf_schemas::{CaseId, FailureKind, TupleLine, VerdictLine};
use ptoconf_vectors::SetReader;
use std::collections::{BTreeMap, BTreeSet};

/// How many of its first cases a tuple is run with.
pub type Cases<'a> = dyn Fn(&TupleLine) -> u32 + Sync + 'a;

/// What failed of one tuple.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kill {
    /// Cases by kind of failure.
    pub kinds: BTreeMap<FailureKind, u64>,
    /// Whether a case of the smoke tier fails by itself: then it does so in every set that has it and its twin.
    pub alone: bool,
}

impl Kill {
    /// Whether it only fails together with others.
    pub fn is_by_reading(&self) -> bool {
        self.kinds.keys().all(|kind| *kind == FailureKind::InconsistentReading)
    }
}

impl Arena {
    /// The tuples of these and their twins that kill a model, by some of their cases.
    ///
    /// # Errors
    /// Something cannot be read or written.
    pub fn kills(&self, model: &Model, names: &BTreeSet<&str>, cases: &Cases) -> Result<BTreeMap<usize, Kill>, Error> {
        let named = self.answers.iter().filter(|answer| names.contains(answer.tuple.as_str()));
        let names: BTreeSet<&str> = named.flat_map(|answer| [Some(answer.tuple.as_str()), twin(answer)]).flatten().collect();
        let part = self.set.part(&self.op, |line| names.contains(line.name.as_str()))?;
        self.kills_in(&part, model, cases)
    }

    fn kills_in(&self, part: &SetReader, model: &Model, cases: &Cases) -> Result<BTreeMap<usize, Kill>, Error> {
        Ok(kills(self, &self.judge(part, model, &|line, slot| slot < cases(line))?.1))
    }

    /// The tuples of the smoke tier that kill a model; none where it does there what the right one does.
    ///
    /// # Errors
    /// Something cannot be read or written.
    pub fn kills_in_smoke(&self, right: &Model, other: &Model) -> Result<BTreeMap<usize, Kill>, Error> {
        if !self.differs_in_smoke(right, other)? {
            return Ok(BTreeMap::new());
        }
        self.kills_in(&self.smoke_set, other, &|line| self.smoke_cases(line))
    }
}

/// The tuples of an arena with failing cases: by position.
fn kills(arena: &Arena, verdicts: &[u8]) -> BTreeMap<usize, Kill> {
    let mut kills: BTreeMap<usize, Kill> = BTreeMap::new();
    for (case, kind) in verdicts.split(|b| *b == b'\n').filter_map(failure) {
        let Some(id) = CaseId::parse(&case) else { continue };
        if let Some(tuple) = arena.reader.index_of(id.tuple) {
            let kill = kills.entry(tuple).or_default();
            *kill.kinds.entry(kind).or_default() += 1;
            kill.alone |= id.slot < arena.smoke_cases(&arena.reader.tuples[tuple]) && kind != FailureKind::InconsistentReading;
        }
    }
    kills
}

/// The case of a line of verdicts, and why it failed; `None` where it did not.
fn failure(line: &[u8]) -> Option<(String, FailureKind)> {
    // Most lines say this, and need no parsing.
    if line.ends_with(br#""verdict":"pass"}"#) {
        return None;
    }
    let VerdictLine { case, failure, .. } = serde_json::from_slice(line).ok()?;
    Some((case, failure?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failing_lines_say_case_and_kind_and_others_nothing() {
        let failed = failure(br#"{"case":"ta/plain-0123456789/2","verdict":"fail","failure":"mismatch"}"#);
        assert_eq!(failed, Some(("ta/plain-0123456789/2".to_owned(), FailureKind::Mismatch)));
        for other in [
            &br#"{"case":"ta/plain-0123456789/2","verdict":"pass"}"#[..],
            br#"{"case":"ta/plain-0123456789/2","verdict":"skipped","skipped":"filtered"}"#,
            b"",
            b"no json",
        ] {
            assert_eq!(failure(other), None);
        }
    }
}
