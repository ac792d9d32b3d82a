//! Rows of elements: widening, adding with one rounding, narrowing.
//!
//! f16 and bf16 rows are held as f32 values that their type can represent; an f32 addition rounded
//! to the type is the type's own addition, because 24 bits are at least 2p + 2 (double rounding is
//! innocuous). The f32 additions are IEEE 754 additions without flushing on every target that Rust
//! supports.

use super::binary16;
use bytemuck::Pod;
use half::{bf16, f16};

/// What becomes of subnormal numbers in an addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Flush {
    /// Subnormal inputs count as zeros of their sign.
    pub inputs: bool,
    /// Subnormal results become zeros of their sign.
    pub results: bool,
}

/// What becomes of an integer sum outside the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum IntOverflow {
    /// Its low bits.
    #[default]
    Wrap,
    /// The nearest limit.
    Saturate,
}

/// How additions treat what the pages leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Policy {
    /// Subnormal numbers.
    pub flush: Flush,
    /// Integer overflow.
    pub overflow: IntOverflow,
}

/// An element type as rows of accumulators.
pub trait Lane: Pod {
    /// Holds one element between additions.
    type Acc: Copy;
    /// Positive zero.
    const ZERO: Self::Acc;
    /// Elements to accumulators, exactly.
    fn widen(row: &[Self], acc: &mut [Self::Acc]);
    /// `acc = acc + row`, each rounded to the type.
    fn add(acc: &mut [Self::Acc], row: &[Self::Acc], policy: Policy);
    /// `acc = acc - row`, each rounded to the type.
    fn sub(acc: &mut [Self::Acc], row: &[Self::Acc], policy: Policy);
    /// Accumulators to elements, exactly.
    fn narrow(acc: &[Self::Acc], row: &mut [Self]);
}

macro_rules! integer_lane {
    ($($type:ty),*) => {$(
        impl Lane for $type {
            type Acc = $type;
            const ZERO: $type = 0;
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

/// One float operation on rows: flush inputs, compute in f32, round to the type, flush results.
#[inline(always)]
fn float_op(acc: &mut [f32], row: &[f32], flush: Flush, smallest_normal: f32, op: impl Fn(f32, f32) -> f32, round: impl Fn(f32) -> f32) {
    if flush == Flush::default() {
        return combine(acc, row, |a, b| round(op(a, b)));
    }
    let flushed = |x: f32, on: bool| if on && x.abs() < smallest_normal { 0f32.copysign(x) } else { x };
    combine(acc, row, |a, b| flushed(round(op(flushed(a, flush.inputs), flushed(b, flush.inputs))), flush.results));
}

macro_rules! float_lane {
    ($type:ty, $smallest_normal:expr, $widen:expr, $round:expr, $narrow:expr) => {
        impl Lane for $type {
            type Acc = f32;
            const ZERO: f32 = 0.0;
            #[inline(always)]
            fn widen(row: &[$type], acc: &mut [f32]) {
                $widen(row, acc)
            }
            #[inline(always)]
            fn add(acc: &mut [f32], row: &[f32], policy: Policy) {
                float_op(acc, row, policy.flush, $smallest_normal, |a, b| a + b, $round);
            }
            #[inline(always)]
            fn sub(acc: &mut [f32], row: &[f32], policy: Policy) {
                float_op(acc, row, policy.flush, $smallest_normal, |a, b| a - b, $round);
            }
            #[inline(always)]
            fn narrow(acc: &[f32], row: &mut [$type]) {
                $narrow(acc, row)
            }
        }
    };
}

float_lane!(f32, f32::MIN_POSITIVE, copy, |x: f32| x, copy);
float_lane!(f16, f32::from_bits(0x3880_0000), binary16::widen, binary16::rounded, binary16::narrow);
float_lane!(bf16, f32::MIN_POSITIVE, widen_bf16, round_bf16, narrow_bf16);

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
