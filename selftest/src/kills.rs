//! From the verdicts on a mutant to the tuples that kill it.

use crate::arena::Arena;
use ptoconf_schemas::{CaseId, FailureKind, VerdictLine};
use std::collections::BTreeMap;

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

/// The tuples of an arena with failing cases: by position.
pub fn kills(arena: &Arena, verdicts: &[u8]) -> BTreeMap<usize, Kill> {
    let mut kills: BTreeMap<usize, Kill> = BTreeMap::new();
    for line in verdicts.split(|b| *b == b'\n') {
        if line.ends_with(br#""verdict":"pass"}"#) {
            continue;
        }
        let Ok(VerdictLine { case, failure: Some(kind), .. }) = serde_json::from_slice(line) else { continue };
        let Some(id) = CaseId::parse(&case) else { continue };
        if let Some(tuple) = arena.reader.index_of(id.tuple) {
            let kill = kills.entry(tuple).or_default();
            *kill.kinds.entry(kind).or_default() += 1;
            kill.alone |= arena.is_smoke_case(tuple, id.slot) && kind != FailureKind::InconsistentReading;
        }
    }
    kills
}

/// The strategy that made a tuple: the middle of its name.
pub fn strategy(name: &str, form: &str) -> String {
    let rest = name.strip_prefix(form).unwrap_or(name).trim_start_matches('-');
    rest.rsplit_once('-').map_or(rest, |(strategy, _)| strategy).to_owned()
}
