//! TROWEXPANDMUL: multiplies every element of a row by one value.
//!
//! `dst[i, j] = src0[i, j] * s_i` for `0 <= i < R`, `0 <= j < C`, R and C being dst's valid extents. `s_i` is the expanded
//! source's value of row i, or its block of 32 bytes of the row, over and over.

mod sentences;

use crate::families::row_broadcast as family;
use crate::kernels::Broadcast;
use crate::{Meet, Operation};

const PAGE: &str = "TROWEXPANDMUL page";

pub(super) fn operation() -> Operation {
    Operation {
        summary: "Row-wise broadcast multiply: multiply each row of src0 by a per-row value.",
        forms: family::forms(["TROWEXPANDMUL(dst, src0, src1)", "TROWEXPANDMUL(dst, src0, src1, tmp)"], Meet::Product),
        meaning: |q| family::arithmetic(q, Broadcast::Mul),
        ..family::operation(PAGE, family::newer_dtypes(), sentences::ALL)
    }
}
