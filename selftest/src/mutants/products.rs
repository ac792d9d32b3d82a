//! Products: rounded twice, in a narrower type, with parts left out, or with wrong special values.

use super::numbers::{integer, is_finite, is_infinite, is_subnormal, is_zero, nearest, range, result, value};
use super::{Kernel, MULS, mutant};
use half::f16;
use ptoconf_models::{Lane, Op};
use ptoconf_schemas::DType::{self, Bf16, F16, F32, I8, I16, I32, U16, U32};

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("mul_is_add", MULS, "A multiplication adds.", |d| d.combined = Some(|_, l| result(Op::Add, l.dtype, l.a, l.b))),
    mutant("mul_is_sub", MULS, "A multiplication subtracts.", |d| d.combined = Some(|_, l| result(Op::Sub, l.dtype, l.a, l.b))),
    mutant("mul_squares", MULS, "An element is multiplied by itself.", |d| d.combined = Some(|_, l| result(Op::Mul, l.dtype, l.a, l.a))),
    mutant("mul_by_magnitude", MULS, "The sign of the second factor in floating point is lost.", |d| {
        d.combined = Some(|_, l| l.dtype.float_masks().map_or(l.right, |(sign, ..)| result(Op::Mul, l.dtype, l.a, l.b & !sign)))
    }),
    mutant("mul_f16_truncated", MULS, "Products of f16 are rounded toward zero.", |d| {
        d.combined = Some(|_, l| if l.dtype == F16 { truncated(l) } else { l.right })
    }),
    mutant("mul_bf16_truncated", MULS, "Products of bf16 are cut off, as f32 is by dropping its lower half.", |d| {
        d.combined = Some(|_, l| if l.dtype == Bf16 { truncated(l) } else { l.right })
    }),
    mutant("mul_f32_truncated", MULS, "Products of f32 are rounded toward zero.", |d| {
        d.combined = Some(|_, l| if l.dtype == F32 { truncated(l) } else { l.right })
    }),
    mutant("mul_f16_rounded_twice", MULS, "Products of f16 are rounded to 13 bits first.", |d| {
        d.combined = Some(|_, l| if l.dtype == F16 { twice(l, 13) } else { l.right })
    }),
    mutant("mul_f32_rounded_twice", MULS, "Products of f32 are rounded to 26 bits first.", |d| {
        d.combined = Some(|_, l| if l.dtype == F32 { twice(l, 26) } else { l.right })
    }),
    mutant("mul_f32_as_f16", MULS, "Factors of f32 are rounded to f16 first.", |d| {
        d.combined = Some(|_, l| {
            let [a, b] = [l.a, l.b].map(|x| f16::from_f64(value(l.dtype, x)).to_f64());
            if l.dtype == F32 { nearest(F32, a * b) } else { l.right }
        })
    }),
    mutant("mul_last_bit_ignored", MULS, "The last bit of the second factor in floating point is ignored.", |d| {
        d.combined = Some(|_, l| if numbers(l) { result(Op::Mul, l.dtype, l.a, l.b & !1) } else { l.right })
    }),
    mutant("mul_overflow_early", MULS, "A product above half of the largest number is infinite.", |d| {
        d.combined = Some(|_, l| match l.dtype.float_masks() {
            Some((sign, infinity, mantissa)) if numbers(l) && l.right & infinity == infinity - (mantissa + 1) => l.right & sign | infinity,
            _ => l.right,
        })
    }),
    mutant("mul_overflow_before_rounding", MULS, "A product past the largest number that rounds to it is infinite.", |d| {
        d.combined = Some(|_, l| {
            let past = numbers(l) && is_finite(l.dtype, l.right) && exact(l).abs() > largest(l.dtype);
            if past { l.right + 1 } else { l.right }
        })
    }),
    mutant("mul_largest_is_infinite", MULS, "A product that is the largest number becomes infinite.", |d| {
        d.combined = Some(|_, l| match l.dtype.float_masks() {
            Some((sign, infinity, _)) if l.right & !sign == infinity - 1 => l.right + 1,
            _ => l.right,
        })
    }),
    mutant("mul_overflow_f16_largest", MULS, "A product of f16 that overflows is the largest number, but for infinite factors.", |d| {
        d.combined = Some(|_, l| if l.dtype == F16 && numbers(l) && is_infinite(F16, l.right) { l.right - 1 } else { l.right })
    }),
    mutant("mul_infinity_by_zero", MULS, "The product of infinity and zero is zero.", |d| {
        d.combined = Some(|_, l| {
            let one = |x, y| is_infinite(l.dtype, x) && is_zero(l.dtype, y);
            if one(l.a, l.b) || one(l.b, l.a) { 0 } else { l.right }
        })
    }),
    mutant("mul_nan_by_zero", MULS, "The product of NaN and zero is zero.", |d| {
        d.combined = Some(|_, l| {
            let one = |x, y| l.dtype.is_nan(x) && is_zero(l.dtype, y);
            if one(l.a, l.b) || one(l.b, l.a) { 0 } else { l.right }
        })
    }),
    mutant("mul_zero_sign_of_first", MULS, "A product that is zero has the sign of the first factor.", |d| {
        d.combined = Some(|_, l| match l.dtype.float_masks() {
            Some((sign, ..)) if is_zero(l.dtype, l.right) => l.a & sign,
            _ => l.right,
        })
    }),
    mutant("mul_infinity_sign_of_second", MULS, "A product that is infinite has the sign of the second factor.", |d| {
        d.combined = Some(|_, l| match l.dtype.float_masks() {
            Some((sign, ..)) if is_infinite(l.dtype, l.right) => l.right & !sign | l.b & sign,
            _ => l.right,
        })
    }),
    mutant("mul_by_one_skipped", MULS, "A factor of 1 in floating point gives the other one, without its sign.", |d| {
        d.combined = Some(|_, l| match l.dtype.float_masks() {
            Some((sign, ..)) if numbers(l) && value(l.dtype, l.b) == 1.0 => l.right & !sign,
            _ => l.right,
        })
    }),
    mutant("mul_underflow_one_sided", MULS, "A negative subnormal product becomes the smallest normal number.", |d| {
        d.combined = Some(|_, l| match l.dtype.float_masks() {
            Some((sign, _, mantissa)) => {
                let product = result(Op::Mul, l.dtype, l.a, l.b);
                if is_subnormal(l.dtype, product) && product & sign != 0 { sign | (mantissa + 1) } else { l.right }
            }
            None => l.right,
        })
    }),
    mutant("mul_high_part", MULS, "The upper half of an integer product is kept.", |d| {
        d.combined = Some(|_, l| if l.dtype.is_int() { (wide(l) >> l.dtype.bits()) as u64 & l.dtype.mask() } else { l.right })
    }),
    mutant("mul_low_part_dropped", MULS, "The product of the lower halves of integer factors is left out.", |d| {
        d.combined =
            Some(
                |_, l| {
                    if l.dtype.is_int() { l.right.wrapping_sub(low(l.dtype, l.a) * low(l.dtype, l.b)) & l.dtype.mask() } else { l.right }
                },
            )
    }),
    mutant(
        "mul_cross_part_dropped",
        MULS,
        "Of the lower half of the first factor and the upper half of the second there is no product.",
        |d| {
            d.combined = Some(|_, l| {
                let half = l.dtype.bits() / 2;
                let cross = (low(l.dtype, l.a) * (l.b >> half)) << half;
                if l.dtype.is_int() { l.right.wrapping_sub(cross) & l.dtype.mask() } else { l.right }
            })
        },
    ),
    mutant("mul_i32_of_low_halves", MULS, "Only the lower halves of factors of 32 bits are multiplied.", |d| {
        d.combined = Some(|_, l| if wide_integer(l) { (low(l.dtype, l.a) * low(l.dtype, l.b)) & l.dtype.mask() } else { l.right })
    }),
    mutant("mul_i32_of_signed_halves", MULS, "The lower half of the second factor of 32 bits counts as signed, and is all of it.", |d| {
        d.combined = Some(|_, l| {
            let b = (l.b & 0xffff) as i16 as i64 as u64;
            if wide_integer(l) { l.a.wrapping_mul(b) & l.dtype.mask() } else { l.right }
        })
    }),
    mutant("mul_i16_saturates", MULS, "Products of i16 saturate, and those of i32 do not.", |d| {
        d.combined = Some(|_, l| if l.dtype == I16 { clamped(l, I16) } else { l.right })
    }),
    mutant("mul_i32_saturates", MULS, "Products of i32 saturate, and those of i16 do not.", |d| {
        d.combined = Some(|_, l| if l.dtype == I32 { clamped(l, I32) } else { l.right })
    }),
    mutant("mul_i32_saturates_in_i16", MULS, "Products of i32 saturate as if they had 16 bits.", |d| {
        d.combined = Some(|_, l| if l.dtype == I32 { clamped(l, I16) } else { l.right })
    }),
    mutant("mul_i16_saturates_in_i8", MULS, "Products of i16 saturate as if they had 8 bits.", |d| {
        d.combined = Some(|_, l| if l.dtype == I16 { clamped(l, I8) } else { l.right })
    }),
    mutant("mul_unsigned_saturates_signed", MULS, "Unsigned products saturate at the largest signed number.", |d| {
        d.combined = Some(|_, l| match l.dtype {
            U16 => clamped(l, I16),
            U32 => clamped(l, I32),
            _ => l.right,
        })
    }),
    mutant("mul_saturates_wrong_end", MULS, "Integer products below the range saturate at the largest number.", |d| {
        d.combined = Some(|_, l| {
            let [lowest, highest] = range(l.dtype);
            if l.dtype.is_int() && wide(l) < lowest { highest as u64 & l.dtype.mask() } else { l.right }
        })
    }),
    mutant("mul_negative_by_shift", MULS, "A negative integer product that is odd is one too large.", |d| {
        d.combined = Some(|_, l| {
            let odd = l.dtype.is_signed() && l.right & 1 == 1 && integer(l.dtype, l.right) < 0;
            if odd { l.right.wrapping_add(1) & l.dtype.mask() } else { l.right }
        })
    }),
];

