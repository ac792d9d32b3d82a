//! Reductions of each column to row 0 of the destination: the form, the rules and the readings that their pages share.

pub(crate) mod sentences;

use super::picks;
use super::policies::value;
use crate::kernels::{column_extremes, part_mask};
use crate::{
    Behaviour, Class, Combine, Effect, Extent, Form, Meet, Operation, Output, OutputValue, Query, Reading, Rule, Section, reading, rule,
};
use ptoconf_schemas::DType::{self, Bf16, F16, F32, I8, I16, I32, U8, U16, U32};
use ptoconf_schemas::Stage;

const GENERAL: &str = "Constraints: general constraints / checks";
const RUNTIME: &str = "Constraints: runtime checks";
const TARGETS: &str = "Target-Profile Restrictions";
const FOUR: &[DType] = &[F16, F32, I16, I32];
const SIX: &[DType] = &[F16, F32, I16, U16, I32, U32];
const SEVEN: &[DType] = &[F16, F32, Bf16, I16, U16, I32, U32];
const NINE: &[DType] = &[F16, F32, I8, U8, I16, U16, I32, U32, Bf16];

/// What the pages of the largest and the smallest element share.
pub(crate) fn operation(page: &'static str, sentences: &'static [Section]) -> Operation {
    Operation {
        name: "",
        page,
        summary: "",
        forms: vec![],
        rules: operands(page).into_iter().chain([src_not_empty(page, TARGETS), dst_has_row(page), dst_one_row(page)]).collect(),
        readings: vec![dtypes(), empty_src(), domain(), dst_rows()],
        sentences,
        unreachable: vec![("tile/vec-not-boxed", "the page asks for tiles without boxes")],
        meaning: |_| vec![],
    }
}

/// The form of a largest or smallest element: (dst, src).
pub(crate) fn extreme(call: &'static str) -> Form {
    form("plain", call, Meet::Extreme, Class::EXTREME)
}

/// A form (dst, src).
pub(crate) fn form(name: &'static str, call: &'static str, meet: Meet, classes: &'static [Class]) -> Form {
    Form::new(name, call, Combine::Rows(meet), classes)
        .output("dst", [Extent::FixedOrMore(1), Extent::Dim("C")])
        .input("src", [Extent::Dim("R"), Extent::Dim("C")])
}

/// The rules on both operands that every such page states in the same words.
pub(crate) fn operands(page: &'static str) -> Vec<Rule> {
    vec![
        rule("vec", Stage::Layout, "dst and src are Vec tiles.").source(page, GENERAL).holds(|q| q.are_vec(&["dst", "src"])),
        rule("nd-layout", Stage::Layout, "dst and src are row-major without boxes.")
            .source(page, GENERAL)
            .holds(|q| q.are_nd(&["dst", "src"])),
        rule("same-dtype", Stage::Type, "dst and src have the same element type.")
            .source(page, GENERAL)
            .holds(|q| q.dtype("dst") == q.dtype("src")),
        rule("dtype-supported", Stage::Type, "The element type is supported.").source(page, GENERAL).source(page, TARGETS).by(
            "dtypes",
            |q, option| match option {
                "four" => FOUR.contains(&q.dtype("src")),
                "six" => SIX.contains(&q.dtype("src")),
                "seven" => SEVEN.contains(&q.dtype("src")),
                "nine" => NINE.contains(&q.dtype("src")),
                "ten" => q.dtype("src") != Bf16,
                _ => true,
            },
        ),
        rule("valid-cols-equal", Stage::Shape, "src has as many valid columns as dst.")
            .source(page, RUNTIME)
            .holds(|q| q.valid("src")[1] == q.valid("dst")[1]),
    ]
}

/// The rule of an empty source, with the section that speaks of it.
pub(crate) fn src_not_empty(page: &'static str, section: &'static str) -> Rule {
    rule("src-not-empty", Stage::Shape, "src has a valid row and a valid column.")
        .source(page, section)
        .holds(|q| !q.empty("src"))
        .open("empty-src")
}

/// The rule of a destination without rows.
pub(crate) fn dst_has_row(page: &'static str) -> Rule {
    rule("dst-has-row", Stage::Shape, "dst has a valid row.")
        .source(page, "Inputs: iterates over dst's valid region")
        .holds(|q| q.valid("dst")[0] > 0)
        .open("domain")
}

