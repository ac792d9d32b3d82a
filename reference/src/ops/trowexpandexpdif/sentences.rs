//! The sentences of the TROWEXPANDEXPDIF page.

use crate::Section;
use crate::families::row_broadcast::sentences as page;
use crate::sentence::Carrier::{Is, Meaning, Reading, Rule};
use crate::sentence::{says, section};

pub(super) const ALL: &[Section] = &[
    page::TITLE,
    section("Summary", &[says("e to the difference of each row and a value per row", &[Meaning("plain")])]),
    section(
        "Mechanism",
        &[
            says("the same again, with src1 for the values", &[Meaning("plain"), Rule("src1-expanded"), Reading("role")]),
            page::EXTENTS,
            page::SCALAR,
            says("the formula: dst[i, j] is e to src0[i, j] - s_i", page::EXPONENTIAL),
        ],
    ),
    page::SYNTAX,
    page::INTRINSIC,
    page::INPUTS,
    section("Expected Outputs", &[says("dst[i, j] is e to src0[i, j] - src1[i, 0]", &[Meaning("plain")])]),
    page::SIDE_EFFECTS,
    section(
        "Constraints",
        &[
            says("dst and both sources have one dtype", &[Rule("same-dtype")]),
            says("two dtypes", &[Rule("dtype-supported"), Reading("dtypes")]),
            says("dst is row-major", &[Rule("dst-row-major")]),
            says(
                "mode 1: src1 has a value for each of dst's rows",
                &[Rule("expanded-shape"), Rule("src1-expanded"), Reading("role"), Reading("both-full")],
            ),
            says("mode 2: src1 has 32 bytes per row", &[Rule("expanded-shape"), Meaning("plain")]),
            says(
                "other layout constraints are the targets'",
                &[
                    Rule("full-row-major"),
                    Rule("one-full"),
                    Rule("vec"),
                    Reading("location"),
                    Rule("tile/vec-not-boxed"),
                    Reading("tile/boxed-vec"),
                ],
            ),
        ],
    ),
    section(
        "Temporary tile",
        &[
            says("there is a call with tmp", &[Is("tmp")]),
            page::TMP_MODE,
            says("a subtraction comes first and TEXP then: tmp is for the subtraction", &[Reading("difference"), Meaning("tmp")]),
            page::TMP_BROADCAST,
            page::TMP_BELOW_256,
            page::TMP_FROM_256,
            page::TMP_ENOUGH,
            page::NO_TMP,
            page::TMP_OF_A5,
        ],
    ),
    page::EXCEPTIONS,
    page::ALL_TARGETS,
    page::EXAMPLES,
    page::AUTO_MODE,
    page::MANUAL_MODE,
    page::ASSEMBLY,
];
