//! e to the difference of two floats, rounded once, and how far off a result may be at an accuracy in units in the last
//! place.
//!
//! The difference is held exactly, as a sum of two binary64 numbers. Its exponential is computed in binary64 first, to
//! 2^-46; where that leaves open how it is rounded, with as many bits as it takes ([`exact`]). Only additions,
//! multiplications and divisions of IEEE 754 are used: the results are the same on every machine.

mod exact;

use crate::Flush;
use crate::rounding::{Format, Rounding, nearest_whole, value};
use ptoconf_schemas::{DType, Kind};

/// What becomes of the difference before it is exponentiated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// It is rounded to the element type.
    Rounded,
    /// Nothing.
    Fused,
}

/// What the pages leave open about an exponential.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExponentialPolicy {
    /// The difference.
    pub difference: Difference,
    /// Subnormal numbers.
    pub flush: Flush,
    /// Whether a result beyond the largest number is the largest number.
    pub saturates: bool,
}

/// What there is to say of other results than the nearest one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Room {
    /// No other is right.
    #[default]
    None,
    /// The result is rounded to zero by less than one bit: the smallest number, too, at any accuracy but the best.
    One,
    /// Any that is near enough.
    Near,
    /// The result is beyond the range, this many numbers past the one that is returned if the numbers went on: those
    /// count, too.
    Past(u64),
}

/// An exponential.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exponential {
    /// Bits of the correctly rounded result. A NaN is quiet, with a clear sign and no payload.
    pub nearest: u64,
    /// Which others are right, too.
    pub room: Room,
}

/// Exponents whose exponential is far beyond the range of every type, and whose negative ones are far below.
const FAR: f64 = 1024.0;
/// The error of the exponential in binary64, relative.
const ERROR: f64 = power_of_two(-46);

/// e to `a - b`, of bits of a float type.
///
/// # Panics
/// The type is none of floats.
pub fn exponential(dtype: DType, a: u64, b: u64, policy: ExponentialPolicy) -> Exponential {
    let numbers = Numbers::of(dtype);
    let only = |nearest| Exponential { nearest, room: Room::None };
    let [a, b] = [a, b].map(|bits| if policy.flush.inputs { numbers.flushed(bits) } else { bits });
    if dtype.is_nan(a) || dtype.is_nan(b) {
        return only(numbers.nan());
    }
    let (high, low) = difference(dtype, value(dtype, a), value(dtype, b), policy.difference);
    match high {
        _ if high.is_nan() => only(numbers.nan()),
        _ if high == 0.0 && low == 0.0 => only(numbers.one),
        _ if high == f64::INFINITY && [a, b].iter().any(|bits| numbers.is_infinite(*bits)) => only(numbers.infinity),
        _ if high > FAR => numbers.beyond(u64::MAX, policy),
        _ if high < -FAR => only(0),
        _ => numbers.rounded(high, low, policy),
    }
}

impl Room {
    /// The number of representable numbers that a result may be away from the nearest one, at an accuracy of `level`.
    #[inline]
    pub fn ulps(self, level: u8) -> u8 {
        match self {
            Room::None => 0,
            Room::One => level.min(1),
            Room::Near => level,
            Room::Past(past) => u64::from(level).saturating_sub(past) as u8,
        }
    }
}

/// The difference as two numbers whose sum it is, the first of which is the nearest.
fn difference(dtype: DType, a: f64, b: f64, difference: Difference) -> (f64, f64) {
    match (difference, Format::of(dtype)) {
        (Difference::Rounded, Some(format)) => (format.add(a, -b, Rounding::NearestEven), 0.0),
        _ if !(a.is_finite() && b.is_finite()) => (a - b, 0.0),
        _ => {
            // The two-sum algorithm: what these types hold is far from the ends of binary64.
            let high = a - b;
            let own = high - a;
            (high, (a - (high - own)) - (b + own))
        }
    }
}

/// The numbers of a float type by their bits.
struct Numbers {
    /// Bits of a significand.
    precision: i32,
    /// Exponent of the smallest normal number.
    lowest: i32,
    sign: u64,
    infinity: u64,
    one: u64,
}

