//! Sums in another order than the documented ones, or with rows lost on the way.

use super::numbers::{nearest, sum, value};
use super::{Kernel, SUM, mutant};
use ptoconf_models::{Order, Site};
use ptoconf_schemas::DType;

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("is_binary_ignored", &[SUM], "isBinary has no effect.", |d| d.is_binary = |_, _| false),
    mutant("is_binary_always", &[SUM], "Wherever there is a tmp, isBinary is taken to be true.", |d| d.is_binary = |_, _| true),
    mutant("is_binary_inverted", &[SUM], "isBinary means its opposite.", |d| d.is_binary = |_, asked| !asked),
    mutant("tree_odd_row_dropped", &[SUM], "The odd row of the source is left out of a tree.", |d| {
        d.tree_odd = |_, level, right| (!level.first).then_some(right)
    }),
    mutant("tree_inner_odd_row_dropped", &[SUM], "The odd row of an inner level of a tree is left out.", |d| {
        d.tree_odd = |_, level, right| level.first.then_some(right)
    }),
    mutant("tree_odd_row_misplaced", &[SUM], "The odd row of the source is added at the other end of the next level.", |d| {
        d.tree_odd = |_, level, right| Some(if level.first { other_end(level.rows, right) } else { right })
    }),
    mutant("tree_inner_odd_row_misplaced", &[SUM], "The odd row of an inner level is added at the other end of the next one.", |d| {
        d.tree_odd = |_, level, right| Some(if level.first { right } else { other_end(level.rows, right) })
    }),
    mutant("tree_by_halves", &[SUM], "A tree adds the upper half of the rows to the lower half.", |d| {
        d.tree_pair = |_, level, out| [out, out + level.rows / 2]
    }),
    mutant("tree_pairs_first_row", &[SUM], "A tree adds the first row of each pair to itself.", |d| {
        d.tree_pair = |_, _, out| [2 * out, 2 * out]
    }),
    mutant("tree_last_level_wrong", &[SUM], "The last level of a tree takes its first row twice.", |d| {
        d.tree_pair = |_, level, out| [2 * out, if level.rows < 4 && !level.first { 2 * out } else { 2 * out + 1 }]
    }),
    mutant("tree_inner_pairs_overlap", &[SUM], "Inner levels of a tree add neighbours that overlap.", |d| {
        d.tree_pair = |_, level, out| if level.first { [2 * out, 2 * out + 1] } else { [out, out + 1] }
    }),
    mutant("sum_reversed", &[SUM], "A sequential sum goes from the last row to the first.", |d| {
        d.visited = |_, row, rows| rows.saturating_sub(1).saturating_sub(row)
    }),
    mutant("sum_rotated", &[SUM], "A sequential sum begins with row 1 and ends with row 0.", |d| {
        d.visited = |_, row, rows| (row + 1) % rows.max(1)
    }),
    mutant("sum_even_rows_first", &[SUM], "A sequential sum takes the even rows before the odd ones.", |d| {
        d.visited = |_, row, rows| if row < rows.div_ceil(2) { 2 * row } else { 2 * (row - rows.div_ceil(2)) + 1 }
    }),
    mutant("sum_in_pairs", &[SUM], "A sequential sum adds two rows to each other first.", |d| {
        d.order = |_, o| if o == Order::LeftFold { Order::Pairs } else { o }
    }),
    mutant("sum_row_by_row", &[SUM], "A sum that takes two rows at a time takes one.", |d| {
        d.order = |_, o| if o == Order::Pairs { Order::LeftFold } else { o }
    }),
    mutant("sum_seeded_with_zero", &[SUM], "A sum begins with +0, not with row 0.", |d| {
        d.order = |_, o| if matches!(o, Order::LeftFold | Order::Pairs) { Order::FoldFromZero } else { o }
    }),
    mutant("sum_seeded_with_row", &[SUM], "A sum begins with row 0, not with +0.", |d| {
        d.order = |_, o| if o == Order::FoldFromZero { Order::LeftFold } else { o }
    }),
    mutant("sum_always_tree", &[SUM], "Every sum with a tmp is made as a tree.", |d| {
        d.order = |s, o| if s.tuple.tile("tmp").is_some() { Order::Tree } else { o }
    }),
    mutant("sum_two_accumulators", &[SUM], "Even and odd rows have an accumulator each.", |d| {
        d.column_sum = Some(|s, t, column| sequential(s).then(|| interleaved(t, column, 2)))
    }),
    mutant("sum_four_accumulators", &[SUM], "Every fourth row shares an accumulator.", |d| {
        d.column_sum = Some(|s, t, column| sequential(s).then(|| interleaved(t, column, 4)))
    }),
    mutant("sum_of_16_rows_at_a_time", &[SUM], "Groups of 16 rows are summed, and then their sums.", |d| {
        d.column_sum = Some(|s, t, column| {
            let groups: Vec<u64> = column.chunks(16).map(|rows| fold(t, rows)).collect();
            sequential(s).then(|| fold(t, &groups))
        })
    }),
    mutant("empty_sum_zero", &[SUM], "A sum over no rows writes zeros.", |d| d.empty_sum = |_| true),
    mutant("sum_in_f32", &[SUM], "f16 and bf16 are summed in f32 and rounded once.", |d| {
        d.column_sum = Some(|_, t, column| (t.is_float() && t.bytes() == 2).then(|| wide(t, column, |a, b| f64::from(a as f32 + b as f32))))
    }),
    mutant("sum_in_f64", &[SUM], "Floating-point sums are made in binary64 and rounded once.", |d| {
        d.column_sum = Some(|_, t, column| t.is_float().then(|| wide(t, column, |a, b| a + b)))
    }),
    mutant("sum_compensated", &[SUM], "Floating-point sums carry the rounding errors along.", |d| {
        d.column_sum = Some(|_, t, column| t.is_float().then(|| compensated(t, column)))
    }),
    mutant("sum_integers_in_f32", &[SUM], "Integers are summed in f32.", |d| {
        d.column_sum = Some(|_, t, column| {
            let total = column.iter().fold(0f32, |sum, &x| sum + value(t, x) as f32);
            t.is_int().then_some(total as i128 as u64 & t.mask())
        })
    }),
    mutant("sum_mean", &[SUM], "A sum of floating-point numbers is divided by the number of rows.", |d| {
        d.column_sum = Some(|_, t, column| t.is_float().then(|| nearest(t, value(t, fold(t, column)) / column.len().max(1) as f64)))
    }),
    mutant("sum_last_row_only", &[SUM], "A sum is what was stored last: the last row.", |d| {
        d.column_sum = Some(|_, _, column| Some(column.last().copied().unwrap_or(0)))
    }),
];

