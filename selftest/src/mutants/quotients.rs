//! Quotients: made of a reciprocal, rounded twice, by way of another type, or with wrong special values.

use super::numbers::{integer, is_finite, is_infinite, is_subnormal, is_zero, nearest, range, result, value};
use super::{DIVS, Kernel, mutant};
use half::f16;
use ptoconf_models::{Lane, Op};
use ptoconf_schemas::DType::{self, Bf16, F16, F32, I16, I32, U16, U32};

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("div_swapped", DIVS, "The operands of a division change places.", |d| d.swapped = |_, op| op == Op::Div),
    mutant("div_is_mul", DIVS, "A division multiplies.", |d| d.combined = Some(|_, l| result(Op::Mul, l.dtype, l.a, l.b))),
    mutant("div_by_itself", DIVS, "An element is divided by itself.", |d| d.combined = Some(|_, l| result(Op::Div, l.dtype, l.a, l.a))),
    mutant("div_by_magnitude", DIVS, "The sign of a divisor in floating point is lost.", |d| {
        d.combined = Some(|_, l| l.dtype.float_masks().map_or(l.right, |(sign, ..)| result(Op::Div, l.dtype, l.a, l.b & !sign)))
    }),
    mutant("div_f16_by_reciprocal", DIVS, "In f16, the rounded reciprocal is multiplied.", |d| {
        d.combined = Some(|_, l| by_reciprocal(l, F16))
    }),
    mutant("div_bf16_by_reciprocal", DIVS, "In bf16, the rounded reciprocal is multiplied.", |d| {
        d.combined = Some(|_, l| by_reciprocal(l, Bf16))
    }),
    mutant("div_f32_by_reciprocal", DIVS, "In f32, the rounded reciprocal is multiplied.", |d| {
        d.combined = Some(|_, l| by_reciprocal(l, F32))
    }),
    mutant("div_f16_truncated", DIVS, "Quotients of f16 are rounded toward zero.", |d| d.combined = Some(|_, l| truncated(l, F16))),
    mutant("div_bf16_truncated", DIVS, "Quotients of bf16 are cut off, as f32 is by dropping its lower half.", |d| {
        d.combined = Some(|_, l| truncated(l, Bf16))
    }),
    mutant("div_f32_truncated", DIVS, "Quotients of f32 are rounded toward zero.", |d| d.combined = Some(|_, l| truncated(l, F32))),
    mutant("div_f16_rounded_twice", DIVS, "Quotients of f16 are rounded to 13 bits first.", |d| {
        d.combined = Some(|_, l| twice(l, F16, 13))
    }),
    mutant("div_bf16_by_way_of_f16", DIVS, "Quotients of bf16 are rounded to 11 bits first.", |d| {
        d.combined = Some(|_, l| twice(l, Bf16, 11))
    }),
    mutant("div_f32_rounded_twice", DIVS, "Quotients of f32 are rounded to 26 bits first.", |d| {
        d.combined = Some(|_, l| twice(l, F32, 26))
    }),
    mutant("div_f32_without_sticky_bit", DIVS, "Quotients of f32 are cut off after 28 bits, and then rounded.", |d| {
        d.combined = Some(|_, l| cut_first(l, F32, 28))
    }),
    mutant("div_f16_without_sticky_bit", DIVS, "Quotients of f16 are cut off after 14 bits, and then rounded.", |d| {
        d.combined = Some(|_, l| cut_first(l, F16, 14))
    }),
    mutant("div_f32_as_f16", DIVS, "Operands of a division in f32 are rounded to f16 first.", |d| {
        d.combined = Some(|_, l| {
            let [a, b] = [l.a, l.b].map(|x| f16::from_f64(value(l.dtype, x)).to_f64());
            if l.dtype == F32 { nearest(F32, a / b) } else { l.right }
        })
    }),
    mutant("div_last_bit_of_divisor_ignored", DIVS, "The last bit of a divisor in floating point is ignored.", |d| {
        d.combined = Some(|_, l| if numbers(l) { result(Op::Div, l.dtype, l.a, l.b & !1) } else { l.right })
    }),
    mutant("div_of_equal_is_one", DIVS, "Of equal operands, the quotient is 1 without a division.", |d| {
        d.combined = Some(|_, l| if l.dtype.is_float() && l.a == l.b { nearest(l.dtype, 1.0) } else { l.right })
    }),
    mutant("div_by_one_skipped", DIVS, "A divisor of 1 in floating point gives the other operand, without its sign.", |d| {
        d.combined = Some(|_, l| match l.dtype.float_masks() {
            Some((sign, ..)) if numbers(l) && value(l.dtype, l.b) == 1.0 => l.right & !sign,
            _ => l.right,
        })
    }),
    mutant("div_by_zero_is_largest", DIVS, "A number over zero is the largest number.", |d| {
        d.combined = Some(|_, l| if by_zero(l) && is_infinite(l.dtype, l.right) && numbers(l) { l.right - 1 } else { l.right })
    }),
    mutant("div_by_zero_is_zero", DIVS, "A float over zero is zero.", |d| d.combined = Some(|_, l| if by_zero(l) { 0 } else { l.right })),
    mutant("div_by_zero_is_nan", DIVS, "A number over zero is NaN.", |d| {
        d.combined = Some(|_, l| if by_zero(l) && is_infinite(l.dtype, l.right) { l.right | 1 } else { l.right })
    }),
    mutant("div_zero_by_zero_is_infinite", DIVS, "Zero over zero is infinite.", |d| {
        d.combined = Some(|_, l| match l.dtype.float_masks() {
            Some((_, infinity, _)) if by_zero(l) && is_zero(l.dtype, l.a) => infinity,
            _ => l.right,
        })
    }),
    mutant("div_zero_by_zero_is_zero", DIVS, "Zero over zero is zero.", |d| {
        d.combined = Some(|_, l| if by_zero(l) && is_zero(l.dtype, l.a) { 0 } else { l.right })
    }),
    mutant("div_by_zero_without_its_sign", DIVS, "A number over -0 is what it is over +0.", |d| {
        d.combined = Some(|_, l| match l.dtype.float_masks() {
            Some((sign, ..)) if by_zero(l) && !l.dtype.is_nan(l.right) => l.right & !sign | l.a & sign,
            _ => l.right,
        })
    }),
    mutant("div_infinity_by_infinity_is_one", DIVS, "Infinity over infinity is 1.", |d| {
        d.combined = Some(|_, l| {
            let both = is_infinite(l.dtype, l.a) && is_infinite(l.dtype, l.b);
            if both { nearest(l.dtype, 1.0) } else { l.right }
        })
    }),
    mutant("div_by_infinity_is_nan", DIVS, "A number over infinity is NaN.", |d| {
        d.combined = Some(|_, l| match l.dtype.float_masks() {
            Some((_, infinity, _)) if is_infinite(l.dtype, l.b) => infinity | 1,
            _ => l.right,
        })
    }),
    mutant("div_zero_by_nan_is_zero", DIVS, "Zero over NaN is zero.", |d| {
        d.combined = Some(|_, l| if is_zero(l.dtype, l.a) && l.dtype.is_nan(l.b) { 0 } else { l.right })
    }),
    mutant("div_zero_sign_of_first", DIVS, "A quotient that is zero has the sign of what was divided.", |d| {
        d.combined = Some(|_, l| match l.dtype.float_masks() {
            Some((sign, ..)) if is_zero(l.dtype, l.right) => l.a & sign,
            _ => l.right,
        })
    }),
    mutant("div_overflow_early", DIVS, "A quotient above half of the largest number is infinite.", |d| {
        d.combined = Some(|_, l| match l.dtype.float_masks() {
            Some((sign, infinity, mantissa)) if numbers(l) && l.right & infinity == infinity - (mantissa + 1) => l.right & sign | infinity,
            _ => l.right,
        })
    }),
    mutant("div_largest_is_infinite", DIVS, "A quotient that is the largest number becomes infinite.", |d| {
        d.combined = Some(|_, l| match l.dtype.float_masks() {
            Some((sign, infinity, _)) if l.right & !sign == infinity - 1 => l.right + 1,
            _ => l.right,
        })
    }),
    mutant("div_next_after_largest_is_largest", DIVS, "A quotient of the power of two after the largest number is the largest.", |d| {
        d.combined = Some(|_, l| {
            let next = largest(l.dtype).log2().ceil().exp2();
            if numbers(l) && !by_zero(l) && exact(l).abs() == next { l.right - 1 } else { l.right }
        })
    }),
    mutant("div_tiny_divisor_overflows", DIVS, "Over the smallest normal number, every quotient but zero is infinite.", |d| {
        d.combined = Some(|_, l| match l.dtype.float_masks() {
            Some((sign, infinity, mantissa)) if numbers(l) && l.b & !sign == mantissa + 1 && !is_zero(l.dtype, l.right) => {
                l.right & sign | infinity
            }
            _ => l.right,
        })
    }),
    mutant("div_subnormal_divisor_is_normal", DIVS, "A subnormal divisor counts as the smallest normal number.", |d| {
        d.combined = Some(|_, l| match l.dtype.float_masks() {
            Some((sign, _, mantissa)) if is_subnormal(l.dtype, l.b) => result(Op::Div, l.dtype, l.a, l.b & sign | (mantissa + 1)),
            _ => l.right,
        })
    }),
    mutant("div_floored", DIVS, "Integer quotients are rounded down.", |d| {
        d.combined = Some(|_, l| moved(l, |q, a, b| q - i128::from(a % b != 0 && (a < 0) != (b < 0))))
    }),
    mutant("div_away_from_zero", DIVS, "Integer quotients are rounded away from zero.", |d| {
        d.combined = Some(|_, l| moved(l, |q, a, b| q + i128::from(a % b != 0) * if (a < 0) == (b < 0) { 1 } else { -1 }))
    }),
    mutant("div_to_nearest", DIVS, "Integer quotients are rounded to the nearest whole number.", |d| {
        d.combined = Some(|_, l| moved(l, |q, a, b| q + i128::from(2 * (a % b).abs() >= b.abs()) * if (a < 0) == (b < 0) { 1 } else { -1 }))
    }),
    mutant("div_euclidean", DIVS, "Integer quotients leave a rest that is not negative.", |d| {
        d.combined = Some(|_, l| moved(l, |_, a, b| a.div_euclid(b)))
    }),
    mutant("div_by_shift", DIVS, "A division by a power of two shifts: negative quotients are rounded down.", |d| {
        d.combined = Some(|_, l| moved(l, |q, a, b| if b > 0 && b & (b - 1) == 0 { a.div_euclid(b) } else { q }))
    }),
    mutant("div_is_rest", DIVS, "Integers give the rest of the division.", |d| d.combined = Some(|_, l| moved(l, |_, a, b| a % b))),
    mutant("div_unsigned_as_signed", DIVS, "Unsigned integers are divided as signed ones.", |d| {
        d.combined = Some(|_, l| match l.dtype {
            U16 => result(Op::Div, I16, l.a, l.b),
            U32 => result(Op::Div, I32, l.a, l.b),
            _ => l.right,
        })
    }),
    mutant("div_signed_as_unsigned", DIVS, "Signed integers are divided as unsigned ones.", |d| {
        d.combined = Some(|_, l| match l.dtype {
            I16 => result(Op::Div, U16, l.a, l.b),
            I32 => result(Op::Div, U32, l.a, l.b),
            _ => l.right,
        })
    }),
    mutant("div_i32_of_low_halves", DIVS, "The lower halves of integers of 32 bits are divided.", |d| {
        d.combined = Some(|_, l| match l.dtype {
            I32 => (integer(I16, l.a & 0xffff).checked_div(integer(I16, l.b & 0xffff)).unwrap_or(0)) as u64 & I32.mask(),
            U32 => (l.a & 0xffff).checked_div(l.b & 0xffff).unwrap_or(0),
            _ => l.right,
        })
    }),
    mutant("div_i32_rounded_in_f32", DIVS, "Integers of 32 bits are divided in f32, and the quotient is cut off.", |d| {
        d.combined = Some(|_, l| {
            let [a, b] = [l.a, l.b].map(|x| integer(l.dtype, x) as f32);
            let wide = l.dtype.is_int() && l.dtype.bytes() == 4 && b != 0.0;
            if wide { (a / b) as i128 as u64 & l.dtype.mask() } else { l.right }
        })
    }),
    mutant("div_smallest_by_minus_one_is_zero", DIVS, "The smallest integer over -1 is zero.", |d| {
        d.combined = Some(|_, l| {
            let [lowest, _] = range(l.dtype);
            let past = l.dtype.is_signed() && integer(l.dtype, l.a) == lowest && integer(l.dtype, l.b) == -1;
            if past { 0 } else { l.right }
        })
    }),
    mutant("div_by_minus_one_is_complement", DIVS, "Over -1, integers are inverted bit by bit.", |d| {
        d.combined = Some(|_, l| {
            let minus_one = l.dtype.is_signed() && integer(l.dtype, l.b) == -1;
            if minus_one { !l.a & l.dtype.mask() } else { l.right }
        })
    }),
];