/// The exact product of floating-point numbers.
fn exact(lane: &Lane) -> f64 {
    value(lane.dtype, lane.a) * value(lane.dtype, lane.b)
}

/// The largest number of a floating-point type.
fn largest(dtype: DType) -> f64 {
    dtype.float_masks().map_or(0.0, |(_, infinity, _)| value(dtype, infinity - 1))
}

/// The exact product of integers.
fn wide(lane: &Lane) -> i128 {
    integer(lane.dtype, lane.a).saturating_mul(integer(lane.dtype, lane.b))
}

fn clamped(lane: &Lane, like: DType) -> u64 {
    let [lowest, highest] = range(like);
    wide(lane).clamp(lowest, highest) as u64 & lane.dtype.mask()
}

/// The lower half of an integer.
fn low(dtype: DType, bits: u64) -> u64 {
    bits & ((1 << (dtype.bits() / 2)) - 1)
}

fn wide_integer(lane: &Lane) -> bool {
    lane.dtype.is_int() && lane.dtype.bytes() == 4
}

/// Whether both factors are finite floating-point numbers.
fn numbers(lane: &Lane) -> bool {
    is_finite(lane.dtype, lane.a) && is_finite(lane.dtype, lane.b)
}

/// The product rounded toward zero.
fn truncated(lane: &Lane) -> u64 {
    let larger = numbers(lane) && value(lane.dtype, lane.right).abs() > exact(lane).abs();
    if larger { lane.right - 1 } else { lane.right }
}

/// The product rounded to so many bits, and then to the type.
fn twice(lane: &Lane, bits: u32) -> u64 {
    let exact = exact(lane).to_bits();
    let dropped = 53 - bits;
    let half = (1u64 << (dropped - 1)) - 1 + (exact >> dropped & 1);
    let first = f64::from_bits((exact + half) >> dropped << dropped);
    // What is flushed stays so, and NaN and infinities are not rounded.
    if numbers(lane) && !is_zero(lane.dtype, lane.right) { nearest(lane.dtype, first) } else { lane.right }
}
