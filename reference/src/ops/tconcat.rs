//! TCONCAT: two sources side by side.
//!
//! `dst[i, j] = src0[i, j]` for `j < n0` and `src1[i, j - n0]` for `n0 <= j < n0 + n1`. In the basic form
//! n0 and n1 are the sources' valid columns; in the indexed forms index tiles give them row by row,
//! and the form with dstIdx writes the number of joined columns of each row.

use crate::kernels::{Counts, Unit, concatenate, concatenate_counted, count_mask, counts_output};
use crate::{
    Behaviour, Class, Combine, Effect, Extent, Fill, Form, Operation, Output, OutputValue, Query, Reading, Rule, Untested, reading, rule,
};
use ptoconf_schemas::DType::{Bf16, F16, F32, I8, I16, I32, U8, U16, U32};
use ptoconf_schemas::{BLayout, DType, Location, Stage};

const PAGE: &str = "TCONCAT page";
const GENERAL: &str = "Constraints: general constraints / checks";
const SHAPE: &str = "Constraints: shape constraints";
const TYPES: &str = "Constraints: data type constraints";
const DATA: [&str; 3] = ["dst", "src0", "src1"];
const INDICES: [&str; 2] = ["src0Idx", "src1Idx"];
const ALL_INDICES: [&str; 3] = ["dstIdx", "src0Idx", "src1Idx"];
const DATA_DTYPES: &[DType] = &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32];
const INDEX_DTYPES: &[DType] = &[I8, U8, I16, U16, I32, U32];

pub(super) fn operation() -> Operation {
    Operation {
        name: "",
        page: PAGE,
        summary: "Concatenate two source tiles horizontally into a destination tile along the column dimension.",
        forms: forms(),
        rules: [tile_rules(), shape_rules(), index_rules()].into_iter().flatten().collect(),
        readings: [shape_readings(), index_readings()].into_iter().flatten().collect(),
        untested: vec![
            Untested {
                section: "C++ Intrinsic",
                sentence: "Declared in an A5 header, returns void.",
                reason: "where a header stands and what a call returns changes no value",
            },
            Untested {
                section: "A5 implementation checks",
                sentence: "validRows must not exceed the physical tile rows.",
                reason: "the tile class's rule tile/valid-within-physical, on every target",
            },
        ],
        unreachable: vec![],
        meaning,
    }
}

fn data_form(name: &'static str, call: &'static str, classes: &'static [Class]) -> Form {
    Form::new(name, call, Combine::None, classes)
        .output("dst", [Extent::Dim("R"), Extent::Sum("C0", "C1")])
        .input("src0", [Extent::Dim("R"), Extent::Dim("C0")])
        .input("src1", [Extent::Dim("R"), Extent::Dim("C1")])
}

fn forms() -> Vec<Form> {
    let per_row = [Extent::Dim("R"), Extent::FixedOrMore(1)];
    let indexed = data_form("indexed", "TCONCAT(dst, src0, src1, src0Idx, src1Idx)", Class::INDEX);
    let counted = data_form("indexed-count", "TCONCAT(dst, src0, src1, dstIdx, src0Idx, src1Idx)", Class::INDEX)
        .index_output("dstIdx", [Extent::Fixed(1), Extent::Dim("R")])
        .or_shape([Extent::Dim("R"), Extent::Fixed(1)]);
    vec![
        data_form("basic", "TCONCAT(dst, src0, src1)", Class::MOVE),
        indexed.index("src0Idx", "src0", per_row).index("src1Idx", "src1", per_row).index_scale(index_scale),
        counted.index("src0Idx", "src0", per_row).index("src1Idx", "src1", per_row).index_scale(index_scale),
    ]
}

/// Index units per column under the profile's default reading of C1.
fn index_scale(q: &Query) -> u32 {
    match q.default_option("tconcat/index-unit") {
        Some("index-bytes") => q.dtype("src0Idx").bytes() as u32,
        Some("data-bytes") => q.dtype("dst").bytes() as u32,
        _ => 1,
    }
}

