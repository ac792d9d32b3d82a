//! Floats of the classes that show structure, rounding, and single policies.

use super::Target;
use super::format::Format;
use crate::rng::Stream;
use ptoconf_reference::{Combine, Fill};
use ptoconf_schemas::Kind;

pub(super) fn fill(target: &mut Target, fill: Fill, stream: &mut Stream) {
    let format = Format::of(target.dtype());
    match fill {
        Fill::Uniform => uniform(target, &format),
        Fill::ExactWindow => exact_window(target, &format, stream),
        Fill::Signature => signature(target, &format),
        Fill::NanPayloads => {
            target.each(|_, _| if stream.one_in(2) { format.nan(stream) } else { format.plain(stream.next() & format.mask) });
        }
        Fill::Zeros => target.each(|_, _| [0, format.sign, format.one, format.one | format.sign][stream.below(4) as usize]),
        Fill::NegativeZeros => negative_zeros(target, &format, stream),
        Fill::Spread => {
            let (low, high) = (format.precision as i64 - format.bias, format.bias - 3);
            target.each(|_, _| format.random(low, high, stream));
        }
        Fill::Reveal => reveal(target, &format, stream),
        Fill::Cancel => cancel(target, &format, stream),
        Fill::Ties => ties(target, &format, stream),
        Fill::Special => special(target, &format, stream),
        Fill::Overflow => overflow(target, &format, stream),
        Fill::Subnormal => subnormal(target, &format, stream),
        _ => {}
    }
}

/// Makes random patterns such that no policy shows: what becomes of signalling NaNs and subnormal numbers has
/// classes of its own.
pub(super) fn plain(target: &mut Target) {
    let dtype = target.dtype();
    if !matches!(dtype.kind(), Kind::Float { .. }) {
        return;
    }
    let format = Format::of(dtype);
    match dtype.bytes() {
        2 => shape(target.data, |x: u16| format.plain(x.into()) as u16, u16::from_le_bytes, u16::to_le_bytes),
        _ => shape(target.data, |x: u32| format.plain(x.into()) as u32, u32::from_le_bytes, u32::to_le_bytes),
    }
}

/// Keeps the random sign and mantissa; the exponent is one of four, [2^-3, 2).
fn uniform(target: &mut Target, format: &Format) {
    let low_bits = 3 << (format.precision - 1);
    let clear = !(format.infinity & !low_bits);
    // The exponent field is the bias less 0 to 3: its low two bits stay random.
    let set = ((format.bias as u64) << (format.precision - 1)) & !low_bits;
    match target.dtype().bytes() {
        2 => shape(target.data, |x: u16| x & clear as u16 | set as u16, u16::from_le_bytes, u16::to_le_bytes),
        _ => shape(target.data, |x: u32| x & clear as u32 | set as u32, u32::from_le_bytes, u32::to_le_bytes),
    }
}

fn shape<const N: usize, T>(data: &mut [u8], change: impl Fn(T) -> T, read: fn([u8; N]) -> T, write: fn(T) -> [u8; N]) {
    let (elements, _) = data.as_chunks_mut::<N>();
    for element in elements {
        *element = write(change(read(*element)));
    }
}

/// Nonzero whole numbers of at most 2^p / n; where that is below one, ones of either sign in a share
/// of the rows that moves from column to column.
fn exact_window(target: &mut Target, format: &Format, stream: &mut Stream) {
    let capacity = 1 << format.precision;
    let (limit, share) = (capacity / target.terms.max(1), target.terms.div_ceil(capacity));
    let rows = target.tile.valid_rows();
    let (combine, position, slot) = (target.combine, target.position, target.slot);
    let (first, second) = (format.integer(capacity - 1), format.one);
    let smallest = format.mantissa + 1;
    target.each(|row, col| {
        let negative = |bits: u64| if (col / 16 + slot).is_multiple_of(2) { bits } else { bits ^ format.sign };
        // 2^p, exactly: the first number whose neighbours are two apart; and the smallest normal number, of normal ones.
        match (combine, col % 16) {
            (Combine::Rows(_), 15) if rows > 1 => return signed_unless_zero(two_rows(row, col, rows, first, second), negative),
            (Combine::Rows(_), 7) if rows > 1 => {
                return signed_unless_zero(two_rows(row, col, rows, 2 * smallest, smallest | format.sign), negative);
            }
            (Combine::Pair(_), 7) => return format.signed(if position == 0 { first } else { second }, stream),
            (Combine::Pair(_), 15) => return format.signed(if position == 0 { 2 * smallest } else { smallest }, stream),
            _ => {}
        }
        let magnitude = match limit {
            0 if !(u64::from(row) + u64::from(col)).is_multiple_of(share) => return 0,
            0 => 1,
            _ => 1 + stream.below(limit),
        };
        format.signed(format.integer(magnitude), stream)
    });
}

