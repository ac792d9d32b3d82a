//! Elementwise operations with one operand that is expanded along its rows (the TROWEXPAND family): the forms, the rules
//! and the readings that their pages share.
//!
//! One source has dst's valid region, the other is expanded. Its layout says how: column-major, a value for each row
//! (mode 1); row-major, a block of 32 bytes for each row, over and over (mode 2).

pub(crate) mod sentences;

pub(crate) use super::element_types::newer_dtypes;

use super::broadcast::{self, classes, lists};
use super::exponential;
use crate::kernels::{Broadcast, Operands, Repeat};
use crate::{Behaviour, Combine, Effect, Extent, Form, Meet, Operation, Output, OutputValue, Query, Reading, Rule, Section, reading, rule};
use ptoconf_schemas::{BLayout, Stage, Tile};

const CONSTRAINTS: &str = "Constraints";
const TEMPORARY: &str = "Constraints: temporary tile";
/// The option by which the longer rows say which source is the matrix.
const LONGER: &str = "longer-rows";
const OPERANDS: [&str; 3] = ["dst", "src0", "src1"];

/// What the pages share but for the element types: a reading of the operation's own.
pub(crate) fn operation(page: &'static str, dtypes: Reading, sentences: &'static [Section]) -> Operation {
    Operation {
        name: "",
        page,
        summary: "",
        forms: vec![],
        rules: [operands(page), shapes(page), tmp(page)].into_iter().flatten().collect(),
        readings: [vec![dtypes], readings(), tmp_readings()].into_iter().flatten().collect(),
        sentences,
        unreachable: vec![],
        meaning: |_| vec![],
    }
}

/// The forms (dst, src0, src1) and (dst, src0, src1, tmp), given the calls. Arrangements: src1 a column, src1 blocks,
/// and the same of src0.
pub(crate) fn forms([plain, tmp]: [&'static str; 2], meet: Meet) -> Vec<Form> {
    let matrix = [Extent::Dim("R"), Extent::Dim("C")];
    let column = [Extent::Dim("R"), Extent::Fixed(1)];
    let blocks = [Extent::Dim("R"), Extent::Block];
    let sources = |name, call| {
        Form::new(name, call, Combine::PairByRow(meet), classes(meet))
            .output("dst", matrix)
            .input("src0", matrix)
            .or_shape(matrix)
            .or_column_major(column)
            .or_shape(blocks)
            .input("src1", column)
            .column_major()
            .or_shape(blocks)
            .or_shape(matrix)
            .or_shape(matrix)
    };
    // A block for each row, or as many as are always enough.
    let enough = [Extent::Fixed(256), Extent::Block];
    vec![sources("plain", plain), sources("tmp", tmp).scratch("tmp", blocks).or_shape(blocks).or_shape(enough).or_shape(enough)]
}

/// The operation of a page on which src1 alone is expanded: where both have dst's valid region, it is src1 all the same, and
/// what there is to say of the matrix only targets say.
pub(crate) fn with_src1_expanded(mut operation: Operation) -> Operation {
    let page = operation.page;
    let of_targets = |mut rule: Rule| match rule.id.as_str() {
        "one-full" | "not-both-full" | "full-row-major" => {
            rule.sources.retain(|source| source.page != page);
            rule.source("A2A3 and A5 headers", "debug assertions")
        }
        _ => rule,
    };
    operation.rules = operation.rules.into_iter().map(of_targets).collect();
    for reading in &mut operation.readings {
        match reading.id.as_str() {
            "both-full" => {
                *reading = both_full("the pages of its siblings").admit(&["src0", LONGER], &["src0"], &[LONGER, "src0"], &["src0"]);
            }
            "role" => *reading = role("the pages of its siblings; A2A3; A5; CPU simulator; assembler", "the page; formal specification"),
            _ => {}
        }
    }
    operation
}

/// Which source has dst's valid region, and which one is expanded. Where both have it, src0 is the one that is not, or by
/// an option the one with the longer rows.
struct Roles<'a> {
    full: &'a str,
    expanded: &'a str,
}

impl Roles<'_> {
    /// Under the option of the reading that is followed.
    fn of(q: &Query) -> Roles<'static> {
        Roles::under(q, if q.follows("both-full", LONGER) { LONGER } else { "" })
    }

    fn under(q: &Query, option: &str) -> Roles<'static> {
        let [src0, src1] = are_full(q);
        let by_stride = src0 && src1 && option == LONGER && !q.has("tmp");
        let swapped = if by_stride { stride(q.tile("src0")) < stride(q.tile("src1")) } else { !src0 && src1 };
        if swapped { Roles { full: "src1", expanded: "src0" } } else { Roles { full: "src0", expanded: "src1" } }
    }
}