impl Numbers {
    fn of(dtype: DType) -> Numbers {
        let (sign, infinity, mantissa) = dtype.float_masks().expect("exponentials are of floats");
        let Kind::Float { precision, exponent_bits } = dtype.kind() else { unreachable!("exponentials are of floats") };
        let bias = (1 << (exponent_bits - 1)) - 1;
        Numbers { precision: precision as i32, lowest: 1 - bias, sign, infinity, one: bias as u64 * (mantissa + 1) }
    }

    fn nan(&self) -> u64 {
        self.infinity | 1 << (self.precision - 2)
    }

    fn is_infinite(&self, bits: u64) -> bool {
        bits & !self.sign == self.infinity
    }

    fn flushed(&self, bits: u64) -> u64 {
        if bits & self.infinity == 0 { bits & self.sign } else { bits }
    }

    /// e to a number that is neither zero nor so large that its exponential is far out of the range.
    fn rounded(&self, high: f64, low: f64, policy: ExponentialPolicy) -> Exponential {
        let Approximation { significand, exponent } = approximation(high, low);
        // Where the last place of the result is; a significand next to a power of two is rounded alike on either side of it.
        let own = exponent + if significand >= 1.0 { 0 } else { -1 };
        let unit = own.max(self.lowest) - (self.precision - 1);
        let units = if exponent - unit < -60 { 0.0 } else { significand * power_of_two(exponent - unit) };
        // Not negative, and small: the whole number below it.
        let floor = units as u64 as f64;
        let is_open = (units - floor - 0.5).abs() <= units * ERROR;
        let up = if is_open { exact::is_above(high, low, 2 * floor as u64 + 1, unit - 1) } else { units - floor > 0.5 };
        let number = ((unit + self.precision - 1 - self.lowest) as u64) << (self.precision - 1);
        let number = number + floor as u64 + u64::from(up);
        match number {
            _ if number >= self.infinity => self.beyond(number - self.infinity, policy),
            // From a quarter of the smallest number on, an error can make it of what is rounded to zero.
            0 if units < 0.25 => Exponential { nearest: 0, room: Room::None },
            _ if policy.flush.results && self.flushed(number) == 0 => Exponential { nearest: 0, room: Room::None },
            0 => Exponential { nearest: 0, room: Room::One },
            _ => Exponential { nearest: number, room: Room::Near },
        }
    }

    /// A result that is `past` numbers past the place of infinity.
    fn beyond(&self, past: u64, policy: ExponentialPolicy) -> Exponential {
        let (nearest, past) = if policy.saturates { (self.infinity - 1, past.saturating_add(1)) } else { (self.infinity, past) };
        Exponential { nearest, room: Room::Past(past) }
    }
}

/// A number in binary64: a significand between 0.7 and 1.5, times a power of two.
struct Approximation {
    significand: f64,
    exponent: i32,
}

/// e to `high + low`, to 2^-46 of itself, where neither is far out of the range.
///
/// With k the whole number nearest to the exponent over ln 2 and r the rest, |r| < 0.35, the series is cut after r^15, which
/// leaves less than 2^-68 of it. r is off by at most four roundings of numbers below one half, 2^-52, and the sum by a
/// few more, its rounded coefficients included: 2^-46 is an ample bound.
fn approximation(high: f64, low: f64) -> Approximation {
    /// The first 33 bits of ln 2, so that its product with k is exact, and what is left of it.
    const LN2: [f64; 2] = [f64::from_bits(0x3FE6_2E42_FEE0_0000), f64::from_bits(0x3DEA_39EF_3579_3C76)];
    let k = nearest_whole(high * std::f64::consts::LOG2_E);
    let r = (high - k * LN2[0]) - k * LN2[1] + low;
    Approximation { significand: series(r), exponent: k as i32 }
}

/// The sum of the series at r. Terms are put together in pairs, pairs of pairs and so on: one after another each
/// would wait for the last.
fn series(r: f64) -> f64 {
    let (mut sums, mut power) = (SERIES, r);
    for pairs in [8, 4, 2, 1] {
        for pair in 0..pairs {
            sums[pair] = sums[2 * pair] + power * sums[2 * pair + 1];
        }
        power *= power;
    }
    sums[0]
}

/// The coefficients of the series: one over the factorials.
const SERIES: [f64; 16] = {
    let mut series = [1.0; 16];
    let (mut at, mut factorial) = (1, 1u64);
    while at < series.len() {
        factorial *= at as u64;
        series[at] = 1.0 / factorial as f64;
        at += 1;
    }
    series
};

/// 2 to a power that binary64 has as a normal number.
const fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}
