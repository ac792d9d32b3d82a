//! Integers whose quotients are whole numbers, are none, are past the range, or have no value.

use super::{divides, of_column};
use crate::fill::Target;
use crate::rng::Stream;
use ptoconf_reference::Fill;

/// Whole numbers with many divisors; the first few fit into eight bits.
const BASES: [u64; 12] = [6, 8, 10, 12, 24, 30, 36, 60, 90, 210, 360, 720];
const SMALL: u64 = 4;

pub(super) fn fill(target: &mut Target, fill: Fill, stream: &mut Stream) {
    match fill {
        Fill::ExactWindow => exact_window(target, stream),
        Fill::Wrap => wrap(target, stream),
        Fill::Fractions => fractions(target, stream),
        Fill::ZeroDivisor => zero_divisor(target, stream),
        _ => {}
    }
}

/// The largest value.
fn max(target: &Target) -> u64 {
    let mask = target.dtype().mask();
    if target.dtype().is_signed() { mask >> 1 } else { mask }
}

/// Gives every element a number of either sign.
fn each(target: &mut Target, stream: &mut Stream, number: impl Fn([u32; 2], &mut Stream) -> u64) {
    let (mask, is_signed) = (target.dtype().mask(), target.dtype().is_signed());
    target.each(|row, col| {
        let magnitude = number([row, col], stream);
        (if is_signed && stream.one_in(2) { magnitude.wrapping_neg() } else { magnitude }) & mask
    });
}

/// Multiples of a column's number, over divisors of it: every quotient is exact, up to the largest numbers.
fn exact_window(target: &mut Target, stream: &mut Stream) {
    let (slot, max, second) = (target.slot, max(target), divides(target));
    let bases = if target.dtype().bytes() == 1 { SMALL } else { BASES.len() as u64 };
    each(target, stream, |[_, col], stream| {
        let base = BASES[of_column(col, slot, bases) as usize];
        if !second {
            return base * (1 + stream.below((max / base).min(1 << 32)));
        }
        let divisors: Vec<u64> = (2..=base).filter(|d| base.is_multiple_of(*d)).collect();
        divisors[stream.below(divisors.len() as u64) as usize]
    });
}

/// Numbers at the limits over 1 and -1, of which only the smallest over -1 is past the range; of unsigned types, over
/// numbers at the limits, which as signed ones would be small.
fn wrap(target: &mut Target, stream: &mut Stream) {
    let (max, mask, second) = (max(target), target.dtype().mask(), divides(target));
    let is_signed = target.dtype().is_signed();
    target.each(|_, _| {
        let random = stream.next();
        let near = (random >> 8) % 4;
        (match (second, is_signed, random % 4) {
            (true, true, 0) => 1,
            (true, true, _) => mask,
            (true, false, 0) => 1 + near,
            (_, _, 1) => max.wrapping_sub(near),
            (_, true, 0 | 2) => max.wrapping_add(1),
            (_, true, _) => max.wrapping_add(1).wrapping_add(near),
            _ => (max / 2).wrapping_add(near),
        }) & mask
    });
}

/// One more and one less than multiples of a column's number, and any numbers, over that one: quotients of either sign
/// that are next to a whole number or anywhere between two.
fn fractions(target: &mut Target, stream: &mut Stream) {
    let (slot, max, second) = (target.slot, max(target), divides(target));
    let wide = target.dtype().bytes() > 1;
    each(target, stream, |[_, col], stream| {
        let divisor = match col % 4 {
            3 if wide => 3 + of_column(col, slot, max.isqrt()),
            _ => 2 + of_column(col, slot, 30),
        };
        let multiple = divisor * (1 + stream.below((max / divisor - 1).min(1 << 32)));
        match (second, stream.below(3)) {
            (true, _) => divisor,
            (false, 0) => multiple - 1,
            (false, 1) => multiple + 1,
            _ => 1 + stream.below(max.min(1 << 32)),
        }
    });
}

/// Any numbers over zeros, of which the first is one, and a few others.
fn zero_divisor(target: &mut Target, stream: &mut Stream) {
    let (max, second) = (max(target), divides(target));
    each(target, stream, |at, stream| match (second, at == [0, 0] || stream.one_in(2)) {
        (true, true) => 0,
        (true, false) => 2 + stream.below(3),
        (false, _) => stream.below(max.min(1 << 32)),
    });
}
