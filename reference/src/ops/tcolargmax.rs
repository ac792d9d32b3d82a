//! TCOLARGMAX: the row of the largest element of each column, and the element.
//!
//! `dstIdx[0, j] = argmax over i of src[i, j]` and `dstVal[0, j] = max over i of src[i, j]` for `0 <= j < C`, R and C being
//! src's valid extents.

mod sentences;

use crate::Operation;
use crate::families::column_place as family;

const PAGE: &str = "TCOLARGMAX page";

pub(super) fn operation() -> Operation {
    Operation {
        summary: "Get the row index of the largest element of each column, and the element.",
        forms: family::forms(["TCOLARGMAX(dstIdx, src, tmp)", "TCOLARGMAX(dstVal, dstIdx, src, tmp)"]),
        meaning: |q| family::behaviours(q, true),
        ..family::operation(PAGE, sentences::ALL)
    }
}
