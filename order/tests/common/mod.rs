//! Implementations at hand: any tree in any accumulator, and what is found of them.

#![allow(dead_code)]

use ptoconf_numeric::orders::{Line, Tree};
use ptoconf_numeric::rounding::{Format, Rounding};
use ptoconf_order::replay::{Accumulator, Hypothesis, Replay};
use ptoconf_order::{Evidence, Finding, identify};
use ptoconf_schemas::DType;

/// Float types.
pub const FLOATS: [DType; 3] = [DType::F16, DType::Bf16, DType::F32];

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 16) as usize % bound.max(1)
    }

    /// A tree that joins two random nodes at a time, or, for long chains, often the last sum.
    pub fn tree(&mut self, rows: usize) -> Tree {
        let mut tree = Tree::new(rows);
        let mut open: Vec<usize> = (0..rows).collect();
        let chains = self.below(3) == 0;
        while open.len() > 1 {
            let a = open.swap_remove(if chains { open.len() - 1 } else { self.below(open.len()) });
            let b = open.swap_remove(self.below(open.len()));
            open.push(tree.add(a, b));
        }
        tree
    }
}

/// What is found of an implementation that sums columns along a tree.
pub fn found(dtype: DType, tree: &Tree, accumulator: Accumulator, rounding: Rounding, zero_seed: bool) -> Finding {
    found_of(Line::Column, dtype, tree, accumulator, rounding, zero_seed)
}

/// What is found of an implementation that sums such lines along a tree.
pub fn found_of(line: Line, dtype: DType, tree: &Tree, accumulator: Accumulator, rounding: Rounding, zero_seed: bool) -> Finding {
    let trees = [tree.clone()];
    let mut replay = Replay::new(dtype, &trees).expect("a float");
    let hypothesis = Hypothesis { tree: 0, accumulator, rounding, zero_seed };
    identify(&Evidence::of(line, dtype, tree.leaves() as u32, |rows, _| replay.sum(&hypothesis, rows)))
}

/// The names of all orders of such lines that are this tree.
pub fn names(line: Line, dtype: DType, tree: &Tree, zero_seed: bool) -> Vec<String> {
    let end = if zero_seed { "-from-zero" } else { "" };
    let same = |name: &&&str| line.named(name, dtype, tree.leaves()).is_some_and(|t| t.same_as(tree));
    line.names().iter().filter(same).map(|name| format!("{name}{end}")).collect()
}

/// Tries every named order of such lines at these numbers of elements: how many were tried, and those not identified as
/// exactly the orders that are the same tree, in this accumulator.
pub fn identify_named(line: Line, rows: &(impl Iterator<Item = usize> + Clone), accumulator: Accumulator) -> (u32, Vec<String>) {
    let (mut tried, mut wrong) = (0, vec![]);
    for dtype in FLOATS {
        // binary32 is f32's own type.
        if dtype == DType::F32 && accumulator == Accumulator::F32 {
            continue;
        }
        for n in rows.clone() {
            for name in line.names() {
                for zero_seed in [false, true] {
                    let tree = line.named(name, dtype, n).expect("a name");
                    let finding = found_of(line, dtype, &tree, accumulator, Rounding::NearestEven, zero_seed);
                    tried += 1;
                    let mut expected = names(line, dtype, &tree, zero_seed);
                    expected.sort();
                    let mut orders = finding.orders.clone();
                    orders.sort();
                    let right = orders == expected
                        && finding.accumulator.contains(&accumulator.name(dtype).to_owned())
                        && finding.zero_seed == Some(zero_seed)
                        && finding.rounding == ["nearest-even"]
                        && finding.consistent;
                    if !right {
                        wrong.push(format!("{dtype} {n} {name} seed {zero_seed}: {finding:?}"));
                    }
                }
            }
        }
    }
    (tried, wrong)
}

/// Random fixed trees of 3 to 40 rows: how many were tried, and those not recovered exactly.
pub fn recover_random(number: usize, seed: u64) -> (usize, Vec<String>) {
    let mut random = Random(seed);
    let mut wrong = vec![];
    for at in 0..number {
        let dtype = FLOATS[at % 3];
        let accumulator = if dtype != DType::F32 && at % 2 == 0 { Accumulator::F32 } else { Accumulator::Same };
        let rows = 3 + random.below(38);
        let tree = random.tree(rows);
        let finding = found(dtype, &tree, accumulator, Rounding::NearestEven, at % 5 == 0);
        // At few rows it may be an order with a name.
        let recovered = finding.tree == Some(tree.to_string());
        let known = names(Line::Column, dtype, &tree, at % 5 == 0);
        if !recovered
            || (known.is_empty() != finding.orders.is_empty())
            || !finding.accumulator.contains(&accumulator.name(dtype).to_owned())
        {
            wrong.push(format!("{dtype} {accumulator:?} {tree}: {finding:?}", finding = finding.reason));
        }
    }
    (number, wrong)
}

/// Implementations that draw a fresh tree for each column: how many were tried, and what was named.
pub fn fresh_trees(rows: impl Iterator<Item = usize>) -> (u32, Vec<String>) {
    let mut random = Random(7);
    let (mut tried, mut named) = (0, vec![]);
    for n in rows {
        for dtype in FLOATS {
            let format = Format::of(dtype).expect("a float");
            let evidence = Evidence::of(Line::Column, dtype, n as u32, |rows, _| {
                let tree = random.tree(n);
                let mut nodes = rows.to_vec();
                for &[a, b] in tree.sums() {
                    nodes.push(format.add(nodes[a], nodes[b], Rounding::NearestEven));
                }
                nodes[nodes.len() - 1]
            });
            let finding = identify(&evidence);
            tried += 1;
            if !finding.orders.is_empty() || finding.tree.is_some() || finding.reason.is_none() {
                named.push(format!("{dtype} {n}: {finding:?}"));
            }
        }
    }
    (tried, named)
}
