//! Elementwise operations with one operand repeated down the rows.

use super::{Slot, View, whole_vectors, with_lane};
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
    /// The larger or the smaller one.
    Pick(Pick),
}

/// The operands of a broadcast operation.
#[derive(Clone, Copy, Debug)]
pub struct BroadcastRows {
    /// Left operand.
    pub left: &'static str,
    /// Whether the left operand's row 0 stands for every row.
    pub repeat_left: bool,
    /// Right operand.
    pub right: &'static str,
    /// Whether the right operand's row 0 stands for every row.
    pub repeat_right: bool,
}

/// Each element of the view: left op right, one rounding in the element type.
///
/// Shapes: each operand has the view's columns, and the view's rows or one row where it is repeated.
pub fn broadcast_rows(op: Broadcast, operands: BroadcastRows, policy: Policy) -> crate::operation::Kernel {
    Box::new(move |slot: &Slot, out: &mut View| {
        let dtype = slot.input(operands.left).tile.dtype;
        with_lane!(dtype, T => widest(Rows { slot, op, operands, policy, out, lane: PhantomData::<T> }));
    })
}

/// The work of [`broadcast_rows`] on one case.
struct Rows<'a, 'd, T> {
    slot: &'a Slot<'a>,
    op: Broadcast,
    operands: BroadcastRows,
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
fn typed<T: Lane>(slot: &Slot, op: Broadcast, operands: BroadcastRows, policy: Policy, out: &mut View) {
    let (left, right) = (slot.input(operands.left), slot.input(operands.right));
    let cols = whole_vectors(out.cols, &[left, right]);
    let (mut a, mut b) = (vec![T::ZERO; cols], vec![T::ZERO; cols]);
    for row in 0..out.rows {
        let pick = |repeat: bool| if repeat { 0 } else { row };
        T::widen(&left.row::<T>(pick(operands.repeat_left))[..cols], &mut a);
        T::widen(&right.row::<T>(pick(operands.repeat_right))[..cols], &mut b);
        match op {
            Broadcast::Add => T::add(&mut a, &b, policy),
            Broadcast::Sub => T::sub(&mut a, &b, policy),
            Broadcast::Mul => T::mul(&mut a, &b, policy),
            Broadcast::Pick(pick) => T::pick(&mut a, &b, pick),
        }
        T::narrow(&a[..out.cols], out.row::<T>(row));
    }
}
