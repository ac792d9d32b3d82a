//! TCOLSUM: the sum of each column.
//!
//! `dst[0, j] = sum over i of src[i, j]` for `0 <= j < C`, R and C being src's valid extents. isBinary
//! chooses between a binary tree in tmp and sequential accumulation.

mod sentences;

use crate::families::sum::ColumnSum;
use crate::kernels::Order;
use crate::{Behaviour, Class, Combine, Effect, Extent, Form, Operation, Query, Reading, Rule, reading, rule};
use ptoconf_schemas::DType::{Bf16, F16, F32, I8, I16, I32, U8, U16, U32};
use ptoconf_schemas::{DType, ONE_LOW_TREE, ONE_TREE, Scope, Stage};

const PAGE: &str = "TCOLSUM page";
const GENERAL: &str = "Constraints: general constraints / checks";
const TARGETS: &str = "Target-Profile Restrictions";
const FOUR: &[DType] = &[F16, F32, I16, I32];
const NINE: &[DType] = &[F16, F32, I8, U8, I16, U16, I32, U32, Bf16];

pub(super) fn operation() -> Operation {
    Operation {
        name: "",
        page: PAGE,
        summary: "Reduce each column by summing across rows.",
        forms: vec![plain("plain", "TCOLSUM(dst, src)"), tmp()],
        rules: rules(),
        readings: readings(),
        sentences: sentences::ALL,
        unreachable: vec![("tile/vec-not-boxed", "the page asks for tiles without boxes")],
        meaning,
    }
}

fn plain(name: &'static str, call: &'static str) -> Form {
    Form::new(name, call, Combine::Rows, Class::SUM)
        .output("dst", [Extent::FixedOrMore(1), Extent::Dim("C")])
        .input("src", [Extent::Dim("R"), Extent::Dim("C")])
}

fn tmp() -> Form {
    plain("tmp", "TCOLSUM(dst, src, tmp, isBinary)").scratch("tmp", [Extent::HalfUp("R"), Extent::Dim("C")]).flag("isBinary")
}

fn rules() -> Vec<Rule> {
    vec![
        rule("vec", Stage::Layout, "dst and src are Vec tiles.").source(PAGE, GENERAL).holds(|q| q.are_vec(&["dst", "src"])),
        rule("nd-layout", Stage::Layout, "dst and src are row-major without boxes.")
            .source(PAGE, GENERAL)
            .holds(|q| q.are_nd(&["dst", "src"])),
        rule("same-dtype", Stage::Type, "dst and src have the same element type.")
            .source(PAGE, GENERAL)
            .holds(|q| q.dtype("dst") == q.dtype("src")),
        rule("dtype-supported", Stage::Type, "The element type is supported.").source(PAGE, GENERAL).source(PAGE, TARGETS).by(
            "dtypes",
            |q, option| match option {
                "four" => FOUR.contains(&q.dtype("src")),
                "nine" => NINE.contains(&q.dtype("src")),
                _ => true,
            },
        ),
        rule("valid-cols-equal", Stage::Shape, "src has as many valid columns as dst.")
            .source(PAGE, "Constraints: runtime checks")
            .holds(|q| q.valid("src")[1] == q.valid("dst")[1]),
        rule("src-not-empty", Stage::Shape, "src has a valid row and a valid column.")
            .source(PAGE, "Constraints: runtime checks")
            .source(PAGE, TARGETS)
            .holds(|q| !q.empty("src"))
            .open("empty-src"),
        rule("dst-has-row", Stage::Shape, "dst has a valid row.")
            .source(PAGE, "Inputs: iterates over dst's valid region")
            .holds(|q| q.valid("dst")[0] > 0)
            .open("domain"),
        rule("dst-one-row", Stage::Shape, "dst has at most one valid row.")
            .source(PAGE, "Mechanism: the formula gives row 0")
            .source("formal specification", "Decision 111: dst is one row")
            .holds(|q| q.valid("dst")[0] <= 1)
            .open("dst-rows"),
        rule("cols-within-tmp-stride", Stage::Shape, "src's valid columns are at most tmp's row stride, in elements of src.")
            .source(PAGE, "Constraints: runtime checks")
            .by("tmp-stride", |q, option| !q.has("tmp") || (option == "binary-only" && !q.tuple.flag("isBinary")) || fits_tmp_row(q)),
        rule("tmp-rows", Stage::Shape, "tmp has rows for the sums of pairs of src's rows.")
            .source("newer TCOLSUM page", "Constraints")
            .by("tmp-rows", tmp_rows),
        rule("tmp-vec", Stage::Layout, "tmp is a Vec tile.").source(PAGE, GENERAL).holds(|q| q.are_vec(&["tmp"])).open("tmp-location"),
        rule("tmp-nd-layout", Stage::Layout, "tmp is row-major without boxes.")
            .source(PAGE, GENERAL)
            .holds(|q| q.are_nd(&["tmp"]))
            .open("tmp-layout"),
        rule("tmp-same-dtype", Stage::Type, "tmp has src's element type.")
            .source(PAGE, GENERAL)
            .source(PAGE, TARGETS)
            .holds(|q| q.tiles(&["tmp"]).all(|t| t.dtype == q.dtype("src")))
            .open("tmp-dtype"),
    ]
}

