//! Elements whose products along a line show structure, the order of the multiplications, and single policies.
//!
//! But where it is the question, no product of some elements of a line leaves the range of the normal numbers, whatever
//! the order: each line has so many powers of two and no more.

use super::Target;
use super::float::two_rows;
use super::format::Format;
use super::nonce::one;
use super::product::edges;
use crate::rng::Stream;
use ptoconf_reference::Fill;
use ptoconf_schemas::Kind;

pub(super) fn fill(target: &mut Target, fill: Fill, stream: &mut Stream) {
    let Kind::Float { .. } = target.dtype().kind() else { return integers(target, fill, stream) };
    let format = Format::of(target.dtype());
    match fill {
        Fill::ExactWindow => exact_window(target, &format, stream),
        Fill::Reveal => reveal(target, &format, stream),
        Fill::Ties => ties(target, &format, stream),
        Fill::Zeros => zeros(target, &format, stream),
        Fill::Special => special(target, &format, stream),
        Fill::Overflow => overflow(target, &format, stream),
        Fill::Subnormal => subnormal(target, &format, stream),
        _ => {}
    }
}

fn integers(target: &mut Target, fill: Fill, stream: &mut Stream) {
    match fill {
        Fill::ExactWindow => exact_integers(target, stream),
        Fill::Wrap => wrap(target, stream),
        _ => {}
    }
}

/// The elements of which lines are made.
fn rows(target: &Target) -> u32 {
    target.tile.valid_rows().max(1)
}

/// Whether an element is one of about `some` of so many.
fn among(some: i64, rows: u32, stream: &mut Stream) -> bool {
    stream.below(rows.into()) < some.max(0) as u64
}

/// What is left of a number of powers of two, for each line.
struct Left(Vec<i64>);

impl Left {
    fn new(target: &Target, budget: i64) -> Left {
        Left(vec![budget; target.tile.cols() as usize])
    }

    /// Takes so many, if they are left.
    fn take(&mut self, col: u32, some: i64) -> bool {
        let left = &mut self.0[col as usize];
        let enough = *left >= some;
        *left -= if enough { some } else { 0 };
        enough
    }
}

/// Signs, powers of two and small odd numbers: every product is exact, and each element is seen by its sign at least. Two
/// elements of some lines multiply to the largest whole number of p bits, or to the smallest normal number.
fn exact_window(target: &mut Target, format: &Format, stream: &mut Stream) {
    let rows = rows(target);
    let bits = i64::from(format.precision).min(format.bias / 2 - 1);
    let [mut odd, mut up, mut down] = [bits, format.bias - 1 - bits, format.bias - 2].map(|budget| Left::new(target, budget));
    let each = (bits / i64::from(rows)).clamp(2, 8);
    let pairs = [[format.integer((1 << format.precision) - 1), format.one], [2 * (format.mantissa + 1), format.power_of_two(-1)]];
    target.each(|row, col| {
        if rows > 1 && col % 8 == 7 {
            let [first, second] = pairs[(col / 8 % 2) as usize];
            return format.signed(number_or(two_rows(row, col, rows, first, second), format.one), stream);
        }
        let exponent = match stream.below(3) {
            0 if among(up.0[col as usize], rows, stream) && up.take(col, 1) => 1,
            1 if among(down.0[col as usize], rows, stream) && down.take(col, 1) => -1,
            _ => 0,
        };
        let factor = if among(2 * bits / each, rows, stream) && odd.take(col, each) { 1 + 2 * stream.below(1 << (each - 1)) } else { 1 };
        format.signed(scaled(format.integer(factor), exponent, format), stream)
    });
}

/// A number that is not zero, or another one.
fn number_or(number: u64, other: u64) -> u64 {
    if number == 0 { other } else { number }
}

/// A normal number times a power of two.
fn scaled(bits: u64, exponent: i64, format: &Format) -> u64 {
    bits.wrapping_add_signed(exponent << (format.precision - 1))
}

