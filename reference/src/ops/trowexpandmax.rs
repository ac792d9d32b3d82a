//! TROWEXPANDMAX: the larger of each element and one value per row.
//!
//! `dst[i, j] = max(src0[i, j], s_i)` for `0 <= i < R`, `0 <= j < C`, R and C being dst's valid extents. `s_i` is the expanded
//! source's value of row i, or its block of 32 bytes of the row, over and over.

mod sentences;

use crate::families::row_broadcast as family;
use crate::{Meet, Operation};

const PAGE: &str = "TROWEXPANDMAX page";

pub(super) fn operation() -> Operation {
    Operation {
        summary: "Row-wise broadcast max: the larger of each element of src0 and a per-row value.",
        forms: family::forms(["TROWEXPANDMAX(dst, src0, src1)", "TROWEXPANDMAX(dst, src0, src1, tmp)"], Meet::Extreme),
        meaning: |q| family::extremes(q, true),
        ..family::operation(PAGE, family::newer_dtypes(), sentences::ALL)
    }
}
