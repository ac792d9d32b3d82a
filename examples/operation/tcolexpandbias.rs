//! TCOLEXPANDBIAS, as an example of a sibling in a family: what its page shares with others is said there, and nothing twice.
//!
//! `dst[i, j] = src0[i, j] + s_j` with `s_j = src1[0, j]`, for `0 <= i < R`, `0 <= j < C`, R and C being
//! dst's valid extents.

use crate::families::column_broadcast as family;
use crate::kernels::Broadcast;
use crate::{Meet, Operation, Reading, reading};

const PAGE: &str = "TCOLEXPANDBIAS page";

pub(super) fn operation() -> Operation {
    Operation {
        summary: "Add a bias per column: add a per-column scalar vector to each row.",
        forms: vec![family::form("TCOLEXPANDBIAS(dst, src0, src1)", Meet::Sum)],
        meaning: |q| family::arithmetic(q, Broadcast::Add),
        ..family::operation(PAGE, dtypes(), &[])
    }
}

fn dtypes() -> Reading {
    reading("dtypes", &[], "Which element types are supported?")
        .option("four", "f16 f32 i16 i32.", "the page, Constraints")
        .admit_everywhere(&["four"])
}
