//! TCOLEXPAND: the first row, repeated down the destination.
//!
//! `dst[i, j] = src[0, j]` for `0 <= i < R`, `0 <= j < C`, R and C being dst's valid extents.

use crate::kernels::expand_first_row;
use crate::{Behaviour, Class, Combine, Effect, Extent, Form, Operation, Output, OutputValue, Query, Untested, reading, rule};
use ptoconf_schemas::{Location, SLayout, Stage};

const PAGE: &str = "TCOLEXPAND page";

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
        rules: vec![
            rule("vec", Stage::Layout, "dst and src are Vec tiles.")
                .source("A2A3 and A5 headers", "static assertions")
                .holds(|q| q.tiles(&["dst", "src"]).all(|t| t.loc == Location::Vec))
                .open("operands"),
            rule("nd-layout", Stage::Layout, "dst and src are row-major without boxes.")
                .source("A2A3 and A5 headers", "static assertions")
                .holds(|q| q.tiles(&["dst", "src"]).all(|t| t.is_nd() || t.slayout != SLayout::NoneBox))
                .open("operands"),
            rule("same-dtype", Stage::Type, "dst and src have the same element type.")
                .source("A2A3 and A5 headers", "static assertions")
                .holds(|q| q.dtype("dst") == q.dtype("src"))
                .open("operands"),
            rule("dtype-supported", Stage::Type, "The element type has 1, 2 or 4 bytes; on A5 also 8.")
                .source("newer TCOLEXPAND page", "Target-Profile Restrictions")
                .by("wide-dtypes", |q, option| option != "up-to-4-bytes" || q.dtype("dst").bytes() <= 4)
                .unreachable("a5", "no element type has more than 8 bytes"),
            rule("cols-equal", Stage::Shape, "src has as many valid columns as dst.")
                .source("A2A3 and A5 headers", "debug assertions")
                .source("assembler", "tcolexpand verifier")
                .holds(|q| q.valid("src")[1] == q.valid("dst")[1])
                .open("cols")
                .asked_where(|q| q.has_room("src", [1, q.valid("dst")[1]])),
            rule("src-not-empty", Stage::Shape, "src has a valid row and a valid column.")
                .source("A5 header", "debug assertions")
                .holds(|q| q.empty("dst") || !q.empty("src"))
                .open("empty-src"),
            rule("dst-not-empty", Stage::Shape, "dst has a valid row and a valid column.")
                .source("formal specification", "legality of reduction and expansion")
                .holds(|q| !q.empty("dst"))
                .open("empty-dst"),
        ],
        readings: vec![
            reading("operands", &["G1"], "Are location, layout and dtype of both operands checked? The page is silent.")
                .with("checked", Effect::Rejects, "Vec, row-major without boxes, one dtype.", "A2A3, A5; assembler")
                .with("unchecked", Effect::Unspecified, "Not checked; such a tuple means nothing.", "the page")
                .admit(&["checked", "unchecked"], &["checked"], &["checked"]),
            reading("wide-dtypes", &["E10"], "Are 64-bit elements supported?")
                .option("up-to-8-bytes", "Yes.", "newer page, A5")
                .option("up-to-4-bytes", "No.", "newer page, A2A3")
                .admit(&["up-to-4-bytes", "up-to-8-bytes"], &["up-to-4-bytes"], &["up-to-8-bytes"]),
            reading("cols", &["E8", "G8"], "Can src have other valid columns than dst?")
                .with("iterate-dst", Effect::Judged, "Yes: dst's valid region counts.", "the page (Inputs)")
                .with("equal", Effect::Rejects, "No.", "assembler; formal specification; A2A3 and A5 debug assertions")
                .admit(&["iterate-dst", "equal"], &["iterate-dst", "equal"], &["iterate-dst", "equal"]),
            reading("empty-src", &["E9"], "What does a source without valid elements mean?")
                .with("no-effect", Effect::NoEffect, "Nothing is written.", "A2A3")
                .with("rejected", Effect::Rejects, "It is illegal.", "A5 debug assertion; formal specification")
                .with("dst-only", Effect::Unspecified, "Only dst's extents count; what is read has no meaning.", "the page (iterates dst)")
                .admit(&["no-effect", "rejected", "dst-only"], &["no-effect", "rejected"], &["rejected", "dst-only", "no-effect"]),
            reading("empty-dst", &["E9"], "What does a destination without valid elements mean?")
                .with("no-effect", Effect::NoEffect, "Nothing is written.", "the page (iterates dst); A2A3; A5")
                .with("rejected", Effect::Rejects, "It is illegal.", "formal specification")
                .admit(&["no-effect", "rejected"], &["no-effect"], &["no-effect"]),
        ],
        untested: vec![
            Untested {
                section: "Side Effects",
                sentence: "Does not implicitly fence unrelated traffic.",
                reason: "one operation runs alone",
            },
            Untested {
                section: "Target-Profile Restrictions",
                sentence: "Semantics are preserved across targets; support subsets may differ.",
                reason: "each profile has its own rules",
            },
        ],
        unreachable: vec![],
        meaning,
    }
}

fn meaning(q: &Query) -> Vec<Behaviour> {
    let [rows, cols] = q.valid("dst");
    // Columns that src does not have in its valid region hold anything.
    let defined = cols.min(q.valid("src")[1]);
    Behaviour::only(vec![Output::new("dst", "value", [rows, defined], OutputValue::Bits(expand_first_row("src")))])
}
