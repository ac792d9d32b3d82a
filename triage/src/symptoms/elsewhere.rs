//! Results that belong elsewhere: one row or column further, in a tile whose rows are closer together or further apart, or
//! in one of the other layout.

use super::Case;
use super::hypothesis::{Element, Holds};
use ptoconf_schemas::{BLayout, SLayout, Tile};
use std::collections::BTreeMap;

/// What wrong elements hold that is accepted in another place.
pub fn elsewhere<'a>(case: &'a Case<'_>) -> Vec<(String, Holds<'a>)> {
    let mut all: Vec<(String, Holds<'a>)> = vec![
        of(case, "what is accepted one row below", |e| [e.row.checked_add(1), Some(e.col)]),
        of(case, "what is accepted one row above", |e| [e.row.checked_sub(1), Some(e.col)]),
        of(case, "what is accepted one column to the right", |e| [Some(e.row), e.col.checked_add(1)]),
        of(case, "what is accepted one column to the left", |e| [Some(e.row), e.col.checked_sub(1)]),
    ];
    all.extend(strides(case));
    all
}

fn of<'a>(case: &'a Case<'_>, words: &str, at: impl Fn(&Element) -> [Option<usize>; 2] + 'a) -> (String, Holds<'a>) {
    let holds = move |e: &Element| {
        let [Some(row), Some(col)] = at(e) else { return None };
        // Where both places are alike nothing can be told.
        accepted(case, [row, col]).filter(|there| *there != e.accepted).map(|there| there == e.actual)
    };
    (words.to_owned(), Box::new(holds))
}

/// What is accepted in a place; none where nothing is.
fn accepted(case: &Case<'_>, [row, col]: [usize; 2]) -> Option<u64> {
    let (tile, width) = (case.wrong.tile, case.wrong.tile.cols.len());
    tile.elements.get(row * width + col).filter(|_| col < width)?.accepted
}

/// The lines of a tile without boxes: whether they are its rows, and how many elements they are apart.
fn lines(tile: &Tile) -> Option<(bool, usize)> {
    let are_rows = tile.blayout == BLayout::RowMajor;
    (tile.slayout == SLayout::NoneBox).then_some((are_rows, if are_rows { tile.cols() } else { tile.rows() } as usize))
}

/// Lines read or written as far apart as those of another operand, or as only their valid part is long; or rows and columns
/// taken for each other.
fn strides<'a>(case: &'a Case<'_>) -> Vec<(String, Holds<'a>)> {
    let tile = &case.wrong.tile.tile;
    let Some((are_rows, own)) = lines(tile) else { return vec![] };
    let valid = |tile: &Tile| if are_rows { tile.valid_cols() } else { tile.valid_rows() } as usize;
    let words = |is: bool| if is { ["rows", "columns"] } else { ["columns", "rows"] };
    let [line, along] = words(are_rows);
    let mut others = BTreeMap::from([(valid(tile), format!("the valid {along} of {}", case.wrong.tile.operand))]);
    for input in &case.drawing.inputs {
        if let Some((_, stride)) = lines(&input.tile).filter(|(same, _)| *same == are_rows) {
            others.entry(stride).or_insert_with(|| format!("the {along} of {}", input.operand));
        }
        others.entry(valid(&input.tile)).or_insert_with(|| format!("the valid {along} of {}", input.operand));
    }
    let place = move |line: usize, at: usize| if are_rows { [line, at] } else { [at, line] };
    let in_line = move |e: &Element| if are_rows { (e.row, e.col) } else { (e.col, e.row) };
    let canary = case.canary_of(tile.dtype);
    // Where nothing would have been written is what was there before.
    let written = move |e: &Element, [row, col]: [usize; 2]| {
        let there = accepted(case, [row, col]).unwrap_or(canary);
        (there != e.accepted).then_some(there == e.actual)
    };
    let as_if = |how: String| format!("what is accepted elsewhere, as if {line} were {how}");
    let mut all: Vec<(String, Holds<'a>)> = vec![];
    for (stride, of_what) in others.into_iter().filter(|(stride, _)| *stride != own && *stride > 0) {
        let moved = move |e: &Element, from: usize, to: usize| {
            let (line, at) = in_line(e);
            place((line * from + at) / to, (line * from + at) % to)
        };
        all.push(of(case, &as_if(format!("read as far apart as {of_what}")), move |e| moved(e, stride, own).map(Some)));
        let holds = move |e: &Element| written(e, moved(e, own, stride));
        all.push((as_if(format!("written as far apart as {of_what}")), Box::new(holds)));
    }
    let lines = if are_rows { tile.rows() } else { tile.cols() } as usize;
    let exchanged = move |e: &Element| {
        let (line, at) = in_line(e);
        written(e, place((line * own + at) % lines, (line * own + at) / lines))
    };
    all.push((
        format!("what is accepted elsewhere, as if {} were written in the other layout, {along} for {line}", case.wrong.tile.operand),
        Box::new(exchanged),
    ));
    all
}

#[cfg(test)]
mod tests {
    use crate::symptoms::testing::CANARY;
    use crate::symptoms::testing::said;

    fn accepted(row: u32, col: u32) -> u64 {
        u64::from(100 * row + col + 1)
    }

    #[test]
    fn what_belongs_one_further_is_said() {
        assert_eq!(said(accepted, |[r, c], _| accepted(r + 1, c))[0], "what is accepted one row below");
        assert_eq!(said(accepted, |[r, c], _| accepted(r, c + 1))[0], "what is accepted one column to the right");
    }

    /// Tiles of the tests are 16 columns wider than what is valid in them.
    #[test]
    fn rows_that_are_too_close_together_are_told() {
        let packed = "as far apart as the valid columns of dst";
        let read = |[r, c]: [u32; 2], [_, cols]: [u32; 2]| {
            let at = r * cols + c;
            accepted(at / (cols + 16), at % (cols + 16))
        };
        assert_eq!(said(accepted, read)[0], format!("what is accepted elsewhere, as if rows were read {packed}"));
        let written = |[r, c]: [u32; 2], [rows, cols]: [u32; 2]| match (r * (cols + 16) + c) / cols {
            row if row < rows => accepted(row, (r * (cols + 16) + c) % cols),
            _ => CANARY,
        };
        assert_eq!(said(accepted, written)[0], format!("what is accepted elsewhere, as if rows were written {packed}"));
    }

    #[test]
    fn a_layout_taken_for_the_other_is_told() {
        // The tile has a row and 16 columns more than the result.
        let written = |[r, c]: [u32; 2], [rows, cols]: [u32; 2]| {
            let at = r * (cols + 16) + c;
            match [at % (rows + 1), at / (rows + 1)] {
                [row, col] if row < rows && col < cols => accepted(row, col),
                _ => CANARY,
            }
        };
        assert_eq!(said(accepted, written)[0], "what is accepted elsewhere, as if dst were written in the other layout, columns for rows");
    }
}
