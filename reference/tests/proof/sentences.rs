//! The table of the pages' sentences: complete by number, and naming only what there is.

use crate::legality;
use ptoconf_reference::{Carrier, Operation, Section, ops};
use ptoconf_schemas::SmolStr;
use std::collections::BTreeSet;

/// Pages that differ in the operation alone.
const EXPAND: &[(&str, usize)] = &[
    ("Title", 1),
    ("Summary", 1),
    ("Mechanism", 4),
    ("Syntax", 4),
    ("C++ Intrinsic", 3),
    ("Inputs", 4),
    ("Expected Outputs", 1),
    ("Side Effects", 2),
    ("Constraints", 4),
    ("Exceptions", 2),
    ("Target-Profile Restrictions", 2),
    ("Examples", 2),
    ("Auto Mode", 2),
    ("Manual Mode", 3),
    ("PTO Assembly Form", 2),
];
const EXTREME: &[(&str, usize)] = &[
    ("Title", 1),
    ("Summary", 1),
    ("Mechanism", 3),
    ("Syntax", 4),
    ("C++ Intrinsic", 3),
    ("Inputs", 3),
    ("Expected Outputs", 1),
    ("Side Effects", 2),
    ("Constraints", 5),
    ("Exceptions", 2),
    ("Target-Profile Restrictions", 3),
    ("Examples", 2),
    ("Auto Mode", 2),
    ("Manual Mode", 3),
    ("PTO Assembly Form", 2),
];

/// Sections of the pages of operations with an expanded source, and how many sentences each has.
const ROW_EXPAND: &[(&str, usize)] = &[
    ("Title", 1),
    ("Summary", 1),
    ("Mechanism", 1),
    ("Mode 1", 3),
    ("Mode 2", 3),
    ("Syntax", 4),
    ("C++ Intrinsic", 4),
    ("Inputs", 5),
    ("Expected Outputs", 1),
    ("Side Effects", 2),
    ("Constraints", 8),
    ("Temporary tile", 7),
    ("Exceptions", 2),
    ("Target-Profile Restrictions", 2),
    ("Examples", 2),
    ("Auto Mode", 2),
    ("Manual Mode", 3),
    ("PTO Assembly Form", 2),
];

/// The same where the page lists the checks of a target.
const ROW_EXPAND_CHECKED: &[(&str, usize)] = &[
    ("Title", 1),
    ("Summary", 1),
    ("Mechanism", 1),
    ("Mode 1", 3),
    ("Mode 2", 3),
    ("Syntax", 4),
    ("C++ Intrinsic", 4),
    ("Inputs", 5),
    ("Expected Outputs", 1),
    ("Side Effects", 2),
    ("Constraints", 8),
    ("Temporary tile", 7),
    ("Exceptions", 2),
    ("Target-Profile Restrictions", 5),
    ("Examples", 2),
    ("Auto Mode", 2),
    ("Manual Mode", 3),
    ("PTO Assembly Form", 2),
];

/// The same where the page speaks of src1 alone.
const ROW_EXPDIF: &[(&str, usize)] = &[
    ("Title", 1),
    ("Summary", 1),
    ("Mechanism", 4),
    ("Syntax", 4),
    ("C++ Intrinsic", 4),
    ("Inputs", 5),
    ("Expected Outputs", 1),
    ("Side Effects", 2),
    ("Constraints", 6),
    ("Temporary tile", 9),
    ("Exceptions", 2),
    ("Target-Profile Restrictions", 2),
    ("Examples", 2),
    ("Auto Mode", 2),
    ("Manual Mode", 3),
    ("PTO Assembly Form", 2),
];

/// The same for the largest and the smallest element of a row.
const ROW_EXTREME: &[(&str, usize)] = &[
    ("Introduction", 1),
    ("Math Interpretation", 2),
    ("Assembly Syntax", 4),
    ("C++ Intrinsic", 3),
    ("Constraints: general constraints / checks", 8),
    ("Constraints: A2A3 implementation checks", 4),
    ("Temporary Space", 5),
    ("Examples", 2),
    ("Auto Mode", 2),
    ("Manual Mode", 3),
    ("PTO Assembly Form", 2),
];

/// Sections of the pages of places, by row and by column.
const ROW_PLACE: &[(&str, usize)] = &[
    ("Tile Operation Diagram", 1),
    ("Introduction", 1),
    ("Math Interpretation", 3),
    ("Assembly Syntax", 4),
    ("C++ Intrinsic", 4),
    ("Constraints: general constraints / checks", 15),
    ("About temporary tile", 12),
    ("Examples", 2),
    ("Auto Mode", 2),
    ("Manual Mode", 3),
    ("PTO Assembly Form", 2),
];
const COLUMN_PLACE: &[(&str, usize)] = &[
    ("Introduction", 2),
    ("Math Interpretation", 4),
    ("Assembly Syntax: pure index mode", 3),
    ("Assembly Syntax: value + index mode", 3),
    ("C++ Intrinsic", 4),
    ("Constraints: general constraints / checks", 8),
    ("Constraints: pure index mode", 5),
    ("Constraints: value + index mode", 17),
    ("About temporary tile for A2A3", 15),
    ("About temporary tile for A5", 2),
    ("Examples", 4),
    ("ASM Form Examples", 6),
    ("PTO Assembly Form", 4),
];

