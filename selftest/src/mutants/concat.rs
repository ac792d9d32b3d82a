//! The place of the second source in a concatenation.

use super::{CONCAT, Kernel, mutant, physical, valid};

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("concat_block_aligned", &[CONCAT], "The second source begins at a 32-byte block.", |d| {
        d.second_at = |_, dtype, first| first.next_multiple_of(dtype.block() as usize)
    }),
    mutant("concat_aligned_down", &[CONCAT], "The second source begins at the block that holds the end of the first.", |d| {
        d.second_at = |_, dtype, first| first - first % dtype.block() as usize
    }),
    mutant("concat_vector_aligned", &[CONCAT], "The second source begins at a 256-byte vector.", |d| {
        d.second_at = |_, dtype, first| first.next_multiple_of(dtype.vector() as usize)
    }),
    mutant("concat_overlaps", &[CONCAT], "The second source begins one column early.", |d| {
        d.second_at = |_, _, first| first.saturating_sub(1)
    }),
    mutant("concat_gap", &[CONCAT], "The second source begins one column late.", |d| d.second_at = |_, _, first| first + 1),
    mutant("concat_at_valid", &[CONCAT], "The second source begins after the valid columns of the first, whatever its index says.", |d| {
        d.second_at = |s, _, first| valid(s.tuple, "src0").map_or(first, |v| v[1])
    }),
    mutant("concat_at_physical", &[CONCAT], "The second source begins after the physical columns of the first.", |d| {
        d.second_at = |s, _, first| physical(s.tuple, "src0").map_or(first, |p| p[1])
    }),
    mutant("concat_at_zero", &[CONCAT], "The second source overwrites the first.", |d| d.second_at = |_, _, _| 0),
    mutant("concat_offset_8_bits", &[CONCAT], "The column at which the second source begins is kept in 8 bits.", |d| {
        d.second_at = |_, _, first| first & 0xff
    }),
    mutant("concat_byte_offset_8_bits", &[CONCAT], "The byte at which the second source begins is kept in 8 bits.", |d| {
        d.second_at = |_, dtype, first| ((first * dtype.bytes()) & 0xff) / dtype.bytes()
    }),
    mutant("concat_offset_limited", &[CONCAT], "The second source begins at column 255 at the latest.", |d| {
        d.second_at = |_, _, first| first.min(255)
    }),
    mutant("concat_second_from_offset", &[CONCAT], "The second source is read from the column on at which it is written.", |d| {
        d.second_from = |_, first| first
    }),
    mutant("concat_second_from_one", &[CONCAT], "The first column of the second source is left out.", |d| d.second_from = |_, _| 1),
    mutant("concat_row_zero_of_second", &[CONCAT], "Row 0 of the second source serves for every row.", |d| {
        d.read_at = |_, name, [row, col]| if name == "src1" { [0, col] } else { [row, col] }
    }),
    mutant("concat_store_aligned", &[CONCAT], "The address of a store is cut off to a multiple of 32 bytes.", |d| {
        d.write_byte = |_, _, byte| byte & !31
    }),
];
