//! What is made of two elements.

use crate::arithmetic::Arithmetic;
use crate::checks::{Checks, Effect};
use crate::choice::{Ask, Unfollowable};
use crate::error::Error;
use crate::float::Format;
use crate::pick::Picker;
use ptoconf_schemas::{DType, Tuple};

/// What it does with two elements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// Their sum.
    Add,
    /// Their difference.
    Sub,
    /// Their product.
    Mul,
    /// Their quotient.
    Div,
    /// The larger.
    Max,
    /// The smaller.
    Min,
    /// e to their difference.
    ExpDif,
}

/// What calculates elements of one dtype.
pub struct Calculator {
    op: Op,
    arithmetic: Arithmetic,
    picker: Picker,
    divisors: Divisors,
    error: Error,
}

impl Calculator {
    /// For elements of a dtype, in a tuple.
    pub fn new(op: Op, dtype: DType, tuple: &Tuple) -> Calculator {
        let divisors = Divisors { reading: format!("{}/zero-divisor", tuple.op), format: Format::of(dtype), gives_largest: None };
        let (arithmetic, picker) = (Arithmetic::new(dtype), Picker::new(dtype, op == Op::Max));
        Calculator { op, arithmetic, picker, divisors, error: Error::new(&tuple.op) }
    }

    /// What two elements give.
    ///
    /// # Errors
    /// There is no such option.
    pub fn pair(&mut self, a: u64, b: u64, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        match self.op {
            Op::Add => self.arithmetic.pair(a, b, false, ask),
            Op::Sub => self.arithmetic.pair(a, b, true, ask),
            Op::Mul => self.arithmetic.product(a, b, ask),
            Op::Div => match self.divisors.largest(a, b, ask)? {
                Some(largest) => Ok(largest),
                // An integer over zero has no value: any will do.
                None => Ok(self.arithmetic.quotient(a, b, ask)?.unwrap_or_default()),
            },
            Op::ExpDif => self.arithmetic.exponential(a, b, &mut self.error, ask),
            Op::Max | Op::Min => self.picker.pick(&[a, b], ask),
        }
    }
}

/// What a choice says of floats over zero.
struct Divisors {
    reading: String,
    format: Option<Format>,
    gives_largest: Option<bool>,
}

impl Divisors {
    /// A number over zero, where a choice gives it the largest number in place of an infinity; none where it does not, or
    /// nothing is divided by zero.
    fn largest(&mut self, a: u64, b: u64, ask: &mut dyn Ask) -> Result<Option<u64>, Unfollowable> {
        let Some(format) = self.format.filter(|f| is_zero(f, b) && !f.is_nan(a)) else { return Ok(None) };
        let gives_largest = match self.gives_largest {
            Some(known) => known,
            None => {
                let option = ask.option(&self.reading).ok_or_else(|| Unfollowable::Reading(self.reading.clone()))?;
                *self.gives_largest.insert(match option.as_str() {
                    "ieee" => false,
                    "largest" => true,
                    _ => return Err(Unfollowable::Option(self.reading.clone(), option.to_string())),
                })
            }
        };
        let sign = (a ^ b) & format.sign();
        Ok(match gives_largest {
            true if is_zero(&format, a) => Some(0),
            true if a & !format.sign() < format.infinity() => Some(sign | (format.infinity() - 1)),
            _ => None,
        })
    }
}

fn is_zero(format: &Format, bits: u64) -> bool {
    bits & !format.sign() == 0
}

/// Checks, for an operation that divides, that no element of a source divides by zero: of those that do, row by row.
pub fn check_divisors(checks: &mut Checks<'_>, tuple: &Tuple, dtype: DType, mut divisors: impl Iterator<Item = u64>) {
    let id = |name: &str| format!("{}/{name}", tuple.op);
    let sign = dtype.float_masks().map_or(0, |(sign, ..)| sign);
    let some = divisors.any(|bits| bits & !sign == 0);
    if tuple.tile("dst").is_some_and(|t| t.dtype.is_float()) {
        let options = [("ieee", Effect::Judged), ("largest", Effect::Judged), ("rejected", Effect::Rejects)];
        checks.open(&id("no-zero-divisor"), &id("zero-divisor"), !some, &options);
    } else {
        let other = ("unspecified", Effect::Anything);
        checks.either(&id("no-integer-zero-divisor"), &id("integer-zero-divisor"), !some, "rejected", other);
    }
}
