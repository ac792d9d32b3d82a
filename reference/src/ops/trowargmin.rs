//! TROWARGMIN: the column of the smallest element of each row, and the element.
//!
//! `dstIdx[i, 0] = argmin over j of src[i, j]` and `dstVal[i, 0] = min over j of src[i, j]` for `0 <= i < R`, R and C being
//! src's valid extents.

mod sentences;

use crate::Operation;
use crate::families::row_place as family;

const PAGE: &str = "TROWARGMIN page";

pub(super) fn operation() -> Operation {
    Operation {
        summary: "Get the column index of the smallest element of each row, and the element.",
        forms: family::forms(["TROWARGMIN(dstIdx, src, tmp)", "TROWARGMIN(dstVal, dstIdx, src, tmp)"]),
        meaning: |q| family::behaviours(q, false),
        ..family::operation(PAGE, sentences::ALL)
    }
}
