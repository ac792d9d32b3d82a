//! The sentences of the TROWPROD page.

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
    Reading("tile/product-overflow"),
    Reading("tile/float-overflow"),
    Reading("tile/nan"),
];

pub(super) const ALL: &[Section] = &[
    section("Introduction", &[says("each row is multiplied over the columns", &[Meaning("plain")])]),
    section("Math Interpretation", &[page::EXTENTS, says("the formula: dst[i, 0] is the product of src[i, j] over j", FORMULA)]),
    page::SYNTAX,
    page::INTRINSIC,
    page::ARITHMETIC,
    section("Constraints: A2A3 implementation checks", &[says("four dtypes on A2A3", &[Rule("dtype-supported"), Reading("dtypes")])]),
    section(
        "Constraints: A5 implementation checks",
        &[
            says("the same four on A5", &[Rule("dtype-supported"), Reading("dtypes")]),
            says("what is enforced is about src and dst", page::SCRATCH),
            says("nothing is asserted of tmp's shape and layout", page::SCRATCH),
        ],
    ),
    section(
        "Temporary Space",
        &[
            says("A2A3 uses tmp as an accumulator for each row: from one, block by block", &[Reading("order")]),
            says("the scalar unit multiplies what the lanes hold", &[Reading("order")]),
            says("tmp has the dtype of src and dst on A2A3", &[Rule("tmp-same-dtype"), Reading("tmp-dtype")]),
            says("at least one row of a block", &[Rule("tile/line-aligned"), Reading("tile/lines")]),
            says("src's shape is safe", &[Rule("tmp-holds-src"), Reading("small-tmp")]),
            says("A5 takes tmp and does not use it", page::SCRATCH),
            says("A5 multiplies in registers, as a tree", &[Reading("order")]),
        ],
    ),
    page::EXAMPLES,
    AUTO_MODE,
    MANUAL_MODE,
    page::ASSEMBLY,
];