/// A number of a column with a few numbers and zeros, which stay positive.
fn signed_unless_zero(bits: u64, signed: impl Fn(u64) -> u64) -> u64 {
    if bits == 0 { 0 } else { signed(bits) }
}

/// Column j: row i holds 2^k with k = (i - j p) mod n where that is below p, else zero.
fn signature(target: &mut Target, format: &Format) {
    let (terms, p) = (target.terms.max(1), u64::from(format.precision));
    target.each(|row, col| {
        let offset = u64::from(col) * p % terms;
        let k = (u64::from(row) + terms - offset) % terms;
        if k < p { format.power_of_two(k as i64) } else { 0 }
    });
}

fn negative_zeros(target: &mut Target, format: &Format, stream: &mut Stream) {
    let rows = target.tile.valid_rows();
    target.each(|row, col| match col % 4 {
        0 => format.sign,
        1 => format.signed(0, stream),
        // x and -x meet, and the rest is -0.
        2 if rows > 1 && row < 2 => format.one | if row == 0 { 0 } else { format.sign },
        3 if row == col % rows.max(1) => format.one | format.sign,
        _ => format.sign,
    });
}

/// Exponents over about the width of the mantissa, above the range where cancellation leaves subnormal
/// numbers and below the one where sums overflow.
fn reveal(target: &mut Target, format: &Format, stream: &mut Stream) {
    let p = i64::from(format.precision);
    let spread = p - 1;
    let headroom = format.bias - 2 - i64::from(target.terms.max(1).next_power_of_two().ilog2());
    let low = (-p / 2).max(p - 1 - format.bias + 1);
    let high = (low + spread).min(headroom).max(low);
    target.each(|_, _| format.random(low, high, stream));
}

/// Rows in pairs x and -x with a few units in the last place between them; or, for a pair of
/// operands, small powers of two with such neighbours in both.
fn cancel(target: &mut Target, format: &Format, stream: &mut Stream) {
    if matches!(target.combine, Combine::Pair(_)) {
        return target.each(|_, col| {
            let near = format.power_of_two(i64::from(col % 3)) + stream.below(8);
            format.signed(near, stream)
        });
    }
    let cols = target.tile.cols() as usize;
    let mut above = vec![format.one; cols];
    target.each(|row, col| {
        let last = &mut above[col as usize];
        if row % 2 == 0 {
            *last = format.random(-3, 0, stream);
            *last
        } else {
            (*last ^ format.sign) & !7 | stream.below(8)
        }
    });
}

/// Where two rows of a column hold a number each, and all others zero, every order of additions gives their sum.
pub(super) fn two_rows(row: u32, col: u32, rows: u32, first: u64, second: u64) -> u64 {
    // Every fourth column begins with a number: what begins with zeros alone is like many others.
    let place = if col.is_multiple_of(4) { 0 } else { col % rows };
    match (row == place, row == (place + 1 + col / rows % (rows - 1)) % rows) {
        (true, _) => first,
        (_, true) => second,
        _ => 0,
    }
}

/// The sum of two numbers lies halfway between two representable ones, or next to there: with every difference of
/// their exponents from 0 to p + 3, odd and even, above a power of two and elsewhere. Columns of a sum have the two in
/// two of their rows.
fn ties(target: &mut Target, format: &Format, stream: &mut Stream) {
    let (precision, position, rows) = (format.precision, target.position, target.tile.valid_rows());
    let half = |difference: u32| 1u64 << (difference - 1).min(precision - 2);
    // Of a pair of few columns each case has other differences.
    let (cols, differences) = (target.tile.valid_cols(), precision + 4);
    let first = if matches!(target.combine, Combine::Rows(_)) || cols >= differences { 0 } else { target.slot * cols };
    let mut number = |second: bool, row: u32, col: u32| {
        let difference = (first + col) % differences;
        let random = stream.next();
        let bits = match (second, difference) {
            (false, _) => format.normal(0, if (row + col / 3).is_multiple_of(3) { 0 } else { random }),
            (true, 0) => format.normal(0, random),
            // The bits below the last place of the larger number are a one and zeros.
            (true, d) if d < precision => format.normal(-i64::from(d), random & !(half(d) * 2 - 1) | half(d)),
            (true, d) => format.normal(-i64::from(d), if random.is_multiple_of(3) { 1 } else { 0 }),
        };
        if random >> 63 == 1 { bits | format.sign } else { bits }
    };
    match target.combine {
        Combine::Rows(_) if rows < 2 => target.each(|row, col| number(false, row, col)),
        Combine::Rows(_) => target.each(|row, col| match two_rows(row, col, rows, 1, 2) {
            0 => 0,
            n => number(n == 2, row, col),
        }),
        _ => target.each(|row, col| number(position > 0, row, col)),
    }
}

