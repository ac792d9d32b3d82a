//! Whether the outputs of one case can pass for those of another.

use crate::answers::{Contents, short};
use ptoconf_schemas::{Alternative, AnswerLine, Binding, Counts, Role, SmolStr, Suite, Tile, TupleLine};
use std::collections::{BTreeMap, HashMap};

/// Accepted outputs of the cases of an operation.
#[derive(Default)]
pub struct Cases {
    /// Which case has accepted outputs of this digest; `None` for several.
    owners: HashMap<u64, Option<u32>>,
    /// Of each case: its class, and how many accepted outputs it has.
    cases: Vec<(u16, u16)>,
    /// The digests of those, and whether there is room in them.
    outputs: Vec<(u64, bool)>,
    classes: BTreeMap<SmolStr, u16>,
}

impl Cases {
    /// Adds the cases of a tuple.
    pub fn add(&mut self, suite: &Suite, line: &TupleLine, answer: &AnswerLine, contents: &Contents) {
        let arrays = |i: &usize| contents.bytes[*i].iter().any(|&bytes| bytes > 0);
        let admitted = |i: &usize| is_admitted(suite, line, &answer.alternatives[*i]);
        let accepted: Vec<usize> = (0..answer.alternatives.len()).filter(arrays).filter(admitted).collect();
        if accepted.is_empty() {
            return;
        }
        let next = self.classes.len() as u16;
        let class = *self.classes.entry(answer.class.as_str().into()).or_insert(next);
        // Results of other tiles do not fit: their shapes and types are part of what has to agree.
        let (place, sources) = (tiles(line), bytes_of_sources(line));
        for slot in 0..line.cases as usize {
            let case = self.cases.len() as u32;
            let room = |i: usize| contents.bytes[i][slot].min(sources) >= Binding::ROOM;
            let mut outputs: Vec<(u64, bool)> = accepted.iter().map(|&i| (contents.digests[i][slot] ^ place, room(i))).collect();
            outputs.sort_unstable();
            outputs.dedup();
            self.cases.push((class, outputs.len() as u16));
            for (digest, room) in outputs {
                self.owners.entry(digest).and_modify(|owner| *owner = owner.filter(|o| *o == case)).or_insert(Some(case));
                self.outputs.push((digest, room));
            }
        }
    }

    /// The sum of it.
    pub fn report(&self) -> Binding {
        let names: BTreeMap<u16, &SmolStr> = self.classes.iter().map(|(name, id)| (*id, name)).collect();
        let mut binding = Binding { cases: self.cases.len() as u64, ..Binding::default() };
        let mut outputs = self.outputs.iter();
        for (class, number) in &self.cases {
            // Every output is looked at: each case takes its own from the list.
            let own = outputs.by_ref().take(usize::from(*number));
            let shared: Vec<bool> = own.filter(|(d, _)| self.owners.get(d).is_none_or(Option::is_none)).map(|(_, room)| *room).collect();
            if shared.is_empty() {
                binding.bound += 1;
                continue;
            }
            let count = |counts: &mut Counts| *counts.entry(names[class].clone()).or_default() += 1;
            count(&mut binding.shared);
            if shared.contains(&true) {
                binding.shared_with_room += 1;
                count(&mut binding.with_room);
            }
        }
        binding
    }
}

/// Bytes in the valid regions of the inputs: outputs that repeat a few of them have no more room than those.
fn bytes_of_sources(line: &TupleLine) -> u64 {
    let valid = |tile: &Tile| u64::from(tile.valid_rows()) * u64::from(tile.valid_cols()) * tile.dtype.bytes() as u64;
    line.tuple.with_role(Role::In).map(|o| valid(&o.tile)).sum()
}

/// Whether a choice that the profile of the set admits leads to the alternative.
fn is_admitted(suite: &Suite, line: &TupleLine, alternative: &Alternative) -> bool {
    let admits = |reading: &str, options: &[SmolStr]| {
        suite.reading(reading).is_some_and(|r| r.admitted_for(&line.tuple).iter().any(|a| options.iter().any(|o| o == a)))
    };
    !alternative.rejects && alternative.when.iter().all(|(reading, options)| admits(reading, options))
}

/// A digest of what the arrays of the outputs look like.
fn tiles(line: &TupleLine) -> u64 {
    let mut hasher = blake3::Hasher::new();
    for operand in line.tuple.with_role(Role::Out) {
        hasher.update(operand.tile.dtype.name().as_bytes());
        hasher.update(&operand.tile.rows().to_le_bytes()).update(&operand.tile.cols().to_le_bytes());
    }
    short(&hasher.finalize())
}
