//! Additions and subtractions on the lanes of a vector register.
//!
//! f32 is computed natively. f16 and bf16 are computed in f32 and rounded once: with 24 bits of
//! precision in between, that is the correctly rounded result. Integers wrap.

use half::slice::{HalfBitsSliceExt, HalfFloatSliceExt};
use half::{bf16, f16};
use ptoconf_schemas::DType;

/// Lanes of a 256-byte register that holds 2-byte elements.
const HALVES: usize = 128;

/// What to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// `a + b`.
    Add,
    /// `a - b`.
    Sub,
}

/// The adder of a target.
pub(crate) struct Adder {
    /// Whether subnormal operands and results become a zero of the same sign.
    pub flushes: bool,
}

impl Adder {
    /// `a = a op b` lane by lane; both hold the same number of elements, at most 256 bytes.
    pub fn apply(&self, op: Op, dtype: DType, a: &mut [u8], b: &[u8]) {
        match dtype {
            DType::F32 => self.f32_lanes(op, a, b),
            DType::F16 => self.half_lanes::<F16>(op, a, b),
            DType::Bf16 => self.half_lanes::<Bf16>(op, a, b),
            _ => wrapping(op, dtype, a, b),
        }
    }

    fn f32_lanes(&self, op: Op, a: &mut [u8], b: &[u8]) {
        for (a, b) in a.as_chunks_mut().0.iter_mut().zip(b.as_chunks().0) {
            let x = self.flush_f32(f32::from_le_bytes(*a));
            let y = self.flush_f32(f32::from_le_bytes(*b));
            *a = self.flush_f32(combine(op, x, y)).to_le_bytes();
        }
    }

    fn flush_f32(&self, x: f32) -> f32 {
        if self.flushes && x.is_subnormal() { 0f32.copysign(x) } else { x }
    }

    fn half_lanes<F: Half>(&self, op: Op, a: &mut [u8], b: &[u8]) {
        let n = (a.len() / 2).min(HALVES);
        let (mut bits, mut x, mut y) = ([0u16; HALVES], [0f32; HALVES], [0f32; HALVES]);
        self.load_halves::<F>(b, &mut bits[..n]);
        F::widen(&bits[..n], &mut y[..n]);
        self.load_halves::<F>(a, &mut bits[..n]);
        F::widen(&bits[..n], &mut x[..n]);
        for (x, y) in x[..n].iter_mut().zip(&y[..n]) {
            *x = combine(op, *x, *y);
        }
        F::narrow(&x[..n], &mut bits[..n]);
        for (bytes, bits) in a.as_chunks_mut().0.iter_mut().zip(&bits[..n]) {
            *bytes = self.flush_half::<F>(*bits).to_le_bytes();
        }
    }

    fn load_halves<F: Half>(&self, bytes: &[u8], bits: &mut [u16]) {
        for (bits, bytes) in bits.iter_mut().zip(bytes.as_chunks().0) {
            *bits = self.flush_half::<F>(u16::from_le_bytes(*bytes));
        }
    }

    fn flush_half<F: Half>(&self, bits: u16) -> u16 {
        if self.flushes && bits & F::EXPONENT == 0 { bits & 0x8000 } else { bits }
    }
}

/// A 2-byte floating-point format.
trait Half {
    /// The bits of the exponent field.
    const EXPONENT: u16;
    /// Converts to f32, exactly.
    fn widen(bits: &[u16], into: &mut [f32]);
    /// Rounds to nearest even.
    fn narrow(values: &[f32], into: &mut [u16]);
}

struct F16;

impl Half for F16 {
    const EXPONENT: u16 = 0x7c00;

    fn widen(bits: &[u16], into: &mut [f32]) {
        bits.reinterpret_cast::<f16>().convert_to_f32_slice(into);
    }

    fn narrow(values: &[f32], into: &mut [u16]) {
        into.reinterpret_cast_mut::<f16>().convert_from_f32_slice(values);
    }
}

struct Bf16;

impl Half for Bf16 {
    const EXPONENT: u16 = 0x7f80;

    fn widen(bits: &[u16], into: &mut [f32]) {
        bits.reinterpret_cast::<bf16>().convert_to_f32_slice(into);
    }

    fn narrow(values: &[f32], into: &mut [u16]) {
        into.reinterpret_cast_mut::<bf16>().convert_from_f32_slice(values);
    }
}

/// A NaN is that of `x`, else that of `y`, made quiet, else the canonical one: which one the processor gives
/// depends on how the compiler orders the operands.
fn combine(op: Op, x: f32, y: f32) -> f32 {
    let result = match op {
        Op::Add => x + y,
        Op::Sub => x - y,
    };
    if result.is_nan() { nan_of(x, y) } else { result }
}

fn nan_of(x: f32, y: f32) -> f32 {
    const QUIET: u32 = 1 << 22;
    let nan = [x, y].into_iter().find(|v| v.is_nan());
    f32::from_bits(nan.map_or(0x7fc0_0000, |v| v.to_bits() | QUIET))
}

/// Two's complement: the bits are the same for signed and unsigned types.
fn wrapping(op: Op, dtype: DType, a: &mut [u8], b: &[u8]) {
    macro_rules! lanes {
        ($type:ty) => {
            for (a, b) in a.as_chunks_mut().0.iter_mut().zip(b.as_chunks().0) {
                let (x, y) = (<$type>::from_le_bytes(*a), <$type>::from_le_bytes(*b));
                *a = match op {
                    Op::Add => x.wrapping_add(y),
                    Op::Sub => x.wrapping_sub(y),
                }
                .to_le_bytes();
            }
        };
    }
    match dtype.bytes() {
        1 => lanes!(u8),
        2 => lanes!(u16),
        4 => lanes!(u32),
        _ => lanes!(u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nan_of_an_addition_does_not_depend_on_the_processor() {
        let nan = |payload: u32| f32::from_bits(0x7f80_0000 | payload);
        let bits = |x: f32, y: f32| [combine(Op::Add, x, y), combine(Op::Sub, x, y)].map(f32::to_bits);
        assert_eq!(bits(nan(1), nan(2)), [0x7fc0_0001; 2], "the first, made quiet");
        assert_eq!(bits(1.0, nan(2)), [0x7fc0_0002; 2]);
        assert_eq!(bits(f32::INFINITY, f32::INFINITY)[1], 0x7fc0_0000, "the canonical one");
        assert_eq!(bits(1.5, 0.5), [2f32, 1.0].map(f32::to_bits));
    }
}
