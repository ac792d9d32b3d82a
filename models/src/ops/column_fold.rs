//! What reductions of columns share: rows that are taken one after another, or two at a time, into one row.

use crate::legality::{Subject, ensure};
use crate::machine::arith::Op;
use crate::machine::decisions::ColumnSum;
use crate::machine::unit::{Chunk, MissingOperand, Register, Unit, View};

/// dst has as many valid columns as src.
pub(crate) fn columns_equal(s: &Subject) -> Result<(), String> {
    let [dst, src] = s.tiles(["dst", "src"])?;
    ensure(s.equal(dst.valid_cols().into(), src.valid_cols().into()), || {
        format!("valid columns of src ({}) and dst ({}) have to be equal", src.valid_cols(), dst.valid_cols())
    })
}

/// No rows or no columns: nothing is written.
pub(crate) fn of_nothing(unit: &mut Unit, dst: &View, src: &View) {
    if (unit.decisions.empty_sum)(&unit.site) && src.rows == 0 && dst.rows > 0 {
        for chunk in unit.chunks(dst.cols, dst.dtype) {
            unit.store(dst, 0, chunk, &unit.zero(dst.dtype, chunk));
        }
    }
}

/// Column by column, as a function of the elements; false where that function leaves it to others.
pub(crate) fn by_columns(unit: &mut Unit, dst: &View, src: &View, rows: usize, of: ColumnSum) -> bool {
    for col in 0..src.cols {
        let column: Vec<u64> = (0..rows).map(|row| unit.element(src, row, col)).collect();
        let Some(result) = of(&unit.site, src.dtype, &column) else { return false };
        unit.set_element(dst, 0, col, result);
    }
    true
}

/// The row that a sequential reduction takes as its row `row`.
pub(crate) fn visited(unit: &Unit, row: usize, rows: usize) -> usize {
    (unit.decisions.visited)(&unit.site, row, rows)
}

/// The row at which a reduction goes on, after row 0 was copied.
pub(crate) fn second_row(unit: &Unit) -> usize {
    (unit.decisions.second_row)(&unit.site)
}

/// What a maximum or minimum begins with in place of row 0; none where it begins with row 0, and for sums.
fn initial(unit: &Unit, op: Op, src: &View) -> Option<u64> {
    unit.decisions.initial.filter(|_| op.is_pick()).map(|initial| initial(&unit.site, op, src.dtype))
}

/// A2A3: row 0 is copied in whole blocks, then every row is combined with dst in memory.
pub(crate) fn left_fold(unit: &mut Unit, op: Op, dst: &View, src: &View, rows: usize) -> Result<(), MissingOperand> {
    let acc = unit.view((unit.decisions.accumulator)(&unit.site))?;
    let whole_blocks = unit.whole_blocks();
    let begin = initial(unit, op, src);
    if let Some(bits) = begin {
        for chunk in unit.chunks(src.cols, src.dtype) {
            unit.store(&acc, 0, chunk, &unit.filled(src.dtype, chunk, bits));
        }
    } else if (unit.decisions.seeded)(&unit.site) {
        unit.copy_row((&acc, 0, 0), (src, visited(unit, 0, rows), 0), src.cols, whole_blocks);
    }
    let first = if begin.is_some() { 0 } else { second_row(unit) };
    for row in first..rows {
        unit.combine_rows(op, (&acc, 0), (&acc, 0), (src, visited(unit, row, rows)), src.cols);
    }
    if acc.name != dst.name {
        unit.copy_row((dst, 0, 0), (&acc, 0, 0), src.cols, false);
    }
    Ok(())
}

/// A5: the result stays in a register, and two rows at a time are combined with each other first.
pub(crate) fn pairs(unit: &mut Unit, op: Op, dst: &View, src: &View, rows: usize) {
    for chunk in unit.chunks(src.cols, src.dtype) {
        let (mut acc, mut row) = seed(unit, op, (dst, src), rows, chunk);
        while row < rows {
            let mut next = unit.load(src, visited(unit, row, rows), chunk);
            if row + 1 < rows {
                unit.combine(op, src.dtype, &mut next, &unit.load(src, visited(unit, row + 1, rows), chunk));
            }
            unit.combine(op, src.dtype, &mut acc, &next);
            row += 2;
        }
        store(unit, dst, src, chunk, &acc);
    }
}

/// CPU, maxima and minima: the result begins with row 0, and every other row is compared with it in turn.
pub(crate) fn row_by_row(unit: &mut Unit, op: Op, dst: &View, src: &View, rows: usize) {
    for chunk in unit.chunks(src.cols, src.dtype) {
        let (mut acc, first) = seed(unit, op, (dst, src), rows, chunk);
        for row in first..rows {
            unit.combine(op, src.dtype, &mut acc, &unit.load(src, visited(unit, row, rows), chunk));
        }
        store(unit, dst, src, chunk, &acc);
    }
}

/// What a reduction in a register begins with, and the row at which it goes on.
fn seed(unit: &Unit, op: Op, (dst, src): (&View, &View), rows: usize, chunk: Chunk) -> (Register, usize) {
    if let Some(bits) = initial(unit, op, src) {
        return (unit.filled(src.dtype, chunk, bits), 0);
    }
    let seeded = (unit.decisions.seeded)(&unit.site);
    let mut acc = if seeded { unit.load(src, visited(unit, 0, rows), chunk) } else { unit.load(dst, 0, chunk) };
    if rows == 1 {
        unit.spoil_copy(src.dtype, &mut acc);
    }
    (acc, second_row(unit))
}

/// Stores a result in dst, and in src too where that is what was accumulated in.
pub(crate) fn store(unit: &mut Unit, dst: &View, src: &View, chunk: Chunk, result: &Register) {
    if (unit.decisions.accumulator)(&unit.site) == src.name {
        unit.store(src, 0, chunk, result);
    }
    unit.store(dst, 0, chunk, result);
}