/// Full mantissas so near to one that no product of them leaves the range; where lines are so long that only a few numbers
/// are, the others are ones.
fn reveal(target: &mut Target, format: &Format, stream: &mut Stream) {
    let (rows, room) = (i64::from(rows(target)), format.bias - 2);
    let near = if rows <= room { 0 } else { 1 + (2 * rows - 1).div_euclid(room).ilog2() };
    let (near, share) = (near.min(format.precision - 2), 1u64 << near.saturating_sub(format.precision - 2));
    target.each(|_, _| {
        let (random, above) = (stream.next() & format.mantissa, stream.one_in(2));
        let magnitude = match (above, near) {
            _ if stream.below(share) > 0 => format.one,
            (true, _) => format.normal(0, random >> near),
            (false, 0) => format.normal(-1, random),
            (false, _) => format.normal(-1, format.mantissa - (random >> (near - 1))),
        };
        format.signed(magnitude, stream)
    });
}

/// Odd numbers of k and p + 1 - k bits in two rows: their product has p bits, or p + 1 and lies halfway between two numbers;
/// with a bit more it lies next to there. The other rows are ones.
fn ties(target: &mut Target, format: &Format, stream: &mut Stream) {
    let (p, rows) = (format.precision, rows(target));
    target.each(|row, col| {
        let first_bits = 2 + col % (p - 2);
        let more = u32::from(col / (p - 2) % 4 == 3 && first_bits > 2);
        let bits = match two_rows_or_one(row, col, rows) {
            0 => 1,
            1 => first_bits,
            _ => p + 1 - first_bits + more,
        };
        let below = (1u64 << (bits - 1)) - 1;
        format.signed(format.integer(1 << (bits - 1) | stream.next() & below | 1), stream)
    });
}

/// Which of two numbers a row has: none, the first or the second.
fn two_rows_or_one(row: u32, col: u32, rows: u32) -> u64 {
    if rows < 2 { 1 } else { two_rows(row, col, rows, 1, 2) }
}

/// Zeros among ones: about one in a line.
fn zeros(target: &mut Target, format: &Format, stream: &mut Stream) {
    let rows = rows(target).max(2);
    target.each(|_, _| {
        let magnitude = if among(1, rows, stream) { 0 } else { format.one };
        format.signed(magnitude, stream)
    });
}

/// NaN, infinities and zeros among ones: an infinity times zero is a NaN.
fn special(target: &mut Target, format: &Format, stream: &mut Stream) {
    let rows = rows(target);
    let cols = target.tile.cols();
    let places: Vec<u32> = (0..cols).map(|_| stream.below(rows.into()) as u32).collect();
    target.each(|row, col| {
        let (here, next) = (row == places[col as usize], rows > 1 && row == (places[col as usize] + 1) % rows);
        let magnitude = match col % 6 {
            0 | 3 if here => return format.nan(stream),
            1 | 2 | 4 if here => format.infinity,
            2 | 3 if next => 0,
            4 if next => format.infinity,
            5 if here => format.integer(3),
            _ => format.one,
        };
        format.signed(magnitude, stream)
    });
}

/// Three rows whose product is in the range, of which the first two leave it; two at the largest number; and the largest
/// twice. The other rows are ones.
fn overflow(target: &mut Target, format: &Format, stream: &mut Stream) {
    let (rows, slot, pairs) = (rows(target), target.slot, edges(format));
    let top = format.power_of_two(format.bias);
    let triples = [[top, format.power_of_two(2), format.power_of_two(-3)], [format.largest(), format.one + 1, format.power_of_two(-1)]];
    let places: Vec<[u32; 3]> = (0..target.tile.cols()).map(|_| three(rows, stream)).collect();
    target.each(|row, col| {
        let magnitude = match col % 6 {
            kind @ (0 | 1 | 3) if rows > 2 => {
                let at = places[col as usize].iter().position(|place| *place == row);
                at.map_or(format.one, |at| triples[usize::from(kind == 3)][at])
            }
            4 if rows > 1 => number_or(two_rows(row, col, rows, format.largest(), format.largest()), format.one),
            _ if rows > 1 => {
                // A narrow tile meets the other edges in its other cases.
                let [first, second] = pairs[((col / 2 + slot) as usize) % pairs.len()];
                number_or(two_rows(row, col, rows, first, second), format.one)
            }
            _ => format.largest(),
        };
        format.signed(magnitude, stream)
    });
}

