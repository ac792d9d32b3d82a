//! The sentences of the TROWEXPAND page.

use crate::Section;
use crate::families::sentences as page;
use crate::sentence::Carrier::{Example, Is, Meaning, Reading, Rule};
use crate::sentence::{says, section};

pub(super) const ALL: &[Section] = &[
    page::TITLE,
    section("Summary", &[says("the first element of each source row goes to the whole row of dst", &[Meaning("plain")])]),
    section(
        "Mechanism",
        &[
            says("the same again", &[Meaning("plain")]),
            says("R and C are dst's valid extents", &[Is("dst"), Reading("rows"), Reading("empty-dst")]),
            says("the formula: dst[i, j] = src[i, 0]", &[Meaning("plain"), Reading("tile/copied-nan"), Reading("tile/copied-subnormals")]),
        ],
    ),
    page::SYNTAX,
    page::UNARY_INTRINSIC,
    section(
        "Inputs",
        &[
            page::SOURCE,
            page::DESTINATION,
            says("it iterates over dst's valid region", &[Meaning("plain"), Reading("rows"), Reading("empty-src"), Reading("empty-dst")]),
        ],
    ),
    section("Expected Outputs", &[says("row i of dst holds src[i, 0]", &[Meaning("plain")])]),
    page::SIDE_EFFECTS,
    section(
        "Constraints",
        &[
            says("dst and src are Vec", &[Rule("vec")]),
            says("dst and src are row-major without boxes", &[Rule("dst-nd-layout"), Rule("src-layout"), Reading("source-layout")]),
        ],
    ),
    section(
        "Exceptions",
        &[
            says(
                "illegal tuples, types, layouts and modes are rejected",
                &[Rule("vec"), Rule("dst-nd-layout"), Rule("same-dtype"), Reading("mixed-dtypes")],
            ),
            page::LEGAL_DOMAIN,
        ],
    ),
    section(
        "Target-Profile Restrictions",
        &[
            says("nine dtypes on A2A3 and A5", &[Rule("dtype-supported"), Reading("dtypes")]),
            says(
                "A2A3: where either tile is empty it returns early",
                &[Rule("src-not-empty"), Reading("empty-src"), Rule("dst-not-empty"), Reading("empty-dst")],
            ),
            says("A5: valid rows of src and dst are equal", &[Rule("rows-equal"), Reading("rows")]),
            says("A5: src has a valid row and a valid column", &[Rule("src-not-empty"), Reading("empty-src")]),
        ],
    ),
    section(
        "Examples",
        &[
            says(
                "without addresses: 16 x 16 floats, all of them valid in src too",
                &[Example("auto"), Rule("src-static-cols"), Reading("source-cols")],
            ),
            page::WITH_ADDRESSES,
        ],
    ),
    page::AUTO_MODE,
    page::MANUAL_MODE,
    page::ASSEMBLY,
];