/// The rule of a destination of several rows.
pub(crate) fn dst_one_row(page: &'static str) -> Rule {
    rule("dst-one-row", Stage::Shape, "dst has at most one valid row.")
        .source(page, "Mechanism: the formula gives row 0")
        .source("formal specification", "Decision 111: dst is one row")
        .holds(|q| q.valid("dst")[0] <= 1)
        .open("dst-rows")
}

fn dtypes() -> Reading {
    reading("dtypes", &["R2", "G7"], "Which element types are supported?")
        .option("eleven", "f16 f32 bf16 i8 u8 i16 u16 i32 u32 i64 u64.", "manual, operation page for A5; A5")
        .option("nine", "f16 f32 bf16 i8 u8 i16 u16 i32 u32.", "the page, Constraints")
        .option("four", "f16 f32 i16 i32.", "the page, Target-Profile Restrictions, for A2A3; A2A3")
        .admit(&["four", "nine", "eleven"], &["four", "nine"], &["four"], &["nine", "eleven"])
}

fn empty_src() -> Reading {
    reading("empty-src", &["R5", "G2"], "What does a source without valid elements mean?")
        .with("no-effect", Effect::NoEffect, "It returns early; dst keeps its content.", "the page, Target-Profile Restrictions; A2A3; A5")
        .with("rejected", Effect::Rejects, "It is illegal.", "manual, family page; formal specification; assembler for A5")
        .admit_everywhere(&["no-effect", "rejected"])
}

/// The reading of a destination without rows.
pub(crate) fn domain() -> Reading {
    reading("domain", &["G8", "G2"], "What if dst has no valid row?")
        .with("dst", Effect::NoEffect, "Nothing is written: the operation iterates over dst.", "the page, Inputs")
        .with("src", Effect::Unspecified, "Row 0 is written: dst's rows are never read.", "the page's formula; A2A3; A5")
        .with("rejected", Effect::Rejects, "It is illegal.", "formal specification: dst is one row")
        .admit(&["dst", "src", "rejected"], &["dst", "src", "rejected"], &["src", "dst", "rejected"], &["src", "dst", "rejected"])
}

/// The reading of a destination of several rows.
pub(crate) fn dst_rows() -> Reading {
    const ROWS: &[&str] = &["first-row", "every-row"];
    reading("dst-rows", &["G8"], "What if dst has more than one valid row?")
        .with("first-row", Effect::Judged, "Row 0 is written, the others keep their content.", "the page's formula; A2A3; A5")
        .with(
            "every-row",
            Effect::Judged,
            "Row 0 holds the results; the other valid rows may be written, and no page says with what.",
            "the page, Inputs: iterates over dst's valid region",
        )
        .with("rejected", Effect::Rejects, "It is illegal.", "formal specification, Decision 111: dst is one row")
        .admit(&["first-row", "every-row", "rejected"], ROWS, ROWS, ROWS)
}

/// Rows of dst that may be written. What the rows after the first hold has no meaning where they are, too.
pub(crate) fn written_rows(q: &Query) -> u32 {
    if q.follows("dst-rows", "every-row") { q.valid("dst")[0].max(1) } else { 1 }
}

/// An output whose row 0 is judged, and whose other rows that are written may hold anything.
pub(crate) fn first_row(operand: &'static str, variant: impl Into<String>, [rows, cols]: [u32; 2], value: OutputValue) -> Output {
    let output = Output::new(operand, variant, [rows, cols], value);
    if rows > 1 { output.masked("first-row", part_mask([1, cols], cols)) } else { output }
}

/// Every known behaviour of a largest or smallest element. A single row may be copied, whatever is moved elsewhere.
pub(crate) fn extremes(q: &Query, larger: bool) -> Vec<Behaviour> {
    let [rows, cols] = q.valid("src");
    let mut behaviours = picks::behaviours(q, larger, |option, pick, change| {
        let kernel = change(column_extremes("src", rows, pick));
        first_row("dst", option, [written_rows(q), cols], value(q.dtype("dst"), kernel))
    });
    if rows == 1 {
        behaviours.iter_mut().for_each(|b| b.readings.clear());
    }
    behaviours
}
