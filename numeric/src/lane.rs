//! Rows of elements: widening, adding, multiplying and dividing with one rounding, picking the larger or the smaller, narrowing.
//!
//! f16 and bf16 rows are held as f32 values that their type can represent; an f32 addition rounded
//! to the type is the type's own addition, because 24 bits are at least 2p + 2 (double rounding is
//! innocuous). An f32 product of two f16 numbers is exact. So is one of two bf16 numbers down to 2^-134, half the
//! smallest bf16 number; below, it stays below or becomes that half, and either rounds to zero. f32 operations are those
//! of IEEE 754 without flushing on every target that Rust supports. Quotients are made of whole numbers, and rounded once.

use super::binary16;
use super::pick::Pick;
use super::quotient::{Numbers, floored, quotient};
use bytemuck::Pod;
use half::{bf16, f16};

/// What becomes of subnormal numbers in an addition, a multiplication or a division.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Flush {
    /// Subnormal inputs count as zeros of their sign.
    pub inputs: bool,
    /// Subnormal results become zeros of their sign.
    pub results: bool,
}

/// What becomes of an integer sum, product or quotient outside the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum IntOverflow {
    /// Its low bits.
    #[default]
    Wrap,
    /// The nearest limit.
    Saturate,
}

/// What becomes of a sum, product or quotient of finite floats beyond the largest one, that by zero included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum FloatOverflow {
    /// Infinity, as in IEEE 754.
    #[default]
    Infinity,
    /// The largest finite number of its sign.
    Saturate,
}

/// What becomes of an operation whose result is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum NanResult {
    /// A NaN.
    #[default]
    Nan,
    /// +0.
    Zero,
}

/// Which whole number an integer quotient is that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Fraction {
    /// The next one towards zero.
    #[default]
    Truncate,
    /// The next lower one.
    Floor,
}

/// How additions, multiplications and divisions treat what the pages leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Policy {
    /// Subnormal numbers.
    pub flush: Flush,
    /// Integer overflow.
    pub overflow: IntOverflow,
    /// Fractions of integer quotients.
    pub fraction: Fraction,
    /// Float overflow.
    pub float_overflow: FloatOverflow,
    /// NaN.
    pub nan: NanResult,
}

impl Policy {
    /// Whether float additions are those of IEEE 754.
    #[inline(always)]
    fn is_ieee(self) -> bool {
        self == Policy { overflow: self.overflow, fraction: self.fraction, ..Policy::default() }
    }
}

/// An element type as rows of accumulators.
pub trait Lane: Pod {
    /// Holds one element between additions.
    type Acc: Copy;
    /// Positive zero.
    const ZERO: Self::Acc;
    /// One.
    const ONE: Self::Acc;
    /// Elements to accumulators, exactly.
    fn widen(row: &[Self], acc: &mut [Self::Acc]);
    /// `acc = acc + row`, each rounded to the type.
    fn add(acc: &mut [Self::Acc], row: &[Self::Acc], policy: Policy);
    /// `acc = acc - row`, each rounded to the type.
    fn sub(acc: &mut [Self::Acc], row: &[Self::Acc], policy: Policy);
    /// `acc = acc * row`, each rounded to the type.
    fn mul(acc: &mut [Self::Acc], row: &[Self::Acc], policy: Policy);
    /// `acc = acc * row`, of f16 and bf16 rounded to f32 and not to the type; see [`Lane::round`].
    fn mul_wide(acc: &mut [Self::Acc], row: &[Self::Acc], policy: Policy);
    /// Rounds to the type what [`Lane::mul_wide`] gives, which counts as a result.
    fn round(acc: &mut [Self::Acc], policy: Policy);
    /// `acc = acc / row`, each rounded to the type. An integer over zero is zero: it has no value.
    fn div(acc: &mut [Self::Acc], row: &[Self::Acc], policy: Policy);
    /// `acc =` whichever of `acc` and `row` is picked.
    fn pick(acc: &mut [Self::Acc], row: &[Self::Acc], pick: Pick);
    /// Accumulators to elements, exactly.
    fn narrow(acc: &[Self::Acc], row: &mut [Self]);
}

