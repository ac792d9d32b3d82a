//! The sentences of the TCOLEXPANDADD page.

use crate::Section;
use crate::families::column_broadcast::sentences as page;
use crate::sentence::Carrier::{Is, Meaning, Reading, Rule, Text, Untested};
use crate::sentence::Spelling::{Level1, Level2, Synchronous};
use crate::sentence::{EVENTS, says, section};

pub(super) const ALL: &[Section] = &[
    section("Title", &[says("a diagram of the operation", &[Untested("a figure, not in the text")])]),
    section("Introduction", &[says("src1's value of the column is added to each element of src0", &[Meaning("plain")])]),
    section(
        "Math Interpretation",
        &[
            says("R and C are dst's valid extents", &[Is("dst"), Rule("not-empty"), Reading("empty-dst")]),
            says("s_j is src1's value of column j", &[Is("src1"), Rule("src1-not-empty"), Reading("empty-src1")]),
            says(
                "the formula: dst[i, j] = src0[i, j] + s_j",
                &[
                    Meaning("plain"),
                    Is("src0"),
                    Rule("src0-like-dst"),
                    Reading("role"),
                    Reading("tile/subnormals"),
                    Reading("tile/int-overflow"),
                    Reading("tile/float-overflow"),
                    Reading("tile/nan"),
                    Reading("tile/dst-padding"),
                ],
            ),
        ],
    ),
    section(
        "Assembly Syntax",
        &[
            says("the synchronous form", &[Text("plain", Synchronous)]),
            says("level 1, with a result", &[Text("plain", Level1)]),
            says("level 2, with destinations", &[Text("plain", Level2)]),
        ],
    ),
    section(
        "C++ Intrinsic",
        &[
            says("the common header declares it", &[Untested("where a declaration stands changes no value")]),
            says("the call: dst, src0, src1", &[Is("plain")]),
            says("it takes and returns events", &[Untested(EVENTS)]),
        ],
    ),
    page::CONSTRAINTS,
    section("Examples", &[says("examples stand elsewhere", &[Untested("it points to other documents")])]),
    page::AUTO_MODE,
    page::MANUAL_MODE,
    page::ASSEMBLY,
];