fn tile_rules() -> Vec<Rule> {
    let by_row = |q: &Query, names: &[&str]| q.tiles(names).all(|t| t.blayout == BLayout::RowMajor);
    vec![
        rule("vec", Stage::Layout, "The data tiles are Vec tiles.")
            .source(PAGE, GENERAL)
            .holds(|q| q.tiles(&DATA).all(|t| t.loc == Location::Vec)),
        rule("index-vec", Stage::Layout, "The index tiles are Vec tiles.")
            .source(PAGE, GENERAL)
            .holds(|q| q.tiles(&ALL_INDICES).all(|t| t.loc == Location::Vec))
            .open("index-location"),
        rule("row-major", Stage::Layout, "The data tiles are row-major.")
            .source(PAGE, GENERAL)
            .holds(move |q| by_row(q, &DATA))
            .open("data-layout"),
        rule("index-row-major", Stage::Layout, "The index tiles are row-major.")
            .source(PAGE, GENERAL)
            .holds(move |q| by_row(q, &ALL_INDICES))
            .open("index-layout"),
        rule("same-dtype", Stage::Type, "Sources and destination have the same element type.")
            .source(PAGE, TYPES)
            .holds(|q| DATA.iter().all(|o| q.dtype(o) == q.dtype("dst"))),
        rule("dtype-supported", Stage::Type, "The element type is i8 u8 i16 u16 i32 u32 f16 bf16 or f32.").source(PAGE, TYPES).by(
            "dtypes",
            |q, option| {
                let dtype = q.dtype("dst");
                DATA_DTYPES.contains(&dtype) && (option != "signless" || dtype.is_float() || dtype.is_signed())
            },
        ),
        rule("index-dtype", Stage::Type, "Index tiles hold i8 u8 i16 u16 i32 or u32.")
            .source(PAGE, TYPES)
            .holds(|q| q.tiles(&ALL_INDICES).all(|t| INDEX_DTYPES.contains(&t.dtype))),
        rule("index-same-dtype", Stage::Type, "All index tiles have the same element type.")
            .source(PAGE, "A5 implementation checks: type compatibility")
            .holds(|q| q.tiles(&ALL_INDICES).all(|t| !q.has("src0Idx") || t.dtype == q.dtype("src0Idx"))),
    ]
}

fn shape_rules() -> Vec<Rule> {
    vec![
        rule("valid-rows-equal", Stage::Shape, "Sources and destination have the same number of valid rows.")
            .source(PAGE, SHAPE)
            .holds(|q| DATA.iter().all(|o| q.valid(o)[0] == q.valid("dst")[0])),
        rule("valid-cols-add-up", Stage::Shape, "dst's valid columns are the sum of the sources' (basic form).").source(PAGE, SHAPE).by(
            "basic-cols",
            |q, option| {
                let sum = q.valid("src0")[1] + q.valid("src1")[1];
                let within = option == "within-physical" && sum <= q.tile("dst").cols();
                q.has("src0Idx") || sum == q.valid("dst")[1] || within
            },
        ),
        rule("indexed-cols-add-up", Stage::Shape, "dst's valid columns are the sum of the sources' (indexed forms).")
            .source(PAGE, "Math Interpretation, read as general")
            .holds(|q| !q.has("src0Idx") || q.valid("src0")[1] + q.valid("src1")[1] == q.valid("dst")[1])
            .open("indexed-cols"),
        rule("not-empty", Stage::Shape, "Sources and destination have valid elements.")
            .source("formal specification", "legality of layout rearrangement")
            .holds(|q| !DATA.iter().any(|o| q.empty(o)))
            .open("empty"),
    ]
}

