//! TCOLSUM: the sum of each column.
//!
//! `dst[0, j] = sum over i of src[i, j]` for `0 <= j < C`, R and C being src's valid extents. isBinary
//! chooses between a binary tree in tmp and sequential accumulation.

mod sentences;

use crate::families::column_reduction as family;
use crate::families::sum::{LEVELS, Sum};
use crate::kernels::Order;
use crate::{Behaviour, Class, Effect, Extent, Form, Meet, Operation, Query, Reading, Rule, reading, rule};
use ptoconf_numeric::orders::Line;
use ptoconf_schemas::{ONE_LOW_TREE, ONE_TREE, Scope, Stage};

const PAGE: &str = "TCOLSUM page";
const GENERAL: &str = "Constraints: general constraints / checks";
const TARGETS: &str = "Target-Profile Restrictions";

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
    family::form(name, call, Meet::Sum, Class::SUM)
}

fn tmp() -> Form {
    plain("tmp", "TCOLSUM(dst, src, tmp, isBinary)").scratch("tmp", [Extent::HalfUp("R"), Extent::Dim("C")]).flag("isBinary")
}

fn rules() -> Vec<Rule> {
    let empty = family::src_not_empty(PAGE, "Constraints: runtime checks").source(PAGE, TARGETS);
    let rows = [empty, family::dst_has_row(PAGE), family::dst_one_row(PAGE)];
    family::operands(PAGE).into_iter().chain(rows).chain(tmp_rules()).collect()
}

fn tmp_rules() -> Vec<Rule> {
    vec![
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
            .option(
                "a2a3-tree",
                "A binary tree that adds an odd row to the first sum of its level (A2A3's), although isBinary is false.",
                "no page",
            )
            .option(
                "a5-tree",
                "A binary tree that adds an odd row to the last sum of its level (A5's), although isBinary is false.",
                "no page",
            )
            .option("carry-tree", "A binary tree in which an odd row waits for the next level, although isBinary is false.", "no page");
    // Decision 111 demands left-fold-from-zero here, too. It is of another lineage, which breaks ties where the
    // page is silent: the page is not, and says binary tree.
    let tree = reading("tree-order", &["S8", "S9"], "Where does the binary path add a level's odd row, and does a column of -0 stay -0?")
        .scope(Scope::FormDtype)
        .option("a2a3-tree", "To the first sum of the level. -0 stays.", "A2A3")
        .option("a5-tree", "To the last sum of the level; one row is added to +0.", "A5")
        .option("carry-tree", "Nowhere: it waits unpaired for the next level. -0 stays.", "the page: binary tree")
        .option(
            "left-fold-from-zero",
            "No tree: acc = +0; acc = acc + r_i.",
            "formal specification, Decision 111, against the page; CPU simulator",
        )
        .option("left-fold", "No tree: acc = r0; acc = acc + r_i. isBinary is not looked at.", "no page")
        .option("a5-pairs", "No tree: acc = r0; acc = acc + (r_i + r_(i+1)), as A5's sequential path.", "no page");
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
        .option(
            "low-tree",
            "A tree of additions in the element type of height at most 2 floor(log2 R) for R rows, another one for each sum.",
            "no page",
        )
        .option(ONE_TREE, "One tree of additions in the element type for each number of rows.", "no page")
        .option("any-tree", "Any tree of additions in the element type.", "no page")
}

fn operand_readings() -> Vec<Reading> {
    vec![
        reading("dtypes", &["S3", "G7"], "Which element types are supported?")
            .option("eleven", "f16 f32 bf16 i8 u8 i16 u16 i32 u32 i64 u64.", "newer page for A5; A5")
            .option("nine", "f16 f32 bf16 i8 u8 i16 u16 i32 u32.", "the page, Target-Profile Restrictions, for A5")
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
        family::domain(),
        family::dst_rows(),
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
    let (dst_rows, orders) = (family::written_rows(q), Order::OF_COLUMNS);
    Sum { line: Line::Column, dst_rows, order_reading, orders, levels: LEVELS, reductions: None }.behaviours(q)
}
