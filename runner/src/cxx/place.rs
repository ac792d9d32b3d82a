//! Tiles in memory: where the elements of a logical array lie.

use ptoconf_schemas::{SLayout, Tile};
use std::ops::Range;

/// Bytes of the memory of a tile. Boxes that stick out of the tile count, so that no element is outside.
pub(super) fn footprint(tile: &Tile) -> u64 {
    let size = tile.dtype.bytes() as u64;
    if tile.slayout == SLayout::NoneBox {
        return tile.bytes();
    }
    let elements = (0..tile.rows()).flat_map(|row| (0..tile.cols()).map(move |col| tile.offset(row, col) + 1));
    elements.max().unwrap_or(0).max(tile.elements()) * size
}

/// Puts an array with logical indexing into the memory of a tile.
pub(super) fn scatter(tile: &Tile, array: &[u8], memory: &mut [u8]) {
    if tile.is_nd() {
        memory.copy_from_slice(array);
    } else {
        each_element(tile, |logical, physical| memory[physical].copy_from_slice(&array[logical]));
    }
}

/// Takes an array with logical indexing out of the memory of a tile.
pub(super) fn gather(tile: &Tile, memory: &[u8], array: &mut [u8]) {
    if tile.is_nd() {
        array.copy_from_slice(memory);
    } else {
        each_element(tile, |logical, physical| array[logical].copy_from_slice(&memory[physical]));
    }
}

/// Calls `f` with the bytes of each element, in the array and in memory.
fn each_element(tile: &Tile, mut f: impl FnMut(Range<usize>, Range<usize>)) {
    let size = tile.dtype.bytes();
    let bytes = |index: usize| index * size..(index + 1) * size;
    let places = (0..tile.rows()).flat_map(|row| (0..tile.cols()).map(move |col| tile.offset(row, col)));
    places.enumerate().for_each(|(index, offset)| f(bytes(index), bytes(offset as usize)));
}

/// The bytes of memory that the valid region of a tile takes, in its order; neighbours in one part.
pub(super) fn valid_parts(tile: &Tile) -> Vec<Range<u64>> {
    let [rows, cols] = [tile.valid[0].min(tile.rows()), tile.valid[1].min(tile.cols())];
    let size = tile.dtype.bytes() as u64;
    let mut parts: Vec<Range<u64>> = Vec::new();
    for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
        let start = tile.offset(row, col) * size;
        match parts.last_mut() {
            Some(last) if last.end == start => last.end += size,
            _ => parts.push(start..start + size),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::{BLayout, DType};

    #[test]
    fn valid_parts_are_as_large_as_possible() {
        let tile = |rows, cols, valid| Tile { valid, ..Tile::nd(DType::F32, rows, cols) };
        assert_eq!(valid_parts(&tile(2, 8, [2, 8])), std::slice::from_ref(&(0..64)));
        assert_eq!(valid_parts(&tile(2, 8, [2, 3])), [0..12, 32..44]);
        assert_eq!(valid_parts(&tile(2, 8, [9, 1])), [0..4, 32..36]);
        let column = Tile { blayout: BLayout::ColMajor, ..tile(8, 2, [2, 2]) };
        assert_eq!(valid_parts(&column), [0..4, 32..36, 4..8, 36..40]);
    }

    #[test]
    fn what_is_put_in_comes_out_in_every_layout() {
        for (blayout, slayout) in [
            (BLayout::RowMajor, SLayout::NoneBox),
            (BLayout::ColMajor, SLayout::NoneBox),
            (BLayout::ColMajor, SLayout::RowMajor),
            (BLayout::RowMajor, SLayout::ColMajor),
        ] {
            // Eight rows in boxes of sixteen: the boxes stick out.
            let tile = Tile { blayout, slayout, ..Tile::nd(DType::I16, 8, 32) };
            let array: Vec<u8> = (0..tile.bytes()).map(|i| i as u8).collect();
            let mut memory = vec![0; footprint(&tile) as usize];
            scatter(&tile, &array, &mut memory);
            let mut back = vec![0; array.len()];
            gather(&tile, &memory, &mut back);
            assert_eq!(back, array, "{blayout} {slayout}");
        }
        let tile = Tile { blayout: BLayout::ColMajor, ..Tile::nd(DType::U8, 2, 3) };
        let mut memory = [0; 6];
        scatter(&tile, &[1, 2, 3, 4, 5, 6], &mut memory);
        assert_eq!(memory, [1, 4, 2, 5, 3, 6]);
    }
}