/// Row 0 or the last row of the level above one with so many rows.
fn other_end(rows: usize, right: usize) -> usize {
    rows / 2 - 1 - right
}

/// Whether a sum is not made as a tree.
fn sequential(site: &Site) -> bool {
    !site.tuple.flag("isBinary")
}

/// Row after row in the element type.
pub(super) fn fold(dtype: DType, rows: &[u64]) -> u64 {
    rows.split_first().map_or(0, |(first, rest)| rest.iter().fold(*first, |a, &b| sum(dtype, a, b)))
}

pub(super) fn interleaved(dtype: DType, column: &[u64], ways: usize) -> u64 {
    let take = |way: usize| column.iter().skip(way).step_by(ways).copied().collect::<Vec<u64>>();
    let sums: Vec<u64> = (0..ways.min(column.len())).map(|way| fold(dtype, &take(way))).collect();
    fold(dtype, &sums)
}

pub(super) fn wide(dtype: DType, column: &[u64], add: fn(f64, f64) -> f64) -> u64 {
    let total = column.iter().map(|&x| value(dtype, x)).reduce(add);
    nearest(dtype, total.unwrap_or(0.0))
}

pub(super) fn compensated(dtype: DType, column: &[u64]) -> u64 {
    let (mut total, mut lost) = (0u64, 0u64);
    let minus = |a, b| sum(dtype, a, super::numbers::negated(dtype, b));
    for &x in column {
        let y = minus(x, lost);
        let next = sum(dtype, total, y);
        lost = minus(minus(next, total), y);
        total = next;
    }
    total
}
