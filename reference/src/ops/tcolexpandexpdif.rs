//! TCOLEXPANDEXPDIF: e to the difference of every row and one value per column.
//!
//! `dst[i, j] = exp(src0[i, j] - s_j)` with `s_j = src1[0, j]`, for `0 <= i < R`, `0 <= j < C`, R and C being dst's valid
//! extents.

mod sentences;

use crate::families::{column_broadcast as family, exponential};
use crate::{Meet, Operation};

const PAGE: &str = "TCOLEXPANDEXPDIF page";

pub(super) fn operation() -> Operation {
    exponential::operation(Operation {
        summary: "Column-wise exp-diff: raise e to the difference of each element of src0 and a per-column scalar of src1.",
        forms: vec![family::form("TCOLEXPANDEXPDIF(dst, src0, src1)", Meet::Exponential)],
        meaning: family::exponentials,
        ..family::operation(PAGE, exponential::dtypes(), sentences::ALL)
    })
}
