//! TROWEXPANDEXPDIF: e to the difference of every element of a row and one value.
//!
//! `dst[i, j] = exp(src0[i, j] - s_i)` for `0 <= i < R`, `0 <= j < C`, R and C being dst's valid extents. `s_i` is the expanded
//! source's value of row i, or its block of 32 bytes of the row, over and over. Where src0 is the expanded one, src1's
//! elements are subtracted from its values.

mod sentences;

use crate::families::{exponential, row_broadcast as family};
use crate::{Meet, Operation};

const PAGE: &str = "TROWEXPANDEXPDIF page";

pub(super) fn operation() -> Operation {
    exponential::operation(family::with_src1_expanded(Operation {
        summary: "Row-wise exp-diff: raise e to the difference of each element of src0 and a per-row value.",
        forms: family::forms(["TROWEXPANDEXPDIF(dst, src0, src1)", "TROWEXPANDEXPDIF(dst, src0, src1, tmp)"], Meet::Exponential),
        meaning: family::exponentials,
        ..family::operation(PAGE, exponential::dtypes(), sentences::ALL)
    }))
}
