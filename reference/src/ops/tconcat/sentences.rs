//! The sentences of the TCONCAT page.

use crate::Section;
use crate::sentence::Carrier::{Example, Is, Meaning, Reading, Rule, Text, Untested};
use crate::sentence::Spelling::{Level1, Level2};
use crate::sentence::{ELSEWHERE, PLACEMENT, says, section};

const FIGURE: &str = "a figure, not in the text";
const USES: &str = "what programs use it for";

pub(super) const ALL: &[Section] = &[
    section(
        "Title",
        &[
            says("a diagram of the basic form", &[Untested(FIGURE)]),
            says(
                "a diagram of the indexed forms",
                &[Reading("index-unit"), Reading("index-clamp"), Reading("dst-count"), Reading("ragged-index"), Reading("dst-index-shape")],
            ),
        ],
    ),
    section(
        "Introduction",
        &[
            says("two sources are joined along the columns", &[Is("dst"), Is("src0"), Is("src1"), Meaning("basic")]),
            says("row by row", &[Meaning("basic"), Rule("valid-rows-equal")]),
            says("it joins tiles along the columns", &[Untested(USES)]),
            says("it joins the entries of a cache", &[Untested(USES)]),
            says("it joins what was split", &[Untested(USES)]),
        ],
    ),
    section(
        "Math Interpretation",
        &[
            says(
                "the formula, for each row of the valid region",
                &[
                    Meaning("basic"),
                    Rule("has-rows"),
                    Reading("empty-rows"),
                    Rule("has-cols"),
                    Reading("empty-cols"),
                    Rule("indexed-cols-add-up"),
                    Reading("indexed-cols"),
                    Reading("dst-tail"),
                    Reading("tile/copied-nan"),
                    Reading("tile/copied-subnormals"),
                    Reading("tile/dst-padding"),
                ],
            ),
            says("the numbers of columns are the sources' valid ones", &[Meaning("basic")]),
        ],
    ),
    section(
        "Assembly Syntax",
        &[
            says("another page defines the spelling", &[Untested(ELSEWHERE)]),
            says("level 1, with a result", &[Text("basic", Level1)]),
            says("level 2, with destinations", &[Text("basic", Level2)]),
        ],
    ),
    section(
        "C++ Intrinsic",
        &[
            says(
                "an A5 header declares it, returning nothing",
                &[Untested("where a declaration stands and what a call returns changes no value")],
            ),
            says("the call: dst, src0, src1", &[Is("basic")]),
            says("the call with two index tiles", &[Is("indexed"), Reading("forms")]),
            says("the call with three", &[Is("indexed-count"), Reading("forms")]),
        ],
    ),
    section(
        "Constraints: general",
        &[
            says("there are three forms", &[Reading("forms")]),
            says("the basic form joins whole valid regions", &[Meaning("basic")]),
            says(
                "index tiles give the numbers of columns row by row",
                &[
                    Meaning("indexed"),
                    Is("src0Idx"),
                    Is("src1Idx"),
                    Reading("index-unit"),
                    Rule("index-covers-rows"),
                    Reading("index-rows"),
                    Rule("index-has-column"),
                    Reading("index-cols"),
                    Rule("index-not-negative"),
                    Reading("negative-index"),
                    Rule("index-whole-elements"),
                    Reading("ragged-index"),
                    Rule("index-within-dst"),
                    Reading("index-clamp"),
                ],
            ),
            says(
                "dstIdx receives the joined number of each row",
                &[Meaning("indexed-count"), Is("dstIdx"), Reading("dst-count"), Rule("dst-index-covers-rows"), Reading("dst-index-rows")],
            ),
            says(
                "all tiles are Vec",
                &[Rule("vec"), Rule("indexed-vec"), Reading("data-location"), Rule("index-vec"), Reading("index-location")],
            ),
            says(
                "all tiles are row-major",
                &[
                    Rule("row-major"),
                    Reading("data-layout"),
                    Rule("indexed-row-major"),
                    Reading("indexed-data-layout"),
                    Rule("index-row-major"),
                    Reading("index-layout"),
                ],
            ),
        ],
    ),
    section(
        "Constraints: shape",
        &[
            says("basic: valid rows are equal", &[Rule("valid-rows-equal")]),
            says("basic: valid columns add up", &[Rule("valid-cols-add-up"), Reading("basic-cols")]),
            says("indexed: the same of the rows", &[Rule("valid-rows-equal")]),
            says("indexed: index tiles give the columns", &[Meaning("indexed"), Reading("indexed-cols"), Reading("dst-tail")]),
            says("dstIdx has one valid row", &[Rule("dst-index-shape"), Reading("dst-index-shape")]),
        ],
    ),
    section(
        "Constraints: dtypes",
        &[
            says("nine dtypes", &[Rule("dtype-supported"), Reading("dtypes")]),
            says("sources and destination have one dtype", &[Rule("same-dtype")]),
            says("index tiles are integers", &[Rule("index-dtype"), Reading("index-dtypes")]),
        ],
    ),
    section(
        "A5 implementation checks",
        &[
            says("all tiles are Vec", &[Rule("vec"), Rule("indexed-vec"), Rule("index-vec")]),
            says("all tiles are row-major", &[Rule("row-major"), Rule("indexed-row-major"), Rule("index-row-major")]),
            says("valid rows are within physical ones", &[Rule("tile/valid-within-physical")]),
            says("index tiles are compatible in type", &[Rule("index-same-dtype"), Reading("index-dtypes")]),
        ],
    ),
    section(
        "Examples",
        &[
            says("without addresses: floats, 16 columns each", &[Example("auto")]),
            says("with addresses: halves, 32 columns each", &[Example("manual")]),
            says(
                "index tiles: 16 x 1 and row-major, which the tile class forbids",
                &[
                    Example("the page's row-major 16 x 1 index tiles"),
                    Rule("tile/line-aligned"),
                    Reading("tile/lines"),
                    Reading("index-layout"),
                ],
            ),
        ],
    ),
    section(
        "Auto Mode",
        &[says("placement is the compiler's", &[Untested(PLACEMENT)]), says("the text, with shapes", &[Text("basic", Level1)])],
    ),
    section(
        "Manual Mode",
        &[
            says("resources are bound first", &[Rule("tile/fits-memory"), Reading("tile/memory")]),
            says("addresses are optional", &[Rule("tile/address-aligned"), Reading("tile/addresses")]),
            says("the text", &[Text("basic", Level1)]),
        ],
    ),
    section(
        "Related",
        &[
            says("TINSERT", &[Untested("another operation")]),
            says("TEXTRACT", &[Untested("another operation")]),
            says("TRESHAPE", &[Untested("another operation")]),
        ],
    ),
];
