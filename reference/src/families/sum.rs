//! Known behaviours of a sum: its orders, and what the pages leave open about overflow and
//! subnormal numbers.

use super::column_reduction::first_row;
use super::policies::{FLOAT_OVERFLOW, FLUSHES, INT_OVERFLOW, NAN, SUBNORMALS, canonical, value};
use crate::kernels::{Input, Order, Sums, sums};
use crate::operation::{EncloseKernel, Kernel};
use crate::{Behaviour, Class, Fill, Output, OutputValue, Query};
use ptoconf_numeric::orders::Line;
use ptoconf_numeric::{
    FloatOverflow, Flush, IntOverflow, Interval, NanResult, Policy, any_tree, exact, saturating_tree, tree_of_height, wide,
};
use ptoconf_schemas::{DType, ONE_LOW_TREE, ONE_TREE};

/// What is summed up.
const SRC: &str = "src";

/// The sums of the columns of `src`, in row 0 of `dst`, or of its rows, in column 0.
pub(crate) struct Sum {
    /// What is summed up.
    pub line: Line,
    /// Rows of the output that may be written, where columns are summed up.
    pub dst_rows: u32,
    /// Reading that the order answers.
    pub order_reading: &'static str,
    /// Orders to try.
    pub orders: &'static [Order],
    /// Levels that name no order: options of that reading.
    pub levels: &'static [LevelOption],
    /// Reading of what is beyond the largest number inside one instruction that reduces a vector, where that is asked.
    pub reductions: Option<&'static str>,
}

/// An option that names no order: its name, that of its values, and what it accepts of one line.
pub(crate) type LevelOption = (&'static str, &'static str, Level);

impl Sum {
    /// Every known behaviour. Classes whose sums are exact in every order have one.
    pub fn behaviours(&self, q: &Query) -> Vec<Behaviour> {
        let Some(class) = Class::parse(q.class) else { return vec![] };
        match class.fill {
            Fill::Wrap => self.overflowing(q),
            Fill::Subnormal => self.flushing(q),
            Fill::Overflow => self.leaving_the_range(q),
            Fill::Special => self.special(q),
            Fill::Uniform | Fill::Reveal | Fill::Cancel | Fill::NegativeZeros => self.ordered(q),
            // One of the columns leaves the range on the way.
            Fill::OrderProbe if self.line == Line::Row => {
                let policy = Policy { float_overflow: FloatOverflow::Saturate, ..Policy::default() };
                let mut behaviours = self.and_of_nothing(q, self.ordered(q));
                behaviours.extend(self.each_order(q, FLOAT_OVERFLOW, "saturate", policy));
                self.and_in_reductions(q, behaviours)
            }
            Fill::OrderProbe => self.ordered(q),
            Fill::OrderPairs => self.ordered(q),
            _ => Behaviour::only(vec![self.output(q, "value", self.orders[0], Policy::default())]),
        }
    }

    /// How many elements are summed up, of how many lines.
    fn terms_lines(&self, q: &Query) -> [u32; 2] {
        let [rows, cols] = q.valid(SRC);
        if self.line == Line::Column { [rows, cols] } else { [cols, rows] }
    }

    fn kernel(&self, q: &Query, order: Order, policy: Policy) -> Kernel {
        self.with_reductions(q, order, policy, policy)
    }

    fn with_reductions(&self, q: &Query, order: Order, policy: Policy, reduction: Policy) -> Kernel {
        sums(SRC, Sums { line: self.line, terms: self.terms_lines(q)[0], order, policy, reduction })
    }

    fn output(&self, q: &Query, variant: &str, order: Order, policy: Policy) -> Output {
        self.judged(q, variant, value(q.dtype(SRC), self.kernel(q, order, policy)))
    }

    /// The output: row 0 is judged, and any more rows may hold anything; or column 0.
    fn judged(&self, q: &Query, variant: impl Into<String>, value: OutputValue) -> Output {
        let [_, lines] = self.terms_lines(q);
        match self.line {
            Line::Column => first_row("dst", variant, [self.dst_rows, lines], value),
            Line::Row => Output::new("dst", variant, [lines, 1], value),
        }
    }

    fn ordered(&self, q: &Query) -> Vec<Behaviour> {
        let named = |order: &Order| {
            let output = self.output(q, order.name(), *order, Policy::default());
            Behaviour::reading(self.order_reading, order.name(), vec![output])
        };
        let mut behaviours: Vec<Behaviour> = self.orders.iter().map(named).collect();
        behaviours.extend(self.levels.iter().chain(&TREES).map(|(name, variant, level)| self.level(q, name, variant, *level)));
        behaviours
    }

