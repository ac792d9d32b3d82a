//! The sentences of the TCOLSUM page.

use crate::Section;
use crate::families::sentences as page;
use crate::sentence::Carrier::{Example, Is, Meaning, Reading, Rule, Text, Untested};
use crate::sentence::Spelling::{Level1, Level2, Synchronous};
use crate::sentence::{ELSEWHERE, EVENTS, PROGRAMS, says, section};

pub(super) const ALL: &[Section] = &[
    page::TITLE,
    section("Summary", &[says("each column is summed over the rows", &[Meaning("plain")])]),
    section(
        "Mechanism",
        &[
            says("the same again", &[Meaning("plain")]),
            says("R and C are src's valid extents", &[Is("src"), Rule("dst-has-row"), Reading("domain")]),
            says(
                "the formula: dst[0, j] is the sum of src[i, j] over i",
                &[
                    Meaning("plain"),
                    Rule("dst-one-row"),
                    Reading("dst-rows"),
                    Reading("tile/subnormals"),
                    Reading("tile/int-overflow"),
                    Reading("tile/float-overflow"),
                    Reading("tile/nan"),
                ],
            ),
            says("isBinary selects a binary tree or sequential accumulation", &[Reading("tree-order"), Reading("sequential-order")]),
        ],
    ),
    section(
        "Syntax",
        &[
            says("other pages define the spelling", &[Untested(ELSEWHERE)]),
            says("the synchronous form, with isBinary in braces", &[Text("tmp", Synchronous)]),
            says("lowering may add scratch tiles, the C++ call needs an explicit tmp", &[Is("tmp"), Reading("two-operands")]),
            says("level 1, with a result", &[Text("plain", Level1)]),
            says("level 1, with tmp and isBinary", &[Text("tmp", Level1)]),
            says("level 2, with destinations", &[Text("plain", Level2)]),
            says("level 2, with tmp and isBinary", &[Text("tmp", Level2)]),
        ],
    ),
    section(
        "C++ Intrinsic",
        &[
            says("the common header declares it", &[Untested("where a declaration stands changes no value")]),
            says("the call: dst, src", &[Is("plain"), Reading("two-operands")]),
            says("the call: dst, src, tmp, isBinary", &[Is("tmp")]),
            says("both take and return events", &[Untested(EVENTS)]),
        ],
    ),
    section(
        "Inputs",
        &[
            says("src is the source", &[Is("src")]),
            says("dst is the destination", &[Is("dst")]),
            says(
                "it iterates over dst's valid region",
                &[Rule("dst-has-row"), Reading("domain"), Rule("dst-one-row"), Reading("dst-rows")],
            ),
            says(
                "isBinary selects the tree or sequential accumulation",
                &[Is("isBinary"), Reading("tree-order"), Reading("sequential-order")],
            ),
        ],
    ),
    section("Expected Outputs", &[says("dst[0, j] is the sum of column j", &[Meaning("plain")])]),
    page::SIDE_EFFECTS,
    section(
        "Constraints",
        &[
            says("dst and src are Vec", &[Rule("vec")]),
            says("dst and src are row-major without boxes", &[Rule("nd-layout")]),
            says("dst and src have one dtype", &[Rule("same-dtype")]),
            says("valid columns of src and dst are equal", &[Rule("valid-cols-equal")]),
            says("src has valid rows", &[Rule("src-not-empty"), Reading("empty-src")]),
            says("src has valid columns", &[Rule("src-not-empty"), Reading("empty-src")]),
            says("src's valid columns fit tmp's row stride, in elements of src", &[Rule("cols-within-tmp-stride"), Reading("tmp-stride")]),
            says("four dtypes", &[Rule("dtype-supported"), Reading("dtypes")]),
            says(
                "tmp is Vec, row-major and without boxes",
                &[Rule("tmp-vec"), Reading("tmp-location"), Rule("tmp-nd-layout"), Reading("tmp-layout")],
            ),
            says("tmp has the dtype of both", &[Rule("tmp-same-dtype"), Reading("tmp-dtype")]),
        ],
    ),
    section(
        "Exceptions",
        &[
            says("illegal tuples, types, layouts and modes are rejected", &[Rule("vec"), Rule("nd-layout"), Rule("same-dtype")]),
            says("programs rely on nothing outside the legal domain", &[Untested(PROGRAMS)]),
        ],
    ),
    section(
        "Target-Profile Restrictions",
        &[
            says("isBinary selects the checked path", &[Is("isBinary")]),
            says("true: a binary tree in tmp", &[Reading("tree-order"), Rule("tmp-rows"), Reading("tmp-rows")]),
            says("false: sequential accumulation into dst", &[Reading("sequential-order")]),
            says("an empty src returns early", &[Rule("src-not-empty"), Reading("empty-src")]),
            says("A5 allows nine dtypes", &[Rule("dtype-supported"), Reading("dtypes")]),
            says(
                "A5 takes tmp for the tree alone, and asserts neither its type nor its layout",
                &[Reading("tmp-stride"), Reading("tmp-location"), Reading("tmp-layout"), Reading("tmp-dtype")],
            ),
        ],
    ),
    section(
        "Examples",
        &[says("without addresses: 1 x 16 from 16 x 16 floats", &[Example("auto")]), says("with addresses", &[Example("manual")])],
    ),
    page::AUTO_MODE,
    page::MANUAL_MODE,
    section(
        "PTO Assembly Form",
        &[says("with a result", &[Text("tmp", Synchronous)]), says("with destinations", &[Text("plain", Level2)])],
    ),
];
