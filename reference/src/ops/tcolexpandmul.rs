//! TCOLEXPANDMUL: multiplies every row by one value per column.
//!
//! `dst[i, j] = src0[i, j] * s_j` with `s_j = src1[0, j]`, for `0 <= i < R`, `0 <= j < C`, R and C being
//! dst's valid extents.

mod sentences;

use crate::families::column_broadcast as family;
use crate::kernels::Broadcast;
use crate::{Meet, Operation, Reading};

const PAGE: &str = "TCOLEXPANDMUL page";

pub(super) fn operation() -> Operation {
    Operation {
        summary: "Column-wise broadcast multiply: multiply each element of src0 by a per-column scalar vector src1.",
        forms: vec![family::form("TCOLEXPANDMUL(dst, src0, src1)", Meet::Product)],
        meaning: |q| family::arithmetic(q, Broadcast::Mul),
        ..family::operation(PAGE, dtypes(), sentences::ALL)
    }
}

fn dtypes() -> Reading {
    family::newer_dtypes().option("seven", "f16 f32 i16 i32 u16 u32 u8.", "CPU simulator").admit(
        &["six", "four", "nine", "seven"],
        &["seven", "six"],
        &["four", "six"],
        &["nine", "six"],
    )
}
