//! TCOLEXPANDSUB: subtracts one value per column from every row.
//!
//! `dst[i, j] = src0[i, j] - s_j` with `s_j = src1[0, j]`, for `0 <= i < R`, `0 <= j < C`, R and C being
//! dst's valid extents.

mod sentences;

use crate::families::column_broadcast as family;
use crate::kernels::Broadcast;
use crate::{Meet, Operation, Reading, reading};

const PAGE: &str = "TCOLEXPANDSUB page";

pub(super) fn operation() -> Operation {
    Operation {
        summary: "Column-wise broadcast subtract: subtract a per-column scalar vector from each column.",
        forms: vec![family::form("TCOLEXPANDSUB(dst, src0, src1)", Meet::Sum)],
        meaning: |q| family::arithmetic(q, Broadcast::Sub),
        ..family::operation(PAGE, dtypes(), sentences::ALL)
    }
}

/// The operation's own page and header decide, not the family's list.
fn dtypes() -> Reading {
    reading("dtypes", &["E2", "G7"], "Which element types are supported?")
        .option("eleven", "Every one, on every target.", "manual, family page")
        .option("nine", "f16 f32 bf16 i8 u8 i16 u16 i32 u32.", "newer page for A5; A5")
        .option("four", "f16 f32 i16 i32.", "newer page for A2A3; A2A3")
        .option("two", "f16 f32.", "the page, Constraints")
        .admit(&["two", "four", "nine"], &["two"], &["four", "two"], &["nine", "two"])
}
