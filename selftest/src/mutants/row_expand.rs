//! The wrong element is repeated along a row.

use super::{Kernel, REPEATS, expanded, mutant, physical, valid};

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("repeated_copy", REPEATS, "The row is copied, and nothing repeated.", |d| d.repeated = Some(|_, _, at| at)),
    mutant("repeated_column_one", REPEATS, "Column 1 is repeated.", |d| d.repeated = Some(|_, _, [row, _]| [row, 1])),
    mutant("repeated_last_column", REPEATS, "The last valid column is repeated.", |d| {
        d.repeated = Some(|s, _, [row, _]| [row, valid(s.tuple, expanded(s.tuple)).map_or(0, |v| v[1].saturating_sub(1))])
    }),
    mutant("repeated_last_physical_column", REPEATS, "The last physical column is repeated.", |d| {
        d.repeated = Some(|s, _, [row, _]| [row, physical(s.tuple, expanded(s.tuple)).map_or(0, |p| p[1].saturating_sub(1))])
    }),
    mutant("repeated_first_element", REPEATS, "The first element of the tile is repeated everywhere.", |d| {
        d.repeated = Some(|_, _, _| [0, 0])
    }),
    mutant("repeated_row_zero", REPEATS, "Row 0 is repeated along the columns, not column 0 along the rows.", |d| {
        d.repeated = Some(|_, _, [_, col]| [0, col])
    }),
    mutant("repeated_next_row", REPEATS, "The element of the next row is repeated.", |d| d.repeated = Some(|_, _, [row, _]| [row + 1, 0])),
    mutant("repeated_for_two_rows", REPEATS, "An element serves for two rows.", |d| d.repeated = Some(|_, _, [row, _]| [row & !1, 0])),
    mutant("repeated_for_eight_rows", REPEATS, "An element serves for eight rows.", |d| d.repeated = Some(|_, _, [row, _]| [row & !7, 0])),
    mutant("repeated_from_row_8", REPEATS, "From row 8 on, the first eight elements serve again.", |d| {
        d.repeated = Some(|_, _, [row, _]| [row & 7, 0])
    }),
    mutant("repeated_along_first_row", REPEATS, "Elements are taken from one row of src after another without a stride.", |d| {
        d.repeated = Some(|s, _, [row, _]| {
            let cols = physical(s.tuple, expanded(s.tuple)).map_or(1, |p| p[1].max(1));
            [row / cols, row % cols]
        })
    }),
    mutant("repeated_in_blocks", REPEATS, "Every block of a row has the next element of src.", |d| {
        d.repeated = Some(|_, dtype, [row, col]| [row, col / dtype.block() as usize])
    }),
    mutant("repeated_in_vectors", REPEATS, "Every vector of a row has the next element of src.", |d| {
        d.repeated = Some(|_, dtype, [row, col]| [row, col / dtype.vector() as usize])
    }),
    mutant("repeated_block", REPEATS, "The first block of a row is repeated.", |d| {
        d.repeated = Some(|_, dtype, [row, col]| [row, col % dtype.block() as usize])
    }),
    mutant("repeated_bytes_in_pairs", REPEATS, "Elements of one byte are repeated two at a time.", |d| {
        d.repeated = Some(|_, dtype, [row, col]| [row, if dtype.bytes() == 1 { col & 1 } else { 0 }])
    }),
    mutant("repeated_halves_in_pairs", REPEATS, "Elements of two bytes are repeated two at a time.", |d| {
        d.repeated = Some(|_, dtype, [row, col]| [row, if dtype.bytes() == 2 { col & 1 } else { 0 }])
    }),
    mutant("repeated_bytes_row_zero", REPEATS, "Elements of one byte are all taken from row 0.", |d| {
        d.repeated = Some(|_, dtype, [row, _]| [if dtype.bytes() == 1 { 0 } else { row }, 0])
    }),
    mutant("repeated_last_column_copied", REPEATS, "The last column of a row keeps that of src, where it has one.", |d| {
        d.repeated = Some(|s, _, [row, col]| {
            let [last, own] = ["dst", expanded(s.tuple)].map(|name| valid(s.tuple, name).map_or(0, |v| v[1]));
            [row, if col + 1 == last && col < own { col } else { 0 }]
        })
    }),
];
