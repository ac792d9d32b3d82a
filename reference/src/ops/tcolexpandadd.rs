//! TCOLEXPANDADD: adds one value per column to every row.
//!
//! `dst[i, j] = src0[i, j] + s_j` with `s_j = src1[0, j]`, for `0 <= i < R`, `0 <= j < C`, R and C being
//! dst's valid extents.

mod sentences;

use crate::families::column_broadcast as family;
use crate::kernels::Broadcast;
use crate::{Operation, reading};
use ptoconf_schemas::DType;
use ptoconf_schemas::DType::{Bf16, F16, F32, I8, I16, I32, U8, U16, U32};

const PAGE: &str = "TCOLEXPANDADD page";
const DTYPES: &[(&str, &[DType])] = &[
    ("eleven", DType::ALL),
    ("nine", &[F16, F32, Bf16, I8, U8, I16, U16, I32, U32]),
    ("six", &[F16, F32, I16, I32, U16, U32]),
    ("four", &[F16, F32, I16, I32]),
];

pub(super) fn operation() -> Operation {
    let mut rules = vec![family::dtype_rule(PAGE, DTYPES)];
    rules.extend(family::rules(PAGE));
    let mut readings = vec![
        // The operation's own page and header decide, not the family's list.
        reading("dtypes", &["E1", "G7"], "Which element types are supported?")
            .option("eleven", "Every one, on every target.", "manual, family page")
            .option("nine", "f16 f32 bf16 i8 u8 i16 u16 i32 u32.", "newer page for A5; A5")
            .option("six", "f16 f32 i16 i32 u16 u32.", "the page, Constraints; manual, operation page for A5")
            .option("four", "f16 f32 i16 i32.", "newer page for A2A3; manual, operation page; A2A3")
            .admit(&["six", "four", "nine"], &["six"], &["four", "six"], &["nine", "six"]),
    ];
    readings.extend(family::readings());
    Operation {
        name: "",
        page: PAGE,
        summary: "Column-wise broadcast add: add each element of src0 by a per-column scalar vector src1.",
        forms: vec![family::form("TCOLEXPANDADD(dst, src0, src1)")],
        rules,
        readings,
        sentences: sentences::ALL,
        unreachable: vec![],
        meaning: |q| family::behaviours(q, Broadcast::Add),
    }
}
