//! The row of the largest or the smallest element of each column, with or without the element itself: the forms, the rules
//! and the readings that their pages share.

pub(crate) mod sentences;

use super::places::{self, INDEX, OUTPUTS, VALUE};
use crate::kernels::Line;
use crate::{Behaviour, Class, Combine, Effect, Extent, Form, Meet, Operation, Query, Reading, Rule, Section, Size, reading, rule};
use ptoconf_schemas::DType::{self, F16, F32, I8, I16, I32, U8, U16, U32};
use ptoconf_schemas::{SLayout, Stage};

const GENERAL: &str = "Constraints: general constraints / checks";
const VALUES: &str = "Constraints: value + index mode";
const TARGETS: &str = "Constraints: implementation checks";
const TEMPORARY: &str = "Constraints: about temporary tile for A2A3";
const TWO: &[DType] = &[F16, F32];
const APRIL: &[DType] = &[F16, F32, I16, I32];
const UNSIGNED: &[DType] = &[F16, F32, U16, U32];
const EIGHT: &[DType] = &[F16, F32, I8, U8, I16, U16, I32, U32];

/// What the pages of the largest and the smallest element share.
pub(crate) fn operation(page: &'static str, sentences: &'static [Section]) -> Operation {
    Operation {
        name: "",
        page,
        summary: "",
        forms: vec![],
        rules: [operands(page), types(page), extents(page), tmp(page)].into_iter().flatten().collect(),
        readings: [type_readings(), tmp_readings(), places::readings(places::column_ties(), places::NAN_OR_RESTART)]
            .into_iter()
            .flatten()
            .collect(),
        sentences,
        unreachable: vec![("tile/vec-not-boxed", "the page asks for tiles without boxes, and of tmp that is another question")],
        meaning: |_| vec![],
    }
}

