//! Element types that several pages list alike.

use crate::{Reading, reading};

/// The element types of the newer pages, whose texts are alike.
pub(crate) fn newer_dtypes() -> Reading {
    reading("dtypes", &["R30", "G7"], "Which element types are supported?")
        .option("eleven", "Every one, on every target.", "manual, family page")
        .option("nine", "f16 f32 bf16 i8 u8 i16 u16 i32 u32.", "manual, operation page for A5; A5")
        .option("six", "f16 f32 i16 i32 u16 u32.", "the page, Constraints, for A5; CPU simulator")
        .option("four", "f16 f32 i16 i32.", "the page, Constraints, for A2, A3 and A5; A2A3")
        .admit(&["six", "four", "nine"], &["six"], &["four", "six"], &["nine", "six"])
}
