//! Models that do a thing in another legal way.

#![allow(clippy::semicolon_if_nothing_returned, reason = "a variant is one assignment, and reads as such")]

use ptoconf_models::{Decisions, Op, Order};

/// A model that conforms.
pub struct Variant {
    /// Name.
    pub name: &'static str,
    /// What is different.
    pub what: &'static str,
    /// The profiles that admit it.
    pub profiles: &'static [&'static str],
    /// Makes it so.
    pub change: fn(&mut Decisions),
}

const EVERY: &[&str] = &["cpu", "a2a3", "a5"];
const CPU: &[&str] = &["cpu"];

const fn variant(name: &'static str, what: &'static str, profiles: &'static [&'static str], change: fn(&mut Decisions)) -> Variant {
    Variant { name, what, profiles, change }
}

/// Every variant.
pub const VARIANTS: &[Variant] = &[
    variant("the right model", "Nothing.", EVERY, |_| {}),
    variant("exact stores", "Only valid elements are written.", EVERY, |d| d.whole_blocks = |_, _| false),
    variant("copies of whole blocks", "A copy goes on to the end of the 32-byte block.", EVERY, |d| d.whole_blocks = |_, _| true),
    variant("narrow vectors", "Vectors have 64 bytes.", EVERY, |d| d.lanes = |_, _, lanes| lanes / 4),
    variant("lane by lane", "Vectors have one element.", EVERY, |d| d.lanes = |_, _, _| 1),
    variant("subnormals kept", "Subnormals are kept throughout (tile/subnormals).", EVERY, |d| d.flushes = |_, _, _| false),
    variant("subnormals flushed", "Subnormals are flushed throughout (tile/subnormals).", EVERY, |d| d.flushes = |_, _, _| true),
    variant("another NaN", "A NaN that was computed has the sign set and a payload.", EVERY, |d| {
        d.combined = Some(|_, l| if l.dtype.is_nan(l.right) { l.dtype.mask() - 1 } else { l.right })
    }),
    variant("operands added in reverse", "b + a for a + b.", EVERY, |d| d.swapped = |_, op| op == Op::Add),
    variant("no old values", "Operands that share memory are not read first (tile/alias).", EVERY, |d| d.snapshot = false),
    variant("sum row by row", "Row 0, then every row (tcolsum/sequential-order).", CPU, |d| {
        d.order = |s, o| sequential(s.tuple.flag("isBinary"), o, Order::LeftFold)
    }),
    variant("sum in pairs", "Row 0, then pairs of rows (tcolsum/sequential-order).", CPU, |d| {
        d.order = |s, o| sequential(s.tuple.flag("isBinary"), o, Order::Pairs)
    }),
    variant("sum from zero", "+0, then every row (tcolsum/sequential-order).", &["a5"], |d| {
        d.order = |_, o| if o == Order::Pairs { Order::FoldFromZero } else { o }
    }),
    variant("negative index is zero", "A negative value counts as zero (tconcat/negative-index).", EVERY, |d| {
        d.index_value = |_, dtype, bits, right| if dtype.is_signed() && bits >> (dtype.bits() - 1) == 1 { 0 } else { right }
    }),
];

fn sequential(is_binary: bool, right: Order, other: Order) -> Order {
    if is_binary { right } else { other }
}
