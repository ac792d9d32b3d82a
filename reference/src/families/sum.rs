//! Known behaviours of a sum: its orders, and what the pages leave open about overflow and
//! subnormal numbers.

use super::column_reduction::first_row;
use super::policies::{FLOAT_OVERFLOW, FLUSHES, INT_OVERFLOW, NAN, SUBNORMALS, canonical, value};
use crate::kernels::{Order, column_sums};
use crate::operation::EncloseKernel;
use crate::{Behaviour, Class, Fill, Output, OutputValue, Query};
use ptoconf_numeric::{
    FloatOverflow, Flush, IntOverflow, Interval, NanResult, Policy, any_tree, exact, saturating_tree, tree_of_height, wide,
};
use ptoconf_schemas::{DType, ONE_LOW_TREE, ONE_TREE};

/// The sum of a tile's columns.
pub(crate) struct ColumnSum {
    /// Operand that is summed.
    pub src: &'static str,
    /// Output; its row 0 is judged.
    pub dst: &'static str,
    /// Rows of it that may be written.
    pub dst_rows: u32,
    /// Reading that the order answers.
    pub order_reading: &'static str,
    /// Orders to try.
    pub orders: &'static [Order],
}

impl ColumnSum {
    /// Every known behaviour. Classes whose sums are exact in every order have one.
    pub fn behaviours(&self, q: &Query) -> Vec<Behaviour> {
        let Some(class) = Class::parse(q.class) else { return vec![] };
        match class.fill {
            Fill::Wrap => self.overflowing(q),
            Fill::Subnormal => self.flushing(q),
            Fill::Overflow => self.leaving_the_range(q),
            Fill::Special => self.special(q),
            Fill::Uniform | Fill::Reveal | Fill::Cancel | Fill::NegativeZeros => self.ordered(q),
            Fill::OrderProbe | Fill::OrderPairs => self.ordered(q),
            _ => Behaviour::only(vec![self.output(q, "value", self.orders[0], Policy::default())]),
        }
    }

    fn rows_cols(&self, q: &Query) -> [u32; 2] {
        q.valid(self.src)
    }

    fn output(&self, q: &Query, variant: &str, order: Order, policy: Policy) -> Output {
        let kernel = column_sums(self.src, self.rows_cols(q)[0], order, policy);
        self.judged(q, variant, value(q.dtype(self.src), kernel))
    }

    /// The output: its row 0 is judged, and any more rows may hold anything.
    fn judged(&self, q: &Query, variant: impl Into<String>, value: OutputValue) -> Output {
        first_row(self.dst, variant, [self.dst_rows, self.rows_cols(q)[1]], value)
    }

    fn ordered(&self, q: &Query) -> Vec<Behaviour> {
        let named = |order: &Order| {
            let output = self.output(q, order.name(), *order, Policy::default());
            Behaviour::reading(self.order_reading, order.name(), vec![output])
        };
        let mut behaviours: Vec<Behaviour> = self.orders.iter().map(named).collect();
        behaviours.extend(LEVELS.into_iter().map(|(name, variant, level)| self.level(q, name, variant, level)));
        behaviours.extend(TREES.into_iter().map(|(name, variant)| self.level(q, name, variant, any_tree)));
        behaviours
    }

    /// The results that a level accepts; `variant` names the values.
    fn level(&self, q: &Query, name: &str, variant: &str, level: Level) -> Behaviour {
        let output = self.judged(q, variant, OutputValue::Within(enclose(self.src, self.rows_cols(q), level)));
        Behaviour { costly: true, ..Behaviour::reading(self.order_reading, name, vec![output]) }
    }

    /// Sums beyond the largest number, finally or on the way: infinite, or cut by every addition.
    fn leaving_the_range(&self, q: &Query) -> Vec<Behaviour> {
        let mut behaviours = self.ordered(q);
        behaviours.iter_mut().for_each(|b| b.readings.push((FLOAT_OVERFLOW.to_owned(), "infinity".to_owned())));
        let policy = Policy { float_overflow: FloatOverflow::Saturate, ..Policy::default() };
        behaviours.extend(self.each_order(q, FLOAT_OVERFLOW, "saturate", policy));
        for (name, variant) in SATURATED {
            let level = self.level(q, name, &format!("saturate-{variant}"), saturating_tree);
            behaviours.push(also(level, FLOAT_OVERFLOW, "saturate"));
        }
        behaviours
    }

    /// NaN and infinities: every order gives the same, except where a NaN becomes zero on the way. One
    /// row is copied by some orders, with the NaN's bits.
    fn special(&self, q: &Query) -> Vec<Behaviour> {
        let rows = self.rows_cols(q)[0];
        let any = self.output(q, "nan", self.orders[0], Policy::default());
        if rows <= 1 {
            return Behaviour::only(vec![any]);
        }
        let kernel = canonical(q.dtype(self.src), column_sums(self.src, rows, self.orders[0], Policy::default()));
        let only = self.judged(q, "canonical", OutputValue::Bits(kernel));
        let mut behaviours = vec![Behaviour::reading(NAN, "canonical", vec![only]), Behaviour::reading(NAN, "any", vec![any])];
        behaviours.extend(self.each_order(q, NAN, "zero", Policy { nan: NanResult::Zero, ..Policy::default() }));
        behaviours
    }

