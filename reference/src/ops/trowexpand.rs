//! TROWEXPAND: the first column, repeated along the rows of the destination.
//!
//! `dst[i, j] = src[i, 0]` for `0 <= i < R`, `0 <= j < C`, R and C being dst's valid extents.

mod sentences;

use crate::families::copies::{Way, ways};
use crate::kernels::{expand_first_column, part_mask, part_of};
use crate::{Behaviour, Class, Combine, Effect, Extent, Form, Operation, Output, OutputValue, Query, Reading, Rule, reading, rule};
use ptoconf_schemas::{SLayout, Stage};

const PAGE: &str = "TROWEXPAND page";
const TARGETS: &str = "Target-Profile Restrictions";
const HEADERS: &str = "A2A3 and A5 headers";
const ANY_COLS: &str = "the page's example has several static columns, and only A5 checks them";

pub(super) fn operation() -> Operation {
    Operation {
        name: "",
        page: PAGE,
        summary: "Broadcast the first element of each source row across the destination row.",
        forms: vec![
            Form::new("plain", "TROWEXPAND(dst, src)", Combine::None, Class::MOVE)
                .output("dst", [Extent::Dim("R"), Extent::Dim("C")])
                .input("src", [Extent::Dim("R"), Extent::FixedOrMore(1)]),
        ],
        rules: rules(),
        readings: readings(),
        sentences: sentences::ALL,
        unreachable: vec![("tile/vec-not-boxed", "the page asks for tiles without boxes")],
        meaning,
    }
}

fn rules() -> Vec<Rule> {
    [operand_rules(), shape_rules()].into_iter().flatten().collect()
}

fn operand_rules() -> Vec<Rule> {
    vec![
        rule("vec", Stage::Layout, "dst and src are Vec tiles.").source(PAGE, "Constraints").holds(|q| q.are_vec(&["dst", "src"])),
        rule("dst-nd-layout", Stage::Layout, "dst is row-major without boxes.").source(PAGE, "Constraints").holds(|q| q.are_nd(&["dst"])),
        rule("src-layout", Stage::Layout, "src is row-major without boxes.").source(PAGE, "Constraints").by(
            "source-layout",
            |q, option| match option {
                "nd-or-dn" => q.tile("src").slayout == SLayout::NoneBox,
                _ => q.are_nd(&["src"]),
            },
        ),
        rule("same-dtype", Stage::Type, "dst and src have the same element type.")
            .source(HEADERS, "static assertions")
            .holds(|q| q.dtype("dst") == q.dtype("src"))
            .open("mixed-dtypes"),
        rule("dtype-supported", Stage::Type, "The element type of dst is supported.")
            .source(PAGE, TARGETS)
            .by("dtypes", |q, option| option == "eleven" || q.dtype("dst").bytes() <= 4),
    ]
}

fn shape_rules() -> Vec<Rule> {
    vec![
        rule("rows-equal", Stage::Shape, "src has as many valid rows as dst.")
            .source(PAGE, "Target-Profile Restrictions: A5")
            .source(HEADERS, "debug assertions")
            .holds(|q| q.valid("src")[0] == q.valid("dst")[0])
            .open("rows")
            .asked_where(|q| q.has_room("src", [q.valid("dst")[0], 1])),
        rule("src-static-cols", Stage::Shape, "A static number of valid columns of src is 1.")
            .source("A5 header", "static assertions")
            .by("source-cols", |q, option| option == "any" || q.tile("src").dynamic[1] || q.valid("src")[1] == 1)
            .unreachable("a2a3", ANY_COLS)
            .unreachable("cpu", ANY_COLS),
        rule("src-not-empty", Stage::Shape, "src has a valid row and a valid column.")
            .source(PAGE, TARGETS)
            .holds(|q| !q.empty("src"))
            .open("empty-src"),
        rule("dst-not-empty", Stage::Shape, "dst has a valid row and a valid column.")
            .source("formal specification", "legality of reduction and expansion")
            .holds(|q| !q.empty("dst"))
            .open("empty-dst"),
    ]
}

