//! Arithmetic on the bits of any element type, for mutants that compute in another way.

use half::{bf16, f16};
use ptoconf_models::{Op, exp};
use ptoconf_schemas::DType;

/// The value of an element; integers of 64 bits are rounded.
pub(super) fn value(dtype: DType, bits: u64) -> f64 {
    match dtype {
        DType::F16 => f16::from_bits(bits as u16).to_f64(),
        DType::Bf16 => bf16::from_bits(bits as u16).to_f64(),
        DType::F32 => f64::from(f32::from_bits(bits as u32)),
        _ => integer(dtype, bits) as f64,
    }
}

/// The value of an integer element.
pub(super) fn integer(dtype: DType, bits: u64) -> i128 {
    let unsigned = i128::from(bits & dtype.mask());
    let negative = dtype.is_signed() && bits >> (dtype.bits() - 1) & 1 == 1;
    if negative { unsigned - (1 << dtype.bits()) } else { unsigned }
}

/// The smallest and the largest value of an integer type.
pub(super) fn range(dtype: DType) -> [i128; 2] {
    let all = 1i128 << dtype.bits();
    if dtype.is_signed() { [-all / 2, all / 2 - 1] } else { [0, all - 1] }
}

/// The element of a floating-point type that is nearest to a value.
pub(super) fn nearest(dtype: DType, x: f64) -> u64 {
    match dtype {
        DType::F16 => f16::from_f64(x).to_bits().into(),
        DType::Bf16 => bf16::from_f64(x).to_bits().into(),
        _ => (x as f32).to_bits().into(),
    }
}

/// The sum of two elements, rounded to nearest even or wrapped.
pub(super) fn sum(dtype: DType, a: u64, b: u64) -> u64 {
    if dtype.is_float() { nearest(dtype, apply(Op::Add, value(dtype, a), value(dtype, b))) } else { a.wrapping_add(b) & dtype.mask() }
}

/// `a op b`, without rounding as far as binary64 goes.
pub(super) fn apply(op: Op, a: f64, b: f64) -> f64 {
    let result = match op {
        Op::Add => a + b,
        Op::Sub => a - b,
        Op::Mul => a * b,
        Op::Div => a / b,
        Op::ExpDif => exp(a - b),
        Op::Max => return a.max(b),
        Op::Min => return a.min(b),
    };
    // Which NaN comes out depends on the processor, and on how the compiler orders the operands: it is the first one.
    let nan = || [a, b].into_iter().find(|x| x.is_nan()).unwrap_or(f64::NAN);
    if result.is_nan() { nan() } else { result }
}

/// `a op b` of integers; products of 64 bits at the ends of the range are limited, and over zero they are -1.
pub(super) fn apply_integers(op: Op, a: i128, b: i128) -> i128 {
    match op {
        Op::Add => a + b,
        Op::Sub => a - b,
        Op::Mul => a.saturating_mul(b),
        Op::Div => a.checked_div(b).unwrap_or(-1),
        Op::Max => a.max(b),
        Op::Min => a.min(b),
        // No integer has an exponential.
        Op::ExpDif => a,
    }
}

/// `a op b` of two elements, rounded to nearest even or wrapped.
pub(super) fn result(op: Op, dtype: DType, a: u64, b: u64) -> u64 {
    match op {
        Op::Add => sum(dtype, a, b),
        Op::Sub => sum(dtype, a, negated(dtype, b)),
        Op::ExpDif if dtype.is_float() => nearest(dtype, apply(op, value(dtype, sum(dtype, a, negated(dtype, b))), 0.0)),
        _ if dtype.is_float() => nearest(dtype, apply(op, value(dtype, a), value(dtype, b))),
        Op::Mul => a.wrapping_mul(b) & dtype.mask(),
        _ => apply_integers(op, integer(dtype, a), integer(dtype, b)) as u64 & dtype.mask(),
    }
}

/// The element with the other sign.
pub(super) fn negated(dtype: DType, bits: u64) -> u64 {
    dtype.float_masks().map_or(bits.wrapping_neg() & dtype.mask(), |(sign, ..)| bits ^ sign)
}

/// Whether an element is a floating-point zero.
pub(super) fn is_zero(dtype: DType, bits: u64) -> bool {
    dtype.float_masks().is_some_and(|(sign, ..)| bits & !sign == 0)
}

/// Whether an element is subnormal.
pub(super) fn is_subnormal(dtype: DType, bits: u64) -> bool {
    dtype.float_masks().is_some_and(|(_, infinity, mantissa)| bits & infinity == 0 && bits & mantissa != 0)
}

/// Whether an element is an infinity.
pub(super) fn is_infinite(dtype: DType, bits: u64) -> bool {
    dtype.float_masks().is_some_and(|(sign, infinity, _)| bits & !sign == infinity)
}

/// Whether an element is a finite floating-point number.
pub(super) fn is_finite(dtype: DType, bits: u64) -> bool {
    dtype.float_masks().is_some_and(|(_, infinity, _)| bits & infinity != infinity)
}