fn fits_tmp_row(q: &Query) -> bool {
    let tmp = q.tile("tmp");
    let stride = tmp.cols() as usize * tmp.dtype.bytes() / q.dtype("src").bytes();
    q.valid("src")[1] as usize <= stride
}

fn tmp_rows(q: &Query, option: &str) -> bool {
    let (Some(tmp), rows) = (q.tuple.tile("tmp"), q.valid("src")[0]) else { return true };
    let needed = match option {
        "half-up" => rows.div_ceil(2),
        "half-down" => rows / 2,
        _ => 0,
    };
    !q.tuple.flag("isBinary") || tmp.rows() >= needed
}

fn readings() -> Vec<Reading> {
    [order_readings(), operand_readings(), tmp_readings()].into_iter().flatten().collect()
}

/// The two orders of the page: "sequential accumulation into dst", and "binary-tree accumulation using
/// tmp". Each word names a shape, so neither mode admits the other's orders, nor a sum that is wider than
/// the tile that it is accumulated in; options that no profile admits name what an implementation does
/// instead.
fn order_readings() -> Vec<Reading> {
    const SEQUENTIAL: &[&str] = &["left-fold", "left-fold-from-zero", "a5-pairs"];
    const TREES: &[&str] = &["a2a3-tree", "a5-tree", "carry-tree", ONE_LOW_TREE];
    let sequential =
        reading("sequential-order", &["S7", "S9"], "In which order does the sequential path add, and does a column of -0 stay -0?")
            .scope(Scope::FormDtype)
            .option("left-fold", "acc = r0 (bits copied); acc = acc + r_i. -0 stays.", "the page's wording; A2A3")
            .option(
                "left-fold-from-zero",
                "acc = +0; acc = acc + r_i. -0 becomes +0.",
                "formal specification, Decision 111; A5 contains it",
            )
            .option(
                "a5-pairs",
                "acc = r0; acc = acc + (r_i + r_(i+1)); an odd last row by itself. -0 stays.",
                "A5, which the page calls sequential",
            )
            .option("a2a3-tree", "The binary tree of A2A3, although isBinary is false.", "no page")
            .option("a5-tree", "The binary tree of A5, although isBinary is false.", "no page")
            .option("carry-tree", "The binary tree whose odd rows wait, although isBinary is false.", "no page");
    // Decision 111 demands left-fold-from-zero here, too. It is of another lineage, which breaks ties where the
    // page is silent: the page is not, and says binary tree.
    let tree = reading("tree-order", &["S8", "S9"], "Where does the binary path add a level's odd row, and does a column of -0 stay -0?")
        .scope(Scope::FormDtype)
        .option("a2a3-tree", "To the first sum of the level. -0 stays.", "A2A3")
        .option("a5-tree", "To the last sum of the level; one row is added to +0.", "A5")
        .option("carry-tree", "Nowhere: it waits unpaired for the next level. -0 stays.", "the page: binary tree")
        .option(
            "left-fold-from-zero",
            "No tree: in order, from zero.",
            "formal specification, Decision 111, against the page; CPU simulator",
        )
        .option("left-fold", "No tree: in order, isBinary is not looked at.", "no page")
        .option("a5-pairs", "No tree: the pairs of A5's sequential path.", "no page");
    vec![
        levels(sequential, "no page").admit(SEQUENTIAL, SEQUENTIAL, &["left-fold"], &["a5-pairs", "left-fold-from-zero", "left-fold"]),
        levels(tree, "the page: binary tree").admit(TREES, TREES, &["a2a3-tree"], &["a5-tree"]),
    ]
}

/// Options that name no order.
fn levels(reading: Reading, low: &'static str) -> Reading {
    reading
        .option("exact", "Any order; the exact sum is rounded once.", "no page")
        .option("wide", "Summed in f32 (f32 itself in binary64) in any order, rounded once.", "no page")
        .option(
            ONE_LOW_TREE,
            "One tree of additions in the element type for each number of rows R, of height at most 2 floor(log2 R).",
            low,
        )
        .option("low-tree", "A tree of additions in the element type of that height, another for each sum.", "no page")
        .option(ONE_TREE, "One tree of additions in the element type for each number of rows.", "no page")
        .option("any-tree", "Any tree of additions in the element type.", "no page")
}

