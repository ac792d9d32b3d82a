//! TROWMIN: the smallest element of each row.
//!
//! `dst[i, 0] = min over j of src[i, j]` for `0 <= i < R`, R and C being src's valid extents.

mod sentences;

use crate::Operation;
use crate::families::row_reduction as family;

const PAGE: &str = "TROWMIN page";

pub(super) fn operation() -> Operation {
    Operation {
        summary: "Reduce each row to its smallest element.",
        forms: vec![family::extreme("TROWMIN(dst, src, tmp)")],
        meaning: |q| family::extremes(q, false),
        ..family::operation(PAGE, sentences::ALL)
    }
}
