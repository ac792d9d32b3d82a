//! Reductions of each row to column 0 of the destination: the form, the rules and the readings that their pages share.

pub(crate) mod sentences;

use super::picks;
use super::policies::value;
use crate::kernels::row_extremes;
use crate::{Behaviour, Class, Combine, Effect, Extent, Form, Meet, Operation, Output, Query, Reading, Rule, Section, reading, rule};
use ptoconf_schemas::DType::{self, F16, F32, I8, I16, I32, I64, U8, U16, U32, U64};
use ptoconf_schemas::{SLayout, Stage};

const GENERAL: &str = "Constraints: general constraints / checks";
const CHECKS: &str = "Constraints: A2A3 implementation checks";
const TEMPORARY: &str = "Temporary Space";
const FOUR: &[DType] = &[F16, F32, I16, I32];
const SIX: &[DType] = &[F16, F32, I16, I32, U16, U32];
const EIGHT: &[DType] = &[F16, F32, I16, I32, I64, U64, I8, U8];
const WIDE: &[DType] = &[F16, F32, I16, I32, I64, U64];
const TEN: &[DType] = &[F16, F32, I8, U8, I16, U16, I32, U32, I64, U64];

/// What the pages of the largest and the smallest element share.
pub(crate) fn operation(page: &'static str, sentences: &'static [Section]) -> Operation {
    let small = of_tmp("small-tmp", &["R8", "R9"], "Must tmp have room for src's valid region?").admit(ANY_TMP, NO_TMP, ANY_TMP, NO_TMP);
    let readings = [vec![dtypes()], readings(vec![small])].concat();
    Operation { rules: rules(page), readings, ..reduction(page, sentences) }
}

/// What the pages of sums and products share: there is an answer to an empty source that some target gives. Where A2A3 needs
/// more of tmp than any tile has, although its page asks for nothing, `least` says how much.
pub(crate) fn arithmetic(page: &'static str, sentences: &'static [Section], least: Option<fn(&Query) -> [u32; 2]>) -> Operation {
    let open = |rule: Rule| if rule.id == "src-not-empty" { rule.open("empty-src") } else { rule };
    let rules = rules(page).into_iter().map(open).chain(least.map(|least| tmp_is_enough(page, least))).collect();
    let sizes = [Some(small_tmp()), least.map(|_| least_tmp())].into_iter().flatten().collect();
    Operation { rules, readings: [vec![empty_src()], readings(sizes)].concat(), ..reduction(page, sentences) }
}

fn reduction(page: &'static str, sentences: &'static [Section]) -> Operation {
    Operation {
        name: "",
        page,
        summary: "",
        forms: vec![],
        rules: vec![],
        readings: vec![],
        sentences,
        unreachable: vec![("tile/vec-not-boxed", "the page asks for tiles without boxes, and of tmp that is another question")],
        meaning: |_| vec![],
    }
}

fn rules(page: &'static str) -> Vec<Rule> {
    [operands(page), extents(page), tmp(page)].into_iter().flatten().collect()
}

/// The readings of every such page; `sizes` are those of tmp's size.
fn readings(sizes: Vec<Reading>) -> Vec<Reading> {
    [vec![dst_cols(), dst_has_col()], tmp_readings(), sizes, vec![tmp_shape()]].concat()
}

/// The form of a largest or smallest element.
pub(crate) fn extreme(call: &'static str) -> Form {
    form(call, Meet::Extreme, Class::EXTREME)
}

/// A form (dst, src, tmp), with dst row-major or a column.
pub(crate) fn form(call: &'static str, meet: Meet, classes: &'static [Class]) -> Form {
    let matrix = [Extent::Dim("R"), Extent::Dim("C")];
    Form::new("plain", call, Combine::Cols(meet), classes)
        .output("dst", [Extent::Dim("R"), Extent::FixedOrMore(1)])
        .or_column_major([Extent::Dim("R"), Extent::Fixed(1)])
        .input("src", matrix)
        .scratch("tmp", matrix)
}