/// Three different rows, if there are as many.
fn three(rows: u32, stream: &mut Stream) -> [u32; 3] {
    let [first, second, third] =
        [rows, rows.saturating_sub(1).max(1), rows.saturating_sub(2).max(1)].map(|n| stream.below(n.into()) as u32);
    let second = (first + 1 + second) % rows;
    let [low, high] = [first.min(second), first.max(second)];
    let third = third + u32::from(third >= low);
    [first, second, (third + u32::from(third >= high)) % rows]
}

/// A subnormal number among ones, or among twos, which make a normal one of it; normal numbers whose product alone is
/// subnormal; and a product of two that is nothing. No product is rounded up to the smallest normal number: whether that one
/// counts as subnormal is another question.
fn subnormal(target: &mut Target, format: &Format, stream: &mut Stream) {
    let (rows, smallest) = (rows(target), format.mantissa + 1);
    let short = rows > 1 && i64::from(rows) <= format.bias;
    target.each(|row, col| {
        let (here, n) = (row == col % rows, i64::from(rows));
        let magnitude = match col % 4 {
            0 if short => {
                let exponent = format.bias / n + i64::from(i64::from(row) < format.bias % n);
                format.normal(-exponent, if here { stream.next() & !1 } else { 0 })
            }
            1 if short && here => smallest / 2 + stream.below(smallest / 2),
            1 if short => format.power_of_two(1),
            2 if rows > 1 => number_or(two_rows(row, col, rows, smallest, smallest << (col / 4 % 3)), format.one),
            _ if here => 1 + stream.below(format.mantissa),
            _ => format.one,
        };
        format.signed(magnitude, stream)
    });
}

/// The largest value of an integer type.
fn max(target: &Target) -> u64 {
    let mask = target.dtype().mask();
    if target.dtype().is_signed() { mask >> 1 } else { mask }
}

/// Small numbers and ones, with signs: every product is in the range. Those of two elements of some lines are at its ends.
fn exact_integers(target: &mut Target, stream: &mut Stream) {
    let (rows, dtype, max) = (rows(target), target.dtype(), max(target));
    let (bits, mask) = (i64::from(max.ilog2()), dtype.mask());
    let mut left = Left::new(target, bits);
    let each = (bits / i64::from(rows)).clamp(2, 16);
    let half = 1u64 << (bits / 2);
    let lowest = if dtype.is_signed() { half.wrapping_neg() & mask } else { half };
    target.each(|row, col| {
        if rows > 1 && col % 8 == 7 {
            let [first, second] =
                if col / 8 % 2 == 0 { [max, 1] } else { [lowest, 1 << (bits + 1 - bits / 2 - i64::from(!dtype.is_signed()))] };
            return number_or(two_rows(row, col, rows, first, second), one(dtype)) & mask;
        }
        let large = among(2 * bits / each, rows, stream) && left.take(col, each);
        let magnitude = if large { 1 + stream.below(1 << each) } else { 1 };
        let negative = dtype.is_signed() && stream.one_in(2);
        (if negative { magnitude.wrapping_neg() } else { magnitude }) & mask
    });
}

/// Odd numbers, near the limits and elsewhere, and so few even ones, that no product is zero for their sake: each is twice an odd
/// number, or the only one of its line is the lowest number, or its like among unsigned ones.
fn wrap(target: &mut Target, stream: &mut Stream) {
    let (rows, mask, max) = (rows(target), target.dtype().mask(), max(target));
    let (few, top) = (i64::from(target.dtype().bits() / 4), mask - (mask >> 1));
    target.each(|row, col| {
        let random = stream.next();
        let near = (random >> 8) % 4;
        let number = match random % 3 {
            0 => max.wrapping_sub(near),
            1 => max.wrapping_add(1).wrapping_add(near),
            _ => random >> 11,
        };
        let number = match (col % 8, among(few, rows, stream)) {
            (7, _) if row == col % rows => top,
            (7, _) | (_, false) => number | 1,
            _ => number & !3 | 2,
        };
        number & mask
    });
}
