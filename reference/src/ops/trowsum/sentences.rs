//! The sentences of the TROWSUM page.

use crate::Section;
use crate::families::row_reduction::sentences as page;
use crate::families::sentences::{AUTO_MODE, MANUAL_MODE};
use crate::sentence::Carrier::{Meaning, Reading, Rule};
use crate::sentence::{says, section};

/// What carries the formula.
const FORMULA: &[crate::Carrier] = &[
    Meaning("plain"),
    Rule("dst-has-col"),
    Reading("dst-has-col"),
    Rule("dst-one-col"),
    Reading("dst-cols"),
    Reading("order"),
    Reading("tile/subnormals"),
    Reading("tile/int-overflow"),
    Reading("tile/float-overflow"),
    Reading("tile/nan"),
];

pub(super) const ALL: &[Section] = &[
    section("Introduction", &[says("each row is summed over the columns", &[Meaning("plain")])]),
    section("Math Interpretation", &[page::EXTENTS, says("the formula: dst[i, 0] is the sum of src[i, j] over j", FORMULA)]),
    page::SYNTAX,
    page::INTRINSIC,
    page::ARITHMETIC,
    section(
        "Constraints: A2A3 implementation checks",
        &[
            says("four dtypes on A2A3", &[Rule("dtype-supported"), Reading("dtypes")]),
            says("six dtypes on A5", &[Rule("dtype-supported"), Reading("dtypes")]),
            says("dst in either layout", &[Rule("dst-layout")]),
            says("the runtime checks again", &[Rule("src-not-empty"), Reading("empty-src"), Rule("rows-equal")]),
        ],
    ),
    section(
        "Temporary Space",
        &[
            says("A2A3 uses tmp", page::ARITHMETIC_SCRATCH),
            says("integers: an accumulator of one block for each row, from zero", page::ARITHMETIC_SCRATCH),
            says("integers: at least one row of a block", &[Rule("tmp-is-enough"), Reading("least-tmp")]),
            says("floats: a binary tree by reduction instructions", &[Reading("order"), Reading("reduction-overflow")]),
            says("floats: src's shape is safe", &[Rule("tmp-holds-src"), Reading("small-tmp")]),
            says("A5 takes tmp and does not use it", page::ARITHMETIC_SCRATCH),
            says("A5 reduces in registers", &[Reading("order"), Reading("reduction-overflow")]),
        ],
    ),
    page::EXAMPLES,
    AUTO_MODE,
    MANUAL_MODE,
    page::ASSEMBLY,
];
