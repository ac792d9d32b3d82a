//! Tiles in memory: inputs that are read, outputs that are written, and what is written beside a result.

use crate::choice::{Ask, Unfollowable};
use ptoconf_schemas::Tile;

/// Outside a result this is written.
const SPILT: u8 = 0x3C;

/// The tile of an input in one case.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The descriptor.
    pub tile: &'a Tile,
    /// Its elements.
    pub bytes: &'a [u8],
}

impl View<'_> {
    /// The element at a place inside the physical tile; zero outside it.
    pub fn get(&self, row: u32, col: u32) -> u64 {
        if row >= self.tile.rows() || col >= self.tile.cols() {
            return 0;
        }
        self.tile.dtype.read(self.bytes, row as usize * self.tile.cols() as usize + col as usize)
    }

    /// Whether a place lies in the valid region.
    pub fn is_valid(&self, row: u32, col: u32) -> bool {
        row < self.tile.valid_rows() && col < self.tile.valid_cols()
    }
}

/// The tile of an output in one case.
pub struct Canvas<'a> {
    /// The descriptor.
    pub tile: &'a Tile,
    /// Its elements.
    pub bytes: &'a mut [u8],
}

impl Canvas<'_> {
    /// Writes an element; nothing where there is no room.
    pub fn put(&mut self, row: u32, col: u32, bits: u64) {
        if row < self.tile.rows() && col < self.tile.cols() {
            self.tile.dtype.write(self.bytes, row as usize * self.tile.cols() as usize + col as usize, bits);
        }
    }

    /// Writes something that nobody asked for.
    pub fn spill(&mut self, row: u32, col: u32) {
        self.put(row, col, u64::from_le_bytes([SPILT; 8]));
    }

    /// Writes beside the result, which has these rows and columns, as far as the choice allows.
    ///
    /// # Errors
    /// There is no such option.
    pub fn pad(&mut self, rows: u32, cols: u32, ask: &mut dyn Ask) -> Result<(), Unfollowable> {
        const READING: &str = "tile/dst-padding";
        let [all_rows, all_cols] = self.tile.shape;
        if rows >= all_rows && cols >= all_cols {
            return Ok(());
        }
        let option = ask.option(READING).ok_or_else(|| Unfollowable::Reading(READING.to_owned()))?;
        let (to_row, to_col) = match option.as_str() {
            "untouched" => return Ok(()),
            "block" => (rows, cols.next_multiple_of(self.tile.dtype.block()).min(all_cols)),
            "row" => (rows, all_cols),
            "tile" => (all_rows, all_cols),
            other => return Err(Unfollowable::Option(READING.to_owned(), other.to_owned())),
        };
        if ask.free("beside the result", 4) == 0 {
            return Ok(());
        }
        for row in 0..to_row {
            let from = if row < rows { cols } else { 0 };
            (from..to_col).for_each(|col| self.spill(row, col));
        }
        Ok(())
    }
}

/// What is asked where anything may be written: one of two ways, the first of which writes.
pub const MEANINGLESS: &str = "content without meaning";

/// Writes anything, or nothing.
pub fn arbitrary(canvas: &mut Canvas<'_>, ask: &mut dyn Ask) {
    if ask.free(MEANINGLESS, 2) == 0 {
        canvas.bytes.fill(SPILT);
    }
}
