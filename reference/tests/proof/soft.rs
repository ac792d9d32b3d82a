//! The second basis of float arithmetic: `rustc_apfloat`, one element at a time.

use crate::common::Op;
use ptoconf_numeric::{FloatOverflow, Flush, NanResult, Policy};
use ptoconf_schemas::DType;
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

/// Every way to treat subnormal numbers.
pub const FLUSHES: [Flush; 4] = [
    Flush { inputs: false, results: false },
    Flush { inputs: false, results: true },
    Flush { inputs: true, results: false },
    Flush { inputs: true, results: true },
];

pub const FLOATS: [DType; 3] = [DType::F16, DType::Bf16, DType::F32];

/// `left op right`, rounded once.
fn rounded<F: Float>(left: u64, right: u64, op: Op) -> u64 {
    let (left, right) = (F::from_bits(u128::from(left)), F::from_bits(u128::from(right)));
    let nearest = Round::NearestTiesToEven;
    let result = match op {
        Op::Add => left.add_r(right, nearest),
        Op::Sub => left.sub_r(right, nearest),
        Op::Mul => left.mul_r(right, nearest),
        Op::Div => left.div_r(right, nearest),
    };
    result.value.to_bits() as u64
}

/// A subnormal number becomes a zero of its sign.
pub fn flushed(dtype: DType, bits: u64) -> u64 {
    let (sign, infinity, _) = dtype.float_masks().expect("a float");
    if bits & infinity == 0 { bits & sign } else { bits }
}

/// Every way to treat subnormal numbers, and each other policy with and without.
pub fn policies() -> Vec<Policy> {
    let ieee = FLUSHES.map(|flush| Policy { flush, ..Policy::default() });
    let saturate = [FLUSHES[0], FLUSHES[3]].map(|flush| Policy { flush, float_overflow: FloatOverflow::Saturate, ..Policy::default() });
    let zero = [FLUSHES[0], FLUSHES[3]].map(|flush| Policy { flush, nan: NanResult::Zero, ..Policy::default() });
    [&ieee[..], &saturate, &zero].concat()
}

/// `left op right` under a policy.
pub fn op(dtype: DType, left: u64, right: u64, op: Op, policy: Policy) -> u64 {
    let (sign, infinity, _) = dtype.float_masks().expect("a float");
    let finite = |bits: u64| bits & (sign - 1) < infinity;
    let flush = policy.flush;
    let prepare = |bits| if flush.inputs { flushed(dtype, bits) } else { bits };
    let (left, right) = (prepare(left), prepare(right));
    let result = match dtype {
        DType::F16 => rounded::<Half>(left, right, op),
        DType::Bf16 => rounded::<BFloat>(left, right, op),
        _ => rounded::<Single>(left, right, op),
    };
    match result {
        r if policy.nan == NanResult::Zero && dtype.is_nan(r) => 0,
        r if dtype.is_nan(r) => r,
        r if policy.float_overflow == FloatOverflow::Saturate && !finite(r) && finite(left) && finite(right) => (infinity - 1) | (r & sign),
        r if flush.results => flushed(dtype, r),
        r => r,
    }
}

pub fn add(dtype: DType, left: u64, right: u64) -> u64 {
    op(dtype, left, right, Op::Add, Policy::default())
}

/// An f32 rounded to the type.
pub fn round_f32(dtype: DType, bits: u32) -> u64 {
    fn to<F: Float>(single: Single) -> u64
    where
        Single: FloatConvert<F>,
    {
        FloatConvert::<F>::convert_r(single, Round::NearestTiesToEven, &mut false).value.to_bits() as u64
    }
    let single = Single::from_bits(u128::from(bits));
    if dtype == DType::F16 { to::<Half>(single) } else { to::<BFloat>(single) }
}

/// A binary64 rounded to the type.
pub fn round_f64(dtype: DType, x: f64) -> u64 {
    fn to<F: Float>(double: Double) -> u64
    where
        Double: FloatConvert<F>,
    {
        FloatConvert::<F>::convert_r(double, Round::NearestTiesToEven, &mut false).value.to_bits() as u64
    }
    let double = Double::from_bits(u128::from(x.to_bits()));
    match dtype {
        DType::F16 => to::<Half>(double),
        DType::Bf16 => to::<BFloat>(double),
        _ => to::<Single>(double),
    }
}

/// A 16-bit float as an f32, exactly.
pub fn to_f32(dtype: DType, bits: u64) -> u32 {
    let mut lost = false;
    let single: Single = match dtype {
        DType::F16 => Half::from_bits(u128::from(bits)).convert(&mut lost).value,
        _ => BFloat::from_bits(u128::from(bits)).convert(&mut lost).value,
    };
    single.to_bits() as u32
}

/// Equal, any NaN standing for any NaN.
pub fn same(dtype: DType, a: u64, b: u64) -> bool {
    a == b || (dtype.is_nan(a) && dtype.is_nan(b))
}
