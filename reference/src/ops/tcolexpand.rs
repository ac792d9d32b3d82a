//! TCOLEXPAND: the first row, repeated down the destination.
//!
//! `dst[i, j] = src[0, j]` for `0 <= i < R`, `0 <= j < C`, R and C being dst's valid extents.

mod sentences;

use crate::families::copies::{Way, ways};
use crate::kernels::{expand_first_row, part_mask, part_of};
use crate::{Behaviour, Class, Combine, Effect, Extent, Form, Operation, Output, OutputValue, Query, Reading, Rule, reading, rule};
use ptoconf_schemas::Stage;

const PAGE: &str = "TCOLEXPAND page";
const TILES: [&str; 2] = ["dst", "src"];
const HEADERS: &str = "A2A3 and A5 headers";

pub(super) fn operation() -> Operation {
    Operation {
        name: "",
        page: PAGE,
        summary: "Broadcast the first element of each source column across the destination column.",
        forms: vec![
            Form::new("plain", "TCOLEXPAND(dst, src)", Combine::None, Class::MOVE)
                .output("dst", [Extent::Dim("R"), Extent::Dim("C")])
                .input("src", [Extent::FixedOrMore(1), Extent::Dim("C")]),
        ],
        rules: rules(),
        readings: readings(),
        sentences: sentences::ALL,
        unreachable: vec![],
        meaning,
    }
}

fn rules() -> Vec<Rule> {
    vec![
        rule("vec", Stage::Layout, "dst and src are Vec tiles.")
            .source(HEADERS, "static assertions")
            .holds(|q| q.are_vec(&TILES))
            .open("location"),
        rule("nd-layout", Stage::Layout, "dst and src are row-major without boxes.")
            .source(HEADERS, "static assertions")
            .holds(|q| q.are_nd(&TILES))
            .open("layout"),
        rule("same-dtype", Stage::Type, "dst and src have the same element type.")
            .source(HEADERS, "static assertions")
            .holds(|q| q.dtype("dst") == q.dtype("src"))
            .open("mixed-dtypes"),
        rule("dtype-supported", Stage::Type, "The element type of dst has 1, 2 or 4 bytes; on A5 also 8.")
            .source("newer TCOLEXPAND page", "Target-Profile Restrictions")
            .by("wide-dtypes", |q, option| option != "up-to-4-bytes" || q.dtype("dst").bytes() <= 4)
            .unreachable("a5", "no element type has more than 8 bytes"),
        rule("cols-equal", Stage::Shape, "src has as many valid columns as dst.")
            .source(HEADERS, "debug assertions")
            .source("assembler", "tcolexpand verifier")
            .holds(|q| q.valid("src")[1] == q.valid("dst")[1])
            .open("cols")
            .asked_where(|q| q.has_room("src", [1, q.valid("dst")[1]])),
        rule("src-not-empty", Stage::Shape, "src has a valid row and a valid column.")
            .source("A5 header", "debug assertions")
            .holds(|q| !q.empty("src"))
            .open("empty-src"),
        rule("dst-not-empty", Stage::Shape, "dst has a valid row and a valid column.")
            .source("formal specification", "legality of reduction and expansion")
            .holds(|q| !q.empty("dst"))
            .open("empty-dst"),
    ]
}

/// The page states no constraint on the operands; both headers assert location, layout and dtype in
/// every build, boxed tiles included.
fn readings() -> Vec<Reading> {
    let operands = |id, question, option: &'static str, answer, admitted, asserted| {
        reading(id, &["G1"], question)
            .with(option, Effect::Rejects, answer, "A2A3, A5; assembler")
            .with("unchecked", Effect::Unspecified, "Not checked; such a tuple means nothing.", "the page is silent")
            .admit(admitted, admitted, asserted, asserted)
    };
    vec![
        operands("location", "Must the operands be Vec tiles?", "vec", "Yes.", &["vec", "unchecked"], &["vec"]),
        operands("layout", "Must the operands be row-major without boxes?", "nd", "Yes.", &["nd", "unchecked"], &["nd"]),
        operands("mixed-dtypes", "Must both have one element type?", "equal", "Yes.", &["equal", "unchecked"], &["equal"]),
        reading("wide-dtypes", &["E10"], "Are 64-bit elements supported?")
            .option("up-to-8-bytes", "Yes.", "newer page, A5")
            .option("up-to-4-bytes", "No.", "newer page, A2A3")
            .admit(&["up-to-4-bytes", "up-to-8-bytes"], &["up-to-4-bytes", "up-to-8-bytes"], &["up-to-4-bytes"], &["up-to-8-bytes"]),
        reading("cols", &["E8", "G8"], "Can src have other valid columns than dst?")
            .option("iterate-dst", "Yes: dst's valid region counts. What src does not have holds anything.", "the page (Inputs)")
            .with("equal", Effect::Rejects, "No.", "assembler; formal specification; A2A3 and A5 debug assertions")
            .admit_everywhere(&["iterate-dst", "equal"]),
        reading("empty-src", &["E9"], "What does a source without valid elements mean?")
            .with("no-effect", Effect::NoEffect, "Nothing is written.", "A2A3")
            .with("rejected", Effect::Rejects, "It is illegal.", "A5 debug assertion; formal specification")
            .with("dst-only", Effect::Unspecified, "Only dst's extents count; what is read has no meaning.", "the page (iterates dst)")
            .admit(
                &["no-effect", "rejected", "dst-only"],
                &["dst-only", "no-effect", "rejected"],
                &["no-effect", "rejected", "dst-only"],
                &["rejected", "dst-only", "no-effect"],
            ),
        reading("empty-dst", &["E9", "G2"], "What does a destination without valid elements mean?")
            .with("no-effect", Effect::NoEffect, "Nothing is written.", "the page (iterates dst); A2A3; A5")
            .with("rejected", Effect::Rejects, "It is illegal.", "formal specification")
            .admit_everywhere(&["no-effect", "rejected"]),
    ]
}

fn meaning(q: &Query) -> Vec<Behaviour> {
    let [rows, cols] = q.valid("dst");
    let dtype = q.dtype("dst");
    // Columns that src does not have in its valid region hold anything.
    let part = [rows, cols.min(q.valid("src")[1])];
    let output = |way: &Way| {
        let kernel = way.of(dtype, part_of(expand_first_row("src"), dtype, part));
        let output = Output::new("dst", way.variant(), [rows, cols], OutputValue::Bits(kernel));
        if part[1] == cols { output } else { output.masked("source", part_mask(part, cols)) }
    };
    ways(q).iter().map(|way| way.behaviour(vec![output(way)])).collect()
}
