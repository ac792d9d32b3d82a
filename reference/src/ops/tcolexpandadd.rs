//! TCOLEXPANDADD: adds one value per column to every row.
//!
//! `dst[i, j] = src0[i, j] + s_j` with `s_j = src1[0, j]`, for `0 <= i < R`, `0 <= j < C`, R and C being
//! dst's valid extents.

mod sentences;

use crate::families::column_broadcast as family;
use crate::kernels::Broadcast;
use crate::{Meet, Operation, Reading, reading};

const PAGE: &str = "TCOLEXPANDADD page";

pub(super) fn operation() -> Operation {
    Operation {
        summary: "Column-wise broadcast add: add each element of src0 by a per-column scalar vector src1.",
        forms: vec![family::form("TCOLEXPANDADD(dst, src0, src1)", Meet::Sum)],
        meaning: |q| family::arithmetic(q, Broadcast::Add),
        ..family::operation(PAGE, dtypes(), sentences::ALL)
    }
}

/// The operation's own page and header decide, not the family's list.
fn dtypes() -> Reading {
    reading("dtypes", &["E1", "G7"], "Which element types are supported?")
        .option("eleven", "Every one, on every target.", "manual, family page")
        .option("nine", "f16 f32 bf16 i8 u8 i16 u16 i32 u32.", "newer page for A5; A5")
        .option("six", "f16 f32 i16 i32 u16 u32.", "the page, Constraints; manual, operation page for A5")
        .option("four", "f16 f32 i16 i32.", "newer page for A2A3; manual, operation page; A2A3")
        .admit(&["six", "four", "nine"], &["six"], &["four", "six"], &["nine", "six"])
}
