//! Quotients of floats and of integers, computed with whole numbers.
//!
//! A float is a significand of 24 bits times a power of two. The quotient of two significands is taken to 25 or 26 bits; a
//! last bit says whether anything is left of it. So it is rounded once, to however many bits its type has, subnormal or not.

const SIGN: u32 = 1 << 31;
const INFINITY: u32 = 0xFF << 23;
const QUIET: u32 = 1 << 22;
/// Bits of an f32 significand after its first one.
const PLACES: i32 = 23;
/// Bits by which the significand that is divided is longer.
const MORE: i32 = 25;
/// More bits than a quotient has: shifted by them, nothing is left of it.
const ALL: i32 = 40;

/// The numbers of a type among those of f32.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    /// Bits of a significand.
    pub precision: i32,
    /// Exponents of the smallest normal and of the largest numbers.
    pub exponents: [i32; 2],
}

/// `a / b`, to nearest even.
#[inline]
pub(super) fn quotient(a: f32, b: f32, numbers: Numbers) -> f32 {
    let sign = (a.to_bits() ^ b.to_bits()) & SIGN;
    let [a, b] = [a, b].map(|x| x.to_bits() & !SIGN);
    let magnitude = match (a, b) {
        _ if a > INFINITY || b > INFINITY => return f32::from_bits(INFINITY | QUIET),
        (0, 0) | (INFINITY, INFINITY) => return f32::from_bits(INFINITY | QUIET),
        (INFINITY, _) | (_, 0) => INFINITY,
        (0, _) | (_, INFINITY) => 0,
        _ => finite(parts(a), parts(b), numbers),
    };
    f32::from_bits(sign | magnitude)
}

/// Significand, of 24 bits, and exponent of its last bit.
#[inline]
fn parts(magnitude: u32) -> (u64, i32) {
    let field = (magnitude >> PLACES) as i32;
    let rest = u64::from(magnitude & ((1 << PLACES) - 1));
    if field > 0 {
        return (rest | 1 << PLACES, field - 127 - PLACES);
    }
    let missing = PLACES - rest.ilog2() as i32;
    (rest << missing, 1 - 127 - PLACES - missing)
}

/// The bits of the quotient of two numbers that are not zero.
#[inline]
fn finite((a, a_exponent): (u64, i32), (b, b_exponent): (u64, i32), numbers: Numbers) -> u32 {
    let [lowest, highest] = numbers.exponents;
    let (whole, rest) = ((a << MORE) / b, (a << MORE) % b);
    let (quotient, unit) = (whole << 1 | u64::from(rest != 0), a_exponent - b_exponent - MORE - 1);
    // The unit that is kept: of the type's last bit, or of its subnormal numbers.
    let kept_unit = (quotient.ilog2() as i32 + unit).max(lowest) - (numbers.precision - 1);
    let shift = (kept_unit - unit).min(ALL);
    let (floor, below, half) = (quotient >> shift, quotient & ((1 << shift) - 1), 1 << (shift - 1));
    let kept = floor + u64::from(below > half || (below == half && floor & 1 == 1));
    if kept == 0 {
        return 0;
    }
    let exponent = kept.ilog2() as i32 + kept_unit;
    match exponent {
        _ if exponent > highest => INFINITY,
        _ if exponent < -126 => (kept << (kept_unit + 126 + PLACES)) as u32,
        _ => ((exponent + 127) as u32) << PLACES | ((kept << (PLACES - kept.ilog2() as i32)) as u32 & ((1 << PLACES) - 1)),
    }
}

/// The whole number at or below `a / b`.
#[inline]
pub(super) fn floored(a: i128, b: i128) -> i128 {
    a / b - i128::from(a % b != 0 && (a < 0) != (b < 0))
}