fn readings() -> Vec<Reading> {
    let both: &[&str] = &["nd", "nd-or-dn"];
    let silent: &[&str] = &["equal", "unchecked"];
    let iterated: &[&str] = &["iterate-dst", "equal"];
    vec![
        reading("source-layout", &["R25"], "Which layouts can src have?")
            .option("nd", "Row-major, without boxes.", "the page, Constraints")
            .option("nd-or-dn", "Row-major or column-major, without boxes.", "A2A3, A5; assembler; CPU simulator")
            .admit_everywhere(both),
        reading("mixed-dtypes", &[], "Must both have one element type? The page is silent.")
            .with("equal", Effect::Rejects, "Yes.", "A2A3, A5; assembler")
            .with("unchecked", Effect::Unspecified, "Not checked; such a tuple means nothing.", "the page is silent")
            .admit(silent, silent, &["equal"], &["equal"]),
        reading("dtypes", &["G7"], "Which element types are supported?")
            .option("nine", "Those of at most 4 bytes.", "the page, Target-Profile Restrictions; A2A3")
            .option("eleven", "Every one.", "manual, operation page for A5; A5")
            .admit(&["nine", "eleven"], &["eleven", "nine"], &["nine"], &["eleven", "nine"]),
        reading("rows", &["R28"], "Can src have other valid rows than dst?")
            .with("equal", Effect::Rejects, "No.", "the page, Target-Profile Restrictions, for A5; A2A3 debug assertion")
            .option("iterate-dst", "Yes: dst's valid region counts. What src does not have holds anything.", "the page (Inputs)")
            .admit(iterated, iterated, iterated, &["equal"]),
        reading("source-cols", &["R26"], "Can src have several valid columns?")
            .option("any", "Yes; the first one counts.", "the page's example; A2A3; assembler")
            .option("one-if-static", "Where their number is static it is 1.", "A5 static assertion")
            .admit(&["any", "one-if-static"], &["any"], &["any"], &["any", "one-if-static"]),
        reading("empty-src", &["R27"], "What does a source without valid elements mean?")
            .with("no-effect", Effect::NoEffect, "Nothing is written.", "the page, Target-Profile Restrictions, for A2A3")
            .with("rejected", Effect::Rejects, "It is illegal.", "the page, Target-Profile Restrictions, for A5; A2A3 debug assertion")
            .with("dst-only", Effect::Unspecified, "Only dst's extents count; what is read has no meaning.", "the page (iterates dst)")
            .admit(
                &["no-effect", "rejected", "dst-only"],
                &["dst-only", "no-effect", "rejected"],
                &["no-effect", "rejected"],
                &["rejected"],
            ),
        reading("empty-dst", &["R27", "G2"], "What does a destination without valid elements mean?")
            .with("no-effect", Effect::NoEffect, "Nothing is written.", "the page, Target-Profile Restrictions, for A2A3; CPU simulator")
            .with("rejected", Effect::Rejects, "It is illegal.", "formal specification; assembler")
            .admit_everywhere(&["no-effect", "rejected"]),
    ]
}

fn meaning(q: &Query) -> Vec<Behaviour> {
    let [rows, cols] = q.valid("dst");
    let dtype = q.dtype("dst");
    // Rows that src does not have in its valid region hold anything.
    let part = [rows.min(q.valid("src")[0]), cols];
    let output = |way: &Way| {
        let kernel = way.of(dtype, part_of(expand_first_column("src"), dtype, part));
        let output = Output::new("dst", way.variant(), [rows, cols], OutputValue::Bits(kernel));
        if part[0] == rows { output } else { output.masked("source", part_mask(part, cols)) }
    };
    ways(q).iter().map(|way| way.behaviour(vec![output(way)])).collect()
}
