//! What is computed on the lanes of a vector register.
//!
//! f32 is computed natively. f16 and bf16 are computed in f32 and rounded once: with 24 bits of
//! precision in between, that is the correctly rounded result, of products and quotients too. Integers wrap; over zero they are -1,
//! as a division without a check leaves it.
//! A maximum or minimum picks one of its operands, bit for bit.

use half::slice::{HalfBitsSliceExt, HalfFloatSliceExt};
use half::{bf16, f16};
use ptoconf_schemas::DType;
use std::sync::OnceLock;

/// Lanes of a 256-byte register that holds 2-byte elements.
const HALVES: usize = 128;

/// What to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// `a + b`.
    Add,
    /// `a - b`.
    Sub,
    /// `a * b`.
    Mul,
    /// `a / b`.
    Div,
    /// The larger of `a` and `b`.
    Max,
    /// The smaller of `a` and `b`.
    Min,
    /// e to `a - b`.
    ExpDif,
}

impl Op {
    /// Whether the result is one of the operands.
    pub fn is_pick(self) -> bool {
        matches!(self, Op::Max | Op::Min)
    }
}

/// What a maximum or minimum is where an operand is NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnNan {
    /// The number, if there is one.
    Number,
    /// NaN.
    Nan,
    /// The first operand: nothing is better than NaN, and NaN is better than nothing.
    First,
}

/// What a maximum or minimum is where both operands are zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnZeros {
    /// +0 is larger than -0.
    Positive,
    /// They are equal, and the first one stays.
    First,
    /// They are equal, and the second one is taken.
    Second,
}

/// How one of two operands is picked where comparing their values does not say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picks {
    /// With a NaN.
    pub nan: OnNan,
    /// With zeros.
    pub zeros: OnZeros,
}

/// The lanes of a target.
pub(crate) struct Alu {
    /// Whether subnormal operands and results of arithmetic become a zero of the same sign; a pick keeps them.
    pub flushes: bool,
    /// How maxima and minima are picked.
    pub picks: Picks,
    /// Whether f32 has one instruction for the exponential of a difference, so that the difference is not rounded.
    pub fuses: bool,
}

impl Alu {
    /// `a = a op b` lane by lane; both hold the same number of elements, at most 256 bytes.
    pub fn apply(&self, op: Op, dtype: DType, a: &mut [u8], b: &[u8]) {
        match dtype {
            _ if op.is_pick() => self.pick_lanes(op, dtype, a, b),
            DType::F32 => self.f32_lanes(op, a, b),
            DType::F16 => self.half_lanes::<F16>(op, a, b),
            DType::Bf16 => self.half_lanes::<Bf16>(op, a, b),
            _ if op == Op::Div => divided(dtype, a, b),
            _ => wrapping(op, dtype, a, b),
        }
    }

    /// A loop for each operation: chosen inside of one, they would be computed lane by lane.
    fn f32_lanes(&self, op: Op, a: &mut [u8], b: &[u8]) {
        match op {
            Op::Add => self.each_f32(a, b, |x, y| combine(Op::Add, x, y)),
            Op::Sub => self.each_f32(a, b, |x, y| combine(Op::Sub, x, y)),
            Op::Mul => self.each_f32(a, b, |x, y| combine(Op::Mul, x, y)),
            Op::ExpDif => self.each_f32(a, b, |x, y| self.exp_dif(x, y)),
            _ => self.each_f32(a, b, |x, y| combine(op, x, y)),
        }
    }

    fn each_f32(&self, a: &mut [u8], b: &[u8], compute: impl Fn(f32, f32) -> f32) {
        for (a, b) in a.as_chunks_mut().0.iter_mut().zip(b.as_chunks().0) {
            let x = self.flush_f32(f32::from_le_bytes(*a));
            let y = self.flush_f32(f32::from_le_bytes(*b));
            *a = self.flush_f32(compute(x, y)).to_le_bytes();
        }
    }

    fn flush_f32(&self, x: f32) -> f32 {
        if self.flushes && x.is_subnormal() { 0f32.copysign(x) } else { x }
    }

    fn exp_dif(&self, x: f32, y: f32) -> f32 {
        let difference = f64::from(x) - f64::from(y);
        let difference = if self.fuses { difference } else { f64::from(self.flush_f32(difference as f32)) };
        exponential_of(difference, x, y)
    }

