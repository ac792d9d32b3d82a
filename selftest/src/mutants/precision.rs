//! Arithmetic in the wrong type.

use super::numbers::{apply, integer, nearest, result, value};
use super::{ADDITIVE, ARITHMETIC, Kernel, mutant};
use half::{bf16, f16};
use ptoconf_models::Lane;
use ptoconf_schemas::DType::{self, Bf16, F16, F32, I16, I32, U16};

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("f16_in_bf16", ARITHMETIC, "f16 results are first rounded to bf16.", |d| {
        d.combined = Some(|_, l| if l.dtype == F16 { nearest(F16, bf16::from_f64(exact(l)).to_f64()) } else { l.right })
    }),
    mutant("bf16_in_f16", ARITHMETIC, "bf16 results are first rounded to f16.", |d| {
        d.combined = Some(|_, l| if l.dtype == Bf16 { nearest(Bf16, f16::from_f64(exact(l)).to_f64()) } else { l.right })
    }),
    mutant("f32_in_f16", ARITHMETIC, "f32 results are first rounded to f16.", |d| {
        d.combined = Some(|_, l| if l.dtype == F32 { nearest(F32, f16::from_f64(exact(l)).to_f64()) } else { l.right })
    }),
    mutant("f32_in_bf16", ARITHMETIC, "f32 results are first rounded to bf16.", |d| {
        d.combined = Some(|_, l| if l.dtype == F32 { nearest(F32, bf16::from_f64(exact(l)).to_f64()) } else { l.right })
    }),
    mutant("f32_operands_in_tf32", ARITHMETIC, "f32 operands have 10 bits after the point.", |d| {
        d.combined =
            Some(|_, l| if l.dtype == F32 { nearest(F32, of(l, value(F32, l.a & !0x1fff), value(F32, l.b & !0x1fff))) } else { l.right })
    }),
    mutant("f32_last_bit_cleared", ARITHMETIC, "The last bit of an f32 result is zero.", |d| {
        d.combined = Some(|_, l| if l.dtype == F32 && !F32.is_nan(l.right) { l.right & !1 } else { l.right })
    }),
    mutant("f16_last_bit_set", ARITHMETIC, "The last bit of an f16 result that is not zero is set.", |d| {
        d.combined =
            Some(
                |_, l| {
                    if l.dtype == F16 && super::numbers::is_finite(F16, l.right) && l.right & 0x7fff != 0 { l.right | 1 } else { l.right }
                },
            )
    }),
    mutant("no_guard_bits", ADDITIVE, "The smaller operand of an addition is cut off at the last bit of the larger one.", |d| {
        d.combined = Some(no_guard_bits)
    }),
    mutant("f16_dispatched_as_bf16", ARITHMETIC, "f16 is computed as if it were bf16.", |d| {
        d.combined = Some(|_, l| as_type(l, F16, Bf16))
    }),
    mutant("bf16_dispatched_as_f16", ARITHMETIC, "bf16 is computed as if it were f16.", |d| {
        d.combined = Some(|_, l| as_type(l, Bf16, F16))
    }),
    mutant("i16_dispatched_as_f16", ARITHMETIC, "i16 is computed as if it were f16.", |d| d.combined = Some(|_, l| as_type(l, I16, F16))),
    mutant("u16_dispatched_as_f16", ARITHMETIC, "u16 is computed as if it were f16.", |d| d.combined = Some(|_, l| as_type(l, U16, F16))),
    mutant("f16_dispatched_as_i16", ARITHMETIC, "f16 is computed as if it were i16.", |d| d.combined = Some(|_, l| as_type(l, F16, I16))),
    mutant("f32_dispatched_as_i32", ARITHMETIC, "f32 is computed as if it were i32.", |d| d.combined = Some(|_, l| as_type(l, F32, I32))),
    mutant("i32_dispatched_as_f32", ARITHMETIC, "i32 is computed as if it were f32.", |d| d.combined = Some(|_, l| as_type(l, I32, F32))),
    mutant("i32_in_f32", ARITHMETIC, "Integers of 32 bits are computed in f32.", |d| {
        d.combined = Some(|_, l| {
            let [a, b] = [l.a, l.b].map(|x| integer(l.dtype, x) as f32);
            if l.dtype.is_int() && l.dtype.bytes() == 4 {
                of(l, a.into(), b.into()) as f32 as i128 as u64 & l.dtype.mask()
            } else {
                l.right
            }
        })
    }),
    mutant("i16_in_f16", ARITHMETIC, "Integers of 16 bits are computed in f16.", |d| {
        d.combined = Some(|_, l| {
            let result = f16::from_f64(of(l, value(l.dtype, l.a), value(l.dtype, l.b)));
            if l.dtype.is_int() && l.dtype.bytes() == 2 { result.to_f64() as i128 as u64 & l.dtype.mask() } else { l.right }
        })
    }),
];

/// `a op b`, without rounding as far as binary64 goes.
fn exact(lane: &Lane) -> f64 {
    of(lane, value(lane.dtype, lane.a), value(lane.dtype, lane.b))
}

fn of(lane: &Lane, a: f64, b: f64) -> f64 {
    apply(lane.op, a, b)
}

/// The lane computed as type `other` where it has type `own`.
fn as_type(lane: &Lane, own: DType, other: DType) -> u64 {
    if lane.dtype == own { result(lane.op, other, lane.a, lane.b) } else { lane.right }
}

fn no_guard_bits(_: &ptoconf_models::Site, lane: &Lane) -> u64 {
    let Some((_, infinity, mantissa)) = lane.dtype.float_masks() else { return lane.right };
    let [a, b] = [lane.a, lane.b].map(|x| ((x & infinity) >> mantissa.count_ones()) as u32);
    let cut = |bits: u64, by: u32| if by > mantissa.count_ones() { bits & !(infinity | mantissa) } else { bits & !((1 << by) - 1) };
    if lane.right & infinity == infinity || lane.a & infinity == infinity || lane.b & infinity == infinity || a == 0 || b == 0 {
        return lane.right;
    }
    let (x, y) = (cut(lane.a, b.saturating_sub(a)), cut(lane.b, a.saturating_sub(b)));
    nearest(lane.dtype, of(lane, value(lane.dtype, x), value(lane.dtype, y)))
}
