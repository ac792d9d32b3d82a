//! NaN, infinities and the signs of zeros.

use super::numbers::{integer, is_finite, is_infinite, is_zero, negated};
use super::{ADDITIVE, ARITHMETIC, COPIES, Kernel, SUB, mutant};
use ptoconf_models::{Lane, Op};
use ptoconf_schemas::DType;

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("nan_is_zero", ARITHMETIC, "A result that is NaN becomes zero.", |d| {
        d.combined = Some(|_, l| if l.dtype.is_nan(l.right) { 0 } else { l.right })
    }),
    mutant("nan_is_infinity", ARITHMETIC, "A result that is NaN becomes infinity.", |d| {
        d.combined = Some(|_, l| if l.dtype.is_nan(l.right) { infinity(l.dtype) } else { l.right })
    }),
    mutant("nan_ignored", ARITHMETIC, "Of a NaN and a number, the number is the result.", |d| {
        d.combined = Some(|_, l| match [l.a, l.b].map(|x| l.dtype.is_nan(x)) {
            [true, false] => l.b,
            [false, true] => l.a,
            _ => l.right,
        })
    }),
    mutant("nan_in_second_lost", ARITHMETIC, "A NaN in the second operand has no effect.", |d| {
        d.combined = Some(|_, l| if l.dtype.is_nan(l.b) { l.a } else { l.right })
    }),
    mutant("infinity_is_largest", ARITHMETIC, "An infinite result becomes the largest number.", |d| {
        d.combined = Some(|_, l| if is_infinite(l.dtype, l.right) { l.right - 1 } else { l.right })
    }),
    mutant("overflow_saturates", ARITHMETIC, "A result of numbers that overflows is the largest number.", |d| {
        d.combined = Some(|_, l| {
            let overflow = is_infinite(l.dtype, l.right) && is_finite(l.dtype, l.a) && is_finite(l.dtype, l.b);
            if overflow { l.right - 1 } else { l.right }
        })
    }),
    mutant("overflow_is_nan", ARITHMETIC, "A result of numbers that overflows is NaN.", |d| {
        d.combined = Some(|_, l| {
            let overflow = is_infinite(l.dtype, l.right) && is_finite(l.dtype, l.a) && is_finite(l.dtype, l.b);
            if overflow { l.right | 1 } else { l.right }
        })
    }),
    mutant("infinities_cancel", ADDITIVE, "Infinities of opposite signs add up to zero.", |d| {
        d.combined =
            Some(|_, l| if is_infinite(l.dtype, l.a) && is_infinite(l.dtype, l.b) && l.dtype.is_nan(l.right) { 0 } else { l.right })
    }),
    mutant("infinity_sign_lost", ARITHMETIC, "-infinity becomes +infinity.", |d| {
        d.combined = Some(|_, l| if is_infinite(l.dtype, l.right) { infinity(l.dtype) } else { l.right })
    }),
    mutant("negative_zero_lost", ARITHMETIC, "A result of -0 becomes +0.", |d| {
        d.combined = Some(|_, l| if is_zero(l.dtype, l.right) { 0 } else { l.right })
    }),
    mutant("zero_takes_left_sign", ARITHMETIC, "A zero result has the sign of the left operand.", |d| d.combined = Some(left_sign)),
    mutant("cancelled_to_negative_zero", ADDITIVE, "Numbers that cancel give -0.", |d| {
        d.combined = Some(|_, l| if is_zero(l.dtype, l.right) && !is_zero(l.dtype, l.a) { negated(l.dtype, 0) } else { l.right })
    }),
    mutant("minus_zero_ignored", &[SUB], "x - 0 is not computed: -0 - -0 stays -0.", |d| {
        d.combined = Some(|_, l| if l.op == Op::Sub && is_zero(l.dtype, l.b) { l.a } else { l.right })
    }),
    mutant("nan_payload_lost", COPIES, "A copy turns every NaN into the default quiet NaN.", |d| {
        d.copied = Some(|_, dtype, bits| if dtype.is_nan(bits) { infinity(dtype) | quiet(dtype) } else { bits })
    }),
    mutant("copy_quiets_nan", COPIES, "A copy turns a signalling NaN into a quiet one.", |d| {
        d.copied = Some(|_, dtype, bits| if dtype.is_nan(bits) { bits | quiet(dtype) } else { bits })
    }),
    mutant("copy_loses_nan_sign", COPIES, "A copy clears the sign of a NaN.", |d| {
        d.copied = Some(|_, dtype, bits| if dtype.is_nan(bits) { bits & dtype.mask() >> 1 } else { bits })
    }),
    mutant("copy_loses_negative_zero", COPIES, "A copy turns -0 into +0.", |d| {
        d.copied = Some(|_, dtype, bits| if is_zero(dtype, bits) { 0 } else { bits })
    }),
    mutant("copy_limits_infinity", COPIES, "A copy turns infinities into the largest numbers.", |d| {
        d.copied = Some(|_, dtype, bits| if is_infinite(dtype, bits) { bits - 1 } else { bits })
    }),
    mutant("copy_through_f32", COPIES, "Integers of 32 bits are copied by way of f32.", |d| {
        d.copied = Some(|_, dtype, bits| match dtype {
            DType::I32 | DType::U32 => integer(dtype, bits) as f32 as i128 as u64 & dtype.mask(),
            _ => bits,
        })
    }),
];

/// +infinity of a floating-point type.
fn infinity(dtype: DType) -> u64 {
    dtype.float_masks().map_or(0, |(_, infinity, _)| infinity)
}

/// The bit that makes a NaN quiet.
fn quiet(dtype: DType) -> u64 {
    dtype.float_masks().map_or(0, |(_, _, mantissa)| (mantissa + 1) >> 1)
}

fn left_sign(_: &ptoconf_models::Site, lane: &Lane) -> u64 {
    match lane.dtype.float_masks() {
        Some((sign, ..)) if is_zero(lane.dtype, lane.right) => lane.a & sign,
        _ => lane.right,
    }
}
