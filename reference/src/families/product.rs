//! Known behaviours of a product: its orders, and what the pages leave open about overflow and subnormal numbers.

use super::column_reduction::first_row;
use super::policies::{FLOAT_OVERFLOW, FLUSHES, NAN, PRODUCT_OVERFLOW, SUBNORMALS, canonical, value};
use super::sum::{Level, LevelOption, also, enclose, integer, range, read};
use crate::kernels::{ProductOrder, Products, products};
use crate::operation::{EncloseKernel, Kernel};
use crate::{Behaviour, Class, Fill, Output, OutputValue, Query, Reading};
use ptoconf_numeric::orders::Line;
use ptoconf_numeric::products::{any_tree, exact, flushing_tree, saturating_tree, wide};
use ptoconf_numeric::{FloatOverflow, IntOverflow, NanResult, Policy};

/// What is multiplied.
const SRC: &str = "src";
/// Reading that the order answers.
const ORDER: &str = "order";

/// The products of the columns of `src`, in row 0 of `dst`, or of its rows, in column 0.
pub(crate) struct Product {
    /// What is multiplied.
    pub line: Line,
    /// Rows of the output that may be written, where columns are multiplied.
    pub dst_rows: u32,
    /// Orders to try.
    pub orders: &'static [ProductOrder],
}

/// Levels that name no order, with the values that they accept.
const LEVELS: [LevelOption; 3] = [("exact", "exact", exact), ("wide", "wide", wide), ("any-tree", "any-tree", any_tree)];

/// What levels accept under each option of `tile/subnormals`, with the name of the values.
const FLUSHING: [(&str, &str, Level); 4] = [
    ("kept", "kept-any-tree", any_tree),
    ("flush-results", "flush-results-any-tree", |dtype, line| flushing_tree(dtype, line, FLUSHES[1].1)),
    ("flush-inputs", "flush-inputs-any-tree", |dtype, line| flushing_tree(dtype, line, FLUSHES[2].1)),
    ("flush-both", "flush-both-any-tree", |dtype, line| flushing_tree(dtype, line, FLUSHES[3].1)),
];

/// A reading of orders with the options that name none.
pub(crate) fn levels(reading: Reading) -> Reading {
    reading
        .option("exact", "Any order; the exact product is rounded once.", "no page")
        .option("wide", "Multiplied in f32 (f32 itself in binary64) in any order, rounded once.", "no page")
        .option("any-tree", "Any tree of multiplications in the element type.", "formal specification: the order is open, ADR 0092")
}

impl Product {
    /// Every known behaviour. Classes whose products are the same in every order have one.
    pub fn behaviours(&self, q: &Query) -> Vec<Behaviour> {
        let Some(class) = Class::parse(q.class) else { return vec![] };
        match class.fill {
            Fill::Wrap => self.overflowing(q),
            Fill::Subnormal => self.flushing(q),
            Fill::Overflow => self.leaving_the_range(q),
            Fill::Special => self.special(q),
            Fill::Reveal => self.ordered(q),
            _ => Behaviour::only(vec![self.output(q, "value", self.orders[0], Policy::default())]),
        }
    }

    /// How many elements are multiplied, of how many lines.
    fn terms_lines(&self, q: &Query) -> [u32; 2] {
        let [rows, cols] = q.valid(SRC);
        if self.line == Line::Column { [rows, cols] } else { [cols, rows] }
    }

    fn kernel(&self, q: &Query, order: ProductOrder, policy: Policy) -> Kernel {
        products(SRC, Products { line: self.line, terms: self.terms_lines(q)[0], order, policy })
    }

    fn output(&self, q: &Query, variant: &str, order: ProductOrder, policy: Policy) -> Output {
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
        let named = |order: &ProductOrder| {
            let output = self.output(q, order.name(), *order, Policy::default());
            Behaviour::reading(ORDER, order.name(), vec![output])
        };
        let levels = LEVELS.iter().map(|(name, variant, level)| self.level(q, name, variant, *level));
        self.orders.iter().map(named).chain(levels).collect()
    }

    /// The results that a level accepts; `variant` names the values.
    fn level(&self, q: &Query, name: &str, variant: &str, level: Level) -> Behaviour {
        let output = self.judged(q, variant, OutputValue::Within(enclose(self.line, self.terms_lines(q), level)));
        Behaviour { costly: true, ..Behaviour::reading(ORDER, name, vec![output]) }
    }

    /// Every level with the same values.
    fn levels_alike(&self, q: &Query, variant: &str, level: Level) -> impl Iterator<Item = Behaviour> {
        LEVELS.iter().map(move |(name, ..)| self.level(q, name, variant, level))
    }

