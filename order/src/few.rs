//! Every tree of a few rows: whether any gives all sums is then certain.

use crate::evidence::Evidence;
use crate::replay::{Accumulator, Hypothesis, Replay};
use ptoconf_numeric::orders::Tree;

/// Most rows: six have 945 trees, seven eleven times as many.
const MOST: u32 = 6;

/// Which trees of additions in the element type give all sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fits {
    /// Whether any does.
    pub any: bool,
    /// Whether one of little height does.
    pub low: bool,
}

/// Tries every tree on every sum; none where there are too many rows.
pub fn fits(evidence: &Evidence) -> Option<Fits> {
    if evidence.rows > MOST {
        return None;
    }
    let trees = every(evidence.rows as usize);
    let mut replay = Replay::new(evidence.dtype, &trees)?;
    let mut hypotheses = Hypothesis::all(evidence.dtype, trees.len());
    hypotheses.retain(|h| h.accumulator == Accumulator::Same);
    let columns = || evidence.probes.iter().chain(&evidence.pairs).chain(&evidence.rounding);
    let mut found = Fits { any: false, low: false };
    for h in hypotheses {
        let low = trees[h.tree].is_low();
        if (!found.any || low) && replay.fits(&h, columns()) {
            found = Fits { any: true, low: found.low || low };
        }
        if found.low {
            break;
        }
    }
    Some(found)
}

/// Every tree of so many rows, the order of two addends aside.
fn every(rows: usize) -> Vec<Tree> {
    grown(&Tree::new(rows), (1 << rows) - 1).into_iter().map(|(tree, _)| tree).collect()
}

/// A tree, grown by every way to add up a set of rows, each with the node of the whole.
fn grown(tree: &Tree, set: u32) -> Vec<(Tree, usize)> {
    let last = set.checked_ilog2().unwrap_or(0);
    if set.count_ones() < 2 {
        return vec![(tree.clone(), last as usize)];
    }
    let mut all = vec![];
    // Each way to part the set once: the last row is in the second part.
    let parts = (1..set).filter(move |part| part & !set == 0 && part >> last & 1 == 0);
    for part in parts {
        for (first, a) in grown(tree, part) {
            for (mut second, b) in grown(&first, set ^ part) {
                let whole = second.add(a, b);
                all.push((second, whole));
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn there_are_as_many_trees_as_there_should_be_and_all_differ() {
        for (rows, number) in [(1, 1), (2, 1), (3, 3), (4, 15), (5, 105), (6, 945)] {
            let trees = every(rows);
            let different: BTreeSet<Vec<u32>> = trees.iter().map(Tree::sizes).collect();
            assert_eq!((trees.len(), different.len()), (number, number), "{rows} rows");
        }
    }
}
