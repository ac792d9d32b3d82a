//! Which elements of an input bear on an element of a result, as far as their extents tell.

use ptoconf_checker::DrawnInput;

/// Which elements of an input bear on one of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bears {
    /// That in the same place.
    Same,
    /// Those of its column: one, or all that are reduced.
    Column,
    /// Those of its row: one, or all that are reduced.
    Row,
    /// The only one: a scalar bears on every result.
    Only,
}

/// How an input bears on a result of so many rows and columns, where that is plain.
pub fn bears(input: &DrawnInput, [rows, cols]: [u32; 2]) -> Option<Bears> {
    let [valid_rows, valid_cols] = input.tile.valid;
    match (valid_rows >= rows, valid_cols >= cols) {
        _ if valid_rows == 0 || valid_cols == 0 => None,
        _ if input.tile.is_scalar() => Some(Bears::Only),
        (true, true) if rows == 1 && valid_rows > 1 => Some(Bears::Column),
        (true, true) if cols == 1 && valid_cols > 1 => Some(Bears::Row),
        (true, true) => Some(Bears::Same),
        (false, true) if valid_rows == 1 => Some(Bears::Column),
        (true, false) if valid_cols == 1 => Some(Bears::Row),
        _ => None,
    }
}

/// The places in an input of the elements that bear on one of the result.
pub fn places(input: &DrawnInput, bears: Bears, row: usize, col: usize) -> impl Iterator<Item = [usize; 2]> {
    let [valid_rows, valid_cols] = input.tile.valid.map(|extent| extent as usize);
    let (rows, cols) = match bears {
        Bears::Same => (row..row + 1, col..col + 1),
        Bears::Column => (0..valid_rows, col..col + 1),
        Bears::Row => (row..row + 1, 0..valid_cols),
        Bears::Only => (0..1, 0..1),
    };
    rows.flat_map(move |row| cols.clone().map(move |col| [row, col]))
}

/// The bits of an element of an input.
pub fn bits(input: &DrawnInput, [row, col]: [usize; 2]) -> Option<u64> {
    input.elements.get(row * input.tile.cols() as usize + col).copied()
}
