//! TCOLEXPANDDIV: divides every row by one value per column.
//!
//! `dst[i, j] = src0[i, j] / s_j` with `s_j = src1[0, j]`, for `0 <= i < R`, `0 <= j < C`, R and C being
//! dst's valid extents.

mod sentences;

use crate::families::{column_broadcast as family, division};
use crate::kernels::Broadcast;
use crate::{Meet, Operation};

const PAGE: &str = "TCOLEXPANDDIV page";

pub(super) fn operation() -> Operation {
    division::operation(Operation {
        summary: "Column-wise broadcast divide: divide each element of src0 by a per-column scalar vector src1.",
        forms: vec![family::form("TCOLEXPANDDIV(dst, src0, src1)", Meet::Quotient)],
        meaning: |q| family::arithmetic(q, Broadcast::Div),
        ..family::operation(PAGE, division::dtypes(&["E3", "R29", "R30", "G7"]), sentences::ALL)
    })
}