fn operands(page: &'static str) -> Vec<Rule> {
    vec![
        rule("vec", Stage::Layout, "dst and src are Vec tiles.").source(page, GENERAL).holds(|q| q.are_vec(&["dst", "src"])),
        rule("src-nd-layout", Stage::Layout, "src is row-major without boxes.").source(page, GENERAL).holds(|q| q.are_nd(&["src"])),
        rule("dst-layout", Stage::Layout, "dst has no boxes and is row-major, or column-major with exactly one column.")
            .source(page, GENERAL)
            .holds(|q| q.are_nd(&["dst"]) || q.tile("dst").slayout == SLayout::NoneBox && q.tile("dst").cols() == 1),
        rule("same-dtype", Stage::Type, "dst and src have the same element type.")
            .source(page, GENERAL)
            .holds(|q| q.dtype("dst") == q.dtype("src")),
        rule("dtype-supported", Stage::Type, "The element type is supported.").source(page, CHECKS).by("dtypes", |q, option| {
            let list = match option {
                "four" => FOUR,
                "six" => SIX,
                "eight" => EIGHT,
                "four-and-64-bit" => WIDE,
                _ => TEN,
            };
            list.contains(&q.dtype("src"))
        }),
    ]
}

fn extents(page: &'static str) -> Vec<Rule> {
    vec![
        rule("src-not-empty", Stage::Shape, "src has a valid row and a valid column.").source(page, GENERAL).holds(|q| !q.empty("src")),
        rule("rows-equal", Stage::Shape, "src has as many valid rows as dst.")
            .source(page, GENERAL)
            .holds(|q| q.valid("src")[0] == q.valid("dst")[0]),
        rule("dst-has-col", Stage::Shape, "dst has a valid column.")
            .source("formal specification", "legality of reductions")
            .holds(|q| q.valid("dst")[1] > 0)
            .open("dst-has-col"),
        rule("dst-one-col", Stage::Shape, "dst has at most one valid column.")
            .source("assembler", "verifier")
            .source("formal specification", "legality of reductions")
            .holds(|q| q.valid("dst")[1] <= 1)
            .open("dst-cols"),
    ]
}

/// What tmp must be. The pages ask for one, and give a safe size in place of a rule.
fn tmp(page: &'static str) -> Vec<Rule> {
    vec![
        rule("tmp-vec", Stage::Layout, "tmp is a Vec tile.")
            .source("assembler", "verifier")
            .source(page, TEMPORARY)
            .holds(|q| q.are_vec(&["tmp"]))
            .open("tmp-location"),
        rule("tmp-nd-layout", Stage::Layout, "tmp is row-major without boxes.")
            .source("assembler", "verifier")
            .source(page, TEMPORARY)
            .holds(|q| q.are_nd(&["tmp"]))
            .open("tmp-layout"),
        rule("tmp-same-dtype", Stage::Type, "tmp has src's element type.")
            .source("assembler", "verifier")
            .source(page, TEMPORARY)
            .holds(|q| q.dtype("tmp") == q.dtype("src"))
            .open("tmp-dtype"),
        rule("tmp-holds-src", Stage::Shape, "tmp has room for src's valid region.")
            .source(page, TEMPORARY)
            .holds(|q| q.has_room("tmp", q.valid("src")))
            .open("small-tmp"),
        rule("tmp-like-src", Stage::Shape, "tmp has src's valid region.")
            .source("assembler", "verifier")
            .source(page, TEMPORARY)
            .holds(|q| q.valid("tmp") == q.valid("src"))
            .open("tmp-shape"),
    ]
}

fn dtypes() -> Reading {
    reading("dtypes", &["G7"], "Which element types are supported?")
        .option("ten", "Every one but bf16.", "CPU simulator")
        .option("eight", "f16 f32 i16 i32 i64 u64 i8 u8.", "the page, Constraints, for A5; A5")
        .option("six", "f16 f32 i16 i32 u16 u32.", "assembler")
        .option("four", "f16 f32 i16 i32.", "the page, Constraints, for A2A3; A2A3")
        .admit(&["four", "eight", "ten"], &["ten", "four", "eight"], &["four"], &["eight"])
}

fn dst_cols() -> Reading {
    const COLS: &[&str] = &["first-column", "one"];
    reading("dst-cols", &["R7"], "Can dst have more than one valid column?")
        .with("first-column", Effect::Judged, "Yes: column 0 is written, the others keep their content.", "the page's formula; A2A3; A5")
        .with("one", Effect::Rejects, "No.", "assembler; formal specification")
        .admit_everywhere(COLS)
}

fn dst_has_col() -> Reading {
    reading("dst-has-col", &["R7", "G2"], "What if dst has no valid column?")
        .with("src", Effect::Unspecified, "Column 0 is written: dst's columns are never read.", "the page's formula; A2A3; A5")
        .with("dst", Effect::NoEffect, "Nothing is written.", "the pages are silent")
        .with("rejected", Effect::Rejects, "It is illegal.", "formal specification: dst is one column")
        .admit_everywhere(&["src", "dst", "rejected"])
}

