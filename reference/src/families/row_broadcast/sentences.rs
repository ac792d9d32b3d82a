//! What the pages of the family say alike.

use crate::Section;
use crate::families::sentences::{DESTINATION, LEGAL_DOMAIN, WITH_ADDRESSES};
use crate::sentence::Carrier::{self, Example, Is, Meaning, Reading, Rule, Untested};
use crate::sentence::{EVENTS, Sentence, says, section};

pub(crate) use crate::families::sentences::{ALL_TARGETS, ASSEMBLY, AUTO_MODE, MANUAL_MODE, SIDE_EFFECTS, SYNTAX, TITLE};

pub(crate) const EXTENTS: Sentence = says("R and C are dst's valid extents", &[Is("dst"), Rule("not-empty"), Reading("empty-dst")]);
pub(crate) const SCALAR: Sentence = says("s_i is the expanded operand's value of row i", &[Rule("expanded-shape"), Rule("one-full")]);
pub(crate) const BLOCK: Sentence = says("b_i is the expanded operand's block of 32 bytes of row i", &[Rule("expanded-shape")]);
pub(crate) const REPEATED: Sentence = says("the block repeats along the row", &[Meaning("plain")]);

/// What carries the formulas of a sum or difference.
pub(crate) const SUM: &[Carrier] = &[
    Meaning("plain"),
    Meaning("tmp"),
    Reading("tile/subnormals"),
    Reading("tile/int-overflow"),
    Reading("tile/float-overflow"),
    Reading("tile/nan"),
];

/// What carries the formulas of a product.
pub(crate) const PRODUCT: &[Carrier] = &[
    Meaning("plain"),
    Meaning("tmp"),
    Reading("tile/subnormals"),
    Reading("tile/product-overflow"),
    Reading("tile/float-overflow"),
    Reading("tile/nan"),
];

/// What carries the formulas of a quotient.
pub(crate) const QUOTIENT: &[Carrier] = &[
    Meaning("plain"),
    Meaning("tmp"),
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
pub(crate) const EXPONENTIAL: &[Carrier] = &[
    Meaning("plain"),
    Meaning("tmp"),
    Reading("difference"),
    Reading("accuracy"),
    Reading("tile/subnormals"),
    Reading("tile/float-overflow"),
    Reading("tile/nan"),
];

/// What carries the formulas of the larger or the smaller of two.
pub(crate) const EXTREME: &[Carrier] =
    &[Meaning("plain"), Meaning("tmp"), Reading("tile/max-nan"), Reading("tile/max-zeros"), Reading("tile/copied-subnormals")];

pub(crate) const INTRINSIC: Section = section(
    "C++ Intrinsic",
    &[
        says("the common header declares it", &[Untested("where a declaration stands changes no value")]),
        says("the call: dst, src0, src1", &[Is("plain")]),
        says("the call: dst, src0, src1, tmp", &[Is("tmp")]),
        says("both take and return events", &[Untested(EVENTS)]),
    ],
);

pub(crate) const INPUTS: Section = section(
    "Inputs",
    &[
        says("src0 is the tile to be modified", &[Is("src0"), Rule("src1-expanded"), Reading("role")]),
        says("src1 gives a value per row", &[Is("src1"), Rule("src1-expanded"), Reading("role")]),
        says("tmp is optional", &[Is("plain"), Is("tmp")]),
        DESTINATION,
        says("it iterates over dst's valid region", &[Meaning("plain"), Reading("empty-dst")]),
    ],
);

pub(crate) const CONSTRAINTS: Section = section(
    "Constraints",
    &[
        says("dst and both sources have one dtype", &[Rule("same-dtype")]),
        says("four dtypes, and two more on A5", &[Rule("dtype-supported"), Reading("dtypes")]),
        says("dst is row-major", &[Rule("dst-row-major")]),
        says(
            "exactly one source has dst's valid shape, the other is expanded",
            &[Rule("one-full"), Rule("not-both-full"), Reading("both-full"), Rule("src1-expanded"), Reading("role")],
        ),
        says("the full source is row-major", &[Rule("full-row-major")]),
        says("mode 1: a column-major column of dst's valid rows", &[Rule("expanded-shape")]),
        says("mode 2: row-major, dst's valid rows, 32 bytes of valid columns", &[Rule("expanded-shape")]),
        says(
            "other layout constraints are the targets'",
            &[Rule("vec"), Reading("location"), Rule("tile/vec-not-boxed"), Reading("tile/boxed-vec")],
        ),
    ],
);

pub(crate) const TMP_MODE: Sentence = says("the call with tmp is for mode 1 alone", &[Rule("tmp-mode-1"), Reading("tmp-mode")]);
pub(crate) const TMP_BROADCAST: Sentence = says(
    "A2A3 broadcasts the values into tmp, 256 bytes for eight rows",
    &[Rule("tmp-size"), Reading("tmp-size"), Rule("tmp-vec"), Reading("tmp-location"), Rule("tmp-same-dtype"), Reading("tmp-dtype")],
);
pub(crate) const TMP_BELOW_256: Sentence =
    says("below 256 rows it needs 256 bytes for every eight rows", &[Rule("tmp-size"), Reading("tmp-size")]);
pub(crate) const TMP_FROM_256: Sentence = says("from 256 rows on it needs 7680 bytes", &[Rule("tmp-size"), Reading("tmp-size")]);
pub(crate) const TMP_ENOUGH: Sentence = says("8 KiB are always enough", &[Rule("tmp-size")]);
pub(crate) const NO_TMP: Sentence = says("the call without tmp has both modes, and a buffer of its own for mode 1", &[Meaning("plain")]);
pub(crate) const TMP_OF_A5: Sentence = says("A5 takes tmp and does not use it", &[Reading("tmp-mode"), Reading("tmp-size")]);

pub(crate) const TEMPORARY: Section =
    section("Temporary tile", &[TMP_MODE, TMP_BROADCAST, TMP_BELOW_256, TMP_FROM_256, TMP_ENOUGH, NO_TMP, TMP_OF_A5]);

pub(crate) const EXCEPTIONS: Section = section(
    "Exceptions",
    &[
        says("illegal tuples, types, layouts and modes are rejected", &[Rule("same-dtype"), Rule("dst-row-major"), Rule("expanded-shape")]),
        LEGAL_DOMAIN,
    ],
);

/// What the pages of the product and the difference say of targets.
pub(crate) const CHECKS: Section = section(
    "Target-Profile Restrictions",
    &[
        says("dst and both sources have one dtype", &[Rule("same-dtype")]),
        says("four dtypes, and two more on A5", &[Rule("dtype-supported"), Reading("dtypes")]),
        says("dst is row-major", &[Rule("dst-row-major")]),
        says("mode 1: src1 has a value per row", &[Rule("expanded-shape")]),
        says("mode 2: src1 has 32 bytes per row", &[Rule("expanded-shape")]),
    ],
);

pub(crate) const EXAMPLES: Section =
    section("Examples", &[says("without addresses: 16 x 16 and a column of 16", &[Example("auto")]), WITH_ADDRESSES]);
