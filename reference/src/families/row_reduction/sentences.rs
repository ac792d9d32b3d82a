//! What the pages of reductions of a row say alike.

use crate::Section;
use crate::families::sentences::WITH_ADDRESSES;
use crate::sentence::Carrier::{Example, Is, Meaning, Reading, Rule, Text, Untested};
use crate::sentence::Spelling::{Level1, Level2, Synchronous};
use crate::sentence::{EVENTS, Sentence, says, section};

pub(crate) const EXTENTS: Sentence = says("R and C are src's valid extents", &[Is("src"), Rule("rows-equal")]);

/// What carries the formula.
pub(crate) const FORMULA: &[crate::Carrier] = &[
    Meaning("plain"),
    Rule("dst-has-col"),
    Reading("dst-has-col"),
    Rule("dst-one-col"),
    Reading("dst-cols"),
    Reading("tile/max-nan"),
    Reading("tile/max-zeros"),
    Reading("tile/copied-subnormals"),
];

/// What carries that tmp is scratch.
pub(crate) const SCRATCH: &[crate::Carrier] = &[
    Rule("tmp-holds-src"),
    Reading("small-tmp"),
    Rule("tmp-like-src"),
    Reading("tmp-shape"),
    Rule("tmp-vec"),
    Reading("tmp-location"),
    Rule("tmp-nd-layout"),
    Reading("tmp-layout"),
    Rule("tmp-same-dtype"),
    Reading("tmp-dtype"),
];

pub(crate) const SYNTAX: Section = section(
    "Assembly Syntax",
    &[
        says("the synchronous form", &[Text("plain", Synchronous)]),
        says("lowering may add scratch tiles, the C++ call needs an explicit tmp", &[Is("tmp")]),
        says("level 1, with a result", &[Text("plain", Level1)]),
        says("level 2, with destinations", &[Text("plain", Level2)]),
    ],
);

pub(crate) const INTRINSIC: Section = section(
    "C++ Intrinsic",
    &[
        says("the common header declares it", &[Untested("where a declaration stands changes no value")]),
        says("the call: dst, src, tmp", &[Is("plain"), Is("dst")]),
        says("it takes and returns events", &[Untested(EVENTS)]),
    ],
);

pub(crate) const GENERAL: Section = section(
    "Constraints: general constraints / checks",
    &[
        says("dst and src are Vec", &[Rule("vec")]),
        says("src is row-major without boxes", &[Rule("src-nd-layout")]),
        says("dst is row-major without boxes, or a column-major tile of one column", &[Rule("dst-layout")]),
        says("dst and src have one dtype", &[Rule("same-dtype")]),
        says("src has valid rows", &[Rule("src-not-empty")]),
        says("src has valid columns", &[Rule("src-not-empty")]),
        says("valid rows of src and dst are equal", &[Rule("rows-equal")]),
        says("tmp is an explicit operand", &[Is("tmp")]),
    ],
);

/// The same where a source without elements is a question of its own.
pub(crate) const ARITHMETIC: Section = section(
    "Constraints: general constraints / checks",
    &[
        says("dst and src are Vec", &[Rule("vec")]),
        says("src is row-major without boxes", &[Rule("src-nd-layout")]),
        says("dst is row-major without boxes, or a column-major tile of one column", &[Rule("dst-layout")]),
        says("dst and src have one dtype", &[Rule("same-dtype")]),
        says("src has valid rows", &[Rule("src-not-empty"), Reading("empty-src")]),
        says("src has valid columns", &[Rule("src-not-empty"), Reading("empty-src")]),
        says("valid rows of src and dst are equal", &[Rule("rows-equal")]),
        says("tmp is an explicit operand", &[Is("tmp")]),
    ],
);

/// What carries that tmp is scratch, where a least size is known.
pub(crate) const ARITHMETIC_SCRATCH: &[crate::Carrier] = &[
    Rule("tmp-is-enough"),
    Reading("least-tmp"),
    Rule("tmp-holds-src"),
    Reading("small-tmp"),
    Rule("tmp-like-src"),
    Reading("tmp-shape"),
    Rule("tmp-vec"),
    Reading("tmp-location"),
    Rule("tmp-nd-layout"),
    Reading("tmp-layout"),
    Rule("tmp-same-dtype"),
    Reading("tmp-dtype"),
];

pub(crate) const CHECKS: Section = section(
    "Constraints: A2A3 implementation checks",
    &[
        says("four dtypes on A2A3", &[Rule("dtype-supported"), Reading("dtypes")]),
        says("eight dtypes on A5", &[Rule("dtype-supported"), Reading("dtypes")]),
        says("dst in either layout", &[Rule("dst-layout")]),
        says("the runtime checks again", &[Rule("src-not-empty"), Rule("rows-equal")]),
    ],
);

pub(crate) const TEMPORARY: Section = section(
    "Temporary Space",
    &[
        says("A2A3 uses tmp", SCRATCH),
        says("integers: an accumulator of one block for each row", SCRATCH),
        says("integers: at least one row of a block", SCRATCH),
        says("floats: a binary tree; src's shape is safe", SCRATCH),
        says("A5 takes tmp and does not use it", SCRATCH),
    ],
);

pub(crate) const EXAMPLES: Section =
    section("Examples", &[says("without addresses: a column of 16 from 16 x 16 floats", &[Example("auto")]), WITH_ADDRESSES]);

pub(crate) const ASSEMBLY: Section = section(
    "PTO Assembly Form",
    &[says("with a result", &[Text("plain", Synchronous)]), says("with destinations", &[Text("plain", Level2)])],
);
