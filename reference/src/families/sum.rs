//! Known behaviours of a sum: its orders, and what the pages leave open about overflow and
//! subnormal numbers.

use crate::kernels::{Order, column_sums};
use crate::numeric::{Flush, IntOverflow, Interval, Policy, any_tree, exact, tree_of_height, wide};
use crate::operation::EncloseKernel;
use crate::{Behaviour, Class, Fill, Output, OutputValue, Query};
use ptoconf_schemas::DType;

/// The sum of a tile's columns.
pub(crate) struct ColumnSum {
    /// Operand that is summed.
    pub src: &'static str,
    /// Output; its row 0 is judged.
    pub dst: &'static str,
    /// Reading that the order answers.
    pub order_reading: &'static str,
    /// Orders to try.
    pub orders: &'static [Order],
}

/// The ways to treat subnormal numbers, as options of `tile/subnormals`.
pub(crate) const FLUSHES: [(&str, Flush); 4] = [
    ("kept", Flush { inputs: false, results: false }),
    ("flush-results", Flush { inputs: false, results: true }),
    ("flush-inputs", Flush { inputs: true, results: false }),
    ("flush-both", Flush { inputs: true, results: true }),
];

impl ColumnSum {
    /// Every known behaviour. Classes whose sums are exact in every order have one.
    pub fn behaviours(&self, q: &Query) -> Vec<Behaviour> {
        let Some(class) = Class::parse(q.class) else { return vec![] };
        match class.fill {
            Fill::Wrap => self.overflowing(q),
            Fill::Subnormal => self.flushing(q),
            Fill::Uniform | Fill::Reveal | Fill::Cancel | Fill::Overflow | Fill::NegativeZeros => self.ordered(q),
            Fill::OrderProbe | Fill::OrderPairs => self.ordered(q),
            _ => Behaviour::only(vec![self.output(q, "value", self.orders[0], Policy::default())]),
        }
    }

    fn rows_cols(&self, q: &Query) -> [u32; 2] {
        q.valid(self.src)
    }

    fn output(&self, q: &Query, variant: &str, order: Order, policy: Policy) -> Output {
        let [rows, cols] = self.rows_cols(q);
        let kernel = column_sums(self.src, rows, order, policy);
        let value = if q.dtype(self.src).is_float() { OutputValue::Value(kernel) } else { OutputValue::Bits(kernel) };
        Output::new(self.dst, variant, [1, cols], value)
    }

    fn ordered(&self, q: &Query) -> Vec<Behaviour> {
        let named = |order: &Order| {
            let output = self.output(q, order.name(), *order, Policy::default());
            Behaviour::reading(self.order_reading, order.name(), vec![output])
        };
        let mut behaviours: Vec<Behaviour> = self.orders.iter().map(named).collect();
        behaviours.extend(LEVELS.into_iter().map(|(name, level)| self.level(q, name, level)));
        behaviours
    }

    /// The results that a level accepts.
    fn level(&self, q: &Query, name: &str, level: Level) -> Behaviour {
        let [rows, cols] = self.rows_cols(q);
        let output = Output::new(self.dst, name, [1, cols], OutputValue::Within(enclose(self.src, rows, level)));
        Behaviour { costly: true, ..Behaviour::reading(self.order_reading, name, vec![output]) }
    }

    /// The class is such that every order gives the same. One row is copied by some orders and added
    /// to zero by others, so that it may be flushed or not whatever the reading.
    fn flushing(&self, q: &Query) -> Vec<Behaviour> {
        let flushed = |(option, flush): (&'static str, Flush)| {
            let order = if self.rows_cols(q)[0] > 1 { self.orders[0] } else { Order::LeftFoldFromZero };
            let output = self.output(q, option, order, Policy { flush, ..Policy::default() });
            Behaviour::reading("tile/subnormals", option, vec![output])
        };
        let mut behaviours: Vec<Behaviour> = FLUSHES.into_iter().map(flushed).collect();
        if self.rows_cols(q)[0] == 1 {
            behaviours.iter_mut().for_each(|b| b.readings.clear());
        }
        behaviours
    }

