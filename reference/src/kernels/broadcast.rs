//! Elementwise operations with one operand repeated down the rows, or along them.

use super::{Input, Slot, View, whole_vectors, with_lane};
use ptoconf_numeric::{Lane, Pick, Policy, Work, widest};
use std::marker::PhantomData;

/// What is done with two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broadcast {
    /// left + right.
    Add,
    /// left - right.
    Sub,
    /// left * right.
    Mul,
    /// left / right.
    Div,
    /// The larger or the smaller one.
    Pick(Pick),
}

/// How an operand stands for a whole matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// It is one.
    No,
    /// Its row 0 for every row.
    FirstRow,
    /// Column 0 of each row for every column.
    FirstColumn,
    /// The first 32 bytes of each row over and over.
    Block,
    /// Its one element for every other.
    Scalar,
    /// Zero, whatever it holds: there is one operand.
    Zero,
}

/// The operands of a broadcast operation.
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    /// Left operand.
    pub left: (&'static str, Repeat),
    /// Right operand.
    pub right: (&'static str, Repeat),
}

/// Each element of the view: left op right, one rounding in the element type.
///
/// Shapes: each operand has the view's rows and columns, or what of them is repeated.
pub fn broadcast(op: Broadcast, operands: Operands, policy: Policy) -> crate::operation::Kernel {
    Box::new(move |slot: &Slot, out: &mut View| {
        let dtype = slot.input(operands.left.0).tile.dtype;
        with_lane!(dtype, T => widest(Rows { slot, op, operands, policy, out, lane: PhantomData::<T> }));
    })
}

/// The work of [`broadcast`] on one case.
struct Rows<'a, 'd, T> {
    slot: &'a Slot<'a>,
    op: Broadcast,
    operands: Operands,
    policy: Policy,
    out: &'a mut View<'d>,
    lane: PhantomData<T>,
}

impl<T: Lane> Work for Rows<'_, '_, T> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        typed::<T>(self.slot, self.op, self.operands, self.policy, self.out);
    }
}

#[inline(always)]
fn typed<T: Lane>(slot: &Slot, op: Broadcast, operands: Operands, policy: Policy, out: &mut View) {
    let inputs = [operands.left, operands.right].map(|(name, repeat)| (slot.input(name), repeat));
    let rows: Vec<&Input> = inputs.iter().filter(|(_, repeat)| matches!(repeat, Repeat::No | Repeat::FirstRow)).map(|(i, _)| *i).collect();
    let cols = if rows.is_empty() { out.cols } else { whole_vectors(out.cols, &rows) };
    let (mut a, mut b) = (vec![T::ZERO; cols], vec![T::ZERO; cols]);
    for row in 0..out.rows {
        load::<T>(inputs[0], row, &mut a);
        load::<T>(inputs[1], row, &mut b);
        match op {
            Broadcast::Add => T::add(&mut a, &b, policy),
            Broadcast::Sub => T::sub(&mut a, &b, policy),
            Broadcast::Mul => T::mul(&mut a, &b, policy),
            Broadcast::Div => T::div(&mut a, &b, policy),
            Broadcast::Pick(pick) => T::pick(&mut a, &b, pick),
        }
        T::narrow(&a[..out.cols], out.row::<T>(row));
    }
}

/// Row `row` of the matrix that an operand stands for.
#[inline(always)]
fn load<T: Lane>((input, repeat): (&Input, Repeat), row: usize, into: &mut [T::Acc]) {
    let cols = into.len();
    match repeat {
        Repeat::No => T::widen(&input.row::<T>(row)[..cols], into),
        Repeat::FirstRow => T::widen(&input.row::<T>(0)[..cols], into),
        Repeat::FirstColumn => T::widen(&vec![input.row::<T>(row)[0]; cols], into),
        Repeat::Zero => into.fill(T::ZERO),
        Repeat::Scalar => T::widen(&vec![input.row::<T>(0)[0]; cols], into),
        Repeat::Block => {
            let block = &input.row::<T>(row)[..input.tile.dtype.block() as usize];
            into.chunks_mut(block.len()).for_each(|into| T::widen(&block[..into.len()], into));
        }
    }
}
