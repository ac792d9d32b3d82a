//! Saturation, signedness and carries.

use super::numbers::{apply_integers, integer, range};
use super::{ARITHMETIC, CARRYING, Kernel, mutant};
use ptoconf_models::{Lane, Op};
use ptoconf_schemas::DType::{self, I8, I16, I32, I64, U8, U16, U32, U64};

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("i8_saturates", ARITHMETIC, "i8 results saturate.", |d| d.combined = Some(|_, l| saturated(l, I8, I8))),
    mutant("u8_saturates", ARITHMETIC, "u8 results saturate.", |d| d.combined = Some(|_, l| saturated(l, U8, U8))),
    mutant("i16_saturates", ARITHMETIC, "i16 results saturate.", |d| d.combined = Some(|_, l| saturated(l, I16, I16))),
    mutant("u16_saturates", ARITHMETIC, "u16 results saturate.", |d| d.combined = Some(|_, l| saturated(l, U16, U16))),
    mutant("i32_saturates", ARITHMETIC, "i32 results saturate.", |d| d.combined = Some(|_, l| saturated(l, I32, I32))),
    mutant("u32_saturates", ARITHMETIC, "u32 results saturate.", |d| d.combined = Some(|_, l| saturated(l, U32, U32))),
    mutant("i64_saturates", ARITHMETIC, "i64 results saturate.", |d| d.combined = Some(|_, l| saturated(l, I64, I64))),
    mutant("u64_saturates", ARITHMETIC, "u64 results saturate.", |d| d.combined = Some(|_, l| saturated(l, U64, U64))),
    mutant("u8_signed", ARITHMETIC, "u8 results saturate as if they were signed.", |d| d.combined = Some(|_, l| saturated(l, U8, I8))),
    mutant("u16_signed", ARITHMETIC, "u16 results saturate as if they were signed.", |d| d.combined = Some(|_, l| saturated(l, U16, I16))),
    mutant("u32_signed", ARITHMETIC, "u32 results saturate as if they were signed.", |d| d.combined = Some(|_, l| saturated(l, U32, I32))),
    mutant("i16_low_byte", ARITHMETIC, "Results of 16 bits are kept in 8 bits.", |d| d.combined = Some(|_, l| kept(l, 2, 8))),
    mutant("i32_low_half", ARITHMETIC, "Integer results of 32 bits are kept in 16 bits.", |d| d.combined = Some(|_, l| kept(l, 4, 16))),
    mutant("i32_24_bits", ARITHMETIC, "Integer results of 32 bits are kept in 24 bits.", |d| d.combined = Some(|_, l| kept(l, 4, 24))),
    mutant("i64_low_half", ARITHMETIC, "Integer results of 64 bits are kept in 32 bits.", |d| d.combined = Some(|_, l| kept(l, 8, 32))),
    mutant("carry_lost", CARRYING, "The carry out of the lower half of an integer is lost.", |d| d.combined = Some(|_, l| halves(l))),
    mutant("wrapped_to_zero", ARITHMETIC, "An integer result that overflows is zero.", |d| {
        d.combined = Some(|_, l| if overflows(l) { 0 } else { l.right })
    }),
];

fn exact(lane: &Lane, dtype: DType) -> i128 {
    apply_integers(lane.op, integer(dtype, lane.a), integer(dtype, lane.b))
}

/// Saturated as type `like`, where the lane has type `own`.
fn saturated(lane: &Lane, own: DType, like: DType) -> u64 {
    if lane.dtype != own {
        return lane.right;
    }
    let [lowest, highest] = range(like);
    exact(lane, like).clamp(lowest, highest) as u64 & own.mask()
}

/// The low bits of an integer result of so many bytes, with their sign.
fn kept(lane: &Lane, bytes: usize, bits: u32) -> u64 {
    if lane.dtype.is_float() || lane.dtype.bytes() != bytes {
        return lane.right;
    }
    let low = lane.right & ((1 << bits) - 1);
    let negative = lane.dtype.is_signed() && low >> (bits - 1) == 1;
    if negative { (low | u64::MAX << bits) & lane.dtype.mask() } else { low }
}

fn halves(lane: &Lane) -> u64 {
    if lane.dtype.is_float() || lane.dtype.bytes() == 1 {
        return lane.right;
    }
    let half = lane.dtype.bits() / 2;
    let low = (1u64 << half) - 1;
    let (a, b) = ([lane.a & low, lane.a >> half], [lane.b & low, lane.b >> half]);
    let [lower, upper] = match lane.op {
        Op::Add => [a[0] + b[0], a[1] + b[1]],
        Op::Mul => [a[0].wrapping_mul(b[0]), a[0].wrapping_mul(b[1]).wrapping_add(a[1].wrapping_mul(b[0]))],
        _ => [a[0].wrapping_sub(b[0]), a[1].wrapping_sub(b[1])],
    };
    (lower & low) | (upper << half & lane.dtype.mask())
}

fn overflows(lane: &Lane) -> bool {
    let [lowest, highest] = range(lane.dtype);
    lane.dtype.is_int() && !(lowest..=highest).contains(&exact(lane, lane.dtype))
}