/// What is admitted of tmp where it is not used, and where it is.
const NO_TMP: &[&str] = &["ignored", "checked"];
const ANY_TMP: &[&str] = &["checked", "unchecked", "ignored"];

/// The same of its element type, where a page asks for src's on A2A3.
pub(crate) fn tmp_dtype_of_page() -> Reading {
    reading("tmp-dtype", &["R8"], "Must tmp have src's element type?")
        .with("checked", Effect::Rejects, "Yes.", "the page, Temporary Space, for A2A3; assembler")
        .with("unchecked", Effect::Unspecified, "Not checked; another one means nothing.", "A2A3")
        .with("ignored", Effect::Judged, "No: it is not used.", "the page, Temporary Space, for A5; A5; CPU simulator")
        .admit(ANY_TMP, NO_TMP, ANY_TMP, NO_TMP)
}

/// On A5 and on the CPU simulator tmp is not used, whatever it is; on A2A3 no code looks at it before it is written.
fn of_tmp(id: &str, register: &'static [&'static str], question: &'static str) -> Reading {
    reading(id, register, question)
        .with("checked", Effect::Rejects, "Yes.", "assembler")
        .with("unchecked", Effect::Unspecified, "Not checked; another one means nothing.", "the page is silent; A2A3")
        .with("ignored", Effect::Judged, "No: it is not used.", "the page, Temporary Space, for A5; A5; CPU simulator")
}

fn tmp_readings() -> Vec<Reading> {
    vec![
        of_tmp("tmp-location", &["R8"], "Must tmp be a Vec tile?").admit(ANY_TMP, NO_TMP, ANY_TMP, NO_TMP),
        of_tmp("tmp-layout", &["R8"], "Must tmp be row-major without boxes?").admit(ANY_TMP, NO_TMP, ANY_TMP, NO_TMP),
        of_tmp("tmp-dtype", &["R8"], "Must tmp have src's element type?").admit(ANY_TMP, NO_TMP, ANY_TMP, NO_TMP),
    ]
}

fn tmp_shape() -> Reading {
    of_tmp("tmp-shape", &["R8"], "Must tmp have src's valid region?").admit_everywhere(NO_TMP)
}

/// tmp has at least these physical rows and columns.
fn tmp_is_enough(page: &'static str, least: fn(&Query) -> [u32; 2]) -> Rule {
    rule("tmp-is-enough", Stage::Shape, "tmp has room for what A2A3 keeps in it.")
        .source(page, TEMPORARY)
        .holds(move |q| q.has_room("tmp", least(q)))
        .open("least-tmp")
        .unreachable("*", "a tmp that A2A3 has too little room in has none for src's valid region either")
}

/// A safe size is none that is asked for.
fn small_tmp() -> Reading {
    reading("small-tmp", &["R8", "R9"], "Must tmp have room for src's valid region?")
        .with("checked", Effect::Rejects, "Yes.", "assembler, for products; the page's safe size")
        .with("ignored", Effect::Judged, "No: a size that is safe is none that is needed.", "the page, Temporary Space")
        .admit_everywhere(NO_TMP)
}

/// With less than it needs A2A3 leaves dst as it was, or mixes rows.
fn least_tmp() -> Reading {
    of_tmp("least-tmp", &["R9"], "Must tmp have room for what A2A3 keeps in it?").admit(ANY_TMP, NO_TMP, ANY_TMP, NO_TMP)
}

fn empty_src() -> Reading {
    reading("empty-src", &["R6", "G2"], "What does a source without valid elements mean?")
        .with("rejected", Effect::Rejects, "It is illegal.", "the page, runtime checks; A2A3 and A5, debug builds; assembler")
        .with("identity", Effect::Judged, "Of no elements, a sum is zero and a product is one.", "A5; CPU simulator")
        .with("no-effect", Effect::NoEffect, "Nothing is written.", "A2A3, where there are no rows")
        .admit_everywhere(&["rejected"])
}

/// Every known behaviour of a largest or smallest element. A single column may be copied, whatever is moved elsewhere.
pub(crate) fn extremes(q: &Query, larger: bool) -> Vec<Behaviour> {
    let [rows, cols] = q.valid("src");
    let mut behaviours = picks::behaviours(q, larger, |option, pick, change| {
        let kernel = change(row_extremes("src", cols, pick));
        Output::new("dst", option, [rows, 1], value(q.dtype("dst"), kernel))
    });
    if cols == 1 {
        behaviours.iter_mut().for_each(|b| b.readings.clear());
    }
    behaviours
}
