//! Physical elements outside the judged region: how far a write reached into them.

use crate::compare::Geometry;
use crate::compare::unchanged::all_canary;

/// The reading that says how far an operation may write outside its result.
pub const PADDING: &str = "tile/dst-padding";

/// How far a write reached outside the region; the order is that of the promise, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Reach {
    /// Nowhere: every element outside the region is still canary.
    Untouched,
    /// Within the rows of the region, up to the end of the 32-byte block of its last column.
    Block,
    /// Within the rows of the region.
    Row,
    /// Outside the rows of the region.
    Tile,
}

impl Reach {
    /// Every reach, strongest promise first.
    pub const ALL: [Reach; 4] = [Reach::Untouched, Reach::Block, Reach::Row, Reach::Tile];

    /// The name of the option of [`PADDING`] that allows this and nothing more.
    pub fn option(self) -> &'static str {
        match self {
            Reach::Untouched => "untouched",
            Reach::Block => "block",
            Reach::Row => "row",
            Reach::Tile => "tile",
        }
    }

    /// Where memory beside the result was written, in a few words.
    pub fn place(self) -> &'static str {
        match self {
            Reach::Untouched => "nowhere",
            Reach::Block => "the rest of its last block",
            Reach::Row => "past its last block",
            Reach::Tile => "rows outside its result",
        }
    }

    /// What was seen, in words.
    pub fn words(self) -> &'static str {
        match self {
            Reach::Untouched => "nothing outside the result was written",
            Reach::Block => "the rest of the last 32-byte block of the result's rows was written",
            Reach::Row => "the result's rows were written past their last 32-byte block",
            Reach::Tile => "rows outside the result were written",
        }
    }
}

/// How far a write into tile `case` of `actual` reached; elements are `size` bytes, and the tile
/// was filled with `canary`. With `rows_only` the rows of the region are not looked at.
pub fn reach(geometry: &Geometry, size: usize, canary: u8, rows_only: bool, actual: &[u8], case: usize) -> Reach {
    let row_bytes = geometry.cols * size;
    let tile = &actual[case * geometry.tile() * size..(case + 1) * geometry.tile() * size];
    let (inside, below) = tile.split_at(geometry.region_rows * row_bytes);
    if !all_canary(canary, below) {
        return Reach::Tile;
    }
    let used = geometry.region_cols * size;
    if rows_only || used == 0 || used == row_bytes {
        return Reach::Untouched;
    }
    let block = used.next_multiple_of(32).min(row_bytes);
    let row_reach = |row: &[u8]| match (all_canary(canary, &row[used..block]), all_canary(canary, &row[block..])) {
        (true, true) => Reach::Untouched,
        (false, true) => Reach::Block,
        _ => Reach::Row,
    };
    inside.chunks_exact(row_bytes).map(row_reach).max().unwrap_or(Reach::Untouched)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A 3 x 40 tile of u16, of which 2 x 5 are the result; a row is 80 bytes, a block 16 elements.
    const SHAPE: Geometry = Geometry { cases: 1, rows: 3, cols: 40, region_rows: 2, region_cols: 5 };

    fn reach_of(touched: &[(usize, usize)], geometry: &Geometry, rows_only: bool) -> Reach {
        // The tile is the second of two; the first one, written all over, is another case's.
        let bytes = geometry.tile() * 2;
        let mut tiles = [vec![0; bytes], vec![0xA5; bytes]].concat();
        for (row, col) in touched {
            tiles[bytes + (row * geometry.cols + col) * 2] = 0;
        }
        reach(geometry, 2, 0xA5, rows_only, &tiles, 1)
    }

    #[test]
    fn each_reach_is_recognised_at_its_limits() {
        let cases: [(&[(usize, usize)], Reach); 7] = [
            (&[(0, 0), (1, 4)], Reach::Untouched),
            (&[(0, 5)], Reach::Block),
            (&[(1, 15)], Reach::Block),
            (&[(0, 5), (1, 16)], Reach::Row),
            (&[(1, 39)], Reach::Row),
            (&[(2, 0)], Reach::Tile),
            (&[(0, 5), (2, 39)], Reach::Tile),
        ];
        for (touched, want) in cases {
            assert_eq!(reach_of(touched, &SHAPE, false), want, "{touched:?}");
        }
    }

    #[test]
    fn masked_and_empty_regions_look_at_other_rows_only() {
        assert_eq!(reach_of(&[(0, 5)], &SHAPE, true), Reach::Untouched);
        assert_eq!(reach_of(&[(2, 5)], &SHAPE, true), Reach::Tile);
        let no_columns = Geometry { region_cols: 0, ..SHAPE };
        assert_eq!(reach_of(&[(1, 5)], &no_columns, false), Reach::Untouched);
        let no_rows = Geometry { region_rows: 0, ..SHAPE };
        assert_eq!(reach_of(&[(0, 0)], &no_rows, false), Reach::Tile);
    }
}
