//! Numbers whose quotients show structure, rounding, and single policies.
//!
//! What is divided and what divides are filled apart from each other, and either can be the operand that is repeated. So
//! what has to fit follows from the column and the case: every divisor of a column goes with all that is divided there.
//! Only the class about zeros has a divisor that is zero.

mod integer;
mod near;

use super::format::Format;
use super::{Target, float};
use crate::rng::Stream;
use ptoconf_reference::Fill;
use ptoconf_schemas::Kind;

pub(super) fn fill(target: &mut Target, fill: Fill, stream: &mut Stream) {
    match target.dtype().kind() {
        Kind::Float { .. } => floats(target, fill, stream),
        _ => integer::fill(target, fill, stream),
    }
}

fn floats(target: &mut Target, fill: Fill, stream: &mut Stream) {
    let format = Format::of(target.dtype());
    match fill {
        Fill::ExactWindow => exact_window(target, &format, stream),
        Fill::Spread => {
            // Half the range for each, so that no quotient leaves that of the normal numbers.
            let low = -(format.bias - i64::from(format.precision)) / 2;
            target.each(|_, _| format.random(low, (format.bias - 3) / 2, stream));
        }
        Fill::Ties => near::ties(target, &format, stream),
        Fill::Zeros | Fill::ZeroDivisor => zeros(target, &format, fill, stream),
        Fill::Special => special(target, &format, stream),
        Fill::Overflow => overflow(target, &format, stream),
        Fill::Subnormal => subnormal(target, &format, stream),
        _ => float::fill(target, fill, stream),
    }
}

/// Whether the operand divides.
fn divides(target: &Target) -> bool {
    target.position > 0
}

/// A number below `limit` that is the column's in a case: the same for both operands, and another in most other columns.
fn of_column(col: u32, slot: u32, limit: u64) -> u64 {
    (u64::from(col) * 37 + u64::from(slot) * 101 + u64::from(col / 16) * 11) % limit
}

/// Multiples of a column's odd number, over that number times a small power of two: every quotient is exact. Some are the
/// largest whole number of p bits, and the smallest normal number.
///
/// Most of those odd numbers have no exact reciprocal, so that whoever multiplies by a rounded one is seen.
fn exact_window(target: &mut Target, format: &Format, stream: &mut Stream) {
    let (second, slot, smallest) = (divides(target), target.slot, format.mantissa + 1);
    let half = format.precision / 2;
    target.each(|_, col| {
        let odd = 3 + 2 * of_column(col, slot, (1 << (format.precision - half - 1)) - 1);
        let magnitude = match (col % 16, second) {
            (7, false) => format.integer((1 << format.precision) - 1),
            (7, true) => format.one,
            (15, false) => 2 * smallest,
            (15, true) => format.power_of_two(1),
            (_, false) => format.integer(odd * (1 + stream.below((1 << half) - 1))),
            (_, true) => format.integer(odd << stream.below(4)),
        };
        format.signed(magnitude, stream)
    });
}

/// Zeros and ones of both signs; what divides is one, two or three, or zero, which the first always is.
fn zeros(target: &mut Target, format: &Format, fill: Fill, stream: &mut Stream) {
    let by_zero = fill == Fill::ZeroDivisor;
    let numbers = match (divides(target), by_zero) {
        (false, false) => [0, 0, format.one],
        (false, true) => [0, format.integer(3), if target.slot.is_multiple_of(2) { format.infinity } else { format.largest() }],
        (true, false) => [format.one, format.integer(2), format.integer(3)],
        (true, true) => [0, 0, format.one],
    };
    let always = by_zero && divides(target);
    target.each(|row, col| {
        let number = stream.below(3) as usize;
        format.signed(if always && [row, col] == [0, 0] { 0 } else { numbers[number] }, stream)
    });
}

/// NaN and infinities among small numbers; zeros are divided, and do not divide.
fn special(target: &mut Target, format: &Format, stream: &mut Stream) {
    let second = divides(target);
    target.each(|_, _| {
        let number = match stream.below(6) {
            0 => return format.nan(stream),
            1 | 2 => format.infinity,
            3 if !second => 0,
            _ => format.integer(1 + stream.below(4)),
        };
        format.signed(number, stream)
    });
}

/// Quotients at the largest number: it exactly, below it by so little that it is rounded to it, twice its power of two,
/// which is the next one, and far past it. No quotient of two numbers lies between the largest number and the next.
fn overflow(target: &mut Target, format: &Format, stream: &mut Stream) {
    let smallest = format.mantissa + 1;
    let half = format.power_of_two(-1);
    let pairs = [
        [format.largest(), format.one],
        [format.largest() - 1, format.one - 1],
        [format.largest(), format.one - 1],
        [format.power_of_two(format.bias), half],
        [format.largest() - smallest, half],
        [format.largest(), format.integer(3)],
        [format.largest() - 1, half],
        [format.largest(), smallest],
        [format.integer(3), smallest],
    ];
    let (second, slot) = (divides(target), target.slot);
    target.each(|_, col| {
        let pair = pairs[((col + slot) as usize) % pairs.len()];
        format.signed(pair[usize::from(second)], stream)
    });
}

/// Subnormal numbers on either side, and quotients that are subnormal, some of them halfway between two. None is rounded
/// up to the smallest normal number, and none past the largest: those are other questions.
fn subnormal(target: &mut Target, format: &Format, stream: &mut Stream) {
    let smallest = format.mantissa + 1;
    let firsts = [1, smallest - 1, smallest, smallest + 1, 2 * smallest, smallest / 2, smallest / 2 + 1, format.one];
    let seconds = [format.power_of_two(-1), format.one, format.integer(2), format.integer(4), format.integer(3), format.integer(5)];
    let second = divides(target);
    target.each(|_, col| {
        let number = match (second, col % 5) {
            (true, 4) => [smallest / 2, smallest - 1, smallest / 2 + 1][stream.below(3) as usize],
            (true, _) => seconds[stream.below(seconds.len() as u64) as usize],
            // Any mantissa but with a clear bit, so that no half of it is rounded up to a power of two.
            (false, 3) => smallest | (stream.next() & (smallest / 2 - 1)),
            (false, _) => firsts[stream.below(firsts.len() as u64) as usize],
        };
        format.signed(number, stream)
    });
}
