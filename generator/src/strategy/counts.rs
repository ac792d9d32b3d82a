//! Counts in every index type, in tuples of rows enough for every value at an edge.
//!
//! Other strategies meet each type with a few values, which a counter that is too narrow, or a comparison that is off by
//! one, may all survive.

use crate::fill::EDGE_ROWS;
use crate::model::{Choice, Extents, Model};
use ptoconf_reference::Fill;
use ptoconf_schemas::DType;

/// Columns of each source: an odd number of elements and few of them, so that a byte counts beyond them.
const COLS: u32 = 5;

/// The tuples of a form, each with a legal one where a question is open; none where nothing is counted.
pub fn choices(model: &Model) -> Vec<(Choice, Option<Choice>)> {
    if model.form.operands.iter().all(|o| o.counts.is_none()) {
        return vec![];
    }
    let mut found = vec![];
    for class in model.form.classes.iter().filter(|c| matches!(c.fill, Fill::IndexPastEnd | Fill::IndexNegative)) {
        for (turn, &index) in DType::ALL.iter().enumerate() {
            // Elements of one type with indices of another one: all types take turns.
            let mut dtypes = DType::ALL.iter().cycle().skip(turn).take(DType::ALL.len());
            found.extend(dtypes.find_map(|&dtype| {
                // Columns of dst in each source's memory, so that a count as large as those ends within it.
                let extents = |rows: u32| Extents::new([rows, (2 * COLS).next_multiple_of(dtype.block())], [rows, COLS]);
                let choice = model.runnable_of_shape([dtype, index], *class, extents(EDGE_ROWS))?;
                if model.is_legal_choice(&choice) {
                    return Some((choice, None));
                }
                let twin = [EDGE_ROWS, 1].into_iter().find_map(|rows| {
                    let legal = model.runnable_of_shape([dtype, index], model.form.classes[0], extents(rows));
                    legal.filter(|twin| model.is_legal_choice(twin))
                });
                Some((choice, Some(twin?)))
            }));
        }
    }
    found
}
