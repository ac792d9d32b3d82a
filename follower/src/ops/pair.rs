//! What is made of two elements.

use crate::arithmetic::Arithmetic;
use crate::choice::{Ask, Unfollowable};
use crate::pick::Picker;
use ptoconf_schemas::DType;

/// What it does with two elements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// Their sum.
    Add,
    /// Their difference.
    Sub,
    /// Their product.
    Mul,
    /// The larger.
    Max,
    /// The smaller.
    Min,
}

/// What calculates elements of one dtype.
pub struct Calculator {
    op: Op,
    arithmetic: Arithmetic,
    picker: Picker,
}

impl Calculator {
    /// For elements of a dtype.
    pub fn new(op: Op, dtype: DType) -> Calculator {
        Calculator { op, arithmetic: Arithmetic::new(dtype), picker: Picker::new(dtype, op == Op::Max) }
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
            Op::Max | Op::Min => self.picker.pick(&[a, b], ask),
        }
    }
}
