//! Sentences of the newer pages, whose texts are alike where they do not speak of one operation.

use crate::Section;
use crate::sentence::Carrier::{Example, Is, Reading, Rule, Text, Untested};
use crate::sentence::Spelling::{Level1, Level2, Synchronous};
use crate::sentence::{ALONE, BACKENDS, ELSEWHERE, EVENTS, NAME, PLACEMENT, PORTABLE, PROGRAMS, Sentence, says, section};

pub(crate) const TITLE: Section = section("Title", &[says("it belongs to the reduce-and-expand instructions", &[Untested(NAME)])]);

pub(crate) const SYNTAX: Section = section(
    "Syntax",
    &[
        says("other pages define the spelling", &[Untested(ELSEWHERE)]),
        says("the synchronous form", &[Text("plain", Synchronous)]),
        says("level 1, with a result", &[Text("plain", Level1)]),
        says("level 2, with destinations", &[Text("plain", Level2)]),
    ],
);

const DECLARED: Sentence = says("the common header declares it", &[Untested("where a declaration stands changes no value")]);
const OF_EVENTS: Sentence = says("it takes and returns events", &[Untested(EVENTS)]);

/// The intrinsic of a source and a destination.
pub(crate) const UNARY_INTRINSIC: Section = section("C++ Intrinsic", &[DECLARED, says("the call: dst, src", &[Is("plain")]), OF_EVENTS]);

/// The intrinsic of two sources and a destination.
pub(crate) const BINARY_INTRINSIC: Section =
    section("C++ Intrinsic", &[DECLARED, says("the call: dst, src0, src1", &[Is("plain")]), OF_EVENTS]);

pub(crate) const SOURCE: Sentence = says("src is the source", &[Is("src")]);
pub(crate) const DESTINATION: Sentence = says("dst is the destination", &[Is("dst")]);

pub(crate) const SIDE_EFFECTS: Section = section(
    "Side Effects",
    &[
        says("none but the destination tile", &[Reading("tile/dst-padding"), Rule("tile/no-alias"), Reading("tile/alias")]),
        says("it fences nothing else", &[Untested(ALONE)]),
    ],
);

pub(crate) const LEGAL_DOMAIN: Sentence = says("programs rely on nothing outside the legal domain", &[Untested(PROGRAMS)]);

/// What the pages say of all targets that name none.
pub(crate) const ALL_TARGETS: Section = section(
    "Target-Profile Restrictions",
    &[
        says("meaning is the same on all targets, support may differ", &[Reading("dtypes"), Untested(BACKENDS)]),
        says("portable code uses what the profile guarantees", &[Untested(PORTABLE)]),
    ],
);

pub(crate) const WITH_ADDRESSES: Sentence = says("with addresses", &[Example("manual")]);

pub(crate) const AUTO_MODE: Section =
    section("Auto Mode", &[says("placement is the compiler's", &[Untested(PLACEMENT)]), says("the text", &[Text("plain", Level1)])]);

pub(crate) const MANUAL_MODE: Section = section(
    "Manual Mode",
    &[
        says("resources are bound first", &[Rule("tile/fits-memory"), Reading("tile/memory")]),
        says("addresses are optional", &[Rule("tile/address-aligned"), Reading("tile/addresses")]),
        says("the text", &[Text("plain", Level1)]),
    ],
);

pub(crate) const ASSEMBLY: Section = section(
    "PTO Assembly Form",
    &[says("with a result", &[Text("plain", Synchronous)]), says("with destinations", &[Text("plain", Level2)])],
);