fn index_rules() -> Vec<Rule> {
    vec![
        rule("index-covers-rows", Stage::Shape, "The index tiles have a value for each valid row of dst.")
            .source(PAGE, SHAPE)
            .holds(|q| q.tiles(&INDICES).all(|t| t.valid_rows() >= q.valid("dst")[0] && (t.valid_cols() > 0 || !t.dynamic[1])))
            .open("index-rows")
            .asked_where(|q| !q.has("src0Idx") || INDICES.iter().all(|o| q.has_room(o, [q.valid("dst")[0], 1]))),
        rule(
            "dst-index-shape",
            Stage::Shape,
            "dstIdx has one valid row, with a column for each row of dst; or one valid column, with a row for each.",
        )
        .source(PAGE, SHAPE)
        .by("dst-index-shape", dst_index_shape),
        rule("index-not-negative", Stage::Value, "Index values are not negative.")
            .source(PAGE, "C++ forms: column counts")
            .holds(|q| q.class != Class::INDEX_NEGATIVE.name)
            .open("negative-index")
            .asked_where(clamped_stays_in_sources),
        rule("index-whole-elements", Stage::Value, "Index values in bytes are whole numbers of elements.")
            .source(PAGE, "C++ forms: column counts")
            .holds(|q| q.class != Class::INDEX_RAGGED.name)
            .open("ragged-index")
            .unreachable("portable", "under its default reading values count elements, so every value is whole")
            .unreachable("cpu", "under its default reading values count elements, so every value is whole"),
        rule("index-within-dst", Stage::Value, "The counts of a row add up to at most dst's valid columns.")
            .source(PAGE, "C++ forms: column counts")
            .holds(|q| q.class != Class::INDEX_PAST_END.name)
            .open("index-clamp")
            .asked_where(clamped_stays_in_sources),
    ]
}

/// Whether a count as large as dst's columns, read on past a source's columns, ends within the source's memory.
fn clamped_stays_in_sources(q: &Query) -> bool {
    let [rows, cols] = q.valid("dst");
    ["src0", "src1"]
        .map(|name| q.tile(name))
        .iter()
        .all(|t| u64::from(rows.saturating_sub(1)) * u64::from(t.cols()) + u64::from(cols) <= t.elements())
}

fn dst_index_shape(q: &Query, option: &str) -> bool {
    let Some(tile) = q.tuple.tile("dstIdx") else { return true };
    let rows = q.valid("dst")[0];
    match option {
        "one-row" => tile.valid[0] == 1 && tile.valid[1] >= rows,
        _ => tile.valid[1] == 1 && tile.valid[0] >= rows,
    }
}

fn shape_readings() -> Vec<Reading> {
    vec![
        reading("dtypes", &["C14", "G7"], "Are unsigned element types supported?")
            .option("nine", "Yes.", "the page; A2A3; A5")
            .option("signless", "No.", "assembler")
            .admit(&["nine"], &["nine"], &["nine"]),
        reading("index-location", &["C11"], "Must index tiles be Vec tiles?")
            .with("vec", Effect::Rejects, "Yes.", "the page: all tiles")
            .with("unchecked", Effect::Unspecified, "Not checked.", "A2A3; A5")
            .admit(&["vec"], &["vec", "unchecked"], &["vec", "unchecked"]),
        reading("data-layout", &["C10"], "Must the data tiles be row-major?")
            .with("row-major", Effect::Rejects, "Yes.", "the page: all tiles; A5, basic form; assembler for A5")
            .with("unchecked", Effect::Unspecified, "Not checked; kernels take rows with one stride.", "A2A3; A5, indexed forms")
            .admit(&["row-major"], &["row-major", "unchecked"], &["row-major", "unchecked"]),
        reading(
            "index-layout",
            &["C10"],
            "Must the index tiles be row-major? A row-major N x 1 tile breaks the tile class's 32-byte rule.",
        )
        .with("any", Effect::Judged, "No: a column-major N x 1 tile is fine too.", "A2A3; A5; the page's own example asks for N x 1")
        .with("row-major", Effect::Rejects, "Yes.", "the page: all tiles")
        .admit(&["row-major", "any"], &["any", "row-major"], &["any", "row-major"]),
        reading("basic-cols", &["C9"], "Must dst's valid columns be the sum of the sources'?")
            .option("sum", "Yes.", "the page; A5; formal specification")
            .option("within-physical", "No: the sum must fit dst's physical columns.", "newer page for A2A3; A2A3; assembler")
            .admit(&["sum"], &["within-physical", "sum"], &["sum"]),
        reading("indexed-cols", &["C5"], "Must they in the indexed forms?")
            .with("free", Effect::Judged, "No: the index tiles decide.", "the page, Shape constraints; A2A3; A5")
            .with("sum", Effect::Rejects, "Yes.", "the basic form's formula read as general")
            .admit(&["free", "sum"], &["free", "sum"], &["free", "sum"]),
        reading("empty", &["G2"], "What do tiles without valid elements mean?")
            .with("no-effect", Effect::Judged, "What is there is joined: nothing from an empty source.", "the page's formula; A2A3; A5")
            .with("rejected", Effect::Rejects, "They are illegal.", "formal specification")
            .admit(&["no-effect", "rejected"], &["no-effect", "rejected"], &["no-effect", "rejected"]),
        reading("forms", &["C13"], "Do the indexed forms exist?")
            .option("exist", "Yes. A profile's `forms` leaves them out.", "the page; C++ library")
            .option("basic-only", "No.", "formal specification; assembler")
            .admit(&["exist"], &["exist"], &["exist"]),
    ]
}

