//! The sentences of the TCOLEXPANDMAX page.

use crate::Section;
use crate::families::column_broadcast::sentences as page;
use crate::sentence::Carrier::Meaning;
use crate::sentence::{says, section};

pub(super) const ALL: &[Section] = &[
    page::TITLE,
    section("Summary", &[says("of each element and src1's value of its column, the larger one", &[Meaning("plain")])]),
    section(
        "Mechanism",
        &[
            says("the larger of src0 and src1, which gives a value per column", &[Meaning("plain")]),
            page::EXTENTS,
            page::SCALAR,
            says("the formula: dst[i, j] = max(src0[i, j], s_j)", page::EXTREME),
        ],
    ),
    page::SYNTAX,
    page::BINARY_INTRINSIC,
    page::INPUTS,
    section("Expected Outputs", &[says("dst[i, j] = max(src0[i, j], src1[0, j])", &[Meaning("plain")])]),
    page::SIDE_EFFECTS,
    page::CONSTRAINTS,
    page::EXCEPTIONS,
    page::ALL_TARGETS,
    page::EXAMPLES,
    page::AUTO_MODE,
    page::MANUAL_MODE,
    page::ASSEMBLY,
];
