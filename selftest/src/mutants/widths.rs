//! Counters and offsets that are too narrow.

use super::{ALL, Kernel, mutant};

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("rows_8_bits", ALL, "The number of rows is kept in 8 bits: 256 rows are none.", |d| d.rows = |_, n| n & 0xff),
    mutant("rows_limited_to_255", ALL, "At most 255 rows are visited: the largest repeat count.", |d| d.rows = |_, n| n.min(255)),
    mutant("rows_limited_to_256", ALL, "At most 256 rows are visited.", |d| d.rows = |_, n| n.min(256)),
    mutant("rows_7_bits", ALL, "The number of rows is kept in 7 bits.", |d| d.rows = |_, n| n & 0x7f),
    mutant("read_row_8_bits", ALL, "The row that is read is kept in 8 bits.", |d| {
        d.read_at = |_, name, [row, col]| if name.starts_with("src") { [row & 0xff, col] } else { [row, col] }
    }),
    mutant("write_row_8_bits", ALL, "The row that is written is kept in 8 bits.", |d| d.write_at = |_, _, [row, col]| [row & 0xff, col]),
    mutant("columns_8_bits", ALL, "The number of columns is kept in 8 bits.", |d| d.columns = |_, _, n| n & 0xff),
    mutant("columns_limited_to_255", ALL, "At most 255 columns are worked on.", |d| d.columns = |_, _, n| n.min(255)),
    mutant("columns_limited_to_256", ALL, "At most 256 columns are worked on.", |d| d.columns = |_, _, n| n.min(256)),
    mutant("columns_limited_to_512", ALL, "At most 512 columns are worked on.", |d| d.columns = |_, _, n| n.min(512)),
    mutant("read_column_8_bits", ALL, "The column that is read is kept in 8 bits.", |d| {
        d.read_at = |_, name, [row, col]| if name.starts_with("src") { [row, col & 0xff] } else { [row, col] }
    }),
    mutant("write_column_8_bits", ALL, "The column that is written is kept in 8 bits.", |d| {
        d.write_at = |_, _, [row, col]| [row, col & 0xff]
    }),
    mutant("row_bytes_12_bits", ALL, "The byte of a row that is read is kept in 12 bits.", |d| {
        d.read_at = |s, name, [row, col]| {
            let size = s.tuple.tile(name).map_or(1, |t| t.dtype.bytes());
            [row, ((col * size) & 0xfff) / size]
        }
    }),
    mutant("offset_12_bits", ALL, "The offset of a store is kept in 12 bits.", |d| d.write_byte = |_, _, byte| byte & 0xfff),
    mutant("offset_15_bits", ALL, "The offset of a store is kept in 15 bits.", |d| d.write_byte = |_, _, byte| byte & 0x7fff),
    mutant("offset_16_bits", ALL, "The offset of a store is kept in 16 bits.", |d| d.write_byte = |_, _, byte| byte & 0xffff),
    mutant("source_offset_16_bits", ALL, "The offset of a load is kept in 16 bits.", |d| {
        d.read_at = |s, name, [row, col]| {
            let Some(tile) = s.tuple.tile(name).filter(|t| t.is_nd()) else { return [row, col] };
            let (cols, size) = ((tile.cols() as usize).max(1), tile.dtype.bytes());
            let element = (((row * cols + col) * size) & 0xffff) / size;
            [element / cols, element % cols]
        }
    }),
];
