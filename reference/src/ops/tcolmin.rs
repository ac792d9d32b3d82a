//! TCOLMIN: the smallest element of each column.
//!
//! `dst[0, j] = min over i of src[i, j]` for `0 <= j < C`, R and C being src's valid extents.

mod sentences;

use crate::Operation;
use crate::families::column_reduction as family;

const PAGE: &str = "TCOLMIN page";

pub(super) fn operation() -> Operation {
    Operation {
        summary: "Reduce each column to its smallest element.",
        forms: vec![family::extreme("TCOLMIN(dst, src)")],
        meaning: |q| family::extremes(q, false),
        ..family::operation(PAGE, sentences::ALL)
    }
}
