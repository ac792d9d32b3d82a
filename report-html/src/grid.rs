//! Lines over a tile: blocks of 32 bytes, and the valid region.

use ptoconf_schemas::{BLayout, SLayout, Tile};
use std::fmt::Write;
use std::ops::Range;

/// A line.
pub struct Line<'a> {
    pub class: &'static str,
    pub path: &'a str,
}

/// Rows and columns of a block: 32 bytes side by side in memory, or a box. 0 is no line in that direction.
pub fn steps(tile: &Tile) -> [u32; 2] {
    match (tile.slayout, tile.blayout) {
        (SLayout::NoneBox, BLayout::RowMajor) => [0, tile.dtype.block()],
        (SLayout::NoneBox, BLayout::ColMajor) => [tile.dtype.block(), 0],
        _ => tile.box_shape(),
    }
}

/// Lines between the blocks of a window.
pub fn blocks(tile: &Tile, rows: &Range<u32>, cols: &Range<u32>) -> String {
    let [row_step, col_step] = steps(tile);
    let inner = |range: &Range<u32>, step: u32| {
        let start = range.start;
        (range.start + 1..range.end).filter(move |at| step > 0 && at % step == 0).map(move |at| at - start).collect::<Vec<_>>()
    };
    let mut path = String::new();
    for col in inner(cols, col_step) {
        let _ = write!(path, "M{col} 0v{}", rows.len());
    }
    for row in inner(rows, row_step) {
        let _ = write!(path, "M0 {row}h{}", cols.len());
    }
    path
}

/// The edge of the region `[0, rows) x [0, cols)` as far as it is in the window; nothing where it is all of it.
pub fn region([all_rows, all_cols]: [u32; 2], rows: &Range<u32>, cols: &Range<u32>) -> String {
    let [bottom, right] = [(all_rows, rows), (all_cols, cols)].map(|(all, range)| all.saturating_sub(range.start).min(range.len() as u32));
    let mut path = String::new();
    if right < cols.len() as u32 && bottom > 0 {
        let _ = write!(path, "M{right} 0v{bottom}");
    }
    if bottom < rows.len() as u32 && right > 0 {
        let _ = write!(path, "M0 {bottom}h{right}");
    }
    path
}
