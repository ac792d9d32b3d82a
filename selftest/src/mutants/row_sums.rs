//! Sums of rows in another order than the documented ones, or with a vector, a lane or a block lost on the way.

use super::numbers::{nearest, sum, value};
use super::order::{compensated, fold, interleaved, wide};
use super::{Kernel, ROW_SUM, mutant};
use ptoconf_models::{Order, Site};
use ptoconf_schemas::DType;

const SUMS: &[&str] = &[ROW_SUM];

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("row_sum_in_order", SUMS, "Vectors are not added: every element in turn, from the first.", |d| {
        d.order = |_, o| if vectors(o) { Order::LeftFold } else { o }
    }),
    mutant("row_sum_from_zero", SUMS, "Every element in turn, from +0.", |d| {
        d.order = |_, o| if vectors(o) { Order::FoldFromZero } else { o }
    }),
    mutant("row_sum_vector_by_vector", SUMS, "Vectors that are to meet lane by lane are reduced one after another.", |d| {
        d.order = |_, o| if o == Order::Vectors { Order::VectorByVector } else { o }
    }),
    mutant("row_sum_lane_by_lane", SUMS, "Vectors that are to be reduced one after another meet lane by lane.", |d| {
        d.order = |_, o| if o == Order::VectorByVector { Order::Vectors } else { o }
    }),
    mutant("row_sum_not_from_zero", SUMS, "A sum goes on from what dst held before.", |d| d.seeded = |_| false),
    mutant("row_sum_never_by_blocks", SUMS, "The shapes that have instructions of their own are taken as all others.", |d| {
        d.blocks_first = |_, _| false
    }),
    mutant("row_sum_odd_vector_dropped", SUMS, "The odd vector of the row is left out.", |d| {
        d.tree_odd = |_, level, right| (!level.first).then_some(right)
    }),
    mutant("row_sum_inner_odd_vector_dropped", SUMS, "The odd sum of a later level is left out.", |d| {
        d.tree_odd = |_, level, right| level.first.then_some(right)
    }),
    mutant("row_sum_odd_vector_last", SUMS, "The odd vector of the row is added to the last sum, not to the first.", |d| {
        d.tree_odd = |_, level, right| Some(if level.first { level.rows / 2 - 1 } else { right })
    }),
    mutant("row_sum_inner_odd_vector_first", SUMS, "The odd sum of a later level is added to the first one.", |d| {
        d.tree_odd = |_, level, right| Some(if level.first { right } else { 0 })
    }),
    mutant("row_sum_vectors_by_halves", SUMS, "A vector meets the one half a row away.", |d| {
        d.tree_pair = |_, level, out| [out, out + level.rows / 2]
    }),
    mutant("row_sum_vector_twice", SUMS, "The first vector of a pair is added to itself.", |d| {
        d.tree_pair = |_, _, out| [2 * out, 2 * out]
    }),
    mutant("reduced_by_halves", SUMS, "Within a vector the upper half of the lanes meets the lower.", |d| {
        d.reduced = Some(|_, t, lanes| halved(t, lanes))
    }),
    mutant("reduced_in_order", SUMS, "The lanes of a vector are added one after another.", |d| {
        d.reduced = Some(|_, t, lanes| fold(t, lanes))
    }),
    mutant("reduced_by_blocks", SUMS, "The blocks of a vector are added lane by lane, and then their lanes.", |d| {
        d.reduced = Some(|_, t, lanes| interleaved(t, lanes, t.block() as usize))
    }),
    mutant("reduced_in_f32", SUMS, "The lanes of an f16 vector are added in f32, and the sum is rounded once.", |d| {
        d.reduced =
            Some(|_, t, lanes| if t == DType::F16 { wide(t, lanes, |a, b| f64::from(a as f32 + b as f32)) } else { neighbours(t, lanes) })
    }),
    mutant("reduced_without_last_lane", SUMS, "The last lane of a vector that is full is left out.", |d| {
        d.reduced = Some(|_, t, lanes| neighbours(t, &lanes[..lanes.len() - usize::from(lanes.len() == t.vector() as usize)]))
    }),
    mutant("reduced_odd_lane_dropped", SUMS, "A lane without a neighbour is left out.", |d| {
        d.reduced = Some(|_, t, lanes| neighbours(t, &lanes[..lanes.len() & !1 | usize::from(lanes.len() == 1)]))
    }),
    mutant("row_sum_in_f32", SUMS, "Rows of f16 are summed in f32 and rounded once.", |d| {
        d.column_sum = Some(|s, t, row| (s.target != "cpu" && t == DType::F16).then(|| wide(t, row, |a, b| f64::from(a as f32 + b as f32))))
    }),
    mutant("row_sum_in_f64", SUMS, "Rows are summed in binary64 and rounded once.", |d| {
        d.column_sum = Some(|_, t, row| t.is_float().then(|| wide(t, row, |a, b| a + b)))
    }),
    mutant("row_sum_compensated", SUMS, "Sums carry the rounding errors along.", |d| {
        d.column_sum = Some(|_, t, row| t.is_float().then(|| compensated(t, row)))
    }),
    mutant("row_sum_reversed", SUMS, "The last element comes first.", |d| {
        d.column_sum = Some(|s, t, row| devices(s, t).then(|| fold(t, &row.iter().rev().copied().collect::<Vec<_>>())))
    }),
    mutant("row_sum_neighbours", SUMS, "Neighbours are added over the whole row, level by level.", |d| {
        d.column_sum = Some(|s, t, row| devices(s, t).then(|| neighbours(t, row)))
    }),
    mutant("row_sum_mean", SUMS, "A sum is divided by the number of columns.", |d| {
        d.column_sum = Some(|_, t, row| t.is_float().then(|| nearest(t, value(t, fold(t, row)) / row.len().max(1) as f64)))
    }),
    mutant("row_sum_integers_in_f32", SUMS, "Integers are summed in f32.", |d| {
        d.column_sum = Some(|_, t, row| {
            let total = row.iter().fold(0f32, |sum, &x| sum + value(t, x) as f32);
            t.is_int().then_some(total as i128 as u64 & t.mask())
        })
    }),
];

fn vectors(order: Order) -> bool {
    matches!(order, Order::Vectors | Order::VectorByVector)
}

/// Floats where a target adds vectors.
fn devices(site: &Site, dtype: DType) -> bool {
    site.target != "cpu" && dtype.is_float()
}

/// Neighbours level by level; one without a neighbour waits.
fn neighbours(dtype: DType, lanes: &[u64]) -> u64 {
    let mut level = lanes.to_vec();
    while level.len() > 1 {
        level = level.chunks(2).map(|two| if let [a, b] = *two { sum(dtype, a, b) } else { two[0] }).collect();
    }
    level.first().copied().unwrap_or(0)
}

fn halved(dtype: DType, lanes: &[u64]) -> u64 {
    let mut lanes = lanes.to_vec();
    while lanes.len() > 1 {
        let half = lanes.len().div_ceil(2);
        let upper = lanes.split_off(half);
        lanes.iter_mut().zip(upper).for_each(|(lane, more)| *lane = sum(dtype, *lane, more));
    }
    lanes.first().copied().unwrap_or(0)
}