macro_rules! integer_lane {
    ($($type:ty),*) => {$(
        impl Lane for $type {
            type Acc = $type;
            const ZERO: $type = 0;
            const ONE: $type = 1;
            #[inline(always)]
            fn widen(row: &[$type], acc: &mut [$type]) { acc.copy_from_slice(row); }
            #[inline(always)]
            fn add(acc: &mut [$type], row: &[$type], policy: Policy) {
                match policy.overflow {
                    IntOverflow::Wrap => combine(acc, row, <$type>::wrapping_add),
                    IntOverflow::Saturate => combine(acc, row, <$type>::saturating_add),
                }
            }
            #[inline(always)]
            fn sub(acc: &mut [$type], row: &[$type], policy: Policy) {
                match policy.overflow {
                    IntOverflow::Wrap => combine(acc, row, <$type>::wrapping_sub),
                    IntOverflow::Saturate => combine(acc, row, <$type>::saturating_sub),
                }
            }
            #[inline(always)]
            fn mul(acc: &mut [$type], row: &[$type], policy: Policy) {
                match policy.overflow {
                    IntOverflow::Wrap => combine(acc, row, <$type>::wrapping_mul),
                    IntOverflow::Saturate => combine(acc, row, <$type>::saturating_mul),
                }
            }
            #[inline(always)]
            fn mul_wide(acc: &mut [$type], row: &[$type], policy: Policy) { <$type as Lane>::mul(acc, row, policy); }
            #[inline(always)]
            fn round(_: &mut [$type], _: Policy) {}
            #[inline(always)]
            fn div(acc: &mut [$type], row: &[$type], policy: Policy) {
                combine(acc, row, |a, b| match (policy.fraction, policy.overflow) {
                    _ if b == 0 => 0,
                    (Fraction::Floor, _) => floored(a.into(), b.into()) as $type,
                    (Fraction::Truncate, IntOverflow::Wrap) => a.wrapping_div(b),
                    (Fraction::Truncate, IntOverflow::Saturate) => a.saturating_div(b),
                });
            }
            #[inline(always)]
            fn pick(acc: &mut [$type], row: &[$type], pick: Pick) {
                if pick.larger { combine(acc, row, <$type>::max) } else { combine(acc, row, <$type>::min) }
            }
            #[inline(always)]
            fn narrow(acc: &[$type], row: &mut [$type]) { row.copy_from_slice(acc); }
        }
    )*};
}

integer_lane!(i8, u8, i16, u16, i32, u32, i64, u64);

#[inline(always)]
fn combine<T: Copy>(acc: &mut [T], row: &[T], op: impl Fn(T, T) -> T) {
    for (a, b) in acc.iter_mut().zip(row) {
        *a = op(*a, *b);
    }
}

/// Smallest normal and largest number of a float type, and what lies between.
#[derive(Clone, Copy)]
struct Range {
    smallest_normal: f32,
    largest: f32,
    numbers: Numbers,
}

impl Range {
    #[inline(always)]
    fn flushed(&self, x: f32, on: bool) -> f32 {
        if on && x.abs() < self.smallest_normal { 0f32.copysign(x) } else { x }
    }

    /// One operation under a policy; `op` rounds to the type.
    #[inline(always)]
    fn apply(&self, a: f32, b: f32, policy: Policy, op: impl Fn(f32, f32) -> f32) -> f32 {
        let [a, b] = [a, b].map(|x| self.flushed(x, policy.flush.inputs));
        let result = op(a, b);
        if policy.float_overflow == FloatOverflow::Saturate && result.is_infinite() && a.is_finite() && b.is_finite() {
            return self.largest.copysign(result);
        }
        if policy.nan == NanResult::Zero && result.is_nan() {
            return 0.0;
        }
        self.flushed(result, policy.flush.results)
    }
}

/// One float operation on rows: `op` computes in f32 and rounds to the type.
#[inline(always)]
fn float_op(acc: &mut [f32], row: &[f32], policy: Policy, range: Range, op: impl Fn(f32, f32) -> f32) {
    if policy.is_ieee() {
        return combine(acc, row, op);
    }
    combine(acc, row, |a, b| range.apply(a, b, policy, &op));
}

