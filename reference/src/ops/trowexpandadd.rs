//! TROWEXPANDADD: adds one value per row to every element of the row.
//!
//! `dst[i, j] = src0[i, j] + s_i` for `0 <= i < R`, `0 <= j < C`, R and C being dst's valid extents. `s_i` is the expanded
//! source's value of row i, or its block of 32 bytes of the row, over and over.

mod sentences;

use crate::families::row_broadcast as family;
use crate::kernels::Broadcast;
use crate::{Meet, Operation};

const PAGE: &str = "TROWEXPANDADD page";

pub(super) fn operation() -> Operation {
    Operation {
        summary: "Row-wise broadcast add: add a per-row value to each row of src0.",
        forms: family::forms(["TROWEXPANDADD(dst, src0, src1)", "TROWEXPANDADD(dst, src0, src1, tmp)"], Meet::Sum),
        meaning: |q| family::arithmetic(q, Broadcast::Add),
        ..family::operation(PAGE, family::newer_dtypes(), sentences::ALL)
    }
}
