//! The sentences of the TROWEXPANDDIV page.

use crate::Section;
use crate::families::row_broadcast::sentences as page;
use crate::sentence::Carrier::Meaning;
use crate::sentence::{says, section};

pub(super) const ALL: &[Section] = &[
    page::TITLE,
    section("Summary", &[says("each row is divided by a value per row", &[Meaning("plain")])]),
    section("Mechanism", &[says("the same again, with a broadcast operand", &[Meaning("plain")])]),
    section("Mode 1", &[page::EXTENTS, page::SCALAR, says("the formula: src0[i, j] over s_i", page::QUOTIENT)]),
    section("Mode 2", &[page::BLOCK, page::REPEATED, says("the formula: src0[i, j] over b_i[j modulo the block]", page::QUOTIENT)]),
    page::SYNTAX,
    page::INTRINSIC,
    page::INPUTS,
    section("Expected Outputs", &[says("dst[i, j] is src0[i, j] over src1[i, 0]", &[Meaning("plain")])]),
    page::SIDE_EFFECTS,
    page::CONSTRAINTS,
    page::TEMPORARY,
    page::EXCEPTIONS,
    page::CHECKS,
    page::EXAMPLES,
    page::AUTO_MODE,
    page::MANUAL_MODE,
    page::ASSEMBLY,
];
