//! Models that do a thing in another legal way.

#![allow(clippy::semicolon_if_nothing_returned, reason = "a variant is one assignment, and reads as such")]

use ptoconf_models::{Decisions, Lane, OnNan, OnZeros, Op, Order, Picks, Site};
use ptoconf_schemas::DType;

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
const DEVICES: &[&str] = &["a2a3", "a5"];

const fn variant(name: &'static str, what: &'static str, profiles: &'static [&'static str], change: fn(&mut Decisions)) -> Variant {
    Variant { name, what, profiles, change }
}

/// Every variant.
pub const VARIANTS: &[Variant] = &[
    variant("the right model", "Nothing.", EVERY, |_| {}),
    variant("exact stores", "Only valid elements are written.", EVERY, |d| d.whole_blocks = |_, _| false),
    variant("copies of whole blocks", "A copy goes on to the end of the 32-byte block.", EVERY, |d| d.whole_blocks = |_, _| true),
    variant("narrow vectors", "Vectors have 64 bytes.", EVERY, |d| {
        d.lanes = |s, _, lanes| if order_of_vectors(s) { lanes } else { lanes / 4 }
    }),
    variant("lane by lane", "Vectors have one element.", EVERY, |d| d.lanes = |s, _, lanes| if order_of_vectors(s) { lanes } else { 1 }),
    variant("subnormals kept", "Subnormals are kept throughout (tile/subnormals).", EVERY, |d| d.flushes = |_, _, _| false),
    variant("subnormals flushed", "Subnormals are flushed throughout (tile/subnormals).", EVERY, |d| d.flushes = |_, _, _| true),
    variant("another NaN", "A NaN that was computed has the sign set and a payload.", EVERY, |d| {
        d.combined = Some(|_, l| if l.dtype.is_nan(l.right) { l.dtype.mask() - 1 } else { l.right })
    }),
    variant("operands added in reverse", "b + a for a + b.", EVERY, |d| d.swapped = |_, op| op == Op::Add),
    variant("factors exchanged", "b * a for a * b.", EVERY, |d| d.swapped = |_, op| op == Op::Mul),
    variant("picked in reverse", "max(b, a) for max(a, b), where neither NaN nor zeros depend on it.", DEVICES, |d| {
        d.swapped = |_, op| op.is_pick()
    }),
    variant("products saturate", "Integer products stop at the ends of the range (tile/product-overflow).", EVERY, |d| {
        d.combined = Some(|_, l| if l.op == Op::Mul && l.dtype.is_int() { saturated(l.dtype, l.a, l.b) } else { l.right })
    }),
    variant("quotients saturate", "The smallest integer over -1 is the largest (tile/quotient-overflow).", EVERY, |d| {
        d.combined = Some(|_, l| {
            let past = l.op == Op::Div && l.dtype.is_signed() && l.b == l.dtype.mask() && l.a == l.right && l.a << 1 & l.dtype.mask() == 0;
            if past && l.a != 0 { l.a - 1 } else { l.right }
        })
    }),
    variant("integers over zero are zero", "An integer over zero is zero (integer-zero-divisor).", EVERY, |d| {
        d.combined = Some(|_, l| if l.op == Op::Div && l.dtype.is_int() && l.b == 0 { 0 } else { l.right })
    }),
    variant("differences rounded first", "The difference in an exponential of f32 is rounded (difference).", EVERY, |d| {
        d.fuses = |_, _, _| false
    }),
    variant("fused differences", "The difference in an exponential of f32 is not rounded (difference).", &["a5"], |d| {
        d.fuses = |_, _, _| true
    }),
    variant("exponentials too large", "Exponentials are the next number above, but for those that are exact (accuracy).", EVERY, |d| {
        d.combined = Some(|_, l| if is_inexact(l) { l.right + 1 } else { l.right })
    }),
    variant(
        "exponentials off by four",
        "Exponentials are up to four numbers away, but for those that are exact (accuracy).",
        DEVICES,
        |d| d.combined = Some(|_, l| if is_inexact(l) { l.right + (l.a ^ l.b) % 9 - 4 } else { l.right }),
    ),
    variant("numbers win", "Of a number and NaN, the number is picked (tile/max-nan).", EVERY, |d| {
        d.picks = |_, p| Picks { nan: OnNan::Number, ..p }
    }),
    variant("NaN wins", "Of a number and NaN, NaN is picked (tile/max-nan).", EVERY, |d| d.picks = |_, p| Picks { nan: OnNan::Nan, ..p }),
    variant("NaN stays where it is first", "NaN in second place is lost (tile/max-nan).", EVERY, |d| {
        // Two rows at a time are another order: only where they are compared in turn.
        d.picks = |s, p| if compares_in_turn(s) { Picks { nan: OnNan::First, ..p } } else { p }
    }),
    variant("zeros ordered", "+0 is larger than -0 (tile/max-zeros).", EVERY, |d| d.picks = |_, p| Picks { zeros: OnZeros::Positive, ..p }),
    variant("first of equal zeros", "The first zero stays (tile/max-zeros).", EVERY, |d| {
        d.picks = |s, p| if s.target != "cpu" && reduces_rows(s) { p } else { Picks { zeros: OnZeros::First, ..p } }
    }),
    variant("last of equal zeros", "The second zero is taken (tile/max-zeros).", EVERY, |d| {
        d.picks = |s, p| if s.target != "cpu" && reduces_rows(s) { p } else { Picks { zeros: OnZeros::Second, ..p } }
    }),
    variant("places: numbers win", "Of a number and NaN, the number is taken (nan).", EVERY, |d| {
        d.replaces = |_, c| match [c.best, c.next].map(|x| c.dtype.is_nan(x)) {
            [true, false] => true,
            [false, true] => false,
            [true, true] => c.at[1] < c.at[0],
            _ => c.right,
        }
    }),
    variant("places: NaN wins", "The first NaN is taken (nan).", EVERY, |d| {
        d.replaces = |_, c| match [c.best, c.next].map(|x| c.dtype.is_nan(x)) {
            [true, false] => false,
            [false, true] => true,
            [true, true] => c.at[1] < c.at[0],
            _ => c.right,
        }
    }),
    variant("places: zeros ordered", "+0 is larger than -0 (zeros).", EVERY, |d| {
        d.replaces = |_, c| {
            let zero = |x: u64| c.dtype.is_float() && x << 1 & c.dtype.mask() == 0;
            if zero(c.best) && zero(c.next) && c.best != c.next { (c.next == 0) == (c.op == Op::Max) } else { c.right }
        }
    }),
    variant(
        "places: any of equal elements",
        "Of equal elements of a column one is taken that is neither the first nor the last (ties).",
        &["a2a3"],
        |d| {
            d.replaces = |s, c| {
                let any = s.tuple.op.starts_with("tcol") && c.best == c.next && !c.dtype.is_nan(c.best);
                if any { c.at[1] % 3 > c.at[0] % 3 } else { c.right }
            }
        },
    ),
    variant(
        "picked subnormals flushed",
        "A subnormal that was picked becomes a zero of its sign (tile/copied-subnormals).",
        DEVICES,
        |d| {
            d.written_as = Some(|s, e| {
                let picks = s.tuple.op.ends_with("max") || s.tuple.op.ends_with("min");
                Some(if picks && ["dst", "dstVal"].contains(&e.operand) { flushed(e.dtype, e.bits) } else { e.bits })
            })
        },
    ),
    variant("copied subnormals flushed", "A repeated subnormal becomes a zero of its sign (tile/copied-subnormals).", EVERY, |d| {
        d.copied = Some(|s, dtype, bits| if s.tuple.op == "trowexpand" { flushed(dtype, bits) } else { bits })
    }),
    variant("no old values", "Operands that share memory are not read first (tile/alias).", EVERY, |d| d.snapshot = false),
    variant("sum row by row", "Row 0, then every row (tcolsum/sequential-order).", CPU, |d| {
        d.order = |s, o| sequential(s.tuple.flag("isBinary"), o, Order::LeftFold)
    }),
    variant("product row by row", "Row 0, then every row (tcolprod/order).", CPU, |d| {
        d.order = |_, o| if o == Order::FoldFromOne { Order::LeftFold } else { o }
    }),
    variant("product in pairs", "Row 0, then pairs of rows (tcolprod/order).", CPU, |d| {
        d.order = |s, o| if o == Order::FoldFromOne && multiplies_columns(s) { Order::Pairs } else { o }
    }),
    variant("product of lanes", "The lanes of a block, then one after another (trowprod/order).", CPU, |d| {
        d.order = |s, o| if o == Order::FoldFromOne && !multiplies_columns(s) { Order::Block } else { o }
    }),
    variant("product of halves", "The lanes of a vector, then halves (trowprod/order).", CPU, |d| {
        d.order = |s, o| if o == Order::FoldFromOne && !multiplies_columns(s) { Order::Halves } else { o }
    }),
    variant("sum in pairs", "Row 0, then pairs of rows (tcolsum/sequential-order).", CPU, |d| {
        d.order = |s, o| sequential(s.tuple.flag("isBinary"), o, Order::Pairs)
    }),
    variant("sum from zero", "+0, then every row (tcolsum/sequential-order).", &["a5"], |d| {
        d.order = |s, o| if o == Order::Pairs && !multiplies_columns(s) { Order::FoldFromZero } else { o }
    }),
    variant("negative index is zero", "A negative value counts as zero (tconcat/negative-index).", EVERY, |d| {
        d.index_value = |_, dtype, bits, right| if dtype.is_signed() && bits >> (dtype.bits() - 1) == 1 { 0 } else { right }
    }),
];

