//! The sentences of the TCOLEXPANDSUB page.

use crate::Section;
use crate::sentence::Carrier::{Example, Is, Meaning, Reading, Rule, Text, Untested};
use crate::sentence::Spelling::{Level1, Level2, Synchronous};
use crate::sentence::{ALONE, BACKENDS, ELSEWHERE, EVENTS, NAME, PLACEMENT, PORTABLE, PROGRAMS, says, section};

pub(super) const ALL: &[Section] = &[
    section("Title", &[says("it belongs to the reduce-and-expand instructions", &[Untested(NAME)])]),
    section(
        "Summary",
        &[says("src1's value of the column is subtracted, from each column: from each row's element of it", &[Meaning("plain")])],
    ),
    section(
        "Mechanism",
        &[
            says("src1, a vector of a value per column, is subtracted from src0", &[Meaning("plain")]),
            says("R and C are dst's valid extents", &[Is("dst"), Rule("not-empty"), Reading("empty-dst")]),
            says("s_j is src1's value of column j", &[Is("src1"), Rule("src1-not-empty"), Reading("empty-src1")]),
            says(
                "the formula: dst[i, j] = src0[i, j] - s_j",
                &[
                    Meaning("plain"),
                    Rule("src0-like-dst"),
                    Reading("role"),
                    Reading("tile/subnormals"),
                    Reading("tile/int-overflow"),
                    Reading("tile/float-overflow"),
                    Reading("tile/nan"),
                ],
            ),
        ],
    ),
    section(
        "Syntax",
        &[
            says("other pages define the spelling", &[Untested(ELSEWHERE)]),
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
        "Inputs",
        &[
            says("src0 is the tile to be modified", &[Is("src0"), Reading("role")]),
            says("src1 gives a value per column", &[Is("src1")]),
            says("dst is the destination", &[Is("dst")]),
            says("it iterates over dst's valid region", &[Meaning("plain"), Reading("empty-dst")]),
        ],
    ),
    section("Expected Outputs", &[says("dst[i, j] = src0[i, j] - src1[0, j]", &[Meaning("plain")])]),
    section(
        "Side Effects",
        &[
            says("none but the destination tile", &[Reading("tile/dst-padding"), Reading("tile/alias")]),
            says("it fences nothing else", &[Untested(ALONE)]),
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
    section(
        "Exceptions",
        &[
            says("illegal tuples, types, layouts and modes are rejected", &[Rule("vec"), Rule("same-dtype"), Rule("not-empty")]),
            says("programs rely on nothing outside the legal domain", &[Untested(PROGRAMS)]),
        ],
    ),
    section(
        "Target-Profile Restrictions",
        &[
            says("meaning is the same on all targets, support may differ", &[Reading("dtypes"), Untested(BACKENDS)]),
            says("portable code uses what the profile guarantees", &[Untested(PORTABLE)]),
        ],
    ),
    section(
        "Examples",
        &[says("without addresses: 16 x 16 and 1 x 16 floats", &[Example("auto")]), says("with addresses", &[Example("manual")])],
    ),
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
