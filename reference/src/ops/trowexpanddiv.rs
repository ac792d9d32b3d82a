//! TROWEXPANDDIV: divides every element of a row by one value.
//!
//! `dst[i, j] = src0[i, j] / s_i` for `0 <= i < R`, `0 <= j < C`, R and C being dst's valid extents. `s_i` is the expanded
//! source's value of row i, or its block of 32 bytes of the row, over and over. Where src0 is the expanded one, its values
//! are divided by src1's.

mod sentences;

use crate::families::{division, row_broadcast as family};
use crate::kernels::Broadcast;
use crate::{Meet, Operation};

const PAGE: &str = "TROWEXPANDDIV page";

pub(super) fn operation() -> Operation {
    division::operation(Operation {
        summary: "Row-wise broadcast divide: divide each row of src0 by a per-row value.",
        forms: family::forms(["TROWEXPANDDIV(dst, src0, src1)", "TROWEXPANDDIV(dst, src0, src1, tmp)"], Meet::Quotient),
        meaning: |q| family::arithmetic(q, Broadcast::Div),
        ..family::operation(PAGE, division::dtypes(&["R29", "R30", "G7"]), sentences::ALL)
    })
}
