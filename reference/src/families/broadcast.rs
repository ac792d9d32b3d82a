//! What elementwise operations with a broadcast operand share, whether it goes down the rows or along them.

use super::division;
use super::picks;
use super::policies::{
    FLOAT_OVERFLOW, FLUSHES, FRACTIONS, INT_OVERFLOW, NAN, PRODUCT_OVERFLOW, QUOTIENT_OVERFLOW, SUBNORMALS, canonical, value,
};
use crate::kernels::{Broadcast, Operands, broadcast};
use crate::operation::Kernel;
use crate::{Behaviour, Class, Fill, Meet, Output, OutputValue, Query};
use ptoconf_numeric::{FloatOverflow, Fraction, IntOverflow, NanResult, Policy};
use ptoconf_schemas::DType::{self, Bf16, F16, F32, I8, I16, I32, U8, U16, U32};

/// How values are judged.
type Judged = fn(DType, Kernel) -> OutputValue;

/// Makes the output of an option, given what it holds by its operands.
pub(crate) type MakeOutput = fn(&Query, &str, &dyn Fn(Operands) -> OutputValue) -> Output;

/// Lists of element types, by option of the reading `dtypes`.
const DTYPES: &[(&str, &[DType])] = &[
    ("eleven", DType::ALL),
    ("nine", &[F16, F32, Bf16, I8, U8, I16, U16, I32, U32]),
    ("seven", &[F16, F32, I16, I32, U16, U32, U8]),
    ("six", &[F16, F32, I16, I32, U16, U32]),
    ("four", &[F16, F32, I16, I32]),
    ("two", &[F16, F32]),
];

/// Whether an option of the reading `dtypes` lists an element type.
pub(crate) fn lists(option: &str, dtype: DType) -> bool {
    DTYPES.iter().any(|(name, list)| *name == option && list.contains(&dtype))
}

/// The data worth giving an elementwise operation.
pub(crate) fn classes(meet: Meet) -> &'static [Class] {
    match meet {
        Meet::Sum => Class::ADD,
        Meet::Product => Class::MUL,
        Meet::Quotient => Class::DIV,
        Meet::Exponential => Class::EXP,
        Meet::Extreme | Meet::Place => Class::PICK,
        Meet::Conversion => Class::CONVERT,
    }
}

/// Every known behaviour of an operation that is rounded, or wraps.
pub(crate) fn arithmetic(q: &Query, op: Broadcast, output: MakeOutput) -> Vec<Behaviour> {
    let ieee = Policy::default();
    let of = |option: &str, policy: Policy, judged: Judged| {
        output(q, option, &|operands| judged(q.dtype("dst"), broadcast(op, operands, policy)))
    };
    let policies = |reading: &str, options: &[(&str, Policy)]| -> Vec<Behaviour> {
        let behaviour = |(option, policy): &(&str, Policy)| Behaviour::reading(reading, option, vec![of(option, *policy, value)]);
        options.iter().map(behaviour).collect()
    };
    match Class::parse(q.class).map(|c| c.fill) {
        Some(Fill::Subnormal) => policies(SUBNORMALS, &FLUSHES.map(|(option, flush)| (option, Policy { flush, ..ieee }))),
        Some(Fill::Pairs) if q.dtype("dst").is_float() => all_policies(&of),
        Some(Fill::Wrap | Fill::Pairs) => {
            let saturate = Policy { overflow: IntOverflow::Saturate, ..ieee };
            match op {
                Broadcast::Mul => policies(PRODUCT_OVERFLOW, &[("wrap", ieee), ("saturate", saturate)]),
                Broadcast::Div => policies(QUOTIENT_OVERFLOW, &[("wrap", ieee), ("saturate", saturate)]),
                _ => policies(INT_OVERFLOW, &[("wrap", ieee), ("saturate-each", saturate), ("saturate-once", saturate)]),
            }
        }
        Some(Fill::Fractions) => policies(FRACTIONS, &[("truncated", ieee), ("floored", Policy { fraction: Fraction::Floor, ..ieee })]),
        Some(Fill::ZeroDivisor) => {
            let (option, policy) = division::by_zero(q);
            Behaviour::only(vec![of(option, policy, value)])
        }
        Some(Fill::Overflow) => {
            let saturate = Policy { float_overflow: FloatOverflow::Saturate, ..ieee };
            policies(FLOAT_OVERFLOW, &[("infinity", ieee), ("saturate", saturate)])
        }
        Some(Fill::Special) => {
            let mut behaviours = vec![Behaviour::reading(NAN, "canonical", vec![of("canonical", ieee, only)])];
            behaviours.extend(policies(NAN, &[("any", ieee), ("zero", Policy { nan: NanResult::Zero, ..ieee })]));
            behaviours
        }
        _ => Behaviour::only(vec![of("value", ieee, value)]),
    }
}

/// Every way to treat subnormal numbers with every way to overflow and every NaN: a tile of all values meets them all at once.
fn all_policies(of: &dyn Fn(&str, Policy, Judged) -> Output) -> Vec<Behaviour> {
    let overflows = [("infinity", FloatOverflow::Infinity), ("saturate", FloatOverflow::Saturate)];
    let nans: [(&str, NanResult, Judged); 3] =
        [("canonical", NanResult::Nan, only), ("any", NanResult::Nan, value), ("zero", NanResult::Zero, value)];
    let mut behaviours = vec![];
    for (subnormals, flush) in FLUSHES {
        for (overflow, float_overflow) in overflows {
            for (nan, result, judged) in nans {
                let (name, policy) =
                    (format!("{subnormals}-{overflow}-{nan}"), Policy { flush, float_overflow, nan: result, ..Policy::default() });
                let readings = [(SUBNORMALS, subnormals), (FLOAT_OVERFLOW, overflow), (NAN, nan)];
                let readings = readings.map(|(id, option)| (id.to_owned(), option.to_owned())).to_vec();
                behaviours.push(Behaviour { readings, outputs: vec![of(&name, policy, judged)], name, costly: false });
            }
        }
    }
    behaviours
}

/// Every NaN canonical, and everything bit for bit.
fn only(dtype: DType, kernel: Kernel) -> OutputValue {
    OutputValue::Bits(canonical(dtype, kernel))
}

/// Every known behaviour of an operation that picks the larger or the smaller of two.
pub(crate) fn extremes(q: &Query, larger: bool, output: MakeOutput) -> Vec<Behaviour> {
    picks::behaviours(q, larger, |option, pick, change| {
        output(q, option, &|operands| value(q.dtype("dst"), change(broadcast(Broadcast::Pick(pick), operands, Policy::default()))))
    })
}
