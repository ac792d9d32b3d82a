//! How much each tier generates. Every decision about volume is here.

use ptoconf_numeric::orders::Line;
use ptoconf_schemas::{DType, Tier, Tuple};

/// The volume of a tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Volume {
    /// Legal tuples from the covering array; all of them where `None`.
    pub cover: Option<usize>,
    /// Random legal tuples besides, for each form.
    pub random: usize,
    /// Whether every instantiation has a share, and counters and strides are tried where they end.
    pub battery: bool,
    /// Whether every three values of the main parameters meet.
    pub triples: bool,
    /// Cases of each tuple at most, legal or not.
    pub cases: u32,
    /// Bytes of all cases of a tuple over all operands, unless one case alone has more.
    pub stack: u64,
    /// Illegal tuples for each rule and kind of change.
    pub illegal_each: usize,
    /// Illegal tuples for each rule that are changes of one legal tuple.
    pub illegal_of_base: usize,
    /// Illegal tuples for each rule at most.
    pub illegal: usize,
    /// Tuples that violate several rules, for each form.
    pub several: usize,
    /// Whether every change that breaks one rule is tried, and every layout on every operand, however many rules it breaks.
    pub branches: bool,
    /// Whether each change after which a tuple is as legal as before is there once.
    pub slack: bool,
    /// Tuples for each set of rules that are in question together.
    pub joint_each: usize,
    /// Tuples of this kind that are made by a second change, for each form.
    pub joint: usize,
    /// Tuples for each rule that are told by a reading, and for each kind of change.
    pub told_each: usize,
    /// Open tuples for each settled rule that are changed to break it.
    pub beside: usize,
    /// Open tuples for each set of rules that get another data class.
    pub beside_classes: usize,
    /// Legal tuples that are changed to find illegal ones.
    pub bases: usize,
    /// Of these, the smallest ones that are changed once more: their twins move little.
    pub small_bases: usize,
    /// Illegal tuples for each rule at least, where any legal tuple of the covering array can be changed to one.
    pub illegal_least: usize,
    /// Numbers of rows of a column whose order of additions is probed.
    pub order_rows: &'static [u32],
    /// Of those, the ones where an order without a name can be recovered.
    pub order_pairs: &'static [u32],
    /// Numbers of columns of a row whose order is probed: small ones, and numbers of vectors of 256 bytes with what is more
    /// or less than those.
    pub order_cols: [&'static [u32]; 2],
    /// What is more, or less, than whole vectors.
    pub order_tails: &'static [i32],
}

impl Volume {
    /// The numbers of elements whose order of additions is probed.
    pub fn order_terms(&self, line: Line, dtype: DType) -> Vec<u32> {
        if line == Line::Column {
            return self.order_rows.to_vec();
        }
        let [small, vectors] = self.order_cols;
        let around = |n: &u32| self.order_tails.iter().map(|tail| (n * dtype.vector()).saturating_add_signed(*tail)).collect::<Vec<_>>();
        small.iter().copied().chain(vectors.iter().flat_map(around)).collect()
    }
}

/// With floor halving, level k of a tree has an odd row iff bit k is set; so all-ones, powers of two,
/// their neighbours, and mixed ones.
const ORDER_ROWS: &[u32] = &[2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256];

/// Columns of a row that is probed: within a vector, and vectors. With the odd one of a level to be added somewhere on the
/// first and on a later one.
const ORDER_COLS: [&[u32]; 2] = [&[2, 3, 5, 6, 7, 8, 13, 16, 33], &[1, 2, 3, 5, 6, 10]];
const ORDER_TAILS: &[i32] = &[-1, 0, 1];

/// Bytes of one stack of the stream tier over all operands: cases that share a tuple are cut so that they fit the cache.
const STACK_BYTES: u64 = 1 << 20;
/// Bytes of all operands of a case above which it carries no data: no target has that much memory, so that no legal
/// tuple comes near.
const DATA_BYTES: u64 = 1 << 20;