/// The forms (dstIdx, src, tmp) and (dstVal, dstIdx, src, tmp), given the calls. src is row-major or column-major; tmp has
/// three regions in a row, is like src, or is as small as the page says.
pub(crate) fn forms([index, both]: [&'static str; 2]) -> Vec<Form> {
    let row = [Extent::Fixed(1), Extent::Dim("C")];
    let matrix = [Extent::Dim("R"), Extent::Dim("C")];
    let sized = |size: fn(u32, u32) -> u32| [Extent::Fixed(1), Extent::Of("C", Size(size))];
    let with_sources = |form: Form, least: fn(u32, u32) -> u32| {
        let least = sized(least);
        let form = form.input("src", matrix).or_shape(matrix).or_column_major(matrix).or_shape(matrix);
        form.scratch("tmp", sized(three_regions)).or_shape(matrix).or_shape(least).or_shape(least)
    };
    let new = |name, call| Form::new(name, call, Combine::Rows(Meet::Place), Class::PLACE);
    vec![
        with_sources(new("index", index).index_output(INDEX, row), index_size),
        with_sources(new("value-index", both).output(VALUE, row).index_output(INDEX, row), region),
    ]
}

/// Elements of a region of tmp for so many columns, by the elements of a block: a vector, or the blocks of fewer columns.
fn region(cols: u32, block: u32) -> u32 {
    cols.next_multiple_of(block).clamp(block, 8 * block)
}

fn three_regions(cols: u32, block: u32) -> u32 {
    3 * region(cols, block)
}

/// Elements of tmp that the form without values needs on A2A3: three regions for elements of two bytes.
fn index_size(cols: u32, block: u32) -> u32 {
    if block == F16.block() { three_regions(cols, block) } else { region(cols, block) }
}

fn operands(page: &'static str) -> Vec<Rule> {
    vec![
        rule("vec", Stage::Layout, "The outputs and src are Vec tiles.")
            .source(page, GENERAL)
            .source(page, VALUES)
            .holds(|q| q.are_vec(&OUTPUTS) && q.are_vec(&["src"])),
        rule("src-not-boxed", Stage::Layout, "src has no boxes; it may be row-major or column-major.")
            .source(page, GENERAL)
            .holds(|q| q.tile("src").slayout == SLayout::NoneBox)
            .unreachable("*", "whether a Vec tile can have boxes is a question, too"),
        rule("dst-nd-layout", Stage::Layout, "The outputs are row-major without boxes.")
            .source(page, GENERAL)
            .source(page, VALUES)
            .holds(|q| q.are_nd(&OUTPUTS)),
    ]
}

fn types(page: &'static str) -> Vec<Rule> {
    vec![
        rule("dtype-supported", Stage::Type, "The element type of src is supported.").source(page, TARGETS).by("dtypes", |q, option| {
            let list = match option {
                "two" => TWO,
                "april" => APRIL,
                "unsigned" => UNSIGNED,
                "eight" => EIGHT,
                _ => DType::ALL,
            };
            list.contains(&q.dtype("src"))
        }),
        rule("no-bytes-with-values", Stage::Type, "Where values are given, elements have more than one byte.")
            .source(page, VALUES)
            .holds(|q| !q.has(VALUE) || q.dtype("src").bytes() > 1)
            .open("byte-values")
            .unreachable("a2a3", "there are no elements of one byte"),
        rule("value-dtype", Stage::Type, "dstVal has src's element type.")
            .source(page, VALUES)
            .holds(|q| q.tiles(&[VALUE]).all(|tile| tile.dtype == q.dtype("src"))),
        rule("index-dtype", Stage::Type, "dstIdx holds u32 or i32; on the targets u16 or i16 beside values of two bytes.")
            .source(page, GENERAL)
            .source(page, VALUES)
            .by("index-dtypes", |q, option| {
                let short = option == "by-size" && q.has(VALUE) && q.dtype("src").bytes() == 2;
                if short { matches!(q.dtype(INDEX), U16 | I16) } else { matches!(q.dtype(INDEX), U32 | I32) }
            }),
    ]
}

fn extents(page: &'static str) -> Vec<Rule> {
    vec![
        rule("src-not-empty", Stage::Shape, "src has a valid row and a valid column.").source(page, GENERAL).holds(|q| !q.empty("src")),
        rule("dst-one-row", Stage::Shape, "An output has one valid row.")
            .source(page, GENERAL)
            .source(page, VALUES)
            .holds(|q| q.tiles(&OUTPUTS).all(|tile| tile.valid_rows() == 1)),
        rule("cols-equal", Stage::Shape, "src has as many valid columns as each output.")
            .source(page, GENERAL)
            .source(page, VALUES)
            .holds(|q| q.tiles(&OUTPUTS).all(|tile| tile.valid_cols() == q.valid("src")[1])),
    ]
}

/// What tmp must be. The page says so of A2A3 alone.
fn tmp(page: &'static str) -> Vec<Rule> {
    vec![
        rule("tmp-vec", Stage::Layout, "tmp is a Vec tile.")
            .source("assembler", "verifier")
            .holds(|q| q.are_vec(&["tmp"]))
            .open("tmp-location"),
        rule("tmp-layout", Stage::Layout, "tmp is row-major without boxes.")
            .source("assembler", "verifier")
            .source(page, TEMPORARY)
            .holds(|q| q.are_nd(&["tmp"]))
            .open("tmp-layout"),
        rule("tmp-same-dtype", Stage::Type, "tmp has src's element type.")
            .source(page, TARGETS)
            .holds(|q| q.dtype("tmp") == q.dtype("src"))
            .open("tmp-dtype"),
        rule("tmp-size", Stage::Shape, "A row of tmp has room for the regions that the page names.")
            .source(page, TEMPORARY)
            .holds(|q| {
                let (cols, block) = (q.valid("src")[1], q.dtype("src").block());
                q.has_room("tmp", [1, if q.has(VALUE) { region(cols, block) } else { index_size(cols, block) }])
            })
            .open("small-tmp"),
    ]
}

fn type_readings() -> Vec<Reading> {
    const ANY: &[&str] = &["unsigned", "eight", "any"];
    vec![
        reading("dtypes", &["R15"], "Which element types of src are supported?")
            .option("any", "Every one.", "CPU simulator")
            .option("eight", "f16 f32 i8 u8 i16 u16 i32 u32.", "the page, Constraints, for A5; A5")
            .option("unsigned", "f16 f32 u16 u32.", "the page, Constraints, for A2A3; A2A3")
            .option("april", "f16 f32 i16 i32.", "manual, operation page of April")
            .option("two", "f16 f32.", "assembler")
            .admit(ANY, ANY, &["unsigned"], &["eight"]),
        reading("byte-values", &["R15"], "Can elements have one byte, where values are given?")
            .with("no", Effect::Rejects, "No.", "the page, Constraints; A5")
            .with("yes", Effect::Judged, "Yes.", "CPU simulator")
            .admit(&["no", "yes"], &["no", "yes"], &["no"], &["no"]),
        reading("index-dtypes", &["R16"], "Which type have the places of elements of two bytes, where values are given?")
            .option("by-size", "u16 or i16.", "the page, Constraints, for A2A3 and A5; A2A3; A5")
            .option("four-bytes", "u32 or i32, as everywhere.", "the page, Constraints, general; CPU simulator")
            .admit(&["by-size", "four-bytes"], &["four-bytes"], &["by-size"], &["by-size"]),
    ]
}

/// On A5 and on the CPU simulator tmp is not used, whatever it is; A2A3 looks at its type alone before it writes it.
fn tmp_readings() -> Vec<Reading> {
    const NOT_USED: &[&str] = &["ignored", "checked"];
    const ANY: &[&str] = &["checked", "unchecked", "ignored"];
    let of = |id: &str, register: &'static [&'static str], question: &'static str| {
        reading(id, register, question)
            .with("checked", Effect::Rejects, "Yes.", "the page, Constraints, for A2A3; A2A3 (the type); assembler")
            .with("unchecked", Effect::Unspecified, "Not checked; another one means nothing.", "the page is silent; A2A3")
            .with("ignored", Effect::Judged, "No: it is not used.", "the page, About temporary tile, for A5; A5; CPU simulator")
    };
    vec![
        of("tmp-location", &["R8"], "Must tmp be a Vec tile?").admit(ANY, NOT_USED, ANY, NOT_USED),
        of("tmp-layout", &["R8"], "Must tmp be row-major without boxes?").admit(ANY, NOT_USED, ANY, NOT_USED),
        of("tmp-dtype", &["R8"], "Must tmp have src's element type?").admit(&["checked", "ignored"], NOT_USED, &["checked"], NOT_USED),
        of("small-tmp", &["R9", "R19"], "Must a row of tmp have room for the page's regions? The page also takes src's shape.")
            .admit(ANY, NOT_USED, ANY, NOT_USED),
    ]
}

/// Every known behaviour: an element for each column, in row 0 of each output.
pub(crate) fn behaviours(q: &Query, larger: bool) -> Vec<Behaviour> {
    let [rows, cols] = q.valid("src");
    places::behaviours(q, larger, Line::Column(rows), [1, cols])
}
