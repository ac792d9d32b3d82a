//! The wrong block is repeated along a row, or the sources of a row expansion are mistaken.

use super::{Kernel, ROW_PAIRS, ROW_SUB, expanded, mutant, physical};

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("block_not_repeated", ROW_PAIRS, "The row of a source of blocks is read on past its block.", |d| {
        d.block_at = Some(|_, _, at| at)
    }),
    mutant("block_is_value", ROW_PAIRS, "The first value of a block serves for its row.", |d| d.block_at = Some(|_, _, [row, _]| [row, 0])),
    mutant("block_of_row_zero", ROW_PAIRS, "The block of row 0 serves for every row.", |d| {
        d.block_at = Some(|_, t, [_, col]| [0, col % t.block() as usize])
    }),
    mutant("block_of_next_row", ROW_PAIRS, "The block of the next row is repeated.", |d| {
        d.block_at = Some(|_, t, [row, col]| [row + 1, col % t.block() as usize])
    }),
    mutant("block_of_16_bytes", ROW_PAIRS, "The first 16 bytes are repeated.", |d| {
        d.block_at = Some(|_, t, [row, col]| [row, col % (t.block() as usize / 2)])
    }),
    mutant("block_of_64_bytes", ROW_PAIRS, "64 bytes are repeated, where a row has them.", |d| {
        d.block_at = Some(|s, t, [row, col]| {
            let cols = physical(s.tuple, expanded(s.tuple)).map_or(1, |p| p[1].max(1));
            [row, col % (2 * t.block() as usize).min(cols)]
        })
    }),
    mutant("block_of_8_values", ROW_PAIRS, "Eight values are repeated, whatever their type.", |d| {
        d.block_at = Some(|_, _, [row, col]| [row, col % 8])
    }),
    mutant("blocks_without_stride", ROW_PAIRS, "Blocks are taken one after another, however long the rows are that they begin.", |d| {
        d.block_at = Some(|s, t, [row, col]| {
            let cols = physical(s.tuple, expanded(s.tuple)).map_or(1, |p| p[1].max(1));
            let at = row * t.block() as usize + col % t.block() as usize;
            [at / cols, at % cols]
        })
    }),
    mutant("blocks_from_row_8", ROW_PAIRS, "From row 8 on, the first eight blocks serve again.", |d| {
        d.block_at = Some(|_, t, [row, col]| [row & 7, col % t.block() as usize])
    }),
    mutant("blocks_of_8_bit_rows", ROW_PAIRS, "From row 256 on, the first blocks serve again.", |d| {
        d.block_at = Some(|_, t, [row, col]| [row & 255, col % t.block() as usize])
    }),
    mutant("column_of_8_bit_rows", ROW_PAIRS, "From row 256 on, the first values serve again.", |d| {
        d.repeated = Some(|_, _, [row, _]| [row & 255, 0])
    }),
    mutant("column_of_240_rows", ROW_PAIRS, "From row 240 on, the first values serve again.", |d| {
        d.repeated = Some(|_, _, [row, _]| [row % 240, 0])
    }),
    mutant("matrix_always_first", &[ROW_SUB], "Where src0 is expanded, the operands change places.", |d| {
        d.swapped = |s, _| expanded(s.tuple) == "src0"
    }),
    mutant("rows_of_240", ROW_PAIRS, "Rows from 240 on are not visited.", |d| d.rows = |_, n| n.min(240)),
    mutant("rows_past_479", ROW_PAIRS, "From 473 rows on, rows are rounded up to eight.", |d| {
        d.rows = |_, n| if n >= 473 { n.next_multiple_of(8) } else { n }
    }),
];
