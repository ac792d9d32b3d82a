//! The largest or the smallest element of each column, or of each row.

use super::{Input, Slot, View, whole_vectors, with_lane};
use ptoconf_numeric::{Lane, Pick, Work, widest};
use std::marker::PhantomData;

/// Row 0 of the output: what is picked of rows `[0, rows)` of the operand, column by column, row 0 first and the others in
/// turn.
///
/// Shapes: the operand has at least `rows` rows and the view's columns; the view has one row.
pub fn column_extremes(operand: &'static str, rows: u32, pick: Pick) -> crate::operation::Kernel {
    Box::new(move |slot: &Slot, out: &mut View| {
        let dtype = slot.input(operand).tile.dtype;
        with_lane!(dtype, T => widest(Columns { slot, operand, rows: rows as usize, pick, out, lane: PhantomData::<T> }));
    })
}

/// The work of [`column_extremes`] on one case.
struct Columns<'a, 'd, T> {
    slot: &'a Slot<'a>,
    operand: &'static str,
    rows: usize,
    pick: Pick,
    out: &'a mut View<'d>,
    lane: PhantomData<T>,
}

impl<T: Lane> Work for Columns<'_, '_, T> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        let src = self.slot.input(self.operand);
        let cols = whole_vectors(self.out.cols, &[src]);
        if self.rows == 0 || cols == 0 {
            return;
        }
        let (mut best, mut next) = (vec![T::ZERO; cols], vec![T::ZERO; cols]);
        T::widen(&src.row::<T>(0)[..cols], &mut best);
        for row in 1..self.rows {
            T::widen(&src.row::<T>(row)[..cols], &mut next);
            T::pick(&mut best, &next, self.pick);
        }
        T::narrow(&best[..self.out.cols], self.out.row::<T>(0));
    }
}

/// Column 0 of the output: what is picked of columns `[0, cols)` of the operand, row by row, column 0 first and the others
/// in turn.
///
/// Shapes: the operand has at least `cols` columns and the view's rows; the view has one column.
pub fn row_extremes(operand: &'static str, cols: u32, pick: Pick) -> crate::operation::Kernel {
    Box::new(move |slot: &Slot, out: &mut View| {
        let dtype = slot.input(operand).tile.dtype;
        with_lane!(dtype, T => of_rows::<T>(slot.input(operand), cols as usize, pick, out));
    })
}

fn of_rows<T: Lane>(src: &Input, cols: usize, pick: Pick, out: &mut View) {
    if cols == 0 {
        return;
    }
    // Lanes are rows, and columns come one after another.
    let column = |col: usize| -> Vec<T> { (0..out.rows).map(|row| src.row::<T>(row)[col]).collect() };
    let (mut best, mut next) = (vec![T::ZERO; out.rows], vec![T::ZERO; out.rows]);
    T::widen(&column(0), &mut best);
    for col in 1..cols {
        T::widen(&column(col), &mut next);
        T::pick(&mut best, &next, pick);
    }
    let mut picked = column(0);
    T::narrow(&best, &mut picked);
    picked.iter().enumerate().for_each(|(row, element)| out.row::<T>(row)[0] = *element);
}
