//! TCONCAT: two sources side by side.
//!
//! `dst[i, j] = src0[i, j]` for `j < n0` and `src1[i, j - n0]` for `n0 <= j < n0 + n1`. In the basic form
//! n0 and n1 are the sources' valid columns; in the indexed forms index tiles give them row by row,
//! and the form with dstIdx writes the number of joined columns of each row.

mod sentences;

use crate::families::copies::{Way, ways};
use crate::kernels::{Counts, Unit, concatenate, concatenate_counted, count_mask, counts_output, part_mask, part_of};
use crate::{Behaviour, Class, Combine, Effect, Extent, Fill, Form, Operation, Output, OutputValue, Query, Reading, Rule, reading, rule};
use ptoconf_schemas::DType::{Bf16, F16, F32, I8, I16, I32, U8, U16, U32};
use ptoconf_schemas::{DType, Stage};

const PAGE: &str = "TCONCAT page";
const GENERAL: &str = "Constraints: general constraints / checks";
const SHAPE: &str = "Constraints: shape constraints";
const TYPES: &str = "Constraints: data type constraints";
const A5: &str = "A5 implementation checks";
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
        readings: [shape_readings(), index_readings(), count_readings()].into_iter().flatten().collect(),
        sentences: sentences::ALL,
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
        indexed.index("src0Idx", "src0", per_row).index("src1Idx", "src1", per_row).index_scale(index_scale, largest_index_scale),
        counted.index("src0Idx", "src0", per_row).index("src1Idx", "src1", per_row).index_scale(index_scale, largest_index_scale),
    ]
}

/// Index units per column under the profile's default reading of C1.
fn index_scale(q: &Query) -> u32 {
    unit_of(q, q.default_option("tconcat/index-unit").unwrap_or_default()).bytes()
}

/// The most index units that a column has under any option that the profile admits.
fn largest_index_scale(q: &Query) -> u32 {
    UNITS.into_iter().filter(|unit| q.admits("tconcat/index-unit", unit)).map(|unit| unit_of(q, unit).bytes()).max().unwrap_or(1)
}

/// Options of `index-unit`.
const UNITS: [&str; 3] = ["elements", "index-bytes", "data-bytes"];

fn unit_of(q: &Query, option: &str) -> Unit {
    match option {
        "index-bytes" => Unit::Bytes(q.dtype("src0Idx").bytes() as u32),
        "data-bytes" => Unit::Bytes(q.dtype("dst").bytes() as u32),
        _ => Unit::Elements,
    }
}

fn is_indexed(q: &Query) -> bool {
    q.has("src0Idx")
}

fn tile_rules() -> Vec<Rule> {
    vec![
        rule("vec", Stage::Layout, "The data tiles of the basic form are Vec tiles.")
            .source(PAGE, GENERAL)
            .source(PAGE, A5)
            .holds(|q| is_indexed(q) || q.are_vec(&DATA))
            .open("data-location"),
        rule("indexed-vec", Stage::Layout, "The data tiles of the indexed forms are Vec tiles.")
            .source(PAGE, GENERAL)
            .source(PAGE, A5)
            .holds(|q| !is_indexed(q) || q.are_vec(&DATA)),
        rule("index-vec", Stage::Layout, "The index tiles are Vec tiles.")
            .source(PAGE, GENERAL)
            .holds(|q| q.are_vec(&ALL_INDICES))
            .open("index-location"),
        rule("row-major", Stage::Layout, "The data tiles of the basic form are row-major.")
            .source(PAGE, GENERAL)
            .source(PAGE, A5)
            .holds(|q| is_indexed(q) || q.are_row_major(&DATA))
            .open("data-layout"),
        rule("indexed-row-major", Stage::Layout, "The data tiles of the indexed forms are row-major.")
            .source(PAGE, GENERAL)
            .source(PAGE, A5)
            .holds(|q| !is_indexed(q) || q.are_row_major(&DATA))
            .open("indexed-data-layout"),
        rule("index-row-major", Stage::Layout, "The index tiles are row-major.")
            .source(PAGE, GENERAL)
            .holds(|q| q.are_row_major(&ALL_INDICES))
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
            .holds(|q| !is_indexed(q) || q.tiles(&ALL_INDICES).all(|t| t.dtype == q.dtype("src0Idx")))
            .open("index-dtypes"),
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
                is_indexed(q) || sum == q.valid("dst")[1] || within
            },
        ),
        rule("indexed-cols-add-up", Stage::Shape, "dst's valid columns are the sum of the sources' (indexed forms).")
            .source(PAGE, "Math Interpretation, read as general")
            .holds(|q| !is_indexed(q) || q.valid("src0")[1] + q.valid("src1")[1] == q.valid("dst")[1])
            .open("indexed-cols"),
        rule("has-rows", Stage::Shape, "Sources and destination have valid rows.")
            .source("formal specification", "legality of layout rearrangement")
            .holds(|q| DATA.iter().all(|o| q.valid(o)[0] > 0))
            .open("empty-rows"),
        rule("has-cols", Stage::Shape, "Sources and destination have valid columns.")
            .source("formal specification", "legality of reduction and expansion, taken for this one")
            .holds(|q| DATA.iter().all(|o| q.valid(o)[1] > 0))
            .open("empty-cols"),
    ]
}

