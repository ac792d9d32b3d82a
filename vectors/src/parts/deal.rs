//! Deals the tuples of a set out to parts that cost about the same.
//!
//! Which part a tuple is in depends on the set and the number of parts and on nothing else, so that parts which are run
//! apart know it without asking each other. Tuples are read one operation at a time, and their costs alone are kept.

use crate::{Error, SetReader};
use ptoconf_schemas::{Part, TupleLine};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// What a case costs beside its data, in elements.
const CASE: u64 = 4096;

/// Deals tuples, the heaviest first, each to the part that has least so far.
#[derive(Default)]
pub(crate) struct Dealer {
    costs: Vec<u64>,
}

impl Dealer {
    /// Adds a tuple.
    pub fn add(&mut self, tuple: &TupleLine) {
        self.costs.push(cost(tuple));
    }

    /// Adds tuples after all others.
    pub fn append(&mut self, mut others: Dealer) {
        self.costs.append(&mut others.costs);
    }

    /// The number of the part of each tuple, in the order in which they were added.
    pub fn deal(self, parts: u32) -> Vec<u32> {
        let mut loads: BinaryHeap<Reverse<(u64, u32)>> = (1..=parts).map(|part| Reverse((0, part))).collect();
        let mut dealt = vec![0; self.costs.len()];
        let mut order: Vec<(u64, usize)> = self.costs.into_iter().zip(0..).collect();
        order.sort_unstable_by_key(|&(cost, at)| (Reverse(cost), at));
        for (cost, at) in order {
            if let Some(mut lightest) = loads.peek_mut() {
                let Reverse((load, part)) = &mut *lightest;
                dealt[at] = *part;
                *load = load.saturating_add(cost);
            }
        }
        dealt
    }
}

/// What the cases of a tuple cost: the elements that they move, and something for each case.
fn cost(line: &TupleLine) -> u64 {
    let moved = if line.inputs.is_some() { line.tuple.elements() } else { 0 };
    moved.saturating_add(CASE).saturating_mul(line.cases.into())
}

/// The tuples of one part of a set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Names of tuples by operation.
    names: HashMap<String, HashSet<String>>,
}

impl Share {
    /// Those of this part. The answers of the set are not looked at.
    ///
    /// # Errors
    /// The set cannot be read.
    pub fn of(set: &SetReader, part: Part) -> Result<Share, Error> {
        let (mut dealer, mut names) = (Dealer::default(), vec![]);
        for operation in &set.suite().operations {
            set.for_each_tuple(operation, |line| {
                dealer.add(&line);
                names.push((&operation.name, line.name));
            })?;
        }
        let mut share = Share::default();
        for ((op, name), _) in names.into_iter().zip(dealer.deal(part.of)).filter(|(_, number)| *number == part.index) {
            share.names.entry(op.clone()).or_default().insert(name);
        }
        Ok(share)
    }

    /// Whether it has this tuple, and so every case of it.
    pub fn has(&self, line: &TupleLine) -> bool {
        self.names.get(line.tuple.op.as_str()).is_some_and(|names| names.contains(&line.name))
    }
}
