//! Additions of f16, bf16, f32 and binary64 numbers in every direction of rounding, on binary64.
//!
//! Why the roundings are right. All numbers are held as f64, which has every value of the smaller
//! types. To nearest even, the sum of two numbers of p bits, p at most 24, is rounded to 53 bits
//! first and then to p: 53 is at least 2p + 2, so the second rounding sees no false tie. In the
//! other directions the exact sum is a + b plus the error that the two-sum algorithm gives; the sum
//! is rounded to odd on 53 bits, after which rounding to p at most 51 bits is as if done once.
//! The error of a binary64 sum is itself a binary64 number here: no sum of such rows comes near the
//! ends of that range.

use half::{bf16, f16};
use ptoconf_schemas::DType;

/// How a number between two others is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rounding {
    /// To the nearest, of two the even one.
    NearestEven,
    /// To the one nearer to zero.
    TowardZero,
    /// To the greater.
    Up,
    /// To the lesser.
    Down,
}

impl Rounding {
    /// Every rounding, the usual one first.
    pub const ALL: [Rounding; 4] = [Rounding::NearestEven, Rounding::TowardZero, Rounding::Up, Rounding::Down];

    /// Name, as in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Rounding::NearestEven => "nearest-even",
            Rounding::TowardZero => "toward-zero",
            Rounding::Up => "up",
            Rounding::Down => "down",
        }
    }
}

/// A binary format that f64 contains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Format {
    precision: i32,
    /// Exponent of the smallest normal number.
    lowest: i32,
    largest: f64,
}

impl Format {
    /// binary16.
    pub const F16: Format = Format { precision: 11, lowest: -14, largest: 65504.0 };
    /// bfloat16.
    pub const BF16: Format = Format { precision: 8, lowest: -126, largest: f32::from_bits(0x7F7F_0000) as f64 };
    /// binary32.
    pub const F32: Format = Format { precision: 24, lowest: -126, largest: f32::MAX as f64 };
    /// binary64.
    pub const F64: Format = Format { precision: 53, lowest: -1022, largest: f64::MAX };

    /// The format of an element type; none for integers.
    pub const fn of(dtype: DType) -> Option<Format> {
        match dtype {
            DType::F16 => Some(Format::F16),
            DType::Bf16 => Some(Format::BF16),
            DType::F32 => Some(Format::F32),
            _ => None,
        }
    }

    /// The number of this format that `x` is rounded to.
    #[inline]
    pub fn round(&self, x: f64, rounding: Rounding) -> f64 {
        if self.precision == 53 || x == 0.0 || !x.is_finite() {
            return x;
        }
        if self.precision == 24 && rounding == Rounding::NearestEven {
            return f64::from(x as f32);
        }
        let exponent = (x.to_bits() >> 52 & 0x7FF) as i32 - 1023;
        let unit = exponent.max(self.lowest) - (self.precision - 1);
        let scaled = x * power_of_two(-unit);
        let whole = match rounding {
            Rounding::NearestEven => nearest_whole(scaled),
            Rounding::TowardZero => scaled.trunc(),
            Rounding::Up => scaled.ceil(),
            Rounding::Down => scaled.floor(),
        };
        self.in_range(whole * power_of_two(unit), rounding)
    }

    #[inline]
    fn in_range(&self, x: f64, rounding: Rounding) -> f64 {
        if x.abs() <= self.largest {
            return x;
        }
        let finite = match rounding {
            Rounding::NearestEven => false,
            Rounding::TowardZero => true,
            Rounding::Up => x < 0.0,
            Rounding::Down => x > 0.0,
        };
        if finite { self.largest.copysign(x) } else { f64::INFINITY.copysign(x) }
    }

    /// The sum of two numbers of this format.
    #[inline]
    pub fn add(&self, a: f64, b: f64, rounding: Rounding) -> f64 {
        let sum = a + b;
        if rounding == Rounding::NearestEven || !sum.is_finite() {
            return self.round(sum, rounding);
        }
        if sum == 0.0 {
            // Downwards, only zeros without a sign make one.
            let plain = a.to_bits() == 0 && b.to_bits() == 0;
            return if rounding == Rounding::Down && !plain { -0.0 } else { sum };
        }
        let error = two_sum_error(a, b, sum);
        if self.precision == 53 { directed(sum, error, rounding) } else { self.round(to_odd(sum, error), rounding) }
    }
}

/// The nearest whole number, of two the even one, of a number that is less than 2^51: where whole numbers are all that
/// there is, an addition rounds to them. The function that is made for it is a call on many machines.
#[inline]
pub(crate) fn nearest_whole(x: f64) -> f64 {
    const WHOLES: f64 = 1.5 * (1u64 << 52) as f64;
    ((x + WHOLES) - WHOLES).copysign(x)
}

#[inline]
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// a + b - sum, exactly.
fn two_sum_error(a: f64, b: f64, sum: f64) -> f64 {
    let b_part = sum - a;
    let a_part = sum - b_part;
    (a - a_part) + (b - b_part)
}

/// sum + error rounded to odd: where it is between two numbers, the one with an odd last bit.
fn to_odd(sum: f64, error: f64) -> f64 {
    if error == 0.0 || sum.to_bits() & 1 == 1 {
        return sum;
    }
    if error > 0.0 { sum.next_up() } else { sum.next_down() }
}

/// sum + error in a direction, sum being the nearest number.
fn directed(sum: f64, error: f64, rounding: Rounding) -> f64 {
    let up = error > 0.0 && (rounding == Rounding::Up || (rounding == Rounding::TowardZero && sum < 0.0));
    let down = error < 0.0 && (rounding == Rounding::Down || (rounding == Rounding::TowardZero && sum > 0.0));
    match (up, down) {
        (true, _) => sum.next_up(),
        (_, true) => sum.next_down(),
        _ => sum,
    }
}

/// The value of an element of a float type.
#[inline]
pub fn value(dtype: DType, bits: u64) -> f64 {
    match dtype {
        DType::F16 => value_of_f16(bits as u16),
        DType::Bf16 => f64::from(f32::from_bits((bits as u32) << 16)),
        _ => f64::from(f32::from_bits(bits as u32)),
    }
}

/// What `f16::to_f64` gives, without a call and a look at the machine for each number.
#[inline]
fn value_of_f16(bits: u16) -> f64 {
    let (exponent, mantissa) = (bits >> 10 & 0x1F, bits & 0x3FF);
    let magnitude = match exponent {
        0 => f64::from(mantissa) * power_of_two(-24),
        31 => f16::from_bits(bits & 0x7FFF).to_f64(),
        _ => f64::from_bits(u64::from(exponent + 1008) << 52 | u64::from(mantissa) << 42),
    };
    if bits >> 15 == 1 { -magnitude } else { magnitude }
}

/// The element of a float type with this value, which is one of the type's.
pub fn element(dtype: DType, value: f64) -> u64 {
    match dtype {
        DType::F16 => u64::from(f16::from_f64(value).to_bits()),
        DType::Bf16 => u64::from(bf16::from_f64(value).to_bits()),
        _ => u64::from((value as f32).to_bits()),
    }
}