    fn overflowing(&self, q: &Query) -> Vec<Behaviour> {
        let wrap = self.output(q, "wrap", self.orders[0], Policy::default());
        let mut behaviours = vec![Behaviour::reading("tile/int-overflow", "wrap", vec![wrap])];
        for order in self.orders {
            let name = format!("saturate-each-{}", order.name());
            let policy = Policy { overflow: IntOverflow::Saturate, ..Policy::default() };
            let mut behaviour = Behaviour::reading("tile/int-overflow", "saturate-each", vec![self.output(q, &name, *order, policy)]);
            behaviour.readings.push((self.order_reading.to_owned(), order.name().to_owned()));
            behaviour.name = name;
            behaviours.push(behaviour);
        }
        let [rows, cols] = self.rows_cols(q);
        let any = Output::new(self.dst, "saturate-each-any-tree", [1, cols], OutputValue::Within(saturated_any_tree(self.src, rows)));
        let mut behaviour = Behaviour::reading("tile/int-overflow", "saturate-each", vec![any]);
        behaviour.readings.push((self.order_reading.to_owned(), "any-tree".to_owned()));
        behaviour.name = "saturate-each-any-tree".to_owned();
        behaviours.push(behaviour);
        let once = Output::new(self.dst, "saturate-once", [1, cols], OutputValue::Bits(saturated_once(self.src, rows)));
        behaviours.push(Behaviour::reading("tile/int-overflow", "saturate-once", vec![once]));
        behaviours
    }
}

/// What a level accepts of one column.
type Level = fn(DType, &[u64]) -> Interval;

/// Levels that name no order, as options of the readings of orders.
const LEVELS: [(&str, Level); 4] = [("exact", exact), ("wide", wide), ("low-tree", low_tree), ("any-tree", any_tree)];

/// A binary tree with at most two additions on each level: height at most 2 floor(log2 n).
fn low_tree(dtype: DType, column: &[u64]) -> Interval {
    tree_of_height(dtype, column, 2 * column.len().max(1).ilog2())
}

/// The enclosure of each column's sum of rows `[0, rows)`.
fn enclose(src: &'static str, rows: u32, level: Level) -> EncloseKernel {
    Box::new(move |slot, [lowest, highest, special]| {
        let input = slot.input(src);
        let dtype = input.tile.dtype;
        let mut column = vec![0; rows as usize];
        for col in 0..special.len() {
            for (row, value) in column.iter_mut().enumerate() {
                *value = input.bits(row as u32, col as u32);
            }
            let interval = level(dtype, &column);
            dtype.write(lowest, col, interval.lowest);
            dtype.write(highest, col, interval.highest);
            special[col] = interval.special;
        }
    })
}

/// What any tree of saturating additions can give: with s the exact sum, P the sum of the positive
/// addends and N that of the negative ones' magnitudes, at least s - (P - max)+ and at most
/// s + (N + min)+, within the range.
fn saturated_any_tree(src: &'static str, rows: u32) -> EncloseKernel {
    Box::new(move |slot, [lowest, highest, special]| {
        let input = slot.input(src);
        let dtype = input.tile.dtype;
        let (low, high) = range(dtype);
        for col in 0..special.len() {
            let values = (0..rows).map(|row| integer(dtype, input.bits(row, col as u32)));
            let (positive, negative) = values.fold((0i128, 0i128), |(p, n), v| (p + v.max(0), n - v.min(0)));
            let sum = positive - negative;
            let ends = [sum - (positive - high).max(0), sum + (negative + low).max(0)].map(|end| end.clamp(low, high));
            dtype.write(lowest, col, ends[0] as u64 & dtype.mask());
            dtype.write(highest, col, ends[1] as u64 & dtype.mask());
            special[col] = 0;
        }
    })
}

/// The exact integer sum of each column, brought to the nearest limit.
fn saturated_once(src: &'static str, rows: u32) -> crate::operation::Kernel {
    Box::new(move |slot, out| {
        let input = slot.input(src);
        let dtype = input.tile.dtype;
        for col in 0..out.cols {
            let sum: i128 = (0..rows).map(|row| integer(dtype, input.bits(row, col as u32))).sum();
            let (low, high) = range(dtype);
            dtype.write(out.data, col, sum.clamp(low, high) as u64 & dtype.mask());
        }
    })
}

fn integer(dtype: DType, bits: u64) -> i128 {
    let unused = 64 - dtype.bits();
    if dtype.is_signed() { i128::from((bits << unused) as i64 >> unused) } else { i128::from(bits) }
}

fn range(dtype: DType) -> (i128, i128) {
    let bits = dtype.bits();
    if dtype.is_signed() { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}