/// The quotient of floating-point numbers, to 53 bits.
fn exact(lane: &Lane) -> f64 {
    value(lane.dtype, lane.a) / value(lane.dtype, lane.b)
}

/// The largest number of a floating-point type.
fn largest(dtype: DType) -> f64 {
    dtype.float_masks().map_or(0.0, |(_, infinity, _)| value(dtype, infinity - 1))
}

/// Whether a float is divided by zero.
fn by_zero(lane: &Lane) -> bool {
    is_zero(lane.dtype, lane.b)
}

/// Whether both operands are finite floating-point numbers.
fn numbers(lane: &Lane) -> bool {
    is_finite(lane.dtype, lane.a) && is_finite(lane.dtype, lane.b)
}

/// Whether the lane has this type, and what it gives was rounded: no zero, infinity or NaN.
fn is_rounded(lane: &Lane, dtype: DType) -> bool {
    lane.dtype == dtype && numbers(lane) && is_finite(dtype, lane.right) && !is_zero(dtype, lane.right)
}

fn by_reciprocal(lane: &Lane, dtype: DType) -> u64 {
    let reciprocal = || value(dtype, nearest(dtype, 1.0 / value(dtype, lane.b)));
    if is_rounded(lane, dtype) { nearest(dtype, value(dtype, lane.a) * reciprocal()) } else { lane.right }
}

