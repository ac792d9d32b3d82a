//! Every pair of two values of a type, of at most two bytes, in tiles of one shape.
//!
//! A case has so many values of the vector that is broadcast as it has elements, and meets each of them with so many of the tile
//! as it has lines. Cases count through all values of the vector, then through those of the tile. A block is what is
//! made, run and judged at once: 2^20 pairs where a type has two bytes, all where it has one.

use super::Target;
use ptoconf_schemas::DType;

/// Rows and columns of the tile.
pub(crate) const SHAPE: [u32; 2] = [64, 256];
/// Pairs of a case.
const CASE: u64 = SHAPE[0] as u64 * SHAPE[1] as u64;
/// Cases of a block at most.
const BLOCK: u64 = 64;

/// Blocks that have every pair of a type of two bytes, of which there are most.
pub const MOST_BLOCKS: u32 = ((1 << 32) / (CASE * BLOCK)) as u32;

/// Cases that have every pair of a type.
fn all_cases(dtype: DType) -> u64 {
    (values(dtype) * values(dtype)).div_ceil(CASE)
}

/// Blocks that have every pair of a type.
pub(crate) fn blocks(dtype: DType) -> u32 {
    all_cases(dtype).div_ceil(BLOCK) as u32
}

/// Cases of each block.
pub(crate) fn cases(dtype: DType) -> u32 {
    all_cases(dtype).min(BLOCK) as u32
}

/// Bit patterns of a type.
fn values(dtype: DType) -> u64 {
    dtype.mask() + 1
}

/// The first values of the vector and of the tile in a case, where a line has so many elements.
fn begin(dtype: DType, cols: u64, case: u64) -> (u64, u64) {
    let parts = values(dtype) / cols;
    (case % parts * cols, case / parts * (CASE / cols))
}

/// The tile's lines differ from column to column, so that an element of another line or column shows.
pub(super) fn fill(target: &mut Target) {
    let dtype = target.dtype();
    let cols = u64::from(target.tile.valid_cols());
    let rows = CASE / cols;
    let (vector, tile) = begin(dtype, cols, u64::from(target.block) * BLOCK + u64::from(target.slot));
    let is_tile = u64::from(target.tile.valid_rows()) == rows;
    target.each(|row, col| match is_tile {
        true => tile + u64::from(row + col) % rows,
        false => vector + u64::from(col) % cols,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_case_begins_at_other_values() {
        for (dtype, cols) in [(DType::F16, 256), (DType::Bf16, 64), (DType::I8, 256), (DType::U8, 64)] {
            let cases = u64::from(blocks(dtype)) * u64::from(cases(dtype));
            let begun: BTreeSet<(u64, u64)> = (0..cases).map(|case| begin(dtype, cols, case)).collect();
            assert_eq!(begun.len() as u64, cases, "{dtype:?}");
            assert!(blocks(dtype) == if dtype.bytes() == 2 { MOST_BLOCKS } else { 1 });
            assert_eq!(cases * CASE, values(dtype) * values(dtype));
            assert!(begun.iter().all(|&(vector, tile)| vector % cols == 0 && tile % (CASE / cols) == 0));
            let last = (values(dtype) - cols, values(dtype) - CASE / cols);
            assert_eq!(begun.last(), Some(&last), "{dtype:?}: nothing is beyond the type");
        }
    }
}
