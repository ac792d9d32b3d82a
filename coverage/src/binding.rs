//! Whether the outputs of one case can pass for those of another.

use crate::answers::{Contents, short};
use ptoconf_schemas::{Alternative, AnswerLine, Binding, Counts, Role, SmolStr, Suite, Tile, TupleLine};
use std::collections::BTreeMap;

/// Accepted outputs of the cases of an operation.
#[derive(Default)]
pub struct Cases {
    /// Of each case, its class.
    cases: Vec<u16>,
    /// All of them. There are hundreds of thousands, so that nothing else is kept of each.
    outputs: Vec<Output>,
    classes: BTreeMap<SmolStr, u16>,
}

/// An accepted output.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Output {
    digest: u64,
    case: u32,
    /// Whether there is room in it for outputs of other cases to be others.
    has_room: bool,
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
            let has_room = |i: usize| contents.bytes[i][slot].min(sources) >= Binding::ROOM;
            self.cases.push(class);
            self.outputs.extend(accepted.iter().map(|&i| Output {
                digest: contents.digests[i][slot] ^ place,
                case,
                has_room: has_room(i),
            }));
        }
    }

    /// The sum of it.
    pub fn report(mut self) -> Binding {
        let mut binding = Binding { cases: self.cases.len() as u64, ..Binding::default() };
        let [mut shared, mut with_room] = [vec![false; self.cases.len()], vec![false; self.cases.len()]];
        self.outputs.sort_unstable();
        for alike in self.outputs.chunk_by(|a, b| a.digest == b.digest).filter(|alike| alike[0].case != alike[alike.len() - 1].case) {
            for Output { case, has_room, .. } in alike {
                shared[*case as usize] = true;
                with_room[*case as usize] |= has_room;
            }
        }
        let names: BTreeMap<u16, &SmolStr> = self.classes.iter().map(|(name, id)| (*id, name)).collect();
        let count = |counts: &mut Counts, class: &u16| *counts.entry(names[class].clone()).or_default() += 1;
        for (class, is_shared) in self.cases.iter().zip(&shared) {
            match is_shared {
                true => count(&mut binding.shared, class),
                false => binding.bound += 1,
            }
        }
        for (class, _) in self.cases.iter().zip(&with_room).filter(|(_, with_room)| **with_room) {
            binding.shared_with_room += 1;
            count(&mut binding.with_room, class);
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
