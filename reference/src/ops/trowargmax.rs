//! TROWARGMAX: the column of the largest element of each row, and the element.
//!
//! `dstIdx[i, 0] = argmax over j of src[i, j]` and `dstVal[i, 0] = max over j of src[i, j]` for `0 <= i < R`, R and C being
//! src's valid extents.

mod sentences;

use crate::Operation;
use crate::families::row_place as family;

const PAGE: &str = "TROWARGMAX page";

pub(super) fn operation() -> Operation {
    Operation {
        summary: "Get the column index of the largest element of each row, and the element.",
        forms: family::forms(["TROWARGMAX(dstIdx, src, tmp)", "TROWARGMAX(dstVal, dstIdx, src, tmp)"]),
        meaning: |q| family::behaviours(q, true),
        ..family::operation(PAGE, sentences::ALL)
    }
}
