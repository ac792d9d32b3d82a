//! What the pages of the family say alike.

use crate::Section;
use crate::families::sentences::{DESTINATION, LEGAL_DOMAIN, WITH_ADDRESSES};
use crate::sentence::Carrier::{Example, Is, Meaning, Reading, Rule};
use crate::sentence::{Sentence, says, section};

pub(crate) use crate::families::sentences::{ALL_TARGETS, ASSEMBLY, AUTO_MODE, BINARY_INTRINSIC, MANUAL_MODE, SIDE_EFFECTS, SYNTAX, TITLE};

pub(crate) const EXTENTS: Sentence = says("R and C are dst's valid extents", &[Is("dst"), Rule("not-empty"), Reading("empty-dst")]);
pub(crate) const SCALAR: Sentence = says("s_j is src1's value of column j", &[Is("src1"), Rule("src1-not-empty"), Reading("empty-src1")]);

/// What carries the formula of a sum or difference.
pub(crate) const SUM: &[crate::Carrier] = &[
    Meaning("plain"),
    Rule("src0-like-dst"),
    Reading("role"),
    Reading("tile/subnormals"),
    Reading("tile/int-overflow"),
    Reading("tile/float-overflow"),
    Reading("tile/nan"),
];

/// What carries the formula of a quotient.
pub(crate) const QUOTIENT: &[crate::Carrier] = &[
    Meaning("plain"),
    Rule("src0-like-dst"),
    Reading("role"),
    Reading("tile/subnormals"),
    Reading("tile/quotient-overflow"),
    Reading("tile/quotient-fractions"),
    Reading("tile/float-overflow"),
    Reading("tile/nan"),
    Rule("no-zero-divisor"),
    Reading("zero-divisor"),
    Rule("no-integer-zero-divisor"),
    Reading("integer-zero-divisor"),
];

/// What carries the formula of an exponential.
pub(crate) const EXPONENTIAL: &[crate::Carrier] = &[
    Meaning("plain"),
    Rule("src0-like-dst"),
    Reading("role"),
    Reading("difference"),
    Reading("accuracy"),
    Reading("tile/subnormals"),
    Reading("tile/float-overflow"),
    Reading("tile/nan"),
];

/// What carries the formula of the larger or the smaller of two.
pub(crate) const EXTREME: &[crate::Carrier] = &[
    Meaning("plain"),
    Rule("src0-like-dst"),
    Reading("role"),
    Reading("tile/max-nan"),
    Reading("tile/max-zeros"),
    Reading("tile/copied-subnormals"),
];

pub(crate) const INPUTS: Section = section(
    "Inputs",
    &[
        says("src0 is the tile to be modified", &[Is("src0"), Reading("role")]),
        says("src1 gives a value per column", &[Is("src1")]),
        DESTINATION,
        says("it iterates over dst's valid region", &[Meaning("plain"), Reading("empty-dst")]),
    ],
);

pub(crate) const CONSTRAINTS: Section = section(
    "Constraints",
    &[
        says(
            "dst and src1 have one of the listed dtypes",
            &[
                Rule("dtype-supported"),
                Reading("dtypes"),
                Rule("src1-dtype-supported"),
                Reading("src1-dtypes"),
                Rule("same-dtype"),
                Reading("mixed-dtypes"),
            ],
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
);

pub(crate) const EXCEPTIONS: Section = section(
    "Exceptions",
    &[says("illegal tuples, types, layouts and modes are rejected", &[Rule("vec"), Rule("same-dtype"), Rule("not-empty")]), LEGAL_DOMAIN],
);

pub(crate) const EXAMPLES: Section =
    section("Examples", &[says("without addresses: 16 x 16 and 1 x 16 floats", &[Example("auto")]), WITH_ADDRESSES]);
