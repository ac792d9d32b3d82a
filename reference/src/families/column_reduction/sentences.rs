//! What the pages of the largest and of the smallest element say alike.

use crate::Section;
use crate::families::sentences::{DESTINATION, LEGAL_DOMAIN, SOURCE, WITH_ADDRESSES};
use crate::sentence::Carrier::{Example, Is, Meaning, Reading, Rule};
use crate::sentence::{Sentence, says, section};

pub(crate) use crate::families::sentences::{ASSEMBLY, AUTO_MODE, MANUAL_MODE, SIDE_EFFECTS, SYNTAX, TITLE, UNARY_INTRINSIC};

pub(crate) const EXTENTS: Sentence = says("R and C are src's valid extents", &[Is("src"), Rule("dst-has-row"), Reading("domain")]);

/// What carries the formula.
pub(crate) const FORMULA: &[crate::Carrier] = &[
    Meaning("plain"),
    Rule("dst-one-row"),
    Reading("dst-rows"),
    Reading("tile/max-nan"),
    Reading("tile/max-zeros"),
    Reading("tile/copied-subnormals"),
];

pub(crate) const INPUTS: Section = section(
    "Inputs",
    &[
        SOURCE,
        DESTINATION,
        says("it iterates over dst's valid region", &[Rule("dst-has-row"), Reading("domain"), Rule("dst-one-row"), Reading("dst-rows")]),
    ],
);

pub(crate) const CONSTRAINTS: Section = section(
    "Constraints",
    &[
        says("dst and src are Vec", &[Rule("vec")]),
        says("dst and src are row-major without boxes", &[Rule("nd-layout")]),
        says("dst and src have one dtype", &[Rule("same-dtype")]),
        says("valid columns of src and dst are equal", &[Rule("valid-cols-equal")]),
        says("nine dtypes", &[Rule("dtype-supported"), Reading("dtypes")]),
    ],
);

pub(crate) const EXCEPTIONS: Section = section(
    "Exceptions",
    &[says("illegal tuples, types, layouts and modes are rejected", &[Rule("vec"), Rule("nd-layout"), Rule("same-dtype")]), LEGAL_DOMAIN],
);

pub(crate) const TARGETS: Section = section(
    "Target-Profile Restrictions",
    &[
        says("an empty src returns early", &[Rule("src-not-empty"), Reading("empty-src")]),
        says("A2/A3 has four dtypes", &[Rule("dtype-supported"), Reading("dtypes")]),
        says("A5 restricts nothing more", &[Reading("dtypes")]),
    ],
);

pub(crate) const EXAMPLES: Section =
    section("Examples", &[says("without addresses: 1 x 16 from 16 x 16 floats", &[Example("auto")]), WITH_ADDRESSES]);
