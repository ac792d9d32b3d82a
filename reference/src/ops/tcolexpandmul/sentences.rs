//! The sentences of the TCOLEXPANDMUL page.

use crate::Section;
use crate::families::column_broadcast::sentences as page;
use crate::sentence::Carrier::{Meaning, Reading, Rule};
use crate::sentence::{says, section};

pub(super) const ALL: &[Section] = &[
    page::TITLE,
    section("Summary", &[says("each column is multiplied by src1's value of the column", &[Meaning("plain")])]),
    section(
        "Mechanism",
        &[
            says("each element of src0 is multiplied by src1, a vector of a value per column", &[Meaning("plain")]),
            page::EXTENTS,
            page::SCALAR,
            says(
                "the formula: dst[i, j] = src0[i, j] * s_j",
                &[
                    Meaning("plain"),
                    Rule("src0-like-dst"),
                    Reading("role"),
                    Reading("tile/subnormals"),
                    Reading("tile/product-overflow"),
                    Reading("tile/float-overflow"),
                    Reading("tile/nan"),
                ],
            ),
        ],
    ),
    page::SYNTAX,
    page::BINARY_INTRINSIC,
    page::INPUTS,
    section("Expected Outputs", &[says("dst[i, j] = src0[i, j] * src1[0, j]", &[Meaning("plain")])]),
    page::SIDE_EFFECTS,
    page::CONSTRAINTS,
    page::EXCEPTIONS,
    page::ALL_TARGETS,
    page::EXAMPLES,
    page::AUTO_MODE,
    page::MANUAL_MODE,
    page::ASSEMBLY,
];