    /// A policy that shows on the way, so that it gives a value of its own in every order.
    fn each_order(&self, q: &Query, reading: &str, option: &str, policy: Policy) -> Vec<Behaviour> {
        let in_order = |order: &ProductOrder| {
            let output = self.output(q, &format!("{option}-{}", order.name()), *order, policy);
            also(Behaviour::reading(ORDER, order.name(), vec![output]), reading, option)
        };
        self.orders.iter().map(in_order).collect()
    }

    /// Products beyond the largest number, finally or on the way: infinite, or cut by every multiplication.
    fn leaving_the_range(&self, q: &Query) -> Vec<Behaviour> {
        let mut behaviours = self.ordered(q);
        behaviours.iter_mut().for_each(|b| b.readings.push((FLOAT_OVERFLOW.to_owned(), "infinity".to_owned())));
        let policy = Policy { float_overflow: FloatOverflow::Saturate, ..Policy::default() };
        behaviours.extend(self.each_order(q, FLOAT_OVERFLOW, "saturate", policy));
        behaviours.extend(self.levels_alike(q, "saturate-any-tree", saturating_tree).map(|b| also(b, FLOAT_OVERFLOW, "saturate")));
        behaviours
    }

    /// NaN, infinities and zeros: every order gives the same, except where a NaN becomes zero on the way. A single element is
    /// copied by some orders, with the NaN's bits.
    fn special(&self, q: &Query) -> Vec<Behaviour> {
        let any = self.output(q, "nan", self.orders[0], Policy::default());
        if self.terms_lines(q)[0] <= 1 {
            return Behaviour::only(vec![any]);
        }
        let kernel = canonical(q.dtype(SRC), self.kernel(q, self.orders[0], Policy::default()));
        let only = self.judged(q, "canonical", OutputValue::Bits(kernel));
        let mut behaviours = vec![Behaviour::reading(NAN, "canonical", vec![only]), Behaviour::reading(NAN, "any", vec![any])];
        behaviours.extend(self.each_order(q, NAN, "zero", Policy { nan: NanResult::Zero, ..Policy::default() }));
        behaviours
    }

    /// Whether a subnormal number meets another factor or a one first depends on the order.
    fn flushing(&self, q: &Query) -> Vec<Behaviour> {
        let flushed = FLUSHES.into_iter().flat_map(|(option, flush)| {
            let policy = Policy { flush, ..Policy::default() };
            self.each_order(q, SUBNORMALS, option, policy)
        });
        let levels = FLUSHING
            .into_iter()
            .flat_map(|(option, variant, level)| self.levels_alike(q, variant, level).map(move |b| also(b, SUBNORMALS, option)));
        flushed.chain(levels).collect()
    }

    fn overflowing(&self, q: &Query) -> Vec<Behaviour> {
        let wrap = self.output(q, "wrap", self.orders[0], Policy::default());
        let mut behaviours = vec![Behaviour::reading(PRODUCT_OVERFLOW, "wrap", vec![wrap])];
        let policy = Policy { overflow: IntOverflow::Saturate, ..Policy::default() };
        behaviours.extend(self.each_order(q, PRODUCT_OVERFLOW, "saturate", policy));
        for (name, ..) in LEVELS {
            let value = OutputValue::Within(saturated_any_tree(self.line, self.terms_lines(q)));
            let output = self.judged(q, "saturate-any-tree", value);
            behaviours.push(also(Behaviour::reading(ORDER, name, vec![output]), PRODUCT_OVERFLOW, "saturate"));
        }
        behaviours
    }
}

/// What any tree of saturating multiplications can give: a product within the limits is exact in every order, as no partial
/// product is larger, and beyond one it is that limit. Below the lowest it can also be the highest times -1.
fn saturated_any_tree(line: Line, [terms, lines]: [u32; 2]) -> EncloseKernel {
    Box::new(move |slot, [lowest, highest, special]| {
        let input = slot.input(SRC);
        let dtype = input.tile.dtype;
        let (low, high) = range(dtype);
        let mut elements = vec![0; terms as usize];
        for at in 0..lines as usize {
            read(input, line, at as u32, &mut elements);
            let values = || elements.iter().map(|bits| integer(dtype, *bits));
            // A zero makes all others meaningless; else magnitudes only grow.
            let product =
                if values().any(|v| v == 0) { 0 } else { values().fold(1i128, |p, v| p.saturating_mul(v).clamp(2 * low - 1, 2 * high)) };
            let reaches_lowest = dtype.is_signed() && product <= low;
            let ends = [product.clamp(low, high), if reaches_lowest { -high } else { product.min(high) }];
            dtype.write(lowest, at, ends[0] as u64 & dtype.mask());
            dtype.write(highest, at, ends[1] as u64 & dtype.mask());
            special[at] = 0;
        }
    })
}
