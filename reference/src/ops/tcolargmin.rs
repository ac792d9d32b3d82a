//! TCOLARGMIN: the row of the smallest element of each column, and the element.
//!
//! `dstIdx[0, j] = argmin over i of src[i, j]` and `dstVal[0, j] = min over i of src[i, j]` for `0 <= j < C`, R and C being
//! src's valid extents.

mod sentences;

use crate::Operation;
use crate::families::column_place as family;

const PAGE: &str = "TCOLARGMIN page";

pub(super) fn operation() -> Operation {
    Operation {
        summary: "Get the row index of the smallest element of each column, and the element.",
        forms: family::forms(["TCOLARGMIN(dstIdx, src, tmp)", "TCOLARGMIN(dstVal, dstIdx, src, tmp)"]),
        meaning: |q| family::behaviours(q, false),
        ..family::operation(PAGE, sentences::ALL)
    }
}