    fn half_lanes<F: Half>(&self, op: Op, a: &mut [u8], b: &[u8]) {
        let n = (a.len() / 2).min(HALVES);
        let (mut bits, mut x, mut y) = ([0u16; HALVES], [0f32; HALVES], [0f32; HALVES]);
        self.load_halves::<F>(b, &mut bits[..n]);
        F::widen(&bits[..n], &mut y[..n]);
        self.load_halves::<F>(a, &mut bits[..n]);
        F::widen(&bits[..n], &mut x[..n]);
        match op {
            Op::ExpDif => half_exponentials::<F>(&mut x[..n], &y[..n], &mut bits[..n]),
            _ => x[..n].iter_mut().zip(&y[..n]).for_each(|(x, y)| *x = combine(op, *x, *y)),
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

    fn pick_lanes(&self, op: Op, dtype: DType, a: &mut [u8], b: &[u8]) {
        let order = Ordering { larger: op == Op::Max, masks: dtype.float_masks(), top: top(dtype), picks: self.picks };
        macro_rules! lanes {
            ($type:ty) => {
                for (a, b) in a.as_chunks_mut().0.iter_mut().zip(b.as_chunks().0) {
                    let (x, y) = (<$type>::from_le_bytes(*a), <$type>::from_le_bytes(*b));
                    if order.takes_second(x.into(), y.into()) {
                        *a = *b;
                    }
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
}

/// The highest bit of signed and floating-point elements; 0 for unsigned ones.
fn top(dtype: DType) -> u64 {
    if dtype.is_signed() || dtype.is_float() { 1 << (dtype.bits() - 1) } else { 0 }
}

/// The order by which a maximum or minimum goes, on the bits of elements.
struct Ordering {
    /// Whether the larger one is better.
    larger: bool,
    /// Sign, infinity and mantissa of a floating-point type.
    masks: Option<(u64, u64, u64)>,
    top: u64,
    picks: Picks,
}

impl Ordering {
    fn takes_second(&self, x: u64, y: u64) -> bool {
        let Some((sign, infinity, _)) = self.masks else { return self.is_better(y ^ self.top, x ^ self.top) };
        let is_nan = |bits: u64| bits & !sign > infinity;
        match (is_nan(x), is_nan(y), self.picks.nan) {
            (false, false, _) => {}
            (true, second_is_nan, OnNan::Number) => return !second_is_nan,
            (false, true, OnNan::Nan) => return true,
            _ => return false,
        }
        match self.picks.zeros {
            OnZeros::First if (x | y) & !sign == 0 => false,
            OnZeros::Second if (x | y) & !sign == 0 => true,
            _ => self.is_better(self.key(y), self.key(x)),
        }
    }

    fn is_better(&self, a: u64, b: u64) -> bool {
        if self.larger { a > b } else { a < b }
    }

    /// Unsigned integers in the order of floating-point numbers, -0 below +0.
    fn key(&self, bits: u64) -> u64 {
        if bits & self.top == 0 { bits | self.top } else { !bits & (self.top | (self.top - 1)) }
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

    /// By bits, e to each value, to be rounded to the format.
    fn exponentials() -> &'static [f32];
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

    fn exponentials() -> &'static [f32] {
        static BY_BITS: OnceLock<Vec<f32>> = OnceLock::new();
        BY_BITS.get_or_init(|| (0..=u16::MAX).map(|bits| half_exponential_of(f16::from_bits(bits).into())).collect())
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

    fn exponentials() -> &'static [f32] {
        static BY_BITS: OnceLock<Vec<f32>> = OnceLock::new();
        BY_BITS.get_or_init(|| (0..=u16::MAX).map(|bits| half_exponential_of(bf16::from_bits(bits).into())).collect())
    }
}

/// A NaN is that of `x`, else that of `y`, made quiet, else the canonical one: which one the processor gives
/// depends on how the compiler orders the operands.
fn combine(op: Op, x: f32, y: f32) -> f32 {
    let result = match op {
        Op::Add => x + y,
        Op::Sub => x - y,
        Op::Mul => x * y,
        Op::Div => x / y,
        // Picked by their bits, and not computed.
        Op::Max | Op::Min => x,
        // Computed in binary64.
        Op::ExpDif => x,
    };
    if result.is_nan() { nan_of(x, y) } else { result }
}

fn nan_of(x: f32, y: f32) -> f32 {
    const QUIET: u32 = 1 << 22;
    let nan = [x, y].into_iter().find(|v| v.is_nan());
    f32::from_bits(nan.map_or(0x7fc0_0000, |v| v.to_bits() | QUIET))
}

/// e to a difference of two numbers, computed in binary64 and rounded.
fn exponential_of(difference: f64, x: f32, y: f32) -> f32 {
    if difference.is_nan() { nan_of(x, y) } else { exp(difference) as f32 }
}

/// `x = e to x - y` lane by lane, with room for the bits of the differences: a difference of two halves is rounded to their type,
/// and its exponential once more.
fn half_exponentials<F: Half>(x: &mut [f32], y: &[f32], bits: &mut [u16]) {
    let mut differences = [0f32; HALVES];
    x.iter().zip(y).zip(&mut differences).for_each(|((x, y), difference)| *difference = x - y);
    F::narrow(&differences[..x.len()], bits);
    let by_bits = F::exponentials();
    for ((x, y), bits) in x.iter_mut().zip(y).zip(bits) {
        let value = by_bits[usize::from(*bits)];
        *x = if value.is_nan() { nan_of(*x, *y) } else { value };
    }
}

/// The exponential of a half, to be rounded to its type: cut off, with the last bit set where anything is lost, so that rounding it
/// again is as if it was done once.
fn half_exponential_of(x: f32) -> f32 {
    if x.is_nan() {
        return x;
    }
    let value = exp(x.into());
    let near = value as f32;
    let (above, inexact) = (f64::from(near) > value, f64::from(near) != value);
    if near.is_finite() && inexact { f32::from_bits((near.to_bits() - u32::from(above)) | 1) } else { near }
}

/// e to a number in binary64, off by two units in the last place at most: of the power of two next to it, and of what is left
/// by its continued fraction.
pub fn exp(x: f64) -> f64 {
    /// The first digits of ln 2, and more of them.
    const LN2: [f64; 2] = [f64::from_bits(0x3fe6_2e42_fee0_0000), f64::from_bits(0x3dea_39ef_3579_3c76)];
    if !(-800.0..=800.0).contains(&x) {
        return if x > 0.0 { f64::INFINITY } else { 0.0 };
    }
    let power = (x / LN2[0]).round();
    let rest = x - power * LN2[0] - power * LN2[1];
    let square = rest * rest;
    let tail = (1..10).rev().fold(0.0, |tail, i| square / (f64::from(4 * i + 2) + tail));
    let value = 1.0 + 2.0 * rest / (2.0 - rest + tail);
    // The largest and the smallest exponents take two steps.
    let two_to = |exponent: i32| f64::from_bits(((exponent + 1023) as u64) << 52);
    let power = power as i32;
    value * two_to(power / 2) * two_to(power - power / 2)
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
                    Op::Mul => x.wrapping_mul(y),
                    // Picked by their order, and divided by their sign.
                    Op::Max | Op::Min | Op::Div | Op::ExpDif => x,
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

/// Toward zero, each type by its sign; the smallest number over -1 stays what it is.
fn divided(dtype: DType, a: &mut [u8], b: &[u8]) {
    macro_rules! lanes {
        ($type:ty) => {
            for (a, b) in a.as_chunks_mut().0.iter_mut().zip(b.as_chunks().0) {
                let (x, y) = (<$type>::from_le_bytes(*a), <$type>::from_le_bytes(*b));
                *a = if y == 0 { !0 } else { x.wrapping_div(y) }.to_le_bytes();
            }
        };
    }
    match (dtype.is_signed(), dtype.bytes()) {
        (true, 1) => lanes!(i8),
        (true, 2) => lanes!(i16),
        (true, 4) => lanes!(i32),
        (true, _) => lanes!(i64),
        (false, 1) => lanes!(u8),
        (false, 2) => lanes!(u16),
        (false, 4) => lanes!(u32),
        (false, _) => lanes!(u64),
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

    fn lanes<const N: usize>(alu: &Alu, op: Op, dtype: DType, a: [u64; N], b: [u64; N]) -> [u64; N] {
        let bytes = |values: [u64; N]| {
            let mut bytes = vec![0; N * dtype.bytes()];
            values.iter().enumerate().for_each(|(lane, v)| dtype.write(&mut bytes, lane, *v));
            bytes
        };
        let mut result = bytes(a);
        alu.apply(op, dtype, &mut result, &bytes(b));
        std::array::from_fn(|lane| dtype.read(&result, lane))
    }

    const DEVICE: Alu = Alu { flushes: true, picks: Picks { nan: OnNan::Nan, zeros: OnZeros::Positive }, fuses: true };
    const HOST: Alu = Alu { flushes: false, picks: Picks { nan: OnNan::First, zeros: OnZeros::First }, fuses: false };

    #[test]
    fn products_are_rounded_once_and_flushed() {
        let f16 = |alu, a, b| lanes(alu, Op::Mul, DType::F16, [a], [b])[0];
        assert_eq!(f16(&HOST, 0x3c01, 0x3c01), 0x3c02, "1 + 2^-10, squared");
        assert_eq!(f16(&HOST, 0x3c01, 0x3e00), 0x3e02, "a tie, to even");
        assert_eq!(f16(&HOST, 0x7bff, 0x4000), 0x7c00);
        assert_eq!([f16(&HOST, 0x0400, 0xb800), f16(&DEVICE, 0x0400, 0xb800)], [0x8200, 0x8000]);
        assert_eq!(f16(&DEVICE, 0x03ff, 0x4000), 0, "a subnormal operand");
        let bf16 = |a, b| lanes(&HOST, Op::Mul, DType::Bf16, [a], [b])[0];
        assert_eq!(bf16(0x3f81, 0x3f81), 0x3f82);
        assert_eq!(bf16(0x0080, 0x3f00), 0x0040, "a subnormal");
        assert_eq!(lanes(&HOST, Op::Mul, DType::I16, [300, 0xffff], [300, 2]), [90000 & 0xffff, 0xfffe]);
        assert_eq!(lanes(&HOST, Op::Mul, DType::U8, [16, 255], [16, 255]), [0, 1]);
    }

    #[test]
    fn quotients_are_rounded_once_and_flushed() {
        let f16 = |alu, a, b| lanes(alu, Op::Div, DType::F16, [a], [b])[0];
        assert_eq!([f16(&HOST, 0x3c00, 0x4200), f16(&HOST, 0x4700, 0xc200)], [0x3555, 0xc0ab], "1 / 3 and 7 / -3");
        assert_eq!([f16(&HOST, 0x3c00, 0x8000), f16(&HOST, 0x8000, 0x3c00), f16(&HOST, 0, 0)], [0xfc00, 0x8000, 0x7e00]);
        assert_eq!([f16(&HOST, 0x0403, 0x4000), f16(&DEVICE, 0x0403, 0x4000)], [0x0202, 0], "a tie, to even");
        assert_eq!([f16(&HOST, 0x3c00, 0x0200), f16(&DEVICE, 0x3c00, 0x0200)], [0x7800, 0x7c00], "a subnormal divisor");
        assert_eq!(lanes(&HOST, Op::Div, DType::Bf16, [0x0081], [0x4000]), [0x0040], "a tie, to even");
        assert_eq!(lanes(&HOST, Op::Div, DType::I16, [0xfff9, 7, 0x8000], [2, 0xfffe, 0xffff]), [0xfffd, 0xfffd, 0x8000]);
        assert_eq!(lanes(&HOST, Op::Div, DType::U16, [0xfff9, 7, 0x8000], [2, 0xfffe, 0xffff]), [0x7ffc, 0, 0]);
        assert_eq!(lanes(&HOST, Op::Div, DType::U8, [9, 0], [0, 0]), [0xff, 0xff]);
    }

    #[test]
    fn exponentials_are_of_rounded_or_of_exact_differences() {
        let f16 = |alu, a, b| lanes(alu, Op::ExpDif, DType::F16, [a], [b])[0];
        assert_eq!([f16(&HOST, 0x3c00, 0), f16(&HOST, 0, 0x3c00), f16(&HOST, 0x4321, 0x4321)], [0x4170, 0x35e3, 0x3c00], "e, 1/e, 1");
        // 8 + 2^-9 is no half: e to 8, and not to what is above it.
        assert_eq!([f16(&HOST, 0x4800, 0x9800), f16(&DEVICE, 0x4800, 0x9800)], [0x69d2; 2]);
        assert_eq!([f16(&HOST, 0xc900, 0), f16(&DEVICE, 0xc900, 0)], [762, 0], "e to -10 is subnormal");
        assert_eq!([f16(&HOST, 0x4a00, 0), f16(&HOST, 0, 0x7c00), f16(&HOST, 0, 0xfc00)], [0x7c00, 0, 0x7c00]);
        assert_eq!([f16(&HOST, 0x7c00, 0x7c00), f16(&HOST, 0, 0x7d00)], [0x7e00, 0x7f00]);
        let f32 = |alu, a: f32, b: f32| lanes(alu, Op::ExpDif, DType::F32, [a.to_bits().into()], [b.to_bits().into()])[0];
        assert_eq!([f32(&HOST, 1.0, 0.0), f32(&DEVICE, 1.0, 0.0)], [0x402d_f854; 2]);
        // Rounded, the difference is 64; exactly, it is 2^-19 less than that, which is 32 numbers in the result.
        let apart = f32(&HOST, 64.0, 1.9e-6).abs_diff(f32(&DEVICE, 64.0, 1.9e-6));
        assert!((20..40).contains(&apart), "{apart}");
    }

    #[test]
    fn exponentials_in_binary64_have_their_digits() {
        let known =
            [(1.0, 0x4005_bf0a_8b14_5769), (-1.0, 0x3fd7_8b56_362c_ef38), (100.0, 0x48f3_494a_9b17_1bf5), (0.5, 0x3ffa_6129_8e1e_069c)];
        for (x, bits) in known {
            assert!(exp(x).to_bits().abs_diff(bits) <= 2, "{x}: {:x}", exp(x).to_bits());
        }
        assert_eq!([exp(0.0), exp(1e9), exp(-1e9)], [1.0, f64::INFINITY, 0.0]);
    }

    #[test]
    fn picks_follow_the_order_of_values() {
        let max = |dtype, a, b| lanes(&DEVICE, Op::Max, dtype, [a], [b])[0];
        let min = |dtype, a, b| lanes(&DEVICE, Op::Min, dtype, [a], [b])[0];
        assert_eq!([max(DType::I8, 0x80, 1), min(DType::I8, 0x80, 1)], [1, 0x80]);
        assert_eq!([max(DType::U8, 0x80, 1), min(DType::U8, 0x80, 1)], [0x80, 1]);
        assert_eq!([max(DType::I64, u64::MAX, 0), max(DType::U64, u64::MAX, 0)], [0, u64::MAX]);
        assert_eq!([max(DType::F16, 0xc000, 0xbc00), min(DType::F16, 0xc000, 0xbc00)], [0xbc00, 0xc000], "-2 and -1");
        assert_eq!([max(DType::F32, 0xff80_0000, 0x8000_0001), min(DType::Bf16, 0x7f80, 1)], [0x8000_0001, 1], "subnormals stay");
    }

    #[test]
    fn picks_of_nan_and_zeros() {
        const ONE: u64 = 0x3c00;
        const NAN: u64 = 0x7e01;
        let of = |nan, a, b| {
            let alu = Alu { picks: Picks { nan, ..HOST.picks }, ..HOST };
            [Op::Max, Op::Min].map(|op| lanes(&alu, op, DType::F16, [a], [b])[0])
        };
        for (nan, [first, second, both]) in
            [(OnNan::Number, [ONE, ONE, NAN]), (OnNan::Nan, [NAN, NAN, NAN]), (OnNan::First, [NAN, ONE, NAN])]
        {
            assert_eq!([of(nan, NAN, ONE), of(nan, ONE, NAN), of(nan, NAN, NAN)], [[first; 2], [second; 2], [both; 2]], "{nan:?}");
        }
        let zeros = |zeros, a, b| {
            let alu = Alu { picks: Picks { zeros, ..HOST.picks }, ..HOST };
            [Op::Max, Op::Min].map(|op| lanes(&alu, op, DType::F16, [a], [b])[0])
        };
        assert_eq!([zeros(OnZeros::Positive, 0, 0x8000), zeros(OnZeros::Positive, 0x8000, 0)], [[0, 0x8000]; 2]);
        assert_eq!([zeros(OnZeros::First, 0, 0x8000), zeros(OnZeros::First, 0x8000, 0)], [[0; 2], [0x8000; 2]]);
        assert_eq!([zeros(OnZeros::Second, 0, 0x8000), zeros(OnZeros::Second, 0x8000, 0)], [[0x8000; 2], [0; 2]]);
    }
}
