//! The sentences of the TCOLARGMAX page.

use crate::Section;
use crate::families::column_place::sentences as page;
use crate::sentence::Carrier::Meaning;
use crate::sentence::{says, section};

pub(super) const ALL: &[Section] = &[
    section(
        "Introduction",
        &[
            says("the row of the largest element of each column", &[Meaning("index")]),
            says("a variant gives the element, too", &[Meaning("value-index")]),
        ],
    ),
    section(
        "Math Interpretation",
        &[
            page::EXTENTS,
            says("the formula of the place: dstIdx[0, j] is the row of the largest src[i, j] over i", page::PLACE),
            says("the formula of the value: dstVal[0, j] is that element", page::VALUE),
            says("the formula of the place beside it", page::PLACE),
        ],
    ),
    page::SYNTAX_INDEX,
    page::SYNTAX_VALUES,
    page::INTRINSIC,
    page::GENERAL,
    page::INDEX,
    page::VALUES,
    page::TEMPORARY,
    page::TEMPORARY_A5,
    page::EXAMPLES,
    page::FORMS,
    page::ASSEMBLY,
];
