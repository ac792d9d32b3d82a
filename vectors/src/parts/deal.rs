//! Deals the tuples of a set out to parts that cost about the same.
//!
//! Which part a tuple is in depends on the set and the number of parts and on nothing else, so that parts which are run
//! apart know it without asking each other. Operations are dealt one after another, so that memory holds one at a time;
//! the loads are carried on from each to the next.

use crate::{Error, SetReader};
use ptoconf_schemas::{Part, TupleLine};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// What a case costs beside its data, in elements.
const CASE: u64 = 4096;

/// Deals tuples, the heaviest of an operation first, each to the part that has least so far.
pub(crate) struct Dealer {
    loads: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Dealer {
    /// For so many parts.
    pub fn new(parts: u32) -> Dealer {
        Dealer { loads: (1..=parts).map(|part| Reverse((0, part))).collect() }
    }

    /// The number of the part of each tuple of the next operation.
    pub fn deal(&mut self, tuples: &[TupleLine]) -> Vec<u32> {
        let mut order: Vec<(u64, usize)> = tuples.iter().map(cost).zip(0..).collect();
        order.sort_unstable_by_key(|&(cost, at)| (Reverse(cost), at));
        let mut parts = vec![0; tuples.len()];
        for (cost, at) in order {
            if let Some(mut lightest) = self.loads.peek_mut() {
                let Reverse((load, part)) = &mut *lightest;
                parts[at] = *part;
                *load = load.saturating_add(cost);
            }
        }
        parts
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
        let (mut dealer, mut share) = (Dealer::new(part.of), Share::default());
        for operation in &set.suite().operations {
            let tuples = set.operation(&operation.name)?.tuples;
            let dealt = tuples.iter().zip(dealer.deal(&tuples));
            let own = dealt.filter(|(_, number)| *number == part.index).map(|(line, _)| line.name.clone());
            share.names.insert(operation.name.clone(), own.collect());
        }
        Ok(share)
    }

    /// Whether it has this tuple, and so every case of it.
    pub fn has(&self, line: &TupleLine) -> bool {
        self.names.get(&line.tuple.op).is_some_and(|names| names.contains(&line.name))
    }
}