macro_rules! float_lane {
    ($type:ty, $range:expr, $widen:expr, $round:expr, $narrow:expr) => {
        impl Lane for $type {
            type Acc = f32;
            const ZERO: f32 = 0.0;
            const ONE: f32 = 1.0;
            #[inline(always)]
            fn widen(row: &[$type], acc: &mut [f32]) {
                $widen(row, acc)
            }
            #[inline(always)]
            fn add(acc: &mut [f32], row: &[f32], policy: Policy) {
                float_op(acc, row, policy, $range, |a, b| $round(a + b));
            }
            #[inline(always)]
            fn sub(acc: &mut [f32], row: &[f32], policy: Policy) {
                float_op(acc, row, policy, $range, |a, b| $round(a - b));
            }
            #[inline(always)]
            fn mul(acc: &mut [f32], row: &[f32], policy: Policy) {
                float_op(acc, row, policy, $range, |a, b| $round(a * b));
            }
            #[inline(always)]
            fn mul_wide(acc: &mut [f32], row: &[f32], policy: Policy) {
                float_op(acc, row, policy, F32, |a, b| a * b);
            }
            #[inline(always)]
            fn round(acc: &mut [f32], policy: Policy) {
                let policy = Policy { flush: Flush { inputs: false, ..policy.flush }, ..policy };
                acc.iter_mut().for_each(|a| *a = $range.apply(*a, 1.0, policy, |a, _| $round(a)));
            }
            #[inline(always)]
            fn div(acc: &mut [f32], row: &[f32], policy: Policy) {
                float_op(acc, row, policy, $range, |a, b| quotient(a, b, $range.numbers));
            }
            #[inline(always)]
            fn pick(acc: &mut [f32], row: &[f32], pick: Pick) {
                combine(acc, row, |a, b| pick.of(a, b));
            }
            #[inline(always)]
            fn narrow(acc: &[f32], row: &mut [$type]) {
                $narrow(acc, row)
            }
        }
    };
}

const F32: Range =
    Range { smallest_normal: f32::MIN_POSITIVE, largest: f32::MAX, numbers: Numbers { precision: 24, exponents: [-126, 127] } };
const F16: Range =
    Range { smallest_normal: f32::from_bits(0x3880_0000), largest: 65504.0, numbers: Numbers { precision: 11, exponents: [-14, 15] } };
const BF16: Range = Range {
    smallest_normal: f32::MIN_POSITIVE,
    largest: f32::from_bits(0x7F7F_0000),
    numbers: Numbers { precision: 8, exponents: [-126, 127] },
};

float_lane!(f32, F32, copy, std::convert::identity, copy);
float_lane!(f16, F16, binary16::widen, binary16::rounded, binary16::narrow);
float_lane!(bf16, BF16, widen_bf16, round_bf16, narrow_bf16);

#[inline(always)]
fn copy(from: &[f32], to: &mut [f32]) {
    to.copy_from_slice(from);
}

#[inline(always)]
fn widen_bf16(row: &[bf16], acc: &mut [f32]) {
    for (a, x) in acc.iter_mut().zip(row) {
        *a = f32::from_bits(u32::from(x.to_bits()) << 16);
    }
}

#[inline(always)]
fn narrow_bf16(acc: &[f32], row: &mut [bf16]) {
    for (x, a) in row.iter_mut().zip(acc) {
        *x = bf16::from_bits((a.to_bits() >> 16) as u16);
    }
}

/// To nearest even on the upper half of the bits. A NaN keeps its upper half and stays a NaN.
#[inline(always)]
fn round_bf16(x: f32) -> f32 {
    let bits = x.to_bits();
    let rounded = bits.wrapping_add(0x7FFF + (bits >> 16 & 1));
    let kept = if x.is_nan() { bits | 0x0040_0000 } else { rounded };
    f32::from_bits(kept & 0xFFFF_0000)
}
