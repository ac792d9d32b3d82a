//! Exponentials of differences, with one operand repeated down the rows or along them.

use super::{Input, Operands, Repeat, Slot, View};
use crate::operation::UlpsKernel;
use ptoconf_numeric::{ExponentialPolicy, Room, exponential};

/// Each element of the view: e to left - right, rounded once, and which other results are right, too.
///
/// Shapes: each operand has the view's rows and columns, or what of them is repeated.
pub fn exponentials(operands: Operands, policy: ExponentialPolicy) -> UlpsKernel {
    Box::new(move |slot: &Slot, out: &mut View, rooms: &mut [Room]| {
        let [left, right] = [operands.left, operands.right].map(|(name, repeat)| (slot.input(name), repeat));
        let dtype = left.0.tile.dtype;
        for (at, room) in rooms.iter_mut().enumerate() {
            let [a, b] = [left, right].map(|operand| element(operand, at / out.cols, at % out.cols));
            let exponential = exponential(dtype, a, b, policy);
            dtype.write(out.data, at, exponential.nearest);
            *room = exponential.room;
        }
    })
}

/// The bits at a place of the matrix that an operand stands for.
fn element((input, repeat): (&Input, Repeat), row: usize, col: usize) -> u64 {
    let (row, col) = (row as u32, col as u32);
    match repeat {
        Repeat::No => input.bits(row, col),
        Repeat::FirstRow => input.bits(0, col),
        Repeat::FirstColumn => input.bits(row, 0),
        Repeat::Block => input.bits(row, col % input.tile.dtype.block()),
        Repeat::Scalar => input.bits(0, 0),
        Repeat::Zero => 0,
    }
}
