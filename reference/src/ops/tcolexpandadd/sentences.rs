//! The sentences of the TCOLEXPANDADD page.

use crate::Section;
use crate::sentence::Carrier::{Is, Meaning, Reading, Rule, Text, Untested};
use crate::sentence::Spelling::{Level1, Level2, Synchronous};
use crate::sentence::{EVENTS, PLACEMENT, says, section};

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
    section(
        "Constraints",
        &[
            says(
                "dst and src1 have one of the listed dtypes",
                &[Rule("dtype-supported"), Reading("dtypes"), Rule("same-dtype"), Reading("mixed-dtypes")],
            ),
            says("dst is row-major", &[Rule("dst-row-major")]),
            says(
                "src1 has a value per column: its valid shape covers C",
                &[Rule("src1-covers-cols"), Reading("narrow-src1"), Rule("src1-cols-exact"), Reading("wide-src1"), Reading("empty-src1")],
            ),
            says(
                "other layout constraints are the targets'",
                &[
                    Rule("sources-row-major"),
                    Reading("source-layout"),
                    Rule("vec"),
                    Reading("location"),
                    Rule("tile/vec-not-boxed"),
                    Reading("tile/boxed-vec"),
                ],
            ),
        ],
    ),
    section("Examples", &[says("examples stand elsewhere", &[Untested("it points to other documents")])]),
    section("Auto Mode", &[says("placement is the compiler's", &[Untested(PLACEMENT)]), says("the text", &[Text("plain", Level1)])]),
    section(
        "Manual Mode",
        &[
            says("resources are bound first", &[Rule("tile/fits-memory"), Reading("tile/memory")]),
            says("addresses are optional", &[Rule("tile/address-aligned"), Reading("tile/addresses")]),
            says("the text", &[Text("plain", Level1)]),
        ],
    ),
    section(
        "PTO Assembly Form",
        &[says("with a result", &[Text("plain", Synchronous)]), says("with destinations", &[Text("plain", Level2)])],
    ),
];
