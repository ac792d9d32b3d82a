//! What the pages of the column of the largest and of the smallest element say alike.

use crate::Section;
use crate::families::sentences::WITH_ADDRESSES;
use crate::sentence::Carrier::{Example, Is, Meaning, Reading, Rule, Text, Untested};
use crate::sentence::Spelling::{Level1, Level2, Synchronous};
use crate::sentence::{EVENTS, PLACEMENT, Sentence, says, section};

pub(crate) const DIAGRAM: Section = section(
    "Tile Operation Diagram",
    &[says("its procedure: of equal elements the one with the smallest index counts", &[Reading("ties")])],
);

pub(crate) const EXTENTS: Sentence = says("R and C are src's valid extents", &[Is("src"), Rule("rows-equal")]);

/// What carries the formula of the place.
pub(crate) const PLACE: &[crate::Carrier] = &[
    Meaning("index"),
    Meaning("value-index"),
    Reading("ties"),
    Reading("nan"),
    Reading("zeros"),
    Rule("dst-one-col"),
    Reading("dst-cols"),
];
/// What carries the formula of the value.
pub(crate) const VALUE: &[crate::Carrier] =
    &[Meaning("value-index"), Rule("value-dtype"), Reading("nan"), Reading("tile/copied-subnormals")];

const LAYOUT: &[crate::Carrier] =
    &[Rule("dst-layout"), Rule("dst-one-col"), Reading("dst-cols"), Rule("dst-has-col"), Reading("dst-has-col")];
const NOT_EMPTY: &[crate::Carrier] = &[Rule("src-not-empty")];
const ROWS: &[crate::Carrier] = &[Rule("rows-equal")];
const INDEX_TYPES: &[crate::Carrier] = &[Rule("index-dtype"), Reading("index-dtypes")];
const USED: &[crate::Carrier] = &[
    Rule("tmp-size"),
    Reading("small-tmp"),
    Rule("tmp-vec"),
    Reading("tmp-location"),
    Rule("tmp-layout"),
    Reading("tmp-layout"),
    Rule("tmp-same-dtype"),
    Reading("tmp-dtype"),
];
const SIZE: &[crate::Carrier] = &[Rule("tmp-size"), Reading("small-tmp")];

pub(crate) const SYNTAX: Section = section(
    "Assembly Syntax",
    &[
        says("the synchronous form", &[Text("index", Synchronous)]),
        says("lowering may add scratch tiles, the C++ call needs an explicit tmp", &[Is("tmp")]),
        says("level 1, with a result", &[Text("index", Level1)]),
        says("level 2, with destinations", &[Text("index", Level2)]),
    ],
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
        says("two element types of src", &[Rule("dtype-supported"), Reading("dtypes")]),
        says("src is row-major without boxes", &[Rule("src-nd-layout")]),
        says("places alone: dst and src are Vec", &[Rule("vec")]),
        says("two element types of dst", INDEX_TYPES),
        says("src has valid rows", NOT_EMPTY),
        says("src has valid columns", NOT_EMPTY),
        says("valid rows of src and dst are equal", ROWS),
        says("dst is a column, or row-major with one valid column", LAYOUT),
        says("with values: both outputs and src are Vec", &[Rule("vec")]),
        says("two element types of outputs", INDEX_TYPES),
        says("src has valid rows, once more", NOT_EMPTY),
        says("src has valid columns, once more", NOT_EMPTY),
        says("valid rows of src and dstIdx are equal", ROWS),
        says("valid rows of src and dstVal are equal", ROWS),
        says("each output is a column, or row-major with one valid column", LAYOUT),
    ],
);

pub(crate) const TEMPORARY: Section = section(
    "About temporary tile",
    &[
        says("A2A3 uses tmp, A5 takes it and does not use it", USED),
        says("three ways, by the columns of src in vectors", SIZE),
        says("up to a vector, places alone: it is not used", SIZE),
        says("up to a vector, with values: two elements of each row", SIZE),
        says("as a column of twice the rows, or as two valid columns", &[Rule("tmp-layout"), Reading("tmp-layout"), Rule("tmp-size")]),
        says("up to a vector of vectors: one stage", SIZE),
        says("tmp has the rows of src", SIZE),
        says("the stride of a row of one stage", SIZE),
        says("wider: two stages", &[Untested("no tile of the documented size is so wide in a type of the page")]),
        says("tmp has the rows of src, once more", SIZE),
        says("the stride of a row of two stages", SIZE),
        says("what the two elements at the end of a row hold", &[Untested("what tmp holds nobody sees")]),
    ],
);

pub(crate) const EXAMPLES: Section = section(
    "Examples",
    &[says("without addresses: a column of 16 from 16 x 16 floats, in both forms", &[Example("auto")]), WITH_ADDRESSES],
);

/// The level 1 text of the page's examples has the name of another operation on one page: the page's syntax decides.
pub(crate) const AUTO_MODE: Section =
    section("Auto Mode", &[says("placement is the compiler's", &[Untested(PLACEMENT)]), says("the text", &[Text("index", Level1)])]);

pub(crate) const MANUAL_MODE: Section = section(
    "Manual Mode",
    &[
        says("resources are bound first", &[Rule("tile/fits-memory"), Reading("tile/memory")]),
        says("addresses are optional", &[Rule("tile/address-aligned"), Reading("tile/addresses")]),
        says("the text", &[Text("index", Level1)]),
    ],
);

pub(crate) const ASSEMBLY: Section = section(
    "PTO Assembly Form",
    &[says("with a result", &[Text("index", Synchronous)]), says("with destinations", &[Text("index", Level2)])],
);