fn index_readings() -> Vec<Reading> {
    vec![
        reading("index-unit", &["C1"], "What does an index value count?")
            .option("elements", "Elements.", "the page's text and the numbers drawn in its figure")
            .option("index-bytes", "Bytes; a count is the value over the size of the index type.", "the figure's procedure; A2A3; A5")
            .option("data-bytes", "Bytes; a count is the value over the size of the data type.", "the figure's footnote")
            .admit(&["elements", "index-bytes", "data-bytes"], &["index-bytes"], &["index-bytes"]),
        reading("ragged-index", &["C2"], "What do byte counts mean that are no whole number of elements?")
            .with("rounded-down", Effect::Judged, "They are rounded down.", "the figure's procedure; A2A3; A5")
            .with("illegal", Effect::Rejects, "They are no counts.", "the page: column counts")
            .admit(&["rounded-down", "illegal"], &["rounded-down"], &["rounded-down"]),
        reading("index-clamp", &["C3"], "What do counts beyond dst's valid columns mean?")
            .with(
                "clamped",
                Effect::Judged,
                "The first is cut to dst's columns, the second to the rest.",
                "the figure's procedure; A2A3; A5",
            )
            .with("illegal", Effect::Rejects, "They are illegal.", "the page's text knows no cut")
            .with("unspecified", Effect::Unspecified, "Nothing.", "the page is silent")
            .admit(&["clamped", "illegal", "unspecified"], &["clamped"], &["clamped"]),
        reading("negative-index", &["C4"], "What do negative values mean?")
            .with("unsigned", Effect::Judged, "Counts above any column, which are cut.", "presumed on A2A3 and A5")
            .with("illegal", Effect::Rejects, "They are illegal: a count is not negative.", "the page: column counts")
            .with("unspecified", Effect::Unspecified, "Nothing.", "the page is silent")
            .admit(&["illegal", "unsigned", "unspecified"], &["unsigned", "unspecified"], &["unsigned", "unspecified"]),
        reading("dst-count", &["C6"], "What does dstIdx hold?")
            .option("sum", "The sum of the two values, in their unit, before any cut.", "the page's text; the numbers drawn in its figure")
            .option("cut-bytes", "The cut sum of the counts, in bytes of the index type.", "the figure's procedure; A2A3; A5")
            .admit(&["sum", "cut-bytes"], &["cut-bytes"], &["cut-bytes"]),
        reading("dst-index-shape", &["C7"], "Which shape has dstIdx?")
            .option("one-row", "One valid row; row i's count is in column i.", "the page, Shape constraints; figure")
            .option("one-column", "One valid column; row i's count is in row i.", "A2A3; A5")
            .admit(&["one-row"], &["one-column"], &["one-column"]),
        reading("dst-tail", &["C8"], "What becomes of dst's columns after the joined ones?")
            .option("unchanged", "They keep their content.", "A5")
            .option("unspecified", "Anything.", "the page is silent; A2A3 may overwrite them")
            .admit(&["unspecified", "unchanged"], &["unspecified", "unchanged"], &["unchanged", "unspecified"]),
        reading("index-rows", &["C7"], "What if an index tile has fewer valid rows than dst?")
            .with("covers", Effect::Rejects, "Illegal: every row needs its counts.", "the page: per-row index tiles")
            .with("unchecked", Effect::Unspecified, "Not checked; the missing counts have no meaning.", "A2A3; A5")
            .admit(&["covers", "unchecked"], &["covers", "unchecked"], &["covers", "unchecked"]),
    ]
}