/// Sentences, formulas, declarations and examples by section, counted on the pages. A page that changes has to be
/// counted again.
const COUNTS: &[(&str, &[(&str, usize)])] = &[
    ("tcolargmax", COLUMN_PLACE),
    ("tcolargmin", COLUMN_PLACE),
    (
        "tcolexpand",
        &[
            ("Title", 1),
            ("Summary", 1),
            ("Mechanism", 3),
            ("Syntax", 4),
            ("C++ Intrinsic", 3),
            ("Inputs", 3),
            ("Expected Outputs", 1),
            ("Side Effects", 2),
            ("Constraints", 1),
            ("Exceptions", 2),
            ("Target-Profile Restrictions", 2),
            ("Examples", 1),
            ("Auto Mode", 2),
            ("Manual Mode", 3),
            ("PTO Assembly Form", 2),
        ],
    ),
    (
        "tcolexpandadd",
        &[
            ("Title", 1),
            ("Introduction", 1),
            ("Math Interpretation", 3),
            ("Assembly Syntax", 3),
            ("C++ Intrinsic", 3),
            ("Constraints", 4),
            ("Examples", 1),
            ("Auto Mode", 2),
            ("Manual Mode", 3),
            ("PTO Assembly Form", 2),
        ],
    ),
    ("tcolexpanddiv", EXPAND),
    ("tcolexpandexpdif", EXPAND),
    ("tcolexpandmax", EXPAND),
    ("tcolexpandmin", EXPAND),
    ("tcolexpandmul", EXPAND),
    ("tcolexpandsub", EXPAND),
    ("tcolmax", EXTREME),
    ("tcolmin", EXTREME),
    ("tcolprod", EXTREME),
    (
        "tcolsum",
        &[
            ("Title", 1),
            ("Summary", 1),
            ("Mechanism", 4),
            ("Syntax", 7),
            ("C++ Intrinsic", 4),
            ("Inputs", 4),
            ("Expected Outputs", 1),
            ("Side Effects", 2),
            ("Constraints", 10),
            ("Exceptions", 2),
            ("Target-Profile Restrictions", 6),
            ("Examples", 2),
            ("Auto Mode", 2),
            ("Manual Mode", 3),
            ("PTO Assembly Form", 2),
        ],
    ),
    (
        "tconcat",
        &[
            ("Title", 2),
            ("Introduction", 5),
            ("Math Interpretation", 2),
            ("Assembly Syntax", 3),
            ("C++ Intrinsic", 4),
            ("Constraints: general", 6),
            ("Constraints: shape", 5),
            ("Constraints: dtypes", 3),
            ("A5 implementation checks", 4),
            ("Examples", 3),
            ("Auto Mode", 2),
            ("Manual Mode", 3),
            ("Related", 3),
        ],
    ),
    ("trowargmax", ROW_PLACE),
    ("trowargmin", ROW_PLACE),
    (
        "trowexpand",
        &[
            ("Title", 1),
            ("Summary", 1),
            ("Mechanism", 3),
            ("Syntax", 4),
            ("C++ Intrinsic", 3),
            ("Inputs", 3),
            ("Expected Outputs", 1),
            ("Side Effects", 2),
            ("Constraints", 2),
            ("Exceptions", 2),
            ("Target-Profile Restrictions", 4),
            ("Examples", 2),
            ("Auto Mode", 2),
            ("Manual Mode", 3),
            ("PTO Assembly Form", 2),
        ],
    ),
    ("trowexpandadd", ROW_EXPAND),
    ("trowexpanddiv", ROW_EXPAND_CHECKED),
    ("trowexpandexpdif", ROW_EXPDIF),
    ("trowexpandmax", ROW_EXPAND),
    ("trowexpandmin", ROW_EXPAND),
    ("trowexpandmul", ROW_EXPAND_CHECKED),
    ("trowexpandsub", ROW_EXPAND_CHECKED),
    ("trowmax", ROW_EXTREME),
    ("trowmin", ROW_EXTREME),
    (
        "trowprod",
        &[
            ("Introduction", 1),
            ("Math Interpretation", 2),
            ("Assembly Syntax", 4),
            ("C++ Intrinsic", 3),
            ("Constraints: general constraints / checks", 8),
            ("Constraints: A2A3 implementation checks", 1),
            ("Constraints: A5 implementation checks", 3),
            ("Temporary Space", 7),
            ("Examples", 2),
            ("Auto Mode", 2),
            ("Manual Mode", 3),
            ("PTO Assembly Form", 2),
        ],
    ),
    (
        "trowsum",
        &[
            ("Introduction", 1),
            ("Math Interpretation", 2),
            ("Assembly Syntax", 4),
            ("C++ Intrinsic", 3),
            ("Constraints: general constraints / checks", 8),
            ("Constraints: A2A3 implementation checks", 4),
            ("Temporary Space", 7),
            ("Examples", 2),
            ("Auto Mode", 2),
            ("Manual Mode", 3),
            ("PTO Assembly Form", 2),
        ],
    ),
];