/// How many cases a tuple has in a tier. Its size decides alone: the number says nothing of what is expected.
pub fn cases(tier: Tier, tuple: &Tuple) -> u32 {
    let Volume { cases, stack, .. } = volume(tier);
    (stack / bytes(tuple).max(1)).clamp(1, cases.into()) as u32
}

/// Whether the cases of a tuple carry data: unless it is too large, legal or not.
pub fn carries_data(tuple: &Tuple) -> bool {
    bytes(tuple) <= DATA_BYTES
}

/// Whether a tuple is so large that it has fewer cases in the standard tier than there are kinds of poison.
pub fn has_few_cases(tuple: &Tuple) -> bool {
    cases(Tier::Standard, tuple) < volume(Tier::Standard).cases
}

fn bytes(tuple: &Tuple) -> u64 {
    tuple.operands.iter().map(|o| o.tile.bytes()).fold(0, u64::saturating_add)
}

/// The volume of a tier.
pub const fn volume(tier: Tier) -> Volume {
    match tier {
        Tier::Smoke => Volume {
            cover: Some(24),
            random: 0,
            battery: false,
            triples: false,
            cases: 2,
            stack: 1 << 10,
            illegal_each: 1,
            illegal_of_base: 1,
            illegal: 1,
            several: 4,
            branches: false,
            slack: false,
            joint_each: 1,
            joint: 0,
            told_each: 1,
            beside: 0,
            beside_classes: 0,
            bases: 24,
            small_bases: 0,
            illegal_least: 0,
            order_rows: &[5, 7, 16],
            order_pairs: &[5, 7],
            order_cols: [&[5, 7, 16], &[1, 3]],
            order_tails: &[1],
        },
        Tier::Standard => Volume {
            cover: None,
            random: 0,
            battery: true,
            triples: false,
            cases: 3,
            stack: 24 << 10,
            illegal_each: 1,
            illegal_of_base: 3,
            illegal: 32,
            several: 40,
            branches: true,
            slack: true,
            joint_each: 2,
            joint: 40,
            told_each: 12,
            beside: 2,
            beside_classes: 6,
            bases: 48,
            small_bases: 8,
            illegal_least: 8,
            order_rows: ORDER_ROWS,
            order_pairs: &[5, 6, 7, 8, 13, 16],
            order_cols: ORDER_COLS,
            order_tails: ORDER_TAILS,
        },
        // What it adds to the standard tier: combinations, with a case or two each.
        Tier::Extensive => Volume {
            cover: None,
            random: 30,
            battery: false,
            triples: true,
            cases: 1,
            stack: 1,
            illegal_each: 1,
            illegal_of_base: 2,
            illegal: 12,
            several: 60,
            branches: false,
            slack: false,
            joint_each: 1,
            joint: 20,
            told_each: 6,
            beside: 1,
            beside_classes: 3,
            bases: 40,
            small_bases: 0,
            illegal_least: 0,
            order_rows: ORDER_ROWS,
            order_pairs: &[5, 6, 7, 8, 13, 16, 33],
            order_cols: ORDER_COLS,
            order_tails: ORDER_TAILS,
        },
        // Its blocks have a number of cases of their own.
        Tier::Exhaustive => Volume { cases: 1, ..volume(Tier::Stream) },
        Tier::Stream => Volume {
            cover: Some(0),
            random: 0,
            battery: false,
            triples: false,
            cases: 4096,
            stack: STACK_BYTES,
            illegal_each: 0,
            illegal_of_base: 0,
            illegal: 0,
            several: 0,
            branches: false,
            slack: false,
            joint_each: 0,
            joint: 0,
            told_each: 0,
            beside: 0,
            beside_classes: 0,
            bases: 0,
            small_bases: 0,
            illegal_least: 0,
            order_rows: &[],
            order_pairs: &[],
            order_cols: [&[], &[]],
            order_tails: &[],
        },
    }
}
