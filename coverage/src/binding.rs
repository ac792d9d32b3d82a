//! Whether the outputs of one case can pass for those of another.

use crate::answers::{Contents, short};
use ptoconf_schemas::{Alternative, AnswerLine, Binding, Counts, SmolStr, Suite, TupleLine};
use std::collections::{BTreeMap, HashMap};

/// Accepted outputs of the cases of an operation.
#[derive(Default)]
pub struct Cases {
    /// Which case has accepted outputs of this digest; `None` for several.
    owners: HashMap<u64, Option<u32>>,
    /// Of each case: its class, whether its outputs have room, and how many digests it has.
    cases: Vec<(u16, bool, u16)>,
    digests: Vec<u64>,
    classes: BTreeMap<SmolStr, u16>,
}

impl Cases {
    /// Adds the cases of a tuple.
    pub fn add(&mut self, suite: &Suite, line: &TupleLine, answer: &AnswerLine, contents: &Contents) {
        let accepted: Vec<usize> = (0..answer.alternatives.len())
            .filter(|&i| contents.bytes[i] > 0 && is_admitted(suite, line, &answer.alternatives[i]))
            .collect();
        let Some(bytes) = accepted.iter().map(|&i| contents.bytes[i]).max() else { return };
        let next = self.classes.len() as u16;
        let class = *self.classes.entry(line.class.as_str().into()).or_insert(next);
        // Results of other tiles do not fit: their shapes and types are part of what has to agree.
        let place = tiles(line);
        for slot in 0..line.cases as usize {
            let case = self.cases.len() as u32;
            let mut digests: Vec<u64> = accepted.iter().map(|&i| contents.digests[i][slot] ^ place).collect();
            digests.sort_unstable();
            digests.dedup();
            self.cases.push((class, bytes >= Binding::ROOM, digests.len() as u16));
            for digest in digests {
                self.owners.entry(digest).and_modify(|owner| *owner = owner.filter(|o| *o == case)).or_insert(Some(case));
                self.digests.push(digest);
            }
        }
    }

    /// The sum of it.
    pub fn report(&self) -> Binding {
        let names: BTreeMap<u16, &SmolStr> = self.classes.iter().map(|(name, id)| (*id, name)).collect();
        let mut binding = Binding { cases: self.cases.len() as u64, ..Binding::default() };
        let mut digests = self.digests.iter();
        for (class, room, number) in &self.cases {
            // Every digest is looked at: each case takes its own from the list.
            let shared = digests.by_ref().take(usize::from(*number)).filter(|d| self.owners.get(d).is_none_or(Option::is_none)).count();
            if shared == 0 {
                binding.bound += 1;
                continue;
            }
            let count = |counts: &mut Counts| *counts.entry(names[class].clone()).or_default() += 1;
            count(&mut binding.shared);
            if *room {
                binding.shared_with_room += 1;
                count(&mut binding.with_room);
            }
        }
        binding
    }
}

/// Whether the profile of the set admits every reading that the alternative follows.
fn is_admitted(suite: &Suite, line: &TupleLine, alternative: &Alternative) -> bool {
    let admits = |reading: &str, option: &SmolStr| {
        suite.reading(reading).is_some_and(|r| r.admitted_for(&line.tuple).iter().any(|a| a.as_str() == option.as_str()))
    };
    !alternative.rejects && alternative.readings.iter().all(|(reading, option)| admits(reading, option))
}

/// A digest of what the arrays of the outputs look like.
fn tiles(line: &TupleLine) -> u64 {
    let mut hasher = blake3::Hasher::new();
    for operand in line.tuple.with_role(ptoconf_schemas::Role::Out) {
        hasher.update(operand.tile.dtype.name().as_bytes());
        hasher.update(&operand.tile.rows().to_le_bytes()).update(&operand.tile.cols().to_le_bytes());
    }
    short(&hasher.finalize())
}