/// A question about tiles without valid elements.
fn empty(id: &str, question: &'static str) -> Reading {
    reading(id, &["G2"], question)
        .with("no-effect", Effect::Judged, "What is there is joined: nothing from an empty source.", "the page's formula; A2A3; A5")
        .with("rejected", Effect::Rejects, "They are illegal.", "formal specification")
        .admit_everywhere(&["no-effect", "rejected"])
}

fn index_rules() -> Vec<Rule> {
    vec![
        rule("index-covers-rows", Stage::Shape, "The index tiles have a valid row for each valid row of dst.")
            .source(PAGE, SHAPE)
            .holds(|q| q.tiles(&INDICES).all(|t| t.valid_rows() >= q.valid("dst")[0]))
            .open("index-rows")
            .asked_where(|q| !is_indexed(q) || INDICES.iter().all(|o| q.has_room(o, [q.valid("dst")[0], 1]))),
        rule("index-has-column", Stage::Shape, "The index tiles have a valid column.")
            .source(PAGE, "Constraints: per-row index tiles")
            .holds(|q| q.tiles(&INDICES).all(|t| t.valid_cols() > 0))
            .open("index-cols")
            // Where dst has no rows, no count is missed.
            .asked_where(|q| !q.empty("dst")),
        rule("dst-index-shape", Stage::Shape, "dstIdx has one valid row; or, on the targets, one valid column.")
            .source(PAGE, SHAPE)
            .source("A2A3 and A5 headers", "debug assertions")
            .by("dst-index-shape", dst_index_shape),
        rule("dst-index-covers-rows", Stage::Shape, "dstIdx has a valid element for each valid row of dst.")
            .source(PAGE, "Constraints: the concatenated column count per row")
            .holds(|q| q.tiles(&["dstIdx"]).all(|t| t.valid_rows() * t.valid_cols() >= q.valid("dst")[0]))
            .open("dst-index-rows")
            .asked_where(dst_index_has_room),
        rule("index-not-negative", Stage::Value, "Index values are not negative.")
            .source(PAGE, "C++ forms: column counts")
            .holds(|q| q.class != Class::INDEX_NEGATIVE.name)
            .open("negative-index")
            .asked_where(clamped_stays_in_sources),
        rule("index-whole-elements", Stage::Value, "Index values in bytes are whole numbers of elements.")
            .source(PAGE, "C++ forms: column counts")
            .holds(|q| q.class != Class::INDEX_RAGGED.name)
            .open("ragged-index")
            .unreachable("portable", "no profile admits a rejection, and values count elements there")
            .unreachable("cpu", "no profile admits a rejection, and values count elements there"),
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
    q.tiles(&["dstIdx"]).all(|t| if option == "one-row" { t.valid_rows() == 1 } else { t.valid_cols() == 1 })
}

/// Whether the counts of all rows, along a row or a column, end within dstIdx's memory.
fn dst_index_has_room(q: &Query) -> bool {
    let rows = q.valid("dst")[0];
    q.tiles(&["dstIdx"]).all(|t| (t.valid_rows() != 1 || t.cols() >= rows) && (t.valid_cols() != 1 || t.rows() >= rows))
}

fn shape_readings() -> Vec<Reading> {
    const ROW_MAJOR: &[&str] = &["row-major", "unchecked"];
    const VEC: &[&str] = &["vec", "unchecked"];
    const ANY: &[&str] = &["any", "row-major"];
    const EQUAL: &[&str] = &["equal", "unchecked"];
    let location = |id, question, source| {
        reading(id, &["C11"], question).with("vec", Effect::Rejects, "Yes.", "the page: all tiles").with(
            "unchecked",
            Effect::Unspecified,
            "Not checked.",
            source,
        )
    };
    let layout = |id, question, by, source| {
        reading(id, &["C10"], question).with("row-major", Effect::Rejects, "Yes.", by).with(
            "unchecked",
            Effect::Unspecified,
            "Not checked; kernels take rows with one stride.",
            source,
        )
    };
    vec![
        reading("dtypes", &["C14", "G7"], "Are unsigned element types supported?")
            .option("nine", "Yes.", "the page; A2A3; A5")
            .option("signless", "No.", "assembler")
            .admit_everywhere(&["nine"]),
        location("data-location", "Must the data tiles of the basic form be Vec tiles?", "A5, basic form").admit(
            VEC,
            &["vec"],
            &["vec"],
            VEC,
        ),
        location("index-location", "Must index tiles be Vec tiles?", "A2A3; A5").admit(VEC, &["vec"], VEC, VEC),
        layout("data-layout", "Must the data tiles of the basic form be row-major?", "the page: all tiles; A5; assembler for A5", "A2A3")
            .admit(ROW_MAJOR, &["row-major"], ROW_MAJOR, &["row-major"]),
        layout("indexed-data-layout", "Must the data tiles of the indexed forms be row-major?", "the page: all tiles", "A2A3; A5").admit(
            ROW_MAJOR,
            &["row-major"],
            ROW_MAJOR,
            ROW_MAJOR,
        ),
        reading(
            "index-layout",
            &["C10"],
            "Must the index tiles be row-major? A row-major N x 1 tile breaks the tile class's 32-byte rule.",
        )
        .with("any", Effect::Judged, "No: a column-major N x 1 tile is fine too.", "A2A3; A5; the page's own example asks for N x 1")
        .with("row-major", Effect::Rejects, "Yes.", "the page: all tiles")
        .admit(&["row-major", "any"], &["row-major", "any"], ANY, ANY),
        reading("index-dtypes", &[], "Must all index tiles have one element type?")
            .with("equal", Effect::Rejects, "Yes.", "the page: type compatibility, under A5; A2A3; A5")
            .with(
                "unchecked",
                Effect::Unspecified,
                "No: each is an integer. No page says what counts of two types mean.",
                "the page, in general",
            )
            .admit(EQUAL, EQUAL, &["equal"], &["equal"]),
        reading("basic-cols", &["C9"], "Must dst's valid columns be the sum of the sources'?")
            .option("sum", "Yes.", "the page; A5; formal specification")
            .option("within-physical", "No: the sum must fit dst's physical columns.", "newer page for A2A3; A2A3; assembler")
            .admit(&["sum", "within-physical"], &["sum"], &["within-physical", "sum"], &["sum"]),
        reading("indexed-cols", &["C5"], "Must they in the indexed forms?")
            .with("free", Effect::Judged, "No: the index tiles decide.", "the page, Shape constraints; A2A3; A5")
            .with("sum", Effect::Rejects, "Yes.", "the page's basic formula, read as general")
            .admit_everywhere(&["free", "sum"]),
        empty("empty-rows", "What do tiles without valid rows mean?"),
        empty("empty-cols", "What do tiles without valid columns mean?"),
        reading("forms", &["C13"], "Do the indexed forms exist?")
            .option("exist", "Yes. A profile's `forms` leaves them out.", "the page; C++ library")
            .without("basic-only", &["indexed", "indexed-count"], "No.", "formal specification; assembler")
            .admit_everywhere(&["exist"]),
    ]
}

/// What index values mean. A target's profile admits the target's unit and content of dstIdx alone: no case could
/// tell a count of elements from one of bytes that is cut.
fn index_readings() -> Vec<Reading> {
    const UNIT: &[&str] = &["elements", "index-bytes", "data-bytes"];
    const CLAMP: &[&str] = &["clamped", "illegal", "unspecified"];
    const NEGATIVE: &[&str] = &["illegal", "unsigned", "unspecified"];
    const COUNT: &[&str] = &["sum", "cut-bytes"];
    const TAIL: &[&str] = &["unspecified", "unchanged"];
    vec![
        reading("index-unit", &["C1"], "What does an index value count?")
            .option("elements", "Elements.", "the page's text; the page's figure, its numbers")
            .option(
                "index-bytes",
                "Bytes; a count is the value over the size of the index type.",
                "the page's figure, its procedure; A2A3; A5",
            )
            .option("data-bytes", "Bytes; a count is the value over the size of the data type.", "the page's figure, its footnote")
            .admit(UNIT, UNIT, &["index-bytes"], &["index-bytes"]),
        // Who counts in bytes divides and rounds down; that others are illegal no document says.
        reading("ragged-index", &["C2"], "What do byte counts mean that are no whole number of elements?")
            .with("rounded-down", Effect::Judged, "They are rounded down.", "the page's figure, its procedure; A2A3; A5")
            .with("illegal", Effect::Rejects, "They are no counts.", "no page")
            .admit_everywhere(&["rounded-down"]),
        reading("index-clamp", &["C3"], "What do counts beyond dst's valid columns mean?")
            .with(
                "clamped",
                Effect::Judged,
                "The first is cut to dst's columns, the second to the rest.",
                "the page's figure, its procedure; A2A3; A5",
            )
            .with("illegal", Effect::Rejects, "They are illegal.", "the page's text knows no cut")
            .with("unspecified", Effect::Unspecified, "Nothing.", "the page is silent")
            .admit(CLAMP, CLAMP, &["clamped"], &["clamped"]),
        reading("negative-index", &["C4"], "What do negative values mean?")
            .with("unsigned", Effect::Judged, "What their bits are as an unsigned number, which is cut.", "presumed on A2A3 and A5")
            .with("illegal", Effect::Rejects, "They are illegal: a count is not negative.", "the page: column counts")
            .with("unspecified", Effect::Unspecified, "Nothing.", "the page is silent")
            .admit(NEGATIVE, NEGATIVE, &["unsigned", "unspecified"], &["unsigned", "unspecified"]),
        reading("dst-count", &["C6"], "What does dstIdx hold?")
            .option("sum", "The sum of the two values, in their unit, before any cut.", "the page's text; the page's figure, its numbers")
            .option("cut-bytes", "The cut sum of the counts, in bytes of the index type.", "the page's figure, its procedure; A2A3; A5")
            .admit(COUNT, COUNT, &["cut-bytes"], &["cut-bytes"]),
        reading("dst-tail", &["C8"], "What becomes of dst's columns after the joined ones?")
            .option("unchanged", "They keep their content.", "A5")
            .option("unspecified", "Anything.", "the page is silent; A2A3 may overwrite them")
            .admit(TAIL, TAIL, TAIL, &["unchanged", "unspecified"]),
    ]
}

/// Which index tiles hold the counts of every row. The targets check dstIdx's one column, in debug builds, and no more.
fn count_readings() -> Vec<Reading> {
    const SHAPES: &[&str] = &["one-column", "one-row"];
    const COVERS: &[&str] = &["covers", "unchecked"];
    const UNCHECKED: &[&str] = &["unchecked", "covers"];
    vec![
        reading("dst-index-shape", &["C7"], "Which shape has dstIdx?")
            .option("one-row", "One valid row; row i's count is in column i.", "the page, Shape constraints; the page's figure")
            .option("one-column", "One valid column; row i's count is in row i.", "A2A3; A5")
            .admit(&["one-row", "one-column"], &["one-row"], SHAPES, SHAPES),
        reading("dst-index-rows", &["C7"], "What if dstIdx has fewer elements than dst has rows?")
            .with("covers", Effect::Rejects, "Illegal: every row has a count.", "the page: the count per row")
            .with("unchecked", Effect::Unspecified, "Not checked.", "A2A3; A5")
            .admit(COVERS, COVERS, UNCHECKED, UNCHECKED),
        reading("index-rows", &["C7"], "What if an index tile has fewer valid rows than dst?")
            .with("covers", Effect::Rejects, "Illegal: every row needs its counts.", "the page: per-row index tiles")
            .with("unchecked", Effect::Unspecified, "Not checked; the missing counts have no meaning.", "A2A3; A5")
            .admit_everywhere(COVERS),
        reading("index-cols", &["C7"], "What if an index tile has no valid column?")
            .with("one", Effect::Rejects, "Illegal: there is no count.", "the page: per-row index tiles")
            .with("unchecked", Effect::Unspecified, "Not checked; the counts have no meaning.", "A2A3; A5")
            .admit_everywhere(&["one", "unchecked"]),
    ]
}

fn meaning(q: &Query) -> Vec<Behaviour> {
    if is_indexed(q) { indexed(q) } else { ways(q).iter().map(|way| way.behaviour(vec![basic(q, way)])).collect() }
}

/// Where dst's valid columns are not the sum of the sources', the columns up to the larger number may be written, and
/// those up to the smaller one are judged.
fn basic(q: &Query, way: &Way) -> Output {
    let [rows, cols] = q.valid("dst");
    let dtype = q.dtype("dst");
    let first = q.valid("src0")[1];
    let sum = first + q.valid("src1")[1];
    let rows = rows.min(q.valid("src0")[0]).min(q.valid("src1")[0]);
    let (part, written) = ([rows, cols.min(sum)], cols.max(sum).min(q.tile("dst").cols()));
    let kernel = way.of(dtype, part_of(concatenate("src0", "src1", first), dtype, part));
    let output = Output::new("dst", way.variant(), [rows, written], OutputValue::Bits(kernel));
    if part[1] == written { output } else { output.masked("joined", part_mask(part, written)) }
}

fn indexed(q: &Query) -> Vec<Behaviour> {
    let mut behaviours = vec![];
    for unit_name in UNITS {
        for tail in ["unchanged", "unspecified"] {
            for count in if q.has("dstIdx") { &["sum", "cut-bytes"][..] } else { &[""] } {
                behaviours.push(indexed_behaviour(q, unit_name, unit_of(q, unit_name), tail, count));
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