    /// The levels that name no order. Where additions saturate, the bounds of each are those of any tree: what is summed up
    /// exactly or in a wider type, and cut once, is within them.
    fn level_names(&self) -> impl Iterator<Item = &'static str> {
        self.levels.iter().chain(&TREES).map(|(name, ..)| *name)
    }

    /// The results that a level accepts; `variant` names the values.
    fn level(&self, q: &Query, name: &str, variant: &str, level: Level) -> Behaviour {
        let output = self.judged(q, variant, OutputValue::Within(enclose(self.line, self.terms_lines(q), level)));
        Behaviour { costly: true, ..Behaviour::reading(self.order_reading, name, vec![output]) }
    }

    /// Sums beyond the largest number, finally or on the way: infinite, or cut by every addition.
    fn leaving_the_range(&self, q: &Query) -> Vec<Behaviour> {
        let mut behaviours = self.ordered(q);
        behaviours.iter_mut().for_each(|b| b.readings.push((FLOAT_OVERFLOW.to_owned(), "infinity".to_owned())));
        let policy = Policy { float_overflow: FloatOverflow::Saturate, ..Policy::default() };
        behaviours.extend(self.each_order(q, FLOAT_OVERFLOW, "saturate", policy));
        for name in self.level_names() {
            behaviours.push(also(self.level(q, name, "saturate-any-tree", saturating_tree), FLOAT_OVERFLOW, "saturate"));
        }
        if self.line == Line::Row {
            behaviours = self.and_of_nothing(q, behaviours);
        }
        self.and_in_reductions(q, behaviours)
    }

    /// The same where an infinity of either sign on the way gives no NaN but zero.
    fn and_of_nothing(&self, q: &Query, mut known: Vec<Behaviour>) -> Vec<Behaviour> {
        known.extend(self.each_order(q, NAN, "zero", Policy { nan: NanResult::Zero, ..Policy::default() }));
        known
    }

    /// The same where the additions that one instruction makes may be cut, and all others not: of orders that have one.
    fn and_in_reductions(&self, q: &Query, mut known: Vec<Behaviour>) -> Vec<Behaviour> {
        let (Some(reading), DType::F16) = (self.reductions, q.dtype(SRC)) else { return known };
        let cut = Policy { float_overflow: FloatOverflow::Saturate, ..Policy::default() };
        for order in self.orders.iter().filter(|order| order.has_instruction()) {
            let follows = |b: &&mut Behaviour| b.readings.iter().any(|(id, own)| id == self.order_reading && own == order.name());
            let another = |b: &Behaviour| b.readings.iter().any(|(id, own)| (id == FLOAT_OVERFLOW && own == "saturate") || id == NAN);
            let Some(own) = known.iter_mut().filter(follows).find(|b| !another(b)) else { continue };
            let kernel = self.with_reductions(q, *order, Policy::default(), cut);
            let output = self.judged(q, format!("largest-{}", order.name()), value(DType::F16, kernel));
            let largest = Behaviour { outputs: vec![output], readings: own.readings.clone(), name: own.name.clone(), costly: false };
            own.readings.push((reading.to_owned(), "infinity".to_owned()));
            known.push(also(largest, reading, "largest"));
        }
        known
    }

    /// NaN and infinities: every order gives the same, except where a NaN becomes zero on the way. One
    /// row is copied by some orders, with the NaN's bits.
    fn special(&self, q: &Query) -> Vec<Behaviour> {
        let terms = self.terms_lines(q)[0];
        let any = self.output(q, "nan", self.orders[0], Policy::default());
        if terms <= 1 {
            return Behaviour::only(vec![any]);
        }
        let kernel = canonical(q.dtype(SRC), self.kernel(q, self.orders[0], Policy::default()));
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
            let order = if self.terms_lines(q)[0] > 1 { self.orders[0] } else { Order::LeftFoldFromZero };
            let output = self.output(q, option, order, Policy { flush, ..Policy::default() });
            Behaviour::reading(SUBNORMALS, option, vec![output])
        };
        let mut behaviours: Vec<Behaviour> = FLUSHES.into_iter().map(flushed).collect();
        if self.terms_lines(q)[0] == 1 {
            behaviours.iter_mut().for_each(|b| b.readings.clear());
        }
        behaviours
    }

    fn overflowing(&self, q: &Query) -> Vec<Behaviour> {
        let wrap = self.output(q, "wrap", self.orders[0], Policy::default());
        let mut behaviours = vec![Behaviour::reading(INT_OVERFLOW, "wrap", vec![wrap])];
        let policy = Policy { overflow: IntOverflow::Saturate, ..Policy::default() };
        behaviours.extend(self.each_order(q, INT_OVERFLOW, "saturate-each", policy));
        for name in self.level_names() {
            let value = OutputValue::Within(saturated_any_tree(self.line, self.terms_lines(q)));
            let output = self.judged(q, "saturate-each-any-tree", value);
            behaviours.push(also(Behaviour::reading(self.order_reading, name, vec![output]), INT_OVERFLOW, "saturate-each"));
        }
        let once = OutputValue::Bits(saturated_once(self.line, self.terms_lines(q)));
        let once = self.judged(q, "saturate-once", once);
        behaviours.push(Behaviour::reading(INT_OVERFLOW, "saturate-once", vec![once]));
        behaviours
    }
}

