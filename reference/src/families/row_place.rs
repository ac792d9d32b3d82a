//! The column of the largest or the smallest element of each row, with or without the element itself: the forms, the rules
//! and the readings that their pages share.

pub(crate) mod sentences;

use super::places::{self, INDEX, OUTPUTS, VALUE};
use crate::kernels::Line;
use crate::{Behaviour, Class, Combine, Effect, Extent, Form, Meet, Operation, Query, Reading, Rule, Section, Size, reading, rule};
use ptoconf_schemas::DType::{self, F16, F32, I16, I32, U16, U32};
use ptoconf_schemas::{BLayout, SLayout, Stage, Tile};

const GENERAL: &str = "Constraints: general constraints / checks";
const TEMPORARY: &str = "Constraints: about temporary tile";
const TWO: &[DType] = &[F16, F32];
const FOUR: &[DType] = &[F16, F32, I16, I32];
const SIX: &[DType] = &[F16, F32, I16, I32, U16, U32];

/// What the pages of the largest and the smallest element share.
pub(crate) fn operation(page: &'static str, sentences: &'static [Section]) -> Operation {
    Operation {
        name: "",
        page,
        summary: "",
        forms: vec![],
        rules: [operands(page), types(page), extents(page), tmp(page)].into_iter().flatten().collect(),
        readings: [types_readings(), extents_readings(), tmp_readings(), places::readings(places::row_ties(), places::NAN)]
            .into_iter()
            .flatten()
            .collect(),
        sentences,
        unreachable: vec![("tile/vec-not-boxed", "the page asks for tiles without boxes, and of tmp that is another question")],
        meaning: |_| vec![],
    }
}

