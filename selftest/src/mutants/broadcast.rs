//! The wrong row, or the wrong column of it, is broadcast.

use super::{BROADCASTS, Kernel, PAIRS, mutant, source, valid};
use ptoconf_models::Site;

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("vector_row_follows", BROADCASTS, "The row to be broadcast is taken from the current row, not from row 0.", |d| {
        d.vector_row = |_, row| row
    }),
    mutant("vector_row_one", BROADCASTS, "Row 1 is broadcast.", |d| d.vector_row = |_, _| 1),
    mutant("vector_row_last", BROADCASTS, "The last valid row is broadcast.", |d| {
        d.vector_row = |s, _| valid(s.tuple, vector(s)).map_or(0, |v| v[0].saturating_sub(1))
    }),
    mutant("vector_row_of_group", BROADCASTS, "The row to be broadcast is reloaded every 16 rows from the next row.", |d| {
        d.vector_row = |_, row| row / 16
    }),
    mutant("vector_lane_zero", BROADCASTS, "Lane 0 of the row to be broadcast serves for every column.", |d| {
        d.vector_col = Some(|_, _, _| 0)
    }),
    mutant("vector_in_blocks", BROADCASTS, "The first block of the row to be broadcast serves for every block.", |d| {
        d.vector_col = Some(|_, dtype, col| col % dtype.block() as usize)
    }),
    mutant("vector_in_vectors", BROADCASTS, "The first 256 bytes of the row to be broadcast serve for every vector.", |d| {
        d.vector_col = Some(|_, dtype, col| col % dtype.vector() as usize)
    }),
    mutant("vector_of_blocks", BROADCASTS, "One element of the row to be broadcast serves for a whole block.", |d| {
        d.vector_col = Some(|_, dtype, col| col / dtype.block() as usize)
    }),
    mutant("vector_column_late", BROADCASTS, "The next column of the row to be broadcast is taken.", |d| {
        d.vector_col = Some(|_, _, col| col + 1)
    }),
    mutant("vector_along_rows", BROADCASTS, "Column 0 is broadcast along the rows, not row 0 along the columns.", |d| {
        d.vector_row = |_, row| row;
        d.vector_col = Some(|_, _, _| 0);
    }),
    mutant("vector_is_matrix", PAIRS, "src1 is taken to have the shape of src0, because both have several rows.", |d| {
        d.vector_row = |s, row| if valid(s.tuple, "src1").is_some_and(|v| v[0] > 1) { row } else { 0 }
    }),
    mutant("matrix_is_vector", PAIRS, "Row 0 of src0 serves for every row.", |d| {
        d.read_at = |_, name, [row, col]| if name == "src0" { [0, col] } else { [row, col] }
    }),
];

/// The operand that holds the row to be broadcast.
fn vector(site: &Site) -> &'static str {
    if source(site.tuple) == "src" { "src" } else { "src1" }
}
