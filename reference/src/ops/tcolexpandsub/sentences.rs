//! The sentences of the TCOLEXPANDSUB page.

use crate::Section;
use crate::families::column_broadcast::sentences as page;
use crate::sentence::Carrier::Meaning;
use crate::sentence::{says, section};

pub(super) const ALL: &[Section] = &[
    page::TITLE,
    section(
        "Summary",
        &[says("src1's value of the column is subtracted, from each column: from each row's element of it", &[Meaning("plain")])],
    ),
    section(
        "Mechanism",
        &[
            says("src1, a vector of a value per column, is subtracted from src0", &[Meaning("plain")]),
            page::EXTENTS,
            page::SCALAR,
            says("the formula: dst[i, j] = src0[i, j] - s_j", page::SUM),
        ],
    ),
    page::SYNTAX,
    page::BINARY_INTRINSIC,
    page::INPUTS,
    section("Expected Outputs", &[says("dst[i, j] = src0[i, j] - src1[0, j]", &[Meaning("plain")])]),
    page::SIDE_EFFECTS,
    page::CONSTRAINTS,
    page::EXCEPTIONS,
    page::ALL_TARGETS,
    page::EXAMPLES,
    page::AUTO_MODE,
    page::MANUAL_MODE,
    page::ASSEMBLY,
];
