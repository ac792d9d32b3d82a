//! TCOLMAX: the largest element of each column.
//!
//! `dst[0, j] = max over i of src[i, j]` for `0 <= j < C`, R and C being src's valid extents.

mod sentences;

use crate::Operation;
use crate::families::column_reduction as family;

const PAGE: &str = "TCOLMAX page";

pub(super) fn operation() -> Operation {
    Operation {
        summary: "Reduce each column to its largest element.",
        forms: vec![family::extreme("TCOLMAX(dst, src)")],
        meaning: |q| family::extremes(q, true),
        ..family::operation(PAGE, sentences::ALL)
    }
}
