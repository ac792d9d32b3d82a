//! The sentences of the TCOLPROD page.

use crate::Section;
use crate::families::column_reduction::sentences as page;
use crate::sentence::Carrier::{Meaning, Reading, Rule};
use crate::sentence::{says, section};

/// What carries the formula.
const FORMULA: &[crate::Carrier] = &[
    Meaning("plain"),
    Rule("dst-one-row"),
    Reading("dst-rows"),
    Reading("order"),
    Reading("tile/subnormals"),
    Reading("tile/product-overflow"),
    Reading("tile/float-overflow"),
    Reading("tile/nan"),
];

pub(super) const ALL: &[Section] = &[
    page::TITLE,
    section("Summary", &[says("each column is multiplied over the rows", &[Meaning("plain")])]),
    section(
        "Mechanism",
        &[
            says("the same again", &[Meaning("plain")]),
            page::EXTENTS,
            says("the formula: dst[0, j] is the product of src[i, j] over i", FORMULA),
        ],
    ),
    page::SYNTAX,
    page::UNARY_INTRINSIC,
    page::INPUTS,
    section("Expected Outputs", &[says("dst[0, j] is the product of column j", &[Meaning("plain")])]),
    page::SIDE_EFFECTS,
    section(
        "Constraints",
        &[
            says("dst and src are Vec", &[Rule("vec")]),
            says("dst and src are row-major without boxes", &[Rule("nd-layout")]),
            says("dst and src have one dtype", &[Rule("same-dtype")]),
            says("valid columns of src and dst are equal", &[Rule("valid-cols-equal")]),
            says("seven dtypes", &[Rule("dtype-supported"), Reading("dtypes")]),
        ],
    ),
    page::EXCEPTIONS,
    page::TARGETS,
    page::EXAMPLES,
    page::AUTO_MODE,
    page::MANUAL_MODE,
    page::ASSEMBLY,
];
