//! Elementwise operations whose second source holds one value per column (the TCOLEXPAND family):
//! the form, the rules and the readings that their pages share.

pub(crate) mod sentences;

pub(crate) use super::element_types::newer_dtypes;

use super::broadcast::{self, classes, lists};
use super::exponential;
use crate::kernels::{Broadcast, Operands, Repeat, part_mask};
use crate::{Behaviour, Combine, Effect, Extent, Form, Meet, Operation, Output, OutputValue, Query, Reading, Rule, Section, reading, rule};
use ptoconf_schemas::{BaseProfile, Stage};

/// The option by which a target does not look.
const UNCHECKED: &str = "unchecked";
const OPERANDS: [&str; 3] = ["dst", "src0", "src1"];

/// What the pages share but for the element types: a reading of the operation's own.
pub(crate) fn operation(page: &'static str, dtypes: Reading, sentences: &'static [Section]) -> Operation {
    let of_src1 = src1_dtypes(&dtypes);
    let of_dtypes = [dtypes, of_src1];
    Operation {
        name: "",
        page,
        summary: "",
        forms: vec![],
        rules: dtype_rules(page).into_iter().chain(rules(page)).collect(),
        readings: of_dtypes.into_iter().chain(readings()).collect(),
        sentences,
        unreachable: vec![],
        meaning: |_| vec![],
    }
}

/// The one form: (dst, src0, src1).
pub(crate) fn form(call: &'static str, meet: Meet) -> Form {
    let matrix = [Extent::Dim("R"), Extent::Dim("C")];
    Form::new("plain", call, Combine::Pair(meet), classes(meet))
        .output("dst", matrix)
        .input("src0", matrix)
        .input("src1", [Extent::FixedOrMore(1), Extent::DimOrMore("C")])
}

/// The dtypes of the page and of the other sources, as conditions by option of the readings `dtypes` and `src1-dtypes`.
fn dtype_rules(page: &'static str) -> [Rule; 2] {
    [
        rule("dtype-supported", Stage::Type, "The element type of dst is supported.")
            .source(page, "Constraints")
            .by("dtypes", |q, option| lists(option, q.dtype("dst"))),
        rule("src1-dtype-supported", Stage::Type, "The element type of src1, where it is another one than dst's, is supported.")
            .source(page, "Constraints")
            .by("src1-dtypes", |q, option| option == UNCHECKED || q.dtype("src1") == q.dtype("dst") || lists(option, q.dtype("src1")))
            .unreachable("cpu", "whether the operands can have different types is a question, too"),
    ]
}

/// Which of the lists src1's type has to be in: the pages name dst and src1, the headers of the targets look at dst.
fn src1_dtypes(dtypes: &Reading) -> Reading {
    let all = reading("src1-dtypes", &["E4"], "Which element types can src1 have, where it has another one than dst?");
    let listed = dtypes.options.iter().filter(|option| option.name != "eleven");
    let mut reading = listed.fold(all, |reading, option| reading.option(option.name, option.statement, option.source));
    reading = reading.option(UNCHECKED, "Any: only dst's is looked at.", "A2A3, A5");
    reading.admit_as(dtypes).also_admit(&[BaseProfile::Portable, BaseProfile::A2a3, BaseProfile::A5], UNCHECKED)
}

/// The rules besides the dtypes.
fn rules(page: &'static str) -> Vec<Rule> {
    vec![
        rule("dst-row-major", Stage::Layout, "dst is row-major.").source(page, "Constraints").holds(|q| q.are_row_major(&["dst"])),
        rule("sources-row-major", Stage::Layout, "src0 and src1 are row-major.")
            .source(page, "Constraints: layouts are target-specific")
            .source("assembler", "verifier")
            .holds(|q| q.are_row_major(&["src0", "src1"]))
            .open("source-layout"),
        rule("vec", Stage::Layout, "The operands are Vec tiles.")
            .source("manual", "the family works on Vec tiles")
            .holds(|q| q.are_vec(&OPERANDS))
            .open("location"),
        rule("same-dtype", Stage::Type, "The three operands have the same element type.")
            .source("manual, operands page", "no implicit conversion")
            .source("formal specification", "Decisions 116, 117")
            .holds(|q| OPERANDS.iter().all(|o| q.dtype(o) == q.dtype("dst")))
            .open("mixed-dtypes"),
        rule("src1-covers-cols", Stage::Shape, "src1's valid columns cover dst's.")
            .source(page, "Constraints")
            .holds(|q| q.valid("src1")[1] >= q.valid("dst")[1])
            .open("narrow-src1")
            .asked_where(|q| q.has_room("src1", [1, q.valid("dst")[1]])),
        rule("src1-cols-exact", Stage::Shape, "src1 has no more valid columns than dst.")
            .source(page, "Constraints: one scalar per column")
            .source("assembler", "verifier")
            .holds(|q| q.valid("src1")[1] <= q.valid("dst")[1])
            .open("wide-src1"),
        rule("src0-like-dst", Stage::Shape, "src0 has dst's valid region.")
            .source("manual, operands page", "no implicit broadcasting")
            .source("assembler", "verifier")
            .holds(|q| q.valid("src0") == q.valid("dst"))
            .open("role")
            .asked_where(sources_hold_dst),
        rule("src1-not-empty", Stage::Shape, "src1 has a valid row and a valid column.")
            .source(page, "Constraints: one scalar per column")
            .holds(|q| !q.empty("src1"))
            .open("empty-src1"),
        rule("not-empty", Stage::Shape, "dst has a valid row and a valid column.")
            .source("formal specification", "legality of reduction and expansion")
            .holds(|q| !q.empty("dst"))
            .open("empty-dst"),
    ]
}

