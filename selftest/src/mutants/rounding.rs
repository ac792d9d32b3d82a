//! Another rounding than to nearest even, and subnormals.

use super::numbers::{apply, is_finite, is_subnormal, nearest, value};
use super::{ARITHMETIC, COPIES, Kernel, mutant};
use ptoconf_models::Lane;
use ptoconf_schemas::DType;

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("f16_toward_zero", ARITHMETIC, "f16 and bf16 results are rounded toward zero.", |d| {
        d.combined = Some(|_, l| if l.dtype.bytes() == 2 { directed(l, |x, v| v.abs() > x.abs()) } else { l.right })
    }),
    mutant("f32_toward_zero", ARITHMETIC, "f32 results are rounded toward zero.", |d| {
        d.combined = Some(|_, l| if l.dtype == DType::F32 { directed(l, |x, v| v.abs() > x.abs()) } else { l.right })
    }),
    mutant("rounded_up", ARITHMETIC, "Floating-point results are rounded up.", |d| d.combined = Some(|_, l| directed(l, |x, v| v < x))),
    mutant("rounded_down", ARITHMETIC, "Floating-point results are rounded down.", |d| d.combined = Some(|_, l| directed(l, |x, v| v > x))),
    mutant("rounded_away", ARITHMETIC, "Floating-point results are rounded away from zero.", |d| {
        d.combined = Some(|_, l| directed(l, |x, v| v.abs() < x.abs()))
    }),
    mutant("ties_away", ARITHMETIC, "Floating-point ties are rounded away from zero.", |d| d.combined = Some(|_, l| tie(l, true))),
    mutant("ties_toward_zero", ARITHMETIC, "Floating-point ties are rounded toward zero.", |d| d.combined = Some(|_, l| tie(l, false))),
    mutant("subnormals_swapped", ARITHMETIC, "Subnormals are kept where the target flushes them, and flushed where it keeps them.", |d| {
        d.flushes = |_, _, right| !right
    }),
    mutant("subnormals_kept_in_f16", ARITHMETIC, "Subnormals are kept in f16 and treated as everywhere in the other types.", |d| {
        d.flushes = |_, dtype, right| right && dtype != DType::F16
    }),
    mutant("subnormals_flushed_in_f32", ARITHMETIC, "Subnormals are flushed in f32 and treated as everywhere in the other types.", |d| {
        d.flushes = |_, dtype, right| right || dtype == DType::F32
    }),
    mutant("flushed_to_plus_zero", ARITHMETIC, "A subnormal result becomes +0.", |d| {
        d.combined = Some(|_, l| if is_subnormal(l.dtype, exact_bits(l)) { 0 } else { l.right })
    }),
    mutant("flushed_to_smallest", ARITHMETIC, "A subnormal result becomes the smallest normal number.", |d| {
        d.combined = Some(|_, l| match l.dtype.float_masks() {
            Some((sign, _, mantissa)) if is_subnormal(l.dtype, exact_bits(l)) => (exact_bits(l) & sign) | (mantissa + 1),
            _ => l.right,
        })
    }),
    mutant("smallest_normal_flushed", ARITHMETIC, "The smallest normal number is flushed as well.", |d| {
        d.combined = Some(|_, l| match l.dtype.float_masks() {
            Some((sign, _, mantissa)) if l.right & !sign == mantissa + 1 => l.right & sign,
            _ => l.right,
        })
    }),
    mutant("copies_flush", COPIES, "A copy flushes subnormals.", |d| {
        d.copied = Some(|_, dtype, bits| match dtype.float_masks() {
            Some((sign, ..)) if is_subnormal(dtype, bits) => bits & sign,
            _ => bits,
        })
    }),
];

fn exact(lane: &Lane) -> f64 {
    apply(lane.op, value(lane.dtype, lane.a), value(lane.dtype, lane.b))
}

/// The result without flushing.
fn exact_bits(lane: &Lane) -> u64 {
    if lane.dtype.is_float() { nearest(lane.dtype, exact(lane)) } else { 0 }
}

/// The result, one step further where `wrong(exact value, value of the result)`.
fn directed(lane: &Lane, wrong: fn(f64, f64) -> bool) -> u64 {
    let (dtype, right) = (lane.dtype, lane.right);
    if !is_finite(dtype, right) || !dtype.is_float() {
        return right;
    }
    let (x, v) = (exact(lane), value(dtype, right));
    if x == v || !wrong(x, v) {
        return right;
    }
    if v.abs() > x.abs() { right.saturating_sub(1) } else { right + 1 }
}

/// A tie rounded away from zero or toward it.
fn tie(lane: &Lane, away: bool) -> u64 {
    let (dtype, right) = (lane.dtype, lane.right);
    if !is_finite(dtype, right) || !dtype.is_float() {
        return right;
    }
    let (x, v) = (exact(lane), value(dtype, right));
    let neighbour = if v.abs() > x.abs() { right.saturating_sub(1) } else { right + 1 };
    let tied = x != v && (x - v).abs() == (value(dtype, neighbour) - x).abs();
    let is_away = v.abs() > x.abs();
    if tied && is_away != away { neighbour } else { right }
}
