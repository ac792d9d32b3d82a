//! The sentences of the TCOLEXPAND page.

use crate::Section;
use crate::families::sentences as page;
use crate::sentence::Carrier::{Example, Is, Meaning, Reading, Rule, Untested};
use crate::sentence::{BACKENDS, EVENTS, PORTABLE, PROGRAMS, says, section};

pub(super) const ALL: &[Section] = &[
    page::TITLE,
    section("Summary", &[says("the first element of each source column goes to the whole column of dst", &[Meaning("plain")])]),
    section(
        "Mechanism",
        &[
            says("the same again", &[Meaning("plain")]),
            says("R and C are dst's valid extents", &[Is("dst"), Reading("cols"), Reading("empty-dst")]),
            says("the formula: dst[i, j] = src[0, j]", &[Meaning("plain"), Reading("tile/copied-nan"), Reading("tile/copied-subnormals")]),
        ],
    ),
    page::SYNTAX,
    section(
        "C++ Intrinsic",
        &[
            says("the common header declares it", &[Untested("where a declaration stands changes no value")]),
            says("the call: dst, src", &[Is("plain")]),
            says("it takes and returns events", &[Untested(EVENTS)]),
        ],
    ),
    section(
        "Inputs",
        &[
            says("src is the source", &[Is("src"), Reading("empty-src")]),
            says("dst is the destination", &[Is("dst")]),
            says("it iterates over dst's valid region", &[Meaning("plain"), Reading("cols"), Reading("empty-dst")]),
        ],
    ),
    section("Expected Outputs", &[says("column j of dst holds src[0, j]", &[Meaning("plain")])]),
    page::SIDE_EFFECTS,
    section(
        "Constraints",
        &[says(
            "it iterates over dst's valid extents",
            &[Rule("cols-equal"), Rule("src-not-empty"), Rule("dst-not-empty"), Reading("cols")],
        )],
    ),
    section(
        "Exceptions",
        &[
            says(
                "illegal tuples, types, layouts and modes are rejected",
                &[
                    Rule("vec"),
                    Rule("nd-layout"),
                    Rule("same-dtype"),
                    Reading("location"),
                    Reading("layout"),
                    Reading("mixed-dtypes"),
                    Rule("tile/vec-not-boxed"),
                    Reading("tile/boxed-vec"),
                ],
            ),
            says("programs rely on nothing outside the legal domain", &[Untested(PROGRAMS)]),
        ],
    ),
    section(
        "Target-Profile Restrictions",
        &[
            says(
                "meaning is the same on all targets, support may differ",
                &[Rule("dtype-supported"), Reading("wide-dtypes"), Untested(BACKENDS)],
            ),
            says("portable code uses what the profile guarantees", &[Untested(PORTABLE)]),
        ],
    ),
    section("Examples", &[says("16 x 16 floats", &[Example("the example")])]),
    page::AUTO_MODE,
    page::MANUAL_MODE,
    page::ASSEMBLY,
];