/// Whether the elements of a row meet; devices halve vectors, which is another order than one after another.
fn reduces_rows(site: &Site) -> bool {
    ["trowmax", "trowmin"].contains(&site.tuple.op.as_str())
}

/// Whether the order of a sum or a product is one of vectors: others are another order.
fn order_of_vectors(site: &Site) -> bool {
    matches!(site.tuple.op.as_str(), "trowsum" | "trowprod")
}

/// Whether it is TCOLPROD.
fn multiplies_columns(site: &Site) -> bool {
    site.tuple.op == "tcolprod"
}

/// Whether every element is compared with the best one before it, where several meet.
fn compares_in_turn(site: &Site) -> bool {
    site.target == "cpu" || site.tuple.tile("src").is_none() || (site.target == "a2a3" && !reduces_rows(site))
}

fn sequential(is_binary: bool, right: Order, other: Order) -> Order {
    if is_binary { right } else { other }
}

/// The product of two integers, limited to the range of their type.
fn saturated(dtype: DType, a: u64, b: u64) -> u64 {
    let top = 1i128 << (dtype.bits() - 1);
    let value = |bits: u64| if dtype.is_signed() { (i128::from(bits) ^ top) - top } else { bits.into() };
    let [lowest, highest] = if dtype.is_signed() { [-top, top - 1] } else { [0, 2 * top - 1] };
    value(a).saturating_mul(value(b)).clamp(lowest, highest) as u64 & dtype.mask()
}

/// Whether it is a rounded exponential: a normal number that is not one.
fn is_inexact(lane: &Lane) -> bool {
    let Some((sign, infinity, mantissa)) = lane.dtype.float_masks() else { return false };
    let one = infinity >> 1 & infinity;
    lane.op == Op::ExpDif && lane.right & sign == 0 && (mantissa + 6..infinity - 6).contains(&lane.right) && lane.right != one
}

/// A zero of the same sign for a subnormal.
fn flushed(dtype: DType, bits: u64) -> u64 {
    match dtype.float_masks() {
        Some((sign, infinity, _)) if bits & infinity == 0 => bits & sign,
        _ => bits,
    }
}
