//! The sentences of the TROWMIN page.

use crate::Section;
use crate::families::row_reduction::sentences as page;
use crate::families::sentences::{AUTO_MODE, MANUAL_MODE};
use crate::sentence::Carrier::Meaning;
use crate::sentence::{says, section};

pub(super) const ALL: &[Section] = &[
    section("Introduction", &[says("of each row the smallest element, over the columns", &[Meaning("plain")])]),
    section("Math Interpretation", &[page::EXTENTS, says("the formula: dst[i, 0] is the smallest src[i, j] over j", page::FORMULA)]),
    page::SYNTAX,
    page::INTRINSIC,
    page::GENERAL,
    page::CHECKS,
    page::TEMPORARY,
    page::EXAMPLES,
    AUTO_MODE,
    MANUAL_MODE,
    page::ASSEMBLY,
];
