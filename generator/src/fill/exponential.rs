//! Numbers whose differences have exponentials that show structure, rounding, and single policies.
//!
//! The operands are filled apart from each other, and either can be the one that is repeated. So what has to fit follows from
//! the column and the case: every number of a column goes with all that it is subtracted from there. But for the classes
//! about it, no exponential leaves the range of the normal numbers.

mod ends;

use super::format::Format;
use super::{Target, float};
use crate::rng::Stream;
use ptoconf_reference::{Combine, Fill};

pub(super) fn fill(target: &mut Target, fill: Fill, stream: &mut Stream) {
    let format = Format::of(target.dtype());
    let wide = format.bias > 15;
    match fill {
        Fill::ExactWindow => exact_window(target, &format, wide, stream),
        Fill::Uniform => {
            let highest = if wide { 4 } else { 1 };
            target.each(|_, _| format.random(-4, highest, stream));
        }
        Fill::Spread => spread(target, &format, wide, stream),
        Fill::Cancel => cancel(target, &format, stream),
        Fill::Ties => ends::ties(target, &format, wide, stream),
        Fill::Zeros => zeros(target, &format, stream),
        Fill::Special => special(target, &format, stream),
        Fill::Overflow => ends::overflow(target, &format, wide, stream),
        Fill::Subnormal => ends::subnormal(target, &format, wide, stream),
        _ => float::fill(target, fill, stream),
    }
}

/// Whether the operand is subtracted.
fn is_second(target: &Target) -> bool {
    target.position > 0
}

/// Whether nothing is subtracted from it.
fn is_alone(target: &Target) -> bool {
    matches!(target.combine, Combine::One(_))
}

/// `units * 2^-places`, for units of at most as many bits as a significand has.
fn number(format: &Format, units: i64, places: u32) -> u64 {
    let magnitude = format.integer(units.unsigned_abs());
    let scaled = if units == 0 { 0 } else { magnitude - u64::from(places) * (format.mantissa + 1) };
    if units < 0 { scaled | format.sign } else { scaled }
}

/// A number from `low` to `high`.
fn between([low, high]: [i64; 2], stream: &mut Stream) -> i64 {
    low + stream.below((high - low + 1) as u64) as i64
}

/// A whole number below a limit that is the column's in a case: the same for both operands, and another in most other columns;
/// zero where there is one operand, whose exponential it would be in.
fn of_column(target: &Target) -> impl Fn(u32, u64) -> i64 + use<> {
    let (slot, is_alone) = (target.slot, is_alone(target));
    move |col, limit| match is_alone {
        true => 0,
        false => ((u64::from(col) * 37 + u64::from(slot) * 101 + u64::from(col / 16) * 11) % limit) as i64,
    }
}

/// Whole numbers, so that no difference is rounded, and results are e times as large as the next ones at least: whatever the
/// accuracy, the result of other elements is another one. Those of a column are around a number of its own.
fn exact_window(target: &mut Target, format: &Format, wide: bool, stream: &mut Stream) {
    let (second, of_column, least) = (is_second(target), of_column(target), if is_alone(target) { 0 } else { 64 });
    let limit = if wide { 1 << 16 } else { 1 << 10 };
    let around = match (wide, second) {
        (true, _) => [-40, 40],
        (false, false) => [-4, 5],
        (false, true) => [-5, 4],
    };
    target.each(|_, col| number(format, least + of_column(col, limit) + between(around, stream), 0));
}

/// Differences over the whole range of those with normal results. What is subtracted is small, and has bits that the other
/// numbers have not, so that most differences are rounded.
fn spread(target: &mut Target, format: &Format, wide: bool, stream: &mut Stream) {
    let (range, places) = match (wide, is_second(target)) {
        (true, false) => ([-79 << 17, 80 << 17], 17),
        (true, true) => ([-(8 << 20), 8 << 20], 20),
        (false, false) => ([-9 << 7, (21 << 7) / 2], 7),
        (false, true) => ([-(1 << 10) / 2, (1 << 10) / 2], 10),
    };
    target.each(|_, _| number(format, between(range, stream), places));
}

/// A number of the column with some units in the last place more: differences of a few of these, and none at all.
fn cancel(target: &mut Target, format: &Format, stream: &mut Stream) {
    let (slot, p, of_column) = (target.slot, format.precision, of_column(target));
    target.each(|_, col| {
        let base = format.power_of_two(i64::from((col + slot) % 3)) + of_column(col, 1 << (p - 2)) as u64;
        let bits = stream.below(u64::from(p) - 3);
        let off = if bits == 0 { 0 } else { stream.below(1 << (bits - 1)) };
        (base + off) | if (col / 4 + slot).is_multiple_of(2) { 0 } else { format.sign }
    });
}

/// Zeros of both signs among small numbers.
fn zeros(target: &mut Target, format: &Format, stream: &mut Stream) {
    target.each(|_, _| if stream.one_in(2) { format.signed(0, stream) } else { format.random(-4, 1, stream) });
}

/// NaN and infinities; and a number of the column, whose difference to itself is zero.
fn special(target: &mut Target, format: &Format, stream: &mut Stream) {
    let of_column = of_column(target);
    target.each(|_, col| match stream.below(6) {
        0 => format.nan(stream),
        1 => format.infinity,
        2 => format.infinity | format.sign,
        _ => number(format, 1 + of_column(col, 1000), 3),
    });
}
