//! TROWMAX: the largest element of each row.
//!
//! `dst[i, 0] = max over j of src[i, j]` for `0 <= i < R`, R and C being src's valid extents.

mod sentences;

use crate::Operation;
use crate::families::row_reduction as family;

const PAGE: &str = "TROWMAX page";

pub(super) fn operation() -> Operation {
    Operation {
        summary: "Reduce each row to its largest element.",
        forms: vec![family::extreme("TROWMAX(dst, src, tmp)")],
        meaning: |q| family::extremes(q, true),
        ..family::operation(PAGE, sentences::ALL)
    }
}
