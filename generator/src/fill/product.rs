//! Floats whose products show structure, rounding, and single policies.

use super::format::Format;
use super::{Target, float};
use crate::rng::Stream;
use ptoconf_reference::Fill;

pub(super) fn fill(target: &mut Target, fill: Fill, stream: &mut Stream) {
    let format = Format::of(target.dtype());
    match fill {
        Fill::ExactWindow => exact_window(target, &format, stream),
        Fill::Spread => {
            // Half the range for each, so that no product leaves that of the normal numbers.
            let low = -(format.bias - i64::from(format.precision)) / 2;
            target.each(|_, _| format.random(low, (format.bias - 3) / 2, stream));
        }
        Fill::Ties => ties(target, &format, stream),
        Fill::Special => special(target, &format, stream),
        Fill::Overflow => overflow(target, &format, stream),
        Fill::Subnormal => subnormal(target, &format, stream),
        _ => float::fill(target, fill, stream),
    }
}

/// Whole numbers whose products are exact; some products are the largest whole number of p bits, and the smallest normal
/// number.
fn exact_window(target: &mut Target, format: &Format, stream: &mut Stream) {
    let limit = 1 << (format.precision / 2);
    let (second, smallest) = (target.position > 0, format.mantissa + 1);
    target.each(|_, col| {
        let magnitude = match (col % 16, second) {
            (7, false) => format.integer((1 << format.precision) - 1),
            (7, true) => format.one,
            (15, false) => 2 * smallest,
            (15, true) => format.power_of_two(-1),
            _ => format.integer(1 + stream.below(limit)),
        };
        format.signed(magnitude, stream)
    });
}

/// Odd numbers of k and p + 1 - k bits: their product has p bits, and is exact, or p + 1, and lies halfway between two
/// numbers. With a bit more it lies next to there.
fn ties(target: &mut Target, format: &Format, stream: &mut Stream) {
    let (p, second) = (format.precision, target.position > 0);
    target.each(|_, col| {
        let first_bits = 2 + col % (p - 2);
        let more = u32::from(col / (p - 2) % 4 == 3 && first_bits > 2);
        let bits = if second { p + 1 - first_bits + more } else { first_bits };
        let below = (1u64 << (bits - 1)) - 1;
        format.signed(format.integer(1 << (bits - 1) | stream.next() & below | 1), stream)
    });
}

/// NaN, infinities and zeros among small numbers: an infinity times zero is a NaN.
fn special(target: &mut Target, format: &Format, stream: &mut Stream) {
    target.each(|_, _| {
        let number = match stream.below(7) {
            0 => return format.nan(stream),
            1 => format.infinity,
            2 => 0,
            _ => format.integer(1 + stream.below(4)),
        };
        format.signed(number, stream)
    });
}

/// Two factors whose product is at the largest number: it exactly, past it by less than half a unit in the last place, by
/// half, which is a tie, by more, and far past it.
pub(super) fn edges(format: &Format) -> [[u64; 2]; 8] {
    // Factors of 2^(p+1) - 1, which times 2^(bias - p) lies halfway between the largest number and the next, and of
    // 2^(p+3) - 5, which times 2^(bias - p - 2) lies below that.
    let [half, less] = match format.precision {
        11 => [[63u64, 65], [11, 1489]],
        24 => [[31, 1_082_401], [41, 3_273_603]],
        _ => [[7, 73], [9, 227]],
    };
    let scaled = |number: u64, below: i64| {
        let exponent = format.bias - i64::from(format.precision) - below;
        format.integer(number) + ((exponent as u64) << (format.precision - 1))
    };
    let top = format.power_of_two(format.bias);
    [
        [format.largest(), format.one],
        [format.integer(half[0]), scaled(half[1], 0)],
        [format.integer(less[0]), scaled(less[1], 2)],
        [format.largest(), format.one + 1],
        [top, format.power_of_two(1)],
        [format.largest() - (format.mantissa + 1), format.power_of_two(1)],
        [format.largest(), format.largest()],
        [format.largest() - 1, format.one + 1],
    ]
}

fn overflow(target: &mut Target, format: &Format, stream: &mut Stream) {
    let (pairs, position, slot) = (edges(format), target.position.min(1), target.slot);
    target.each(|_, col| {
        let pair = pairs[((col + slot) as usize) % pairs.len()];
        format.signed(pair[position], stream)
    });
}

/// Subnormal factors, and factors of subnormal products. No product is rounded up to the smallest normal number:
/// whether that one counts as subnormal is another question.
fn subnormal(target: &mut Target, format: &Format, stream: &mut Stream) {
    let smallest = format.mantissa + 1;
    let firsts = [1, smallest - 1, smallest, smallest + 1, 2 * smallest, smallest / 2, format.one];
    let seconds = [-1, 0, 1, 2].map(|exponent| format.power_of_two(exponent));
    let second = target.position > 0;
    target.each(|_, col| {
        let number = match (second, col % 5) {
            (false, _) => firsts[stream.below(firsts.len() as u64) as usize],
            (true, 4) => smallest / 2,
            (true, _) => seconds[stream.below(seconds.len() as u64) as usize],
        };
        format.signed(number, stream)
    });
}
