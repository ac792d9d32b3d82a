//! What operations share that say where an element is: the best element so far and its place.
//!
//! Of equal elements the first stays. The models differ in what they make of NaN: on the CPU no comparison with one holds; A5
//! takes numbers, A2A3 the first NaN.

use crate::machine::arith::Op;
use crate::machine::decisions::Candidate;
use crate::machine::target::Kind;
use crate::machine::unit::{MissingOperand, Register, Unit, View};
use half::{bf16, f16};
use ptoconf_schemas::DType;

/// An element and its place in its line.
#[derive(Clone, Copy)]
pub(crate) struct Best {
    pub bits: u64,
    pub at: usize,
}

/// The best of two.
pub(crate) fn better(unit: &Unit, op: Op, dtype: DType, best: Option<Best>, next: Best) -> Option<Best> {
    let Some(best) = best else { return Some(next) };
    let right = match [best, next].map(|b| dtype.is_nan(b.bits)) {
        [false, false] => exceeds(op, dtype, next.bits, best.bits) || next.at < best.at && !exceeds(op, dtype, best.bits, next.bits),
        [true, true] => unit.target.kind != Kind::Cpu && next.at < best.at,
        [best_is_nan, next_is_nan] => match unit.target.kind {
            Kind::Cpu => false,
            Kind::A2a3 => next_is_nan,
            Kind::A5 => best_is_nan,
        },
    };
    let candidate = Candidate { op, dtype, best: best.bits, next: next.bits, at: [best.at, next.at], right };
    Some(if (unit.decisions.replaces)(&unit.site, &candidate) { next } else { best })
}

/// Whether `a` is strictly better than `b`, where neither is NaN.
fn exceeds(op: Op, dtype: DType, a: u64, b: u64) -> bool {
    let (a, b) = if op == Op::Min { (b, a) } else { (a, b) };
    let unused = 64 - dtype.bits();
    match dtype {
        DType::F32 => f32::from_bits(a as u32) > f32::from_bits(b as u32),
        DType::F16 => f16::from_bits(a as u16) > f16::from_bits(b as u16),
        DType::Bf16 => bf16::from_bits(a as u16) > bf16::from_bits(b as u16),
        _ if dtype.is_signed() => (a << unused) as i64 > (b << unused) as i64,
        _ => a > b,
    }
}

/// The elements of a register with their places, from this one on.
pub(crate) fn lanes(dtype: DType, register: &Register, first: usize) -> Vec<Best> {
    (0..register.count(dtype)).map(|lane| Best { bits: register.get(dtype, lane), at: first + lane }).collect()
}

/// The outputs of an operation: places, and values in the form that has them.
pub(crate) struct Outputs {
    index: View,
    value: Option<View>,
}

impl Outputs {
    pub fn of(unit: &Unit) -> Result<Outputs, MissingOperand> {
        let value = if unit.tuple.form == "index" { None } else { Some(unit.view("dstVal")?) };
        Ok(Outputs { index: unit.view("dstIdx")?, value })
    }

    /// Writes what was found of a line of elements of this type.
    pub fn write(&self, unit: &mut Unit, dtype: DType, [row, col]: [usize; 2], best: Best) {
        let place = (unit.decisions.place)(&unit.site, dtype, best.at);
        unit.set_element(&self.index, row, col, place);
        if let Some(value) = &self.value {
            unit.set_element(value, row, col, best.bits);
        }
    }
}
