//! Repeating the first row or the first column, bit for bit.

use super::{Slot, View};

/// Every row of the view: row 0 of the operand.
///
/// Shapes: the operand has one row or more and at least the view's columns.
pub fn expand_first_row(operand: &'static str) -> crate::operation::Kernel {
    Box::new(move |slot: &Slot, out: &mut View| expanded(slot, operand, out))
}

/// Writes row 0 of the operand to every row of the view.
pub fn expanded(slot: &Slot, operand: &str, out: &mut View) {
    let src = slot.input(operand);
    let bytes = out.cols * src.tile.dtype.bytes();
    for row in 0..out.rows {
        out.data[row * bytes..(row + 1) * bytes].copy_from_slice(&src.data[..bytes]);
    }
}

/// Every column of the view: column 0 of the operand.
///
/// Shapes: the operand has one column or more and at least the view's rows.
pub fn expand_first_column(operand: &'static str) -> crate::operation::Kernel {
    Box::new(move |slot: &Slot, out: &mut View| {
        let src = slot.input(operand);
        let (size, stride) = (src.tile.dtype.bytes(), src.tile.cols() as usize * src.tile.dtype.bytes());
        if out.cols == 0 {
            return;
        }
        for (row, line) in out.data.chunks_exact_mut(out.cols * size).enumerate() {
            let first = &src.data[row * stride..][..size];
            line.chunks_exact_mut(size).for_each(|element| element.copy_from_slice(first));
        }
    })
}
