//! The sentences of the TCOLEXPANDDIV page.

use crate::Section;
use crate::families::column_broadcast::sentences as page;
use crate::sentence::Carrier::Meaning;
use crate::sentence::{says, section};

pub(super) const ALL: &[Section] = &[
    page::TITLE,
    section("Summary", &[says("each column is divided by src1's value of the column", &[Meaning("plain")])]),
    section(
        "Mechanism",
        &[
            says("each element of src0 is divided by src1, a vector of a value per column", &[Meaning("plain")]),
            page::EXTENTS,
            page::SCALAR,
            says("the formula: dst[i, j] = src0[i, j] / s_j", page::QUOTIENT),
        ],
    ),
    page::SYNTAX,
    page::BINARY_INTRINSIC,
    page::INPUTS,
    section("Expected Outputs", &[says("dst[i, j] = src0[i, j] / src1[0, j]", &[Meaning("plain")])]),
    page::SIDE_EFFECTS,
    page::CONSTRAINTS,
    page::EXCEPTIONS,
    page::ALL_TARGETS,
    page::EXAMPLES,
    page::AUTO_MODE,
    page::MANUAL_MODE,
    page::ASSEMBLY,
];
