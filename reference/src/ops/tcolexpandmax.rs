//! TCOLEXPANDMAX: the larger of each element and one value per column.
//!
//! `dst[i, j] = max(src0[i, j], s_j)` with `s_j = src1[0, j]`, for `0 <= i < R`, `0 <= j < C`, R and C being
//! dst's valid extents.

mod sentences;

use crate::families::column_broadcast as family;
use crate::{Meet, Operation};

const PAGE: &str = "TCOLEXPANDMAX page";

pub(super) fn operation() -> Operation {
    Operation {
        summary: "Column-wise broadcast max: the larger of each element of src0 and a per-column scalar of src1.",
        forms: vec![family::form("TCOLEXPANDMAX(dst, src0, src1)", Meet::Extreme)],
        meaning: |q| family::extremes(q, true),
        ..family::operation(PAGE, family::newer_dtypes(), sentences::ALL)
    }
}