fn special(target: &mut Target, format: &Format, stream: &mut Stream) {
    let (rows, pair) = (target.tile.valid_rows().max(1), matches!(target.combine, Combine::Pair(_)));
    let cols = target.tile.cols();
    let places: Vec<u32> = (0..cols).map(|_| stream.below(u64::from(rows)) as u32).collect();
    target.each(|row, col| {
        let small = format.integer(1 + stream.below(4));
        let small = format.signed(small, stream);
        if pair {
            return match stream.below(6) {
                0 => format.nan(stream),
                1 => format.infinity,
                2 => format.infinity | format.sign,
                _ => small,
            };
        }
        let here = row == places[col as usize];
        let next = rows > 1 && row == (places[col as usize] + 1) % rows;
        match col % 5 {
            0 if here => format.nan(stream),
            1 | 3 if here => format.infinity,
            2 if here => format.infinity | format.sign,
            3 if next => format.infinity | format.sign,
            _ => small,
        }
    });
}

/// Sums at the largest number: past it by less than half a unit in the last place, which rounds down to it, by exactly
/// half, which is a tie, and by more; halves of it that give it exactly; and large numbers of both signs.
fn overflow(target: &mut Target, format: &Format, stream: &mut Stream) {
    let (rows, position, slot) = (target.tile.valid_rows(), target.position, target.slot);
    let pair = matches!(target.combine, Combine::Pair(_));
    let half_unit = format.power_of_two(format.bias - i64::from(format.precision));
    let halved = format.largest() - (format.mantissa + 1);
    let edges = [
        [format.largest(), half_unit - 1],
        [format.largest(), half_unit],
        [format.largest() - 1, half_unit],
        [halved, halved],
        [format.largest(), half_unit + 1],
        // Three halves: a tie again, between the largest number and the one that overflows.
        [format.largest() - 1, format.normal(format.bias - i64::from(format.precision) + 1, (format.mantissa + 1) >> 1)],
    ];
    let (cols, number) = (target.tile.valid_cols(), edges.len() as u32);
    // Every other column of a pair has an edge; where columns are few, nearly each, which goes on from case to case.
    let edge = |col: u32| {
        let turn = (slot * cols + col) % (number + 2);
        if cols < 2 * number { (turn < number).then_some(turn) } else { (col % 2 == 1).then_some(col / 2 % number) }
    };
    target.each(|row, col| {
        let big = format.largest() - stream.below(3);
        match (col % 6, edge(col)) {
            (_, Some(at)) if pair => format.signed(edges[at as usize][position.min(1)], stream),
            _ if pair => format.signed(if stream.one_in(4) { format.power_of_two(format.bias) } else { big }, stream),
            (0, _) => format.largest() | if row < rows.div_ceil(2) { 0 } else { format.sign },
            (1, _) => big,
            (2, _) => format.signed(big, stream),
            _ if rows < 2 => format.largest(),
            _ => {
                // A narrow tile meets the other edges, and both signs, in its other cases.
                let number = (col / 6 * 3 + col % 6 - 3 + 3 * slot) as usize;
                let [first, second] = edges[number % edges.len()];
                two_rows(row, col, rows, first, second) | if (number / edges.len()).is_multiple_of(2) { 0 } else { format.sign }
            }
        }
    });
}

/// Pairs that each policy treats in its own way. Sums: every order gives the same for every policy,
/// because the sum is subnormal and so is each partial sum. They are positive: of a negative one that is flushed, the
/// sign of the zero depends on the order.
fn subnormal(target: &mut Target, format: &Format, stream: &mut Stream) {
    let smallest_normal = format.mantissa + 1;
    let terms = target.terms.max(1);
    if !matches!(target.combine, Combine::Rows(_)) {
        let numbers = [1, smallest_normal - 1, smallest_normal, smallest_normal + 1, 2 * smallest_normal, smallest_normal / 2, format.one];
        return target.each(|_, _| {
            let bits = numbers[stream.below(numbers.len() as u64) as usize];
            format.signed(bits, stream)
        });
    }
    let limit = format.mantissa / terms;
    let share = terms.div_ceil(format.mantissa);
    let rows = target.tile.valid_rows();
    target.each(|row, col| match limit {
        // The largest subnormal number, in two halves.
        _ if rows > 1 && col % 8 == 7 => two_rows(row, col, rows, format.mantissa / 2, format.mantissa - format.mantissa / 2),
        _ if limit == 0 => u64::from((u64::from(row) + u64::from(col)).is_multiple_of(share)),
        _ => 1 + stream.below(limit),
    });
}