/// Each carrier with the place where it is named.
fn carriers(op: &Operation) -> impl Iterator<Item = (String, Carrier)> {
    let place = |section: &Section, says: &str| format!("{}, {}: {says}", op.name, section.name);
    op.sentences.iter().flat_map(move |s| s.sentences.iter().flat_map(move |x| x.by.iter().map(move |c| (place(s, x.says), *c))))
}

/// The id of a rule or reading: the operation's own, unless it is a shared one.
fn full(op: &Operation, id: &str) -> String {
    if id.contains('/') { id.to_owned() } else { format!("{}/{id}", op.name) }
}

#[test]
fn every_sentence_of_a_page_has_its_row() {
    let counted: Vec<&str> = COUNTS.iter().map(|(op, _)| *op).collect();
    assert_eq!(counted, ops::all().iter().map(|o| o.name).collect::<Vec<_>>());
    for (op, sections) in COUNTS {
        let op = ops::find(op).expect("an operation");
        let rows: Vec<(&str, usize)> = op.sentences.iter().map(|s| (s.name, s.sentences.len())).collect();
        assert_eq!(rows, *sections, "{}", op.name);
        let sentences = op.sentences.iter().flat_map(|s| s.sentences);
        sentences.for_each(|s| assert!(!s.says.is_empty() && !s.by.is_empty(), "{}: {}", op.name, s.says));
    }
}

#[test]
fn what_a_row_names_exists() {
    let (shared, examples) = (ops::shared(), legality::names());
    for op in ops::all() {
        let rules: BTreeSet<&str> = shared.rules.iter().chain(&op.rules).map(|r| r.id.as_str()).collect();
        let readings: BTreeSet<&str> = shared.readings.iter().chain(&op.readings).map(|r| r.id.as_str()).collect();
        let form = |name: &str| op.form(name).is_some();
        let operand = |name: &str| op.forms.iter().any(|f| f.operands.iter().any(|o| o.name == name));
        let attribute = |name: &str| op.forms.iter().any(|f| f.attributes.iter().any(|a| a.name == name));
        for (place, carrier) in carriers(op) {
            let exists = match carrier {
                Carrier::Rule(id) => rules.contains(full(op, id).as_str()),
                Carrier::Reading(id) => readings.contains(full(op, id).as_str()),
                Carrier::Meaning(name) => form(name),
                Carrier::Is(name) => form(name) || operand(name) || attribute(name),
                Carrier::Untested(reason) => !reason.is_empty(),
                // The command's tests hold what is exported against these.
                Carrier::Text(name, _) => form(name),
                Carrier::Example(name) => examples.contains(&(op.name.into(), name)),
            };
            assert!(exists, "{place}: {carrier:?}");
        }
    }
}

#[test]
fn every_example_of_a_page_is_a_row() {
    let named: BTreeSet<(SmolStr, &str)> = ops::all()
        .iter()
        .flat_map(|op| carriers(op).filter_map(|(_, c)| if let Carrier::Example(name) = c { Some((op.name.into(), name)) } else { None }))
        .collect();
    let examples = legality::names_of_examples();
    assert!(examples.is_subset(&named), "{:?}", examples.difference(&named));
}

/// What no sentence carries needs a source that is not the operation's page.
#[test]
fn every_rule_and_reading_has_a_row_or_another_source() {
    let mut without = vec![];
    let mut named = BTreeSet::new();
    for op in ops::all() {
        named.extend(carriers(op).filter_map(|(_, c)| match c {
            Carrier::Rule(id) | Carrier::Reading(id) => Some((matches!(c, Carrier::Rule(_)), full(op, id))),
            _ => None,
        }));
    }
    for op in ops::all() {
        let rules = op.rules.iter().filter(|r| r.sources.iter().any(|s| s.page == op.page)).map(|r| (true, r.id.clone()));
        without.extend(rules.chain(op.readings.iter().map(|r| (false, r.id.clone()))).filter(|id| !named.contains(id)));
        let used: BTreeSet<&str> = op.forms.iter().flat_map(|f| f.operands.iter().map(|o| o.name).chain([f.name])).collect();
        let there: BTreeSet<&str> = carriers(op).filter_map(|(_, c)| if let Carrier::Is(name) = c { Some(name) } else { None }).collect();
        assert!(used.is_subset(&there), "{}: {:?}", op.name, used.difference(&there));
    }
    assert!(without.is_empty(), "{without:?}");
}
