//! What does not fill a vector or a block.

use super::{ALL, Kernel, PAIRS, mutant, physical, valid};
use ptoconf_schemas::DType;

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("tail_dropped", ALL, "The last vector of a row is dropped where it is not full (256 bytes).", |d| {
        d.columns = |_, dtype, n| n - n % vector(dtype)
    }),
    mutant("block_truncated", ALL, "Columns past the last full 32-byte block of a row are dropped.", |d| {
        d.columns = |_, dtype, n| n - n % block(dtype)
    }),
    mutant("block_spilled", ALL, "Every store is rounded up to a 32-byte block and one more.", |d| {
        d.stored = |_, used| used.next_multiple_of(32) + 32
    }),
    mutant("vector_spilled", ALL, "Every store writes a whole vector.", |d| d.stored = |_, _| 256),
    mutant("store_one_byte_more", ALL, "Every store writes one byte more.", |d| d.stored = |_, used| used + 1),
    mutant("store_two_bytes_less", ALL, "Every store writes two bytes less.", |d| d.stored = |_, used| used.saturating_sub(2)),
    mutant("tail_one_short", ALL, "The last lane of a vector that is not full is left out.", |d| {
        d.columns = |_, dtype, n| if n % vector(dtype) > 1 { n - 1 } else { n }
    }),
    mutant("last_column_dropped", ALL, "The last column is left out.", |d| d.columns = |_, _, n| n.saturating_sub(1)),
    mutant("extra_column", ALL, "One column past the last is worked on.", |d| d.columns = |_, _, n| n + 1),
    mutant("full_vector_dropped", ALL, "The last vector is dropped where it is exactly full.", |d| {
        d.columns = |_, dtype, n| if n > 0 && n % vector(dtype) == 0 { n - vector(dtype) } else { n }
    }),
    mutant("full_block_dropped", ALL, "The last block is dropped where it is exactly full.", |d| {
        d.columns = |_, dtype, n| if n > 0 && n % block(dtype) == 0 { n - block(dtype) } else { n }
    }),
    mutant("first_vector_only", ALL, "Only the first vector of a row is worked on.", |d| d.columns = |_, dtype, n| n.min(vector(dtype))),
    mutant("vector_not_advanced", ALL, "Every vector of a row of a source is loaded from its beginning.", |d| {
        d.read_at = |s, name, [row, col]| {
            let lanes = s.tuple.tile(name).map_or(1, |t| t.dtype.vector() as usize);
            if name.starts_with("src") { [row, col % lanes] } else { [row, col] }
        }
    }),
    mutant("tail_in_bytes", ALL, "The lanes of a vector that is not full are counted as if they were bytes.", |d| {
        d.columns = |_, dtype, n| n - n % vector(dtype) + (n % vector(dtype)) / dtype.bytes()
    }),
    mutant("tail_mask_of_4_bytes", ALL, "The tail is masked as if elements had 4 bytes.", |d| {
        d.columns = |_, dtype, n| if dtype.bytes() == 4 { n } else { n - n % vector(dtype) + (n % vector(dtype)).min(64) }
    }),
    mutant("one_lane_in_a_block_dropped", ALL, "A last block with a single element is dropped.", |d| {
        d.columns = |_, dtype, n| if n > 1 && n % block(dtype) == 1 { n - 1 } else { n }
    }),
    mutant("columns_of_vector", PAIRS, "The number of columns is that of the row to be broadcast.", |d| {
        d.columns = |s, _, n| valid(s.tuple, "src1").map_or(n, |v| v[1])
    }),
    mutant("physical_columns", ALL, "Every physical column of dst is worked on.", |d| {
        d.columns = |s, _, n| physical(s.tuple, "dst").map_or(n, |p| p[1].max(n))
    }),
];

fn vector(dtype: DType) -> usize {
    dtype.vector() as usize
}

fn block(dtype: DType) -> usize {
    dtype.block() as usize
}
