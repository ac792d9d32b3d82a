//! The sentences of the TCOLEXPANDEXPDIF page.

use crate::Section;
use crate::families::column_broadcast::sentences as page;
use crate::sentence::Carrier::Meaning;
use crate::sentence::{says, section};

pub(super) const ALL: &[Section] = &[
    page::TITLE,
    section("Summary", &[says("e to the difference of each column and src1's value of the column", &[Meaning("plain")])]),
    section(
        "Mechanism",
        &[
            says("the same again, with src1 as a vector of a value per column", &[Meaning("plain")]),
            page::EXTENTS,
            page::SCALAR,
            says("the formula: dst[i, j] is e to src0[i, j] - s_j", page::EXPONENTIAL),
        ],
    ),
    page::SYNTAX,
    page::BINARY_INTRINSIC,
    page::INPUTS,
    section("Expected Outputs", &[says("dst[i, j] is e to src0[i, j] - src1[0, j]", &[Meaning("plain")])]),
    page::SIDE_EFFECTS,
    page::CONSTRAINTS,
    page::EXCEPTIONS,
    page::ALL_TARGETS,
    page::EXAMPLES,
    page::AUTO_MODE,
    page::MANUAL_MODE,
    page::ASSEMBLY,
];