fn are_full(q: &Query) -> [bool; 2] {
    ["src0", "src1"].map(|name| q.valid(name) == q.valid("dst"))
}

/// Elements from one row to the next.
fn stride(tile: &Tile) -> u32 {
    if tile.blayout == BLayout::RowMajor { tile.cols() } else { 1 }
}

fn operands(page: &'static str) -> Vec<Rule> {
    vec![
        rule("dtype-supported", Stage::Type, "The element type is supported.")
            .source(page, CONSTRAINTS)
            .by("dtypes", |q, option| lists(option, q.dtype("dst"))),
        rule("same-dtype", Stage::Type, "dst and both sources have the same element type.")
            .source(page, CONSTRAINTS)
            .holds(|q| OPERANDS.iter().all(|o| q.dtype(o) == q.dtype("dst"))),
        rule("dst-row-major", Stage::Layout, "dst is row-major.").source(page, CONSTRAINTS).holds(|q| q.are_row_major(&["dst"])),
        rule("full-row-major", Stage::Layout, "The source with dst's valid region is row-major.")
            .source(page, CONSTRAINTS)
            .by("both-full", |q, option| q.are_row_major(&[Roles::under(q, option).full])),
        rule("vec", Stage::Layout, "dst and both sources are Vec tiles.")
            .source("manual", "the family works on Vec tiles")
            .holds(|q| q.are_vec(&OPERANDS))
            .open("location"),
    ]
}

fn shapes(page: &'static str) -> Vec<Rule> {
    vec![
        rule("one-full", Stage::Shape, "src0 or src1 has dst's valid region.")
            .source(page, CONSTRAINTS)
            .holds(|q| are_full(q).contains(&true)),
        rule("not-both-full", Stage::Shape, "Only one of src0 and src1 has dst's valid region.")
            .source(page, CONSTRAINTS)
            .holds(|q| are_full(q) != [true; 2])
            .open("both-full"),
        rule("src1-expanded", Stage::Shape, "src1 is the source that is expanded.")
            .source(page, "Inputs")
            .source("assembler", "verifiers of the row-wise broadcasts")
            .holds(|q| are_full(q) != [false, true])
            .open("role"),
        rule(
            "expanded-shape",
            Stage::Shape,
            "The expanded source has dst's valid rows and is column-major with one valid column, or row-major with a valid block of 32 bytes.",
        )
        .source(page, "Constraints: modes 1 and 2")
        .by("both-full", |q, option| {
            let tile = q.tile(Roles::under(q, option).expanded);
            let cols = if tile.blayout == BLayout::ColMajor { 1 } else { tile.dtype.block() };
            tile.valid == [q.valid("dst")[0], cols]
        }),
        rule("not-empty", Stage::Shape, "dst has a valid row and a valid column.")
            .source("formal specification", "legality of reduction and expansion")
            .holds(|q| !q.empty("dst"))
            .open("empty-dst"),
    ]
}

fn tmp(page: &'static str) -> Vec<Rule> {
    vec![
        rule("tmp-mode-1", Stage::Layout, "The form with tmp expands a column.")
            .source(page, TEMPORARY)
            .holds(|q| !q.has("tmp") || is_mode_1(q))
            .open("tmp-mode"),
        rule("tmp-size", Stage::Shape, "tmp has 256 bytes for every eight rows of dst, or 7680 from 256 rows on.")
            .source(page, TEMPORARY)
            .holds(|q| !q.has("tmp") || !is_mode_1(q) || q.tile("tmp").bytes() >= tmp_bytes(q.valid("dst")[0]))
            .open("tmp-size"),
        rule("tmp-vec", Stage::Layout, "tmp is a Vec tile.")
            .source("manual", "the family works on Vec tiles")
            .holds(|q| q.are_vec(&["tmp"]))
            .open("tmp-location"),
        rule("tmp-same-dtype", Stage::Type, "tmp has dst's element type.")
            .source("assembler", "verifiers of the row-wise maxima and minima")
            .holds(|q| q.tiles(&["tmp"]).all(|t| t.dtype == q.dtype("dst")))
            .open("tmp-dtype"),
    ]
}

fn is_mode_1(q: &Query) -> bool {
    q.tile(Roles::of(q).expanded).blayout == BLayout::ColMajor
}

fn tmp_bytes(rows: u32) -> u64 {
    if rows < 256 { u64::from(rows.div_ceil(8)) * 256 } else { 30 * 256 }
}

