//! What the pages of the row of the largest and of the smallest element say alike.

use crate::Section;
use crate::sentence::Carrier::{Example, Is, Meaning, Reading, Rule, Text, Untested};
use crate::sentence::Spelling::{Level1, Level2, Synchronous};
use crate::sentence::{EVENTS, PLACEMENT, Sentence, says, section};

pub(crate) const EXTENTS: Sentence = says("R and C are src's valid extents", &[Is("src"), Rule("cols-equal")]);

/// What carries the formula of the place.
pub(crate) const PLACE: &[crate::Carrier] =
    &[Meaning("index"), Meaning("value-index"), Reading("ties"), Reading("nan"), Reading("zeros"), Rule("dst-one-row")];
/// What carries the formula of the value.
pub(crate) const VALUE: &[crate::Carrier] = &[Meaning("value-index"), Reading("nan"), Reading("tile/copied-subnormals")];

const TYPES: &[crate::Carrier] = &[Rule("dtype-supported"), Reading("dtypes")];
const INDEX_TYPES: &[crate::Carrier] = &[Rule("index-dtype"), Reading("index-dtypes")];
const TMP_TYPE: &[crate::Carrier] = &[Rule("tmp-same-dtype"), Reading("tmp-dtype")];
const SIZE: &[crate::Carrier] = &[Rule("tmp-size"), Reading("small-tmp")];
const NOT_USED: &[crate::Carrier] =
    &[Reading("small-tmp"), Reading("tmp-dtype"), Rule("tmp-vec"), Reading("tmp-location"), Rule("tmp-layout"), Reading("tmp-layout")];
const ONE_ROW: &[crate::Carrier] = &[Rule("dst-one-row")];
const COLS: &[crate::Carrier] = &[Rule("cols-equal")];
const CONTENT: &[crate::Carrier] = &[Untested("what tmp holds nobody sees")];
const NO_TEXT: &[crate::Carrier] = &[Untested("the assembler has no form with values, and nothing else takes its text")];

pub(crate) const SYNTAX_INDEX: Section = section(
    "Assembly Syntax: pure index mode",
    &[
        says("the synchronous form", &[Text("index", Synchronous)]),
        says("level 1, with a result", &[Text("index", Level1)]),
        says("level 2, with destinations", &[Text("index", Level2)]),
    ],
);

pub(crate) const SYNTAX_VALUES: Section = section(
    "Assembly Syntax: value + index mode",
    &[says("the synchronous form, with two results", NO_TEXT), says("level 1", NO_TEXT), says("level 2", NO_TEXT)],
);

pub(crate) const INTRINSIC: Section = section(
    "C++ Intrinsic",
    &[
        says("the common header declares it", &[Untested("where a declaration stands changes no value")]),
        says("the call without values: dst, src, tmp", &[Is("index"), Is("dstIdx")]),
        says("the call with values: dstVal, dstIdx, src, tmp", &[Is("value-index"), Is("dstVal")]),
        says("they take and return events", &[Untested(EVENTS)]),
    ],
);

pub(crate) const GENERAL: Section = section(
    "Constraints: general constraints / checks",
    &[
        says("dstIdx and src are Vec", &[Rule("vec")]),
        says("src is row-major or column-major, without boxes", &[Rule("src-not-boxed"), Is("src")]),
        says("dstIdx is row-major without boxes", &[Rule("dst-nd-layout")]),
        says("two element types of dstIdx", INDEX_TYPES),
        says("src has valid rows", &[Rule("src-not-empty")]),
        says("src has valid columns", &[Rule("src-not-empty")]),
        says("dstIdx has one valid row", ONE_ROW),
        says("valid columns of src and dstIdx are equal", COLS),
    ],
);

pub(crate) const INDEX: Section = section(
    "Constraints: pure index mode",
    &[
        says("four element types on A2A3", TYPES),
        says("tmp has src's element type on A2A3", TMP_TYPE),
        says("what tmp is for on A2A3", SIZE),
        says("eight element types on A5", TYPES),
        says("tmp is not used on A5", NOT_USED),
    ],
);

pub(crate) const VALUES: Section = section(
    "Constraints: value + index mode",
    &[
        says("dstVal is a Vec tile, row-major without boxes", &[Rule("vec"), Rule("dst-nd-layout")]),
        says("dstVal has src's element type", &[Rule("value-dtype")]),
        says("no elements of one byte", &[Rule("no-bytes-with-values"), Reading("byte-values")]),
        says("dstVal has one valid row", ONE_ROW),
        says("dstVal has valid columns", COLS),
        says("valid columns of src and dstVal are equal", COLS),
        says("valid rows of both outputs are equal", ONE_ROW),
        says("valid columns of both outputs are equal", COLS),
        says("four element types on A2A3", TYPES),
        says("places of two bytes for elements of two bytes on A2A3", INDEX_TYPES),
        says("places of four bytes for elements of four bytes on A2A3", INDEX_TYPES),
        says("tmp has src's element type on A2A3", TMP_TYPE),
        says("what tmp is for on A2A3", SIZE),
        says("elements of two or four bytes on A5", TYPES),
        says("places of two bytes for elements of two bytes on A5", INDEX_TYPES),
        says("places of four bytes for elements of four bytes on A5", INDEX_TYPES),
        says("tmp is not used on A5", NOT_USED),
    ],
);

pub(crate) const TEMPORARY: Section = section(
    "About temporary tile for A2A3",
    &[
        says("it is always used, by type and mode", SIZE),
        says("halves without values: three regions in tmp", SIZE),
        says("halves with values: two regions in tmp", SIZE),
        says("floats without values: one region in tmp", SIZE),
        says("floats with values: one region in tmp", SIZE),
        says("tmp has src's element type", TMP_TYPE),
        says("up to three regions in one row", SIZE),
        says("region 0: the row counter", CONTENT),
        says("region 1: elements to compare", CONTENT),
        says("region 2: the places", CONTENT),
        says("a region is a vector where src is at least one wide", SIZE),
        says("else the blocks of src's columns", SIZE),
        says("src's shape where src is small, or a stride that is computed", SIZE),
        says("one region suffices elsewhere", SIZE),
        says("how places of halves are converted", &[Meaning("index")]),
    ],
);

pub(crate) const TEMPORARY_A5: Section =
    section("About temporary tile for A5", &[says("it is not used", NOT_USED), says("it is there for A2A3's sake", &[Is("tmp")])]);

pub(crate) const EXAMPLES: Section = section(
    "Examples",
    &[
        says("without values: 1 x 255 of 16 x 255 floats", &[Example("auto")]),
        says("the same with addresses", &[Example("manual")]),
        says("with values", &[Example("auto with values")]),
        says("the same with addresses", &[Example("manual with values")]),
    ],
);

pub(crate) const FORMS: Section = section(
    "ASM Form Examples",
    &[
        says("placement is the compiler's", &[Untested(PLACEMENT)]),
        says("the text without values", &[Text("index", Level1)]),
        says("resources are bound first", &[Rule("tile/fits-memory"), Reading("tile/memory")]),
        says("the text without values, once more", &[Text("index", Level1)]),
        says("the text with values", NO_TEXT),
        says("the same with addresses", NO_TEXT),
    ],
);

pub(crate) const ASSEMBLY: Section = section(
    "PTO Assembly Form",
    &[
        says("with a result", &[Text("index", Synchronous)]),
        says("with two results", NO_TEXT),
        says("with a destination", &[Text("index", Level2)]),
        says("with two destinations", NO_TEXT),
    ],
);
