//! The sentences of the TCOLMAX page.

use crate::Section;
use crate::families::column_reduction::sentences as page;
use crate::sentence::Carrier::Meaning;
use crate::sentence::{says, section};

pub(super) const ALL: &[Section] = &[
    page::TITLE,
    section("Summary", &[says("of each column the largest element, over the rows", &[Meaning("plain")])]),
    section(
        "Mechanism",
        &[
            says("the same again", &[Meaning("plain")]),
            page::EXTENTS,
            says("the formula: dst[0, j] is the largest src[i, j] over i", page::FORMULA),
        ],
    ),
    page::SYNTAX,
    page::UNARY_INTRINSIC,
    page::INPUTS,
    section("Expected Outputs", &[says("dst[0, j] is the largest element of column j", &[Meaning("plain")])]),
    page::SIDE_EFFECTS,
    page::CONSTRAINTS,
    page::EXCEPTIONS,
    page::TARGETS,
    page::EXAMPLES,
    page::AUTO_MODE,
    page::MANUAL_MODE,
    page::ASSEMBLY,
];