/// Each operand that some admitted option takes for the matrix has room for dst's valid region.
fn sources_hold_dst(q: &Query) -> bool {
    let by_shape = q.admits(&format!("{}/role", q.tuple.op), "by-shape");
    q.has_room("src0", q.valid("dst")) && (!by_shape || q.has_room("src1", q.valid("dst")))
}

/// The readings besides the dtypes. The headers check dst's dtype and layout alone.
fn readings() -> Vec<Reading> {
    const LAYOUTS: &[&str] = &["all", "dst-only", "stride"];
    const COVERS: &[&str] = &["covers", "unchecked"];
    const REJECTED: &[&str] = &["rejected", "unchecked"];
    const ROLES: &[&str] = &["by-shape", "src1-vector", "equal"];
    vec![
        reading("source-layout", &["E5"], "Must the sources be row-major too?")
            .with("dst-only", Effect::Judged, "No: the page asks it of dst only.", "the page")
            .with("all", Effect::Rejects, "Yes.", "assembler; formal specification")
            .with("stride", Effect::Unspecified, "Not checked; kernels take rows with one stride.", "A2A3, A5")
            .admit(&["dst-only", "all", "stride"], &["dst-only", "all"], LAYOUTS, LAYOUTS),
        reading("location", &["G1"], "Must the operands be Vec tiles? The page is silent.")
            .with("vec", Effect::Rejects, "Yes.", "manual: the family works on Vec tiles")
            .with("unchecked", Effect::Unspecified, "Not checked; elsewhere the operation means nothing.", "A2A3, A5")
            .admit_everywhere(&["vec", "unchecked"]),
        reading("mixed-dtypes", &["E4", "G13"], "Can the operands have different element types?")
            .with("equal", Effect::Rejects, "No.", "manual, operands page; formal specification")
            .with("unchecked", Effect::Unspecified, "The page names dst's and src1's only and gives no conversion.", "the page; A2A3, A5")
            .admit_everywhere(&["equal", "unchecked"]),
        reading("narrow-src1", &["E6"], "Can src1 have fewer valid columns than dst?")
            .with("covers", Effect::Rejects, "No: it must cover dst's columns.", "the page")
            .with("unchecked", Effect::Unspecified, "Not checked; missing values have no meaning.", "A2A3, A5")
            .admit(COVERS, &["covers"], COVERS, COVERS),
        // The page says "one scalar per column" and, in other words, "must cover": both fit more columns or
        // none but dst's. That src1 also has one valid row and dst's physical columns only the formal
        // specification asks; the page's formula reads row 0 whatever rows there are.
        reading("wide-src1", &["E6"], "Can src1 have more valid columns than dst?")
            .with("covers", Effect::Judged, "Yes: it covers them.", "the page; A2A3, A5")
            .with("exact", Effect::Rejects, "No: one value per column.", "assembler; formal specification")
            .admit_everywhere(&["covers", "exact"]),
        reading("role", &["E7", "G13"], "What if src0's valid region is not dst's?")
            .with("src1-vector", Effect::Judged, "src1 holds the values per column all the same.", "the page")
            .with("by-shape", Effect::Judged, "Then src1 is the matrix, and src0's first row holds the values.", "A2A3, A5")
            .with("equal", Effect::Rejects, "Illegal.", "manual, operands page; assembler; formal specification")
            .admit(&["src1-vector", "equal", "by-shape"], &["src1-vector", "equal"], ROLES, ROLES),
        reading("empty-src1", &["E6"], "What if src1 has no valid element?")
            .with("rejected", Effect::Rejects, "Illegal: it must provide one value per column.", "the page")
            .with("unchecked", Effect::Unspecified, "Not checked; the values have no meaning.", "A2A3, A5")
            .admit(REJECTED, &["rejected"], REJECTED, REJECTED),
        reading("empty-dst", &["G2"], "What does a destination without valid elements mean?")
            .with("no-effect", Effect::NoEffect, "Nothing is written.", "the page (iterates dst); A2A3; A5")
            .with("rejected", Effect::Rejects, "It is illegal.", "formal specification")
            .admit_everywhere(&["no-effect", "rejected"]),
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
    let by_shape = q.follows("role", "by-shape");
    let [src0, src1] = if by_shape { [Repeat::FirstRow, Repeat::No] } else { [Repeat::No, Repeat::FirstRow] };
    let operands = Operands { left: ("src0", src0), right: ("src1", src1) };
    let [matrix, vector] = if by_shape { ["src1", "src0"] } else { ["src0", "src1"] }.map(|o| q.valid(o));
    let [rows, cols] = q.valid("dst");
    let dtype = q.dtype("dst");
    // Judged where every source has valid elements; the rest of dst's valid region may hold anything.
    let judged_rows = if vector[0] == 0 { 0 } else { rows.min(matrix[0]) };
    let part = [judged_rows, cols.min(matrix[1]).min(vector[1])];
    let value = value(operands);
    if part == [rows, cols] {
        return Output::new("dst", variant, part, value);
    }
    Output::new("dst", variant, [rows, cols], value.of_part(dtype, part)).masked("sources", part_mask(part, cols))
}