/// The forms (dstIdx, src, tmp) and (dstVal, dstIdx, src, tmp), given the calls. An output is row-major or a column; tmp is
/// like src, or as small as the page says.
pub(crate) fn forms([index, both]: [&'static str; 2]) -> Vec<Form> {
    let matrix = [Extent::Dim("R"), Extent::Dim("C")];
    let row_major = [Extent::Dim("R"), Extent::FixedOrMore(1)];
    let column = [Extent::Dim("R"), Extent::Fixed(1)];
    let new = |name, call| Form::new(name, call, Combine::Cols(Meet::Place), Class::PLACE);
    let with_tmp = |form: Form, size: fn(u32, u32) -> u32| {
        let least = [Extent::Dim("R"), Extent::Of("C", Size(size))];
        form.input("src", matrix).scratch("tmp", matrix).or_shape(matrix).or_shape(least).or_shape(least)
    };
    let either = |form: Form| form.or_column_major(column).or_shape(row_major).or_column_major(column);
    let values = new("value-index", both).output(VALUE, row_major).or_column_major(column).or_shape(row_major).or_column_major(column);
    let values = values.index_output(INDEX, row_major).or_column_major(column).or_column_major(column).or_shape(row_major);
    vec![with_tmp(either(new("index", index).index_output(INDEX, row_major)), index_size), with_tmp(values, value_size)]
}

/// Columns of tmp that the form without values needs on A2A3 for so many columns of src, by the elements of a block.
fn index_size(cols: u32, block: u32) -> u32 {
    if cols <= 8 * block { 1 } else { staged_size(cols, block) }
}

/// The same of the form with values.
fn value_size(cols: u32, block: u32) -> u32 {
    if cols <= 8 * block { 2 } else { staged_size(cols, block) }
}

/// Where src is wider than a vector: a value and an index of each vector, and their indices; the same once more where those
/// are more than a vector.
fn staged_size(cols: u32, block: u32) -> u32 {
    let vector = 8 * block;
    let blocks = |elements: u32| elements.next_multiple_of(block);
    let first = cols.div_ceil(vector);
    if cols <= vector * vector {
        return blocks(2 * first) + blocks(first);
    }
    let second = first.div_ceil(vector);
    blocks(2 * first).max(blocks(first) + blocks(2 * second)) + 2
}

fn operands(page: &'static str) -> Vec<Rule> {
    let is_output = |tile: &Tile| tile.is_nd() || tile.slayout == SLayout::NoneBox && tile.cols() == 1;
    vec![
        rule("vec", Stage::Layout, "The outputs and src are Vec tiles.")
            .source(page, GENERAL)
            .holds(|q| q.are_vec(&OUTPUTS) && q.are_vec(&["src"])),
        rule("src-nd-layout", Stage::Layout, "src is row-major without boxes.").source(page, GENERAL).holds(|q| q.are_nd(&["src"])),
        rule("dst-layout", Stage::Layout, "An output has no boxes and is row-major, or column-major with exactly one column.")
            .source(page, GENERAL)
            .holds(move |q| q.tiles(&OUTPUTS).all(is_output)),
    ]
}

fn types(page: &'static str) -> Vec<Rule> {
    vec![
        rule("dtype-supported", Stage::Type, "The element type of src is supported.").source(page, GENERAL).by("dtypes", |q, option| {
            let list = match option {
                "two" => TWO,
                "four" => FOUR,
                "six" => SIX,
                _ => DType::ALL,
            };
            list.contains(&q.dtype("src"))
        }),
        rule("value-dtype", Stage::Type, "dstVal has src's element type.")
            .source(page, "Math Interpretation: an element of src")
            .source("A2A3 and A5 headers", "shared row-reduce check")
            .holds(|q| q.tiles(&[VALUE]).all(|tile| tile.dtype == q.dtype("src"))),
        rule("index-dtype", Stage::Type, "dstIdx holds u32 or i32; on the targets u16 or i16 too beside values of two bytes.")
            .source(page, GENERAL)
            .source("A2A3 and A5 headers", "check of the index type")
            .by("index-dtypes", |q, option| {
                let short = option == "by-size" && q.has(VALUE) && q.dtype("src").bytes() == 2;
                matches!(q.dtype(INDEX), U32 | I32) || short && matches!(q.dtype(INDEX), U16 | I16)
            }),
    ]
}

fn extents(page: &'static str) -> Vec<Rule> {
    vec![
        rule("src-not-empty", Stage::Shape, "src has a valid row and a valid column.").source(page, GENERAL).holds(|q| !q.empty("src")),
        rule("rows-equal", Stage::Shape, "src has as many valid rows as each output.")
            .source(page, GENERAL)
            .holds(|q| q.tiles(&OUTPUTS).all(|tile| tile.valid_rows() == q.valid("src")[0])),
        rule("dst-has-col", Stage::Shape, "An output has a valid column.")
            .source(page, GENERAL)
            .holds(|q| q.tiles(&OUTPUTS).all(|tile| tile.valid_cols() > 0))
            .open("dst-has-col"),
        rule("dst-one-col", Stage::Shape, "An output has at most one valid column.")
            .source(page, GENERAL)
            .holds(|q| q.tiles(&OUTPUTS).all(|tile| tile.valid_cols() <= 1))
            .open("dst-cols"),
    ]
}

/// What tmp must be. The page says how large it is on A2A3, and gives no other rule.
fn tmp(page: &'static str) -> Vec<Rule> {
    vec![
        rule("tmp-vec", Stage::Layout, "tmp is a Vec tile.")
            .source("assembler", "verifier")
            .holds(|q| q.are_vec(&["tmp"]))
            .open("tmp-location"),
        rule("tmp-layout", Stage::Layout, "tmp is row-major without boxes, or the column that the page allows.")
            .source(page, TEMPORARY)
            .holds(|q| q.are_nd(&["tmp"]) || is_one_vector(q) && q.has(VALUE) && is_column(q.tile("tmp")))
            .open("tmp-layout"),
        rule("tmp-same-dtype", Stage::Type, "tmp has src's element type.")
            .source("assembler", "verifier")
            .holds(|q| q.dtype("tmp") == q.dtype("src"))
            .open("tmp-dtype"),
        rule("tmp-size", Stage::Shape, "tmp has the rows of src and the columns that the page computes.")
            .source(page, TEMPORARY)
            .holds(is_large_enough)
            .open("small-tmp"),
    ]
}

fn is_column(tile: &Tile) -> bool {
    tile.slayout == SLayout::NoneBox && tile.blayout == BLayout::ColMajor && tile.cols() == 1
}

/// Whether a row of src is at most one vector.
fn is_one_vector(q: &Query) -> bool {
    q.valid("src")[1] <= q.dtype("src").vector()
}

fn is_large_enough(q: &Query) -> bool {
    let ([rows, cols], block) = (q.valid("src"), q.dtype("src").block());
    match (is_one_vector(q), q.has(VALUE)) {
        (true, false) => true,
        (true, true) if is_column(q.tile("tmp")) => q.tile("tmp").rows() >= 2 * rows,
        (_, values) => q.has_room("tmp", [rows, if values { value_size(cols, block) } else { index_size(cols, block) }]),
    }
}

fn types_readings() -> Vec<Reading> {
    const SIMULATOR: &[&str] = &["two", "any"];
    const A2A3: &[&str] = &["two", "four"];
    const ALL: &[&str] = &["two", "four", "six", "any"];
    const BY_SIZE: &[&str] = &["four-bytes", "by-size"];
    vec![
        reading("dtypes", &["R22"], "Which element types of src are supported?")
            .option("two", "f16 f32.", "the page, Constraints")
            .option("four", "f16 f32 i16 i32.", "A2A3")
            .option("six", "f16 f32 i16 i32 u16 u32.", "assembler")
            .option("any", "Every one.", "CPU simulator; A5 (not checked)")
            .admit(ALL, SIMULATOR, A2A3, ALL),
        reading("index-dtypes", &["R23"], "Can the places of elements of two bytes be u16 or i16, where values are given too?")
            .option("four-bytes", "No: places are u32 or i32.", "the page, Constraints; CPU simulator")
            .option("by-size", "Yes, beside u32 and i32.", "A2A3; A5")
            .admit(BY_SIZE, &["four-bytes"], BY_SIZE, BY_SIZE),
    ]
}

fn extents_readings() -> Vec<Reading> {
    vec![
        reading("dst-cols", &["R7"], "Can an output have more than one valid column?")
            .with("one", Effect::Rejects, "No.", "the page, Constraints; assembler")
            .with("first-column", Effect::Judged, "Yes: column 0 is written, the others keep their content.", "A2A3; A5; CPU simulator")
            .admit_everywhere(&["one", "first-column"]),
        reading("dst-has-col", &["R7", "G2"], "What if an output has no valid column?")
            .with("rejected", Effect::Rejects, "It is illegal.", "the page, Constraints")
            .with("src", Effect::Unspecified, "Column 0 is written: valid columns are never read.", "A2A3; A5; CPU simulator")
            .with("dst", Effect::NoEffect, "Nothing is written.", "the pages are silent")
            .admit_everywhere(&["rejected", "src", "dst"]),
    ]
}

/// On A5 and on the CPU simulator tmp is not used, whatever it is; on A2A3 no code looks at it before it is written.
fn tmp_readings() -> Vec<Reading> {
    const NOT_USED: &[&str] = &["ignored", "checked"];
    const ANY: &[&str] = &["checked", "unchecked", "ignored"];
    let of = |id: &str, register: &'static [&'static str], question: &'static str| {
        reading(id, register, question)
            .with("checked", Effect::Rejects, "Yes.", "assembler; the page, About temporary tile")
            .with("unchecked", Effect::Unspecified, "Not checked; another one means nothing.", "the page is silent; A2A3")
            .with("ignored", Effect::Judged, "No: it is not used.", "the page, About temporary tile, for A5; A5; CPU simulator")
    };
    vec![
        of("tmp-location", &["R8"], "Must tmp be a Vec tile?").admit(ANY, NOT_USED, ANY, NOT_USED),
        of("tmp-layout", &["R8"], "Must tmp be row-major without boxes, where the page allows no column?")
            .admit(ANY, NOT_USED, ANY, NOT_USED),
        of("tmp-dtype", &["R8"], "Must tmp have src's element type?").admit(ANY, NOT_USED, ANY, NOT_USED),
        of("small-tmp", &["R9", "R19"], "Must tmp be as large as the page computes?").admit(ANY, NOT_USED, ANY, NOT_USED),
    ]
}

/// Every known behaviour: an element for each row, in column 0 of each output.
pub(crate) fn behaviours(q: &Query, larger: bool) -> Vec<Behaviour> {
    let [rows, cols] = q.valid("src");
    places::behaviours(q, larger, Line::Row(cols), [rows, 1])
}
