//! Rows and columns that do not lie where the kernel looks for them.

use super::{ALL, CONCAT, Kernel, SUM, mutant};
use ptoconf_models::{Decisions, Site};
use ptoconf_schemas::{BLayout, Tile};

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("stride_from_valid", ALL, "Rows are taken to follow one another after the valid columns, not the physical ones.", |d| {
        d.strides = |s, name, tile| row_major(s, name, tile, |tile| tile.valid_cols() as usize)
    }),
    mutant("source_stride_of_dst", ALL, "Sources are read with the row stride of dst.", |d| {
        d.strides = |s, name, tile| if name.starts_with("src") { of(s, "dst", tile, name) } else { right(s, name, tile) }
    }),
    mutant("dst_stride_of_source", ALL, "dst is written with the row stride of the first source.", |d| {
        d.strides = |s, name, tile| if name == "dst" { of(s, super::source(s.tuple), tile, name) } else { right(s, name, tile) }
    }),
    mutant("second_source_stride_of_first", ALL, "The second source is read with the row stride of the first.", |d| {
        d.strides = |s, name, tile| if name == "src1" { of(s, "src0", tile, name) } else { right(s, name, tile) }
    }),
    mutant("tmp_stride_of_source", &[SUM], "tmp is used with the row stride of src.", |d| {
        d.strides = |s, name, tile| if name == "tmp" { of(s, "src", tile, name) } else { right(s, name, tile) }
    }),
    mutant("stride_rounded_to_64_bytes", ALL, "Row strides are rounded up to 64 bytes.", |d| {
        d.strides = |s, name, tile| row_major(s, name, tile, |t| (t.cols() as usize).next_multiple_of(2 * t.dtype.block() as usize))
    }),
    mutant("stride_rounded_to_vector", ALL, "Row strides are rounded up to 256 bytes.", |d| {
        d.strides = |s, name, tile| row_major(s, name, tile, |t| (t.cols() as usize).next_multiple_of(t.dtype.vector() as usize))
    }),
    mutant("stride_8_bits", ALL, "Row strides are kept in 8 bits, in elements.", |d| {
        d.strides = |s, name, tile| row_major(s, name, tile, |t| t.cols() as usize & 0xff)
    }),
    mutant("stride_blocks_8_bits", ALL, "Row strides are kept in 8 bits, in blocks of 32 bytes.", |d| {
        d.strides = |s, name, tile| row_major(s, name, tile, |t| ((t.cols() / t.dtype.block()) as usize & 0xff) * t.dtype.block() as usize)
    }),
    mutant("stride_in_bytes", ALL, "Row strides are taken in bytes where they are in elements.", |d| {
        d.strides = |s, name, tile| row_major(s, name, tile, |t| t.cols() as usize * t.dtype.bytes())
    }),
    mutant("stride_of_rows", ALL, "The row stride is the number of rows.", |d| {
        d.strides = |s, name, tile| row_major(s, name, tile, |t| t.rows() as usize)
    }),
    mutant("index_rows_contiguous", &[CONCAT], "Values of an index tile are taken to follow one another.", |d| {
        d.strides = |s, name, tile| if name.ends_with("Idx") { [1, 1] } else { right(s, name, tile) }
    }),
    mutant("source_column_late", ALL, "Sources are read one column too far to the right.", |d| {
        d.read_at = |_, name, [row, col]| if name.starts_with("src") { [row, col + 1] } else { [row, col] }
    }),
    mutant("source_row_late", ALL, "The first source is read one row too low.", |d| {
        d.read_at = |s, name, [row, col]| if name == super::source(s.tuple) { [row + 1, col] } else { [row, col] }
    }),
    mutant("dst_column_late", ALL, "dst is written one column too far to the right.", |d| {
        d.write_at = |_, name, [row, col]| if name == "dst" { [row, col + 1] } else { [row, col] }
    }),
    mutant("transposed", ALL, "Sources are read with rows and columns exchanged.", |d| {
        d.read_at = |_, name, [row, col]| if name.starts_with("src") { [col, row] } else { [row, col] }
    }),
];

fn right(site: &Site, name: &str, tile: &Tile) -> [usize; 2] {
    (Decisions::RIGHT.strides)(site, name, tile)
}

/// Another row stride for row-major tiles.
fn row_major(site: &Site, name: &str, tile: &Tile, stride: fn(&Tile) -> usize) -> [usize; 2] {
    if tile.blayout == BLayout::RowMajor { [stride(tile), 1] } else { right(site, name, tile) }
}

/// The strides of another operand.
fn of(site: &Site, other: &str, tile: &Tile, name: &str) -> [usize; 2] {
    right(site, name, site.tuple.tile(other).unwrap_or(tile))
}