/// A behaviour that follows one more reading and is named after both.
pub(super) fn also(mut behaviour: Behaviour, reading: &str, option: &str) -> Behaviour {
    behaviour.name = format!("{option}-{}", behaviour.name);
    behaviour.readings.push((reading.to_owned(), option.to_owned()));
    behaviour
}

/// What a level accepts of one line.
pub(super) type Level = fn(DType, &[u64]) -> Interval;

/// Levels that name no order, as options of the readings of orders, with the values that they accept. Whether
/// one tree gives all sums no single sum shows.
pub(crate) const LEVELS: &[LevelOption] =
    &[("exact", "exact", exact), ("wide", "wide", wide), (ONE_LOW_TREE, "low-tree", low_tree), ("low-tree", "low-tree", low_tree)];

/// The same where sums in f32 are one of them, and not sums in whatever is wider than the element type.
pub(crate) const F32_LEVELS: &[LevelOption] =
    &[("exact", "exact", exact), ("f32", "f32", in_f32), (ONE_LOW_TREE, "low-tree", low_tree), ("low-tree", "low-tree", low_tree)];

/// Levels of any tree, with the values that both accept: one tree throughout, or any for each sum.
/// Which it is no single sum shows.
const TREES: [LevelOption; 2] = [(ONE_TREE, "any-tree", any_tree), ("any-tree", "any-tree", any_tree)];

/// A binary tree with at most two additions on each level: height at most 2 floor(log2 n).
fn low_tree(dtype: DType, column: &[u64]) -> Interval {
    tree_of_height(dtype, column, 2 * column.len().max(1).ilog2())
}

/// Sums in f32 in any order, rounded once.
fn in_f32(dtype: DType, line: &[u64]) -> Interval {
    if dtype == DType::F32 { any_tree(dtype, line) } else { wide(dtype, line) }
}

/// The bits of the first elements of a column, or of a row.
pub(super) fn read(input: &Input, line: Line, at: u32, into: &mut [u64]) {
    match line {
        Line::Column => input.column(at, into),
        Line::Row => (0..).zip(into).for_each(|(col, bits)| *bits = input.bits(at, col)),
    }
}

/// The enclosure of what the first `terms` elements of each line give.
pub(super) fn enclose(line: Line, [terms, lines]: [u32; 2], level: Level) -> EncloseKernel {
    Box::new(move |slot, [lowest, highest, special]| {
        let input = slot.input(SRC);
        let dtype = input.tile.dtype;
        let mut elements = vec![0; terms as usize];
        for at in 0..lines as usize {
            read(input, line, at as u32, &mut elements);
            let interval = level(dtype, &elements);
            dtype.write(lowest, at, interval.lowest);
            dtype.write(highest, at, interval.highest);
            special[at] = interval.special;
        }
    })
}

/// What any tree of saturating additions can give: with s the exact sum, P the sum of the positive
/// addends and N that of the negative ones' magnitudes, at least s - (P - max)+ and at most
/// s + (N + min)+, within the range.
fn saturated_any_tree(line: Line, [terms, lines]: [u32; 2]) -> EncloseKernel {
    Box::new(move |slot, [lowest, highest, special]| {
        let input = slot.input(SRC);
        let dtype = input.tile.dtype;
        let (low, high) = range(dtype);
        let mut elements = vec![0; terms as usize];
        for at in 0..lines as usize {
            read(input, line, at as u32, &mut elements);
            let values = elements.iter().map(|bits| integer(dtype, *bits));
            let (positive, negative) = values.fold((0i128, 0i128), |(p, n), v| (p + v.max(0), n - v.min(0)));
            let sum = positive - negative;
            let ends = [sum - (positive - high).max(0), sum + (negative + low).max(0)].map(|end| end.clamp(low, high));
            dtype.write(lowest, at, ends[0] as u64 & dtype.mask());
            dtype.write(highest, at, ends[1] as u64 & dtype.mask());
            special[at] = 0;
        }
    })
}

/// The exact integer sum of each line, brought to the nearest limit.
fn saturated_once(line: Line, [terms, lines]: [u32; 2]) -> Kernel {
    Box::new(move |slot, out| {
        let input = slot.input(SRC);
        let dtype = input.tile.dtype;
        let (low, high) = range(dtype);
        let mut elements = vec![0; terms as usize];
        for at in 0..lines as usize {
            read(input, line, at as u32, &mut elements);
            let sum: i128 = elements.iter().map(|bits| integer(dtype, *bits)).sum();
            dtype.write(out.data, at, sum.clamp(low, high) as u64 & dtype.mask());
        }
    })
}

pub(super) fn integer(dtype: DType, bits: u64) -> i128 {
    let unused = 64 - dtype.bits();
    if dtype.is_signed() { i128::from((bits << unused) as i64 >> unused) } else { i128::from(bits) }
}

pub(super) fn range(dtype: DType) -> (i128, i128) {
    let bits = dtype.bits();
    if dtype.is_signed() { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}
