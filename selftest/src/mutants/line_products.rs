//! Products of columns and rows in another order than the documented ones, with elements lost, or in another precision.

use super::numbers::{integer, is_zero, nearest, result, value};
use super::{Kernel, PROD, PRODUCTS, ROW_PROD, mutant};
use ptoconf_models::{Op, Order, Site};
use ptoconf_schemas::DType;

pub(super) const COLUMNS: &[Kernel] = &[
    mutant("prod_reversed", &[PROD], "A product goes from the last row to the first.", |d| {
        d.visited = |_, row, rows| rows.saturating_sub(1).saturating_sub(row)
    }),
    mutant("prod_rotated", &[PROD], "A product begins with row 1 and ends with row 0.", |d| {
        d.visited = |_, row, rows| (row + 1) % rows.max(1)
    }),
    mutant("prod_in_pairs", &[PROD], "A product multiplies two rows with each other first.", |d| {
        d.order = |_, o| if o == Order::LeftFold { Order::Pairs } else { o }
    }),
    mutant("prod_row_by_row", &[PROD], "A product that takes two rows at a time takes one.", |d| {
        d.order = |_, o| if o == Order::Pairs { Order::LeftFold } else { o }
    }),
    mutant("prod_two_accumulators", &[PROD], "Even and odd rows have an accumulator each.", |d| {
        d.column_sum = Some(|_, t, column| Some(interleaved(t, column, 2)))
    }),
    mutant("prod_of_16_rows_at_a_time", &[PROD], "Groups of 16 rows are multiplied, and then their products.", |d| {
        d.column_sum = Some(|_, t, column| Some(fold(t, &column.chunks(16).map(|rows| fold(t, rows)).collect::<Vec<_>>())))
    }),
    mutant("prod_first_row_twice", &[PROD], "A product counts row 0 twice.", |d| d.second_row = |_| 0),
    mutant("prod_second_row_skipped", &[PROD], "A product leaves out row 1.", |d| d.second_row = |_| 2),
    mutant("prod_last_row_twice", &[PROD], "A product takes the last row in place of the one before, too.", |d| {
        d.visited = |_, row, rows| if row + 2 == rows { row + 1 } else { row }
    }),
    mutant("empty_prod_zero", &[PROD], "A product over no rows writes zeros.", |d| d.empty_sum = |_| true),
];

pub(super) const ROWS: &[Kernel] = &[
    mutant("row_prod_in_order", &[ROW_PROD], "No lanes: every element in turn, from one.", |d| {
        d.order = |_, o| if lanes(o) { Order::FoldFromOne } else { o }
    }),
    mutant("row_prod_by_halves", &[ROW_PROD], "Lanes of a vector and their halves in place of a block.", |d| {
        d.order = |_, o| if o == Order::Block { Order::Halves } else { o }
    }),
    mutant("row_prod_lane_after_lane", &[ROW_PROD], "Lanes of a block, one after another, in place of halves of a vector.", |d| {
        d.order = |_, o| if o == Order::Halves { Order::Block } else { o }
    }),
    mutant("row_prod_reversed", &[ROW_PROD], "The last element comes first.", |d| {
        d.column_sum = Some(|s, t, row| devices(s, t).then(|| fold(t, &row.iter().rev().copied().collect::<Vec<_>>())))
    }),
    mutant("row_prod_neighbours", &[ROW_PROD], "Neighbours are multiplied over the whole row, level by level.", |d| {
        d.column_sum = Some(|s, t, row| devices(s, t).then(|| neighbours(t, row)))
    }),
    mutant("row_prod_lanes_folded_in_f16", &[ROW_PROD], "A2A3 multiplies what its lanes hold of f16 in f16.", |d| {
        d.reduced = Some(|_, t, lanes| fold(t, lanes))
    }),
    mutant("row_prod_lanes_by_halves", &[ROW_PROD], "A2A3 multiplies the upper half of its lanes of f16 with the lower.", |d| {
        d.reduced = Some(|_, t, lanes| halved(t, lanes))
    }),
    mutant("row_prod_without_last_lane", &[ROW_PROD], "A2A3 leaves out the last of its lanes of f16.", |d| {
        d.reduced = Some(|_, t, lanes| wide(t, &lanes[..lanes.len().saturating_sub(1)], |a, b| f64::from(a as f32 * b as f32)))
    }),
];