fn operand_readings() -> Vec<Reading> {
    const ROWS: &[&str] = &["first-row", "every-row"];
    vec![
        reading("dtypes", &["S3", "G7"], "Which element types are supported?")
            .option("eleven", "The nine, i64 and u64.", "newer page for A5; A5")
            .option("nine", "The four, i8 u8 u16 u32 bf16.", "the page, Target-Profile Restrictions, for A5")
            .option("four", "f16 f32 i16 i32.", "the page, Constraints; A2A3")
            .admit(&["four", "nine", "eleven"], &["four", "nine"], &["four"], &["nine", "eleven"]),
        reading("empty-src", &["S2", "G2"], "What does a source without valid elements mean?")
            .with(
                "no-effect",
                Effect::NoEffect,
                "It returns early; dst keeps its content.",
                "the page, Target-Profile Restrictions; A2A3; A5",
            )
            .with("rejected", Effect::Rejects, "It is illegal.", "the page, runtime checks; formal specification; assembler for A5")
            .with("zeros", Effect::Judged, "The sum of no rows is zero.", "the page's formula, taken literally; CPU simulator")
            .admit_everywhere(&["no-effect", "rejected"]),
        reading("domain", &["G8", "G2"], "What if dst has no valid row?")
            .with("dst", Effect::NoEffect, "Nothing is written: the operation iterates over dst.", "the page, Inputs")
            .with("src", Effect::Unspecified, "Row 0 is written: dst's rows are never read.", "the page's formula; A2A3; A5")
            .with("rejected", Effect::Rejects, "It is illegal.", "formal specification: dst is one row")
            .admit(&["dst", "src", "rejected"], &["dst", "src", "rejected"], &["src", "dst", "rejected"], &["src", "dst", "rejected"]),
        reading("dst-rows", &["G8"], "What if dst has more than one valid row?")
            .with("first-row", Effect::Judged, "Row 0 is written, the others keep their content.", "the page's formula; A2A3; A5")
            .with(
                "every-row",
                Effect::Judged,
                "Row 0 holds the sums; the other valid rows may be written, and no page says with what.",
                "the page, Inputs: iterates over dst's valid region",
            )
            .with("rejected", Effect::Rejects, "It is illegal.", "formal specification, Decision 111: dst is one row")
            .admit(&["first-row", "every-row", "rejected"], ROWS, ROWS, ROWS),
        reading("two-operands", &["S1"], "Does a form without tmp exist?")
            .option(
                "exists",
                "Yes: both overloads are declared. A profile's `forms` leaves one out.",
                "the page, C++ Intrinsic; C++ library",
            )
            .without("tmp-required", &["plain"], "No: the C++ intrinsic requires an explicit tmp.", "the page, Syntax")
            .admit_everywhere(&["exists"]),
    ]
}

/// What tmp must be. The page asks it in general and exempts A5; A2A3 asserts location and layout, and
/// neither target the dtype.
fn tmp_readings() -> Vec<Reading> {
    const STRIDE: &[&str] = &["binary-only", "always"];
    const HALVES: &[&str] = &["half-down", "half-up", "any"];
    vec![
        reading("tmp-stride", &["S5"], "When must src's columns fit tmp's rows?")
            .option("always", "In every form with tmp.", "the page, runtime checks")
            .option("binary-only", "Only if isBinary.", "A2A3; A5")
            .admit(&["always", "binary-only"], &["always"], STRIDE, STRIDE),
        reading("tmp-rows", &["S6"], "How many rows must tmp have where isBinary?")
            .option("half-up", "Half of src's valid rows, rounded up.", "newer page")
            .option("half-down", "Half of them, rounded down.", "A2A3; A5")
            .with("any", Effect::Unspecified, "The page asks for none; with too few, memory outside tmp is used.", "the page")
            .admit(&["half-up", "half-down", "any"], &["half-up", "half-down", "any"], HALVES, HALVES),
        reading("tmp-location", &["S4"], "Must tmp be a Vec tile?")
            .with("vec", Effect::Rejects, "Yes.", "the page, Constraints; A2A3")
            .with("unchecked", Effect::Unspecified, "Not checked.", "the page, Target-Profile Restrictions, for A5; A5")
            .admit(&["vec", "unchecked"], &["vec"], &["vec"], &["vec", "unchecked"]),
        reading("tmp-layout", &["S4"], "Must tmp be row-major without boxes?")
            .with("nd", Effect::Rejects, "Yes.", "the page, Constraints; A2A3")
            .with("unchecked", Effect::Unspecified, "Not checked; its rows are taken with one stride.", "the page, for A5; A5")
            .admit(&["nd", "unchecked"], &["nd"], &["nd"], &["nd", "unchecked"]),
        reading("tmp-dtype", &["S4"], "Must tmp have src's element type?")
            .with("equal", Effect::Rejects, "Yes.", "the page, Constraints")
            .option("unchecked", "No: its stride counts in elements of src.", "the page, Target-Profile Restrictions, for A5; A2A3; A5")
            .admit(&["equal", "unchecked"], &["equal"], &["equal", "unchecked"], &["equal", "unchecked"]),
    ]
}

fn meaning(q: &Query) -> Vec<Behaviour> {
    let binary = q.tuple.flag("isBinary");
    let order_reading = if binary { "tree-order" } else { "sequential-order" };
    // What the rows after the first hold has no meaning where they are written, too.
    let dst_rows = if q.follows("dst-rows", "every-row") { q.valid("dst")[0] } else { 1 };
    ColumnSum { src: "src", dst: "dst", dst_rows, order_reading, orders: Order::ALL }.behaviours(q)
}