/// The quotient rounded toward zero.
fn truncated(lane: &Lane, dtype: DType) -> u64 {
    let larger = is_rounded(lane, dtype) && value(dtype, lane.right).abs() > exact(lane).abs();
    if larger { lane.right - 1 } else { lane.right }
}

/// The quotient rounded to so many bits, and then to the type.
fn twice(lane: &Lane, dtype: DType, bits: u32) -> u64 {
    let dropped = 53 - bits;
    let exact = exact(lane).to_bits();
    let half = (1u64 << (dropped - 1)) - 1 + (exact >> dropped & 1);
    let first = f64::from_bits((exact + half) >> dropped << dropped);
    if is_rounded(lane, dtype) { nearest(dtype, first) } else { lane.right }
}

/// The quotient cut off after so many bits, and then rounded to the type.
fn cut_first(lane: &Lane, dtype: DType, bits: u32) -> u64 {
    let dropped = 53 - bits;
    let first = f64::from_bits(exact(lane).to_bits() >> dropped << dropped);
    if is_rounded(lane, dtype) { nearest(dtype, first) } else { lane.right }
}

/// Another quotient of integers, given the right one and what is divided; over zero there is none.
fn moved(lane: &Lane, quotient: fn(i128, i128, i128) -> i128) -> u64 {
    let [a, b] = [lane.a, lane.b].map(|x| integer(lane.dtype, x));
    if lane.dtype.is_float() || b == 0 { lane.right } else { quotient(a / b, a, b) as u64 & lane.dtype.mask() }
}