fn readings() -> Vec<Reading> {
    const BOTH: &[&str] = &["src0", "illegal"];
    vec![
        reading("location", &["G1"], "Must dst and the sources be Vec tiles? The page is silent.")
            .with("vec", Effect::Rejects, "Yes.", "manual: the family works on Vec tiles")
            .with("unchecked", Effect::Unspecified, "Not checked; elsewhere the operation means nothing.", "A2A3, A5")
            .admit_everywhere(&["vec", "unchecked"]),
        both_full("the page, Constraints").admit(&["src0", LONGER, "illegal"], BOTH, &[LONGER, "src0", "illegal"], BOTH),
        role(
            "the page, Constraints; A2A3; A5; CPU simulator",
            "the page, Inputs and Expected Outputs; assembler, in part; formal specification",
        ),
        reading("empty-dst", &["G2"], "What does a destination without valid elements mean?")
            .with("no-effect", Effect::NoEffect, "Nothing is written.", "the page (iterates dst); A2A3; A5")
            .with("rejected", Effect::Rejects, "It is illegal.", "formal specification")
            .admit_everywhere(&["no-effect", "rejected"]),
    ]
}

/// What both sources' having dst's valid region means, given who says that it is illegal.
fn both_full(illegal: &'static str) -> Reading {
    reading("both-full", &["R31"], "What if both sources have dst's valid region?")
        .with("src0", Effect::Judged, "src1 is expanded.", "A5; CPU simulator; A2A3 with tmp; assembler")
        .with(
            LONGER,
            Effect::Judged,
            "The one with the shorter physical rows is expanded, src1 if both have the same or there is a tmp.",
            "A2A3",
        )
        .with("illegal", Effect::Rejects, "It is illegal: exactly one has it.", illegal)
}

/// Whether src0 may be expanded, given who says so and who not.
fn role(either: &'static str, src1_only: &'static str) -> Reading {
    reading("role", &["R32"], "Can src0 be the source that is expanded?")
        .with("either", Effect::Judged, "Yes; the operands keep their places.", either)
        .with("src1-only", Effect::Rejects, "No.", src1_only)
        .admit_everywhere(&["either", "src1-only"])
}

/// On A5 and on the CPU simulator tmp is not used, whatever it is.
fn tmp_readings() -> Vec<Reading> {
    const NOT_USED: &[&str] = &["ignored", "checked"];
    const ANY: &[&str] = &["checked", "unchecked", "ignored"];
    let ignored = |reading: Reading| {
        reading.with("ignored", Effect::Judged, "No: it is not used.", "the page, Temporary tile, for A5; A5; CPU simulator")
    };
    let checked = |id: &str, question, source| {
        let reading = reading(id, &["R36"], question).with("checked", Effect::Rejects, "Yes.", source);
        ignored(reading.with("unchecked", Effect::Unspecified, "Not checked; another one means nothing.", "A2A3"))
    };
    vec![
        ignored(reading("tmp-mode", &["R36"], "Must the form with tmp expand a column?").with(
            "checked",
            Effect::Rejects,
            "Yes.",
            "the page, Temporary tile; A2A3 debug assertion",
        ))
        .admit(&["checked", "ignored"], NOT_USED, &["checked"], NOT_USED),
        checked("tmp-size", "Must tmp have the least size that the page calculates?", "the page, Temporary tile, for A2A3")
            .admit(ANY, NOT_USED, ANY, NOT_USED),
        checked("tmp-location", "Must tmp be a Vec tile?", "manual: the family works on Vec tiles").admit(ANY, NOT_USED, ANY, NOT_USED),
        checked("tmp-dtype", "Must tmp have dst's element type?", "assembler, in part").admit(ANY, NOT_USED, ANY, NOT_USED),
    ]
}

/// Every known behaviour of an operation that is rounded, or wraps.
pub(crate) fn arithmetic(q: &Query, op: Broadcast) -> Vec<Behaviour> {
    broadcast::arithmetic(q, op, output)
}

/// Every known behaviour of an operation that picks the larger or the smaller of two.
pub(crate) fn extremes(q: &Query, larger: bool) -> Vec<Behaviour> {
    broadcast::extremes(q, larger, output)
}

/// Every known behaviour of an operation that exponentiates a difference.
pub(crate) fn exponentials(q: &Query) -> Vec<Behaviour> {
    exponential::behaviours(q, output)
}

fn output(q: &Query, variant: &str, value: &dyn Fn(Operands) -> OutputValue) -> Output {
    let Roles { expanded, .. } = Roles::of(q);
    let repeat = |name: &str| match (name == expanded, q.tile(name).blayout) {
        (false, _) => Repeat::No,
        (true, BLayout::ColMajor) => Repeat::FirstColumn,
        (true, BLayout::RowMajor) => Repeat::Block,
    };
    let operands = Operands { left: ("src0", repeat("src0")), right: ("src1", repeat("src1")) };
    Output::new("dst", variant, q.valid("dst"), value(operands))
}