    /// A policy that shows on the way, so that it gives a value of its own in every order.
    fn each_order(&self, q: &Query, reading: &str, option: &str, policy: Policy) -> Vec<Behaviour> {
        let in_order = |order: &Order| {
            let output = self.output(q, &format!("{option}-{}", order.name()), *order, policy);
            also(Behaviour::reading(self.order_reading, order.name(), vec![output]), reading, option)
        };
        self.orders.iter().map(in_order).collect()
    }

    /// The class is such that every order gives the same. One row is copied by some orders and added
    /// to zero by others, so that it may be flushed or not whatever the reading.
    fn flushing(&self, q: &Query) -> Vec<Behaviour> {
        let flushed = |(option, flush): (&'static str, Flush)| {
            let order = if self.rows_cols(q)[0] > 1 { self.orders[0] } else { Order::LeftFoldFromZero };
            let output = self.output(q, option, order, Policy { flush, ..Policy::default() });
            Behaviour::reading(SUBNORMALS, option, vec![output])
        };
        let mut behaviours: Vec<Behaviour> = FLUSHES.into_iter().map(flushed).collect();
        if self.rows_cols(q)[0] == 1 {
            behaviours.iter_mut().for_each(|b| b.readings.clear());
        }
        behaviours
    }

    fn overflowing(&self, q: &Query) -> Vec<Behaviour> {
        let wrap = self.output(q, "wrap", self.orders[0], Policy::default());
        let mut behaviours = vec![Behaviour::reading(INT_OVERFLOW, "wrap", vec![wrap])];
        let policy = Policy { overflow: IntOverflow::Saturate, ..Policy::default() };
        behaviours.extend(self.each_order(q, INT_OVERFLOW, "saturate-each", policy));
        for (name, variant) in SATURATED {
            let value = OutputValue::Within(saturated_any_tree(self.src, self.rows_cols(q)));
            let output = self.judged(q, format!("saturate-each-{variant}"), value);
            behaviours.push(also(Behaviour::reading(self.order_reading, name, vec![output]), INT_OVERFLOW, "saturate-each"));
        }
        let once = OutputValue::Bits(saturated_once(self.src, self.rows_cols(q)[0]));
        let once = self.judged(q, "saturate-once", once);
        behaviours.push(Behaviour::reading(INT_OVERFLOW, "saturate-once", vec![once]));
        behaviours
    }
}

/// A behaviour that follows one more reading and is named after both.
fn also(mut behaviour: Behaviour, reading: &str, option: &str) -> Behaviour {
    behaviour.name = format!("{option}-{}", behaviour.name);
    behaviour.readings.push((reading.to_owned(), option.to_owned()));
    behaviour
}

/// What a level accepts of one column.
type Level = fn(DType, &[u64]) -> Interval;

/// Levels that name no order, as options of the readings of orders, with the values that they accept. Whether
/// one tree gives all sums no single sum shows.
const LEVELS: [(&str, &str, Level); 4] =
    [("exact", "exact", exact), ("wide", "wide", wide), (ONE_LOW_TREE, "low-tree", low_tree), ("low-tree", "low-tree", low_tree)];

/// Levels of any tree, with the values that both accept: one tree throughout, or any for each sum.
/// Which it is no single sum shows.
const TREES: [(&str, &str); 2] = [(ONE_TREE, "any-tree"), ("any-tree", "any-tree")];

/// The same where additions saturate: of low trees, too, the bounds are those of any tree.
const SATURATED: [(&str, &str); 3] = [(ONE_LOW_TREE, "any-tree"), (ONE_TREE, "any-tree"), ("any-tree", "any-tree")];

/// A binary tree with at most two additions on each level: height at most 2 floor(log2 n).
fn low_tree(dtype: DType, column: &[u64]) -> Interval {
    tree_of_height(dtype, column, 2 * column.len().max(1).ilog2())
}

/// The enclosure of each column's sum of rows `[0, rows)`.
fn enclose(src: &'static str, [rows, cols]: [u32; 2], level: Level) -> EncloseKernel {
    Box::new(move |slot, [lowest, highest, special]| {
        let input = slot.input(src);
        let dtype = input.tile.dtype;
        let mut column = vec![0; rows as usize];
        for col in 0..cols as usize {
            input.column(col as u32, &mut column);
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
fn saturated_any_tree(src: &'static str, [rows, cols]: [u32; 2]) -> EncloseKernel {
    Box::new(move |slot, [lowest, highest, special]| {
        let input = slot.input(src);
        let dtype = input.tile.dtype;
        let (low, high) = range(dtype);
        for col in 0..cols as usize {
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