pub(super) const BOTH: &[Kernel] = &[
    mutant("prod_not_from_one", PRODUCTS, "A product goes on from what dst held before.", |d| d.seeded = |_| false),
    mutant("prod_in_f32", PRODUCTS, "f16 and bf16 are multiplied in f32 and rounded once.", |d| {
        d.column_sum = Some(|_, t, line| (t.is_float() && t.bytes() == 2).then(|| wide(t, line, |a, b| f64::from(a as f32 * b as f32))))
    }),
    mutant("prod_in_f64", PRODUCTS, "Floating-point products are made in binary64 and rounded once.", |d| {
        d.column_sum = Some(|_, t, line| t.is_float().then(|| wide(t, line, |a, b| a * b)))
    }),
    mutant("prod_of_zero_is_zero", PRODUCTS, "A zero among floating-point numbers gives +0, whatever else there is.", |d| {
        d.column_sum = Some(|_, t, line| line.iter().any(|&x| is_zero(t, x)).then_some(0))
    }),
    mutant("prod_integers_in_f32", PRODUCTS, "Integers are multiplied in f32.", |d| {
        d.column_sum = Some(|_, t, line| {
            let total = line.iter().fold(1f32, |product, &x| product * value(t, x) as f32);
            t.is_int().then_some(total as i128 as u64 & t.mask())
        })
    }),
    mutant("prod_of_magnitudes", PRODUCTS, "The signs of all elements but the first are lost.", |d| {
        d.column_sum = Some(|s, t, line| {
            let unsigned = |x: u64| match t.float_masks() {
                Some((sign, ..)) => x & !sign,
                None => integer(t, x).unsigned_abs() as u64 & t.mask(),
            };
            let own: Vec<u64> = line.iter().enumerate().map(|(at, &x)| if at == 0 { x } else { unsigned(x) }).collect();
            (s.target == "cpu").then(|| fold(t, &own))
        })
    }),
    mutant("prod_last_element_only", PRODUCTS, "A product is what was read last.", |d| {
        d.column_sum = Some(|_, _, line| Some(line.last().copied().unwrap_or(0)))
    }),
];

fn lanes(order: Order) -> bool {
    matches!(order, Order::Block | Order::Halves)
}

/// Floats where a target has lanes.
fn devices(site: &Site, dtype: DType) -> bool {
    site.target != "cpu" && dtype.is_float()
}

/// Element after element in the element type.
fn fold(dtype: DType, line: &[u64]) -> u64 {
    line.split_first().map_or(0, |(first, rest)| rest.iter().fold(*first, |a, &b| times(dtype, a, b)))
}

fn times(dtype: DType, a: u64, b: u64) -> u64 {
    result(Op::Mul, dtype, a, b)
}

fn interleaved(dtype: DType, line: &[u64], ways: usize) -> u64 {
    let take = |way: usize| line.iter().skip(way).step_by(ways).copied().collect::<Vec<u64>>();
    fold(dtype, &(0..ways.min(line.len())).map(|way| fold(dtype, &take(way))).collect::<Vec<_>>())
}

/// Neighbours level by level; one without a neighbour waits.
fn neighbours(dtype: DType, line: &[u64]) -> u64 {
    let mut level = line.to_vec();
    while level.len() > 1 {
        level = level.chunks(2).map(|two| if let [a, b] = *two { times(dtype, a, b) } else { two[0] }).collect();
    }
    level.first().copied().unwrap_or(0)
}

fn halved(dtype: DType, lanes: &[u64]) -> u64 {
    let mut lanes = lanes.to_vec();
    while lanes.len() > 1 {
        let upper = lanes.split_off(lanes.len().div_ceil(2));
        lanes.iter_mut().zip(upper).for_each(|(lane, more)| *lane = times(dtype, *lane, more));
    }
    lanes.first().copied().unwrap_or(0)
}

fn wide(dtype: DType, line: &[u64], mul: fn(f64, f64) -> f64) -> u64 {
    nearest(dtype, line.iter().map(|&x| value(dtype, x)).reduce(mul).unwrap_or(1.0))
}