fn meaning(q: &Query) -> Vec<Behaviour> {
    if q.has("src0Idx") { indexed(q) } else { basic(q) }
}

fn basic(q: &Query) -> Vec<Behaviour> {
    let [rows, cols] = q.valid("dst");
    let first = q.valid("src0")[1];
    let judged = cols.min(first + q.valid("src1")[1]);
    let rows = rows.min(q.valid("src0")[0]).min(q.valid("src1")[0]);
    Behaviour::only(vec![Output::new("dst", "value", [rows, judged], OutputValue::Bits(concatenate("src0", "src1", first)))])
}

fn indexed(q: &Query) -> Vec<Behaviour> {
    let data = q.dtype("dst").bytes() as u32;
    let index = q.dtype("src0Idx").bytes() as u32;
    let units = [("elements", Unit::Elements), ("index-bytes", Unit::Bytes(index)), ("data-bytes", Unit::Bytes(data))];
    let mut behaviours = vec![];
    for (unit_name, unit) in units {
        for tail in ["unchanged", "unspecified"] {
            for count in if q.has("dstIdx") { &["sum", "cut-bytes"][..] } else { &[""] } {
                behaviours.push(indexed_behaviour(q, unit_name, unit, tail, count));
            }
        }
    }
    behaviours
}

fn indexed_behaviour(q: &Query, unit_name: &str, unit: Unit, tail: &str, count: &str) -> Behaviour {
    let [rows, cols] = q.valid("dst");
    let counts = Counts { operands: INDICES, unit, limit: cols };
    let valid = [q.valid("src0")[1], q.valid("src1")[1]];
    let value = OutputValue::Bits(concatenate_counted("src0", "src1", counts));
    // The mask is part of the output, not of the value: behaviours that differ in the tail share the value.
    let output = Output::new("dst", unit_name, [rows, cols], value).masked(tail, count_mask(valid, counts, cols, tail == "unchanged"));
    let mut behaviour = Behaviour::reading("index-unit", unit_name, vec![output]);
    behaviour.readings.push(("dst-tail".to_owned(), tail.to_owned()));
    behaviour.name = format!("{unit_name}-{tail}");
    if q.has("dstIdx") {
        behaviour.name = format!("{unit_name}-{tail}-{count}");
        behaviour.readings.push(("dst-count".to_owned(), count.to_owned()));
        behaviour.outputs.push(counts_of_rows(q, counts, unit_name, count));
    }
    behaviour
}

/// What dstIdx holds; nothing that has a meaning where a count is negative.
fn counts_of_rows(q: &Query, counts: Counts, unit_name: &str, count: &str) -> Output {
    let rows = q.valid("dst")[0];
    let along_row = q.valid("dstIdx")[0] == 1;
    let region = if along_row { [1, rows] } else { [rows, 1] };
    let value = match Class::parse(q.class).map(|c| c.fill) {
        Some(Fill::IndexNegative) => OutputValue::Unspecified,
        _ => OutputValue::Bits(counts_output(counts, q.dtype("dstIdx"), along_row, count == "cut-bytes")),
    };
    Output::new("dstIdx", format!("{unit_name}-{count}"), region, value)
}
