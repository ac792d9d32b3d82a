//! The sentences of the TROWARGMIN page.

use crate::Section;
use crate::families::row_place::sentences as page;
use crate::sentence::Carrier::Meaning;
use crate::sentence::{says, section};

pub(super) const ALL: &[Section] = &[
    page::DIAGRAM,
    section(
        "Introduction",
        &[says(
            "the column of the smallest element of each row, or the element and its column",
            &[Meaning("index"), Meaning("value-index")],
        )],
    ),
    section(
        "Math Interpretation",
        &[
            page::EXTENTS,
            says("the formula of the place: dst[i, 0] is the column of the smallest src[i, j] over j", page::PLACE),
            says("the formula of the value: dstVal[i, 0] is that element", page::VALUE),
        ],
    ),
    page::SYNTAX,
    page::INTRINSIC,
    page::GENERAL,
    page::TEMPORARY,
    page::EXAMPLES,
    page::AUTO_MODE,
    page::MANUAL_MODE,
    page::ASSEMBLY,
];
