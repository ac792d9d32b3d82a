//! Mutants: the embedded models with one thing wrong.
//!
//! They were thought up from the pages and from how such kernels are written, without a look at the
//! vectors: a mutant is there because somebody could make that mistake.

#![allow(clippy::semicolon_if_nothing_returned, reason = "a mutant is one assignment, and reads as such")]

mod broadcast;
mod concat;
mod corners;
mod counters;
mod counts;
mod exponentials;
mod extremes;
mod index;
mod integers;
mod kind;
mod legality;
mod limits;
mod line_products;
mod loops;
mod memory;
mod numbers;
mod operands;
mod order;
mod ours;
mod overruns;
mod paths;
mod place_checks;
mod places;
mod precision;
mod products;
mod quotients;
mod rounding;
mod row_blocks;
mod row_expand;
mod row_lines;
mod row_sums;
mod special;
mod state;
mod strides;
mod tails;
mod thresholds;
mod verifier;
mod widths;

pub use kind::Kind;
pub use legality::{NotMade, not_made};
pub use ours::OURS;
use ptoconf_models::{Change, Decisions, Model};
use ptoconf_schemas::Tuple;

const SUM: &str = "tcolsum";
const EXPAND: &str = "tcolexpand";
const ADD: &str = "tcolexpandadd";
const SUB: &str = "tcolexpandsub";
const MUL: &str = "tcolexpandmul";
const DIV: &str = "tcolexpanddiv";
const EXPDIF: &str = "tcolexpandexpdif";
const LARGER: &str = "tcolexpandmax";
const SMALLER: &str = "tcolexpandmin";
const LARGEST: &str = "tcolmax";
const SMALLEST: &str = "tcolmin";
const REPEAT: &str = "trowexpand";
const CONCAT: &str = "tconcat";
const ROW_ADD: &str = "trowexpandadd";
const ROW_SUB: &str = "trowexpandsub";
const ROW_MUL: &str = "trowexpandmul";
const ROW_DIV: &str = "trowexpanddiv";
const ROW_EXPDIF: &str = "trowexpandexpdif";
const ROW_LARGER: &str = "trowexpandmax";
const ROW_SMALLER: &str = "trowexpandmin";
const ROW_LARGEST: &str = "trowmax";
const ROW_SMALLEST: &str = "trowmin";
const ROW_ARGMAX: &str = "trowargmax";
const ROW_ARGMIN: &str = "trowargmin";
const ARGMAX: &str = "tcolargmax";
const ARGMIN: &str = "tcolargmin";
const ROW_SUM: &str = "trowsum";
const PROD: &str = "tcolprod";
const ROW_PROD: &str = "trowprod";
/// Every operation.
const ALL: &[&str] = &[
    SUM,
    EXPAND,
    ADD,
    SUB,
    MUL,
    DIV,
    EXPDIF,
    LARGER,
    SMALLER,
    LARGEST,
    SMALLEST,
    REPEAT,
    CONCAT,
    ROW_ADD,
    ROW_SUB,
    ROW_MUL,
    ROW_DIV,
    ROW_EXPDIF,
    ROW_LARGER,
    ROW_SMALLER,
    ROW_LARGEST,
    ROW_SMALLEST,
    ROW_ARGMAX,
    ROW_ARGMIN,
    ARGMAX,
    ARGMIN,
    ROW_SUM,
    PROD,
    ROW_PROD,
];
/// The operations that compute: what they give is rounded, or wraps.
const ARITHMETIC: &[&str] = &[SUM, ADD, SUB, MUL, DIV, ROW_ADD, ROW_SUB, ROW_MUL, ROW_DIV, ROW_SUM, PROD, ROW_PROD];
/// Those of them whose integers carry from one half into the other.
const CARRYING: &[&str] = &[SUM, ADD, SUB, MUL, ROW_ADD, ROW_SUB, ROW_MUL, ROW_SUM, PROD, ROW_PROD];
/// The operations that add and subtract.
const ADDITIVE: &[&str] = &[SUM, ADD, SUB, ROW_ADD, ROW_SUB, ROW_SUM];
/// The operations that multiply.
const MULS: &[&str] = &[MUL, ROW_MUL, PROD, ROW_PROD];
/// The operations that multiply a line.
const PRODUCTS: &[&str] = &[PROD, ROW_PROD];
/// The operations that divide.
const DIVS: &[&str] = &[DIV, ROW_DIV];
/// The operations that exponentiate a difference.
const EXPDIFS: &[&str] = &[EXPDIF, ROW_EXPDIF];
/// The operations that pick one of two elements.
const PICKS: &[&str] = &[LARGER, SMALLER, LARGEST, SMALLEST, ROW_LARGER, ROW_SMALLER, ROW_LARGEST, ROW_SMALLEST];
/// The operations that make one row of a column of elements.
const REDUCTIONS: &[&str] = &[SUM, LARGEST, SMALLEST, PROD];
/// Those of them that pick.
const EXTREMES: &[&str] = &[LARGEST, SMALLEST];
/// The operations that pick one element of a row.
const ROW_EXTREMES: &[&str] = &[ROW_LARGEST, ROW_SMALLEST];
/// The operations that say where an element of a row is.
const ROW_PLACES: &[&str] = &[ROW_ARGMAX, ROW_ARGMIN];
/// The operations that say where an element is.
const PLACES: &[&str] = &[ROW_ARGMAX, ROW_ARGMIN, ARGMAX, ARGMIN];
/// The operations that say where an element of a column is.
const COLUMN_PLACES: &[&str] = &[ARGMAX, ARGMIN];
/// The operations that make one element of a row.
const ROW_REDUCTIONS: &[&str] = &[ROW_LARGEST, ROW_SMALLEST, ROW_SUM, ROW_PROD];
/// The operations that go through the elements of a row.
const ROW_LINES: &[&str] = &[ROW_LARGEST, ROW_SMALLEST, ROW_SUM, ROW_PROD, ROW_ARGMAX, ROW_ARGMIN];
/// The operations that pick one element of a column or a row.
const ALL_EXTREMES: &[&str] = &[LARGEST, SMALLEST, ROW_LARGEST, ROW_SMALLEST];
/// The operations on a matrix and a row.
const PAIRS: &[&str] = &[ADD, SUB, MUL, DIV, EXPDIF, LARGER, SMALLER];
/// The operations on a matrix and a source that is expanded along the rows.
const ROW_PAIRS: &[&str] = &[ROW_ADD, ROW_SUB, ROW_MUL, ROW_DIV, ROW_EXPDIF, ROW_LARGER, ROW_SMALLER];
/// The operations on two sources.
const ALL_PAIRS: &[&str] =
    &[ADD, SUB, MUL, DIV, EXPDIF, LARGER, SMALLER, ROW_ADD, ROW_SUB, ROW_MUL, ROW_DIV, ROW_EXPDIF, ROW_LARGER, ROW_SMALLER];
/// The operations that repeat a column along the rows.
const REPEATS: &[&str] = &[REPEAT, ROW_ADD, ROW_SUB, ROW_MUL, ROW_DIV, ROW_EXPDIF, ROW_LARGER, ROW_SMALLER];
/// The operations that copy elements, some of the time at least.
const COPIES: &[&str] = &[SUM, EXPAND, REPEAT, CONCAT];
/// The operations that broadcast a row.
const BROADCASTS: &[&str] = &[EXPAND, ADD, SUB, MUL, DIV, EXPDIF, LARGER, SMALLER];

/// A mutant of a kernel.
pub struct Kernel {
    /// Name.
    pub name: &'static str,
    /// The operations that it concerns.
    pub operations: &'static [&'static str],
    /// What is wrong.
    pub what: &'static str,
    /// Makes it wrong.
    pub change: fn(&mut Decisions),
}

const fn mutant(name: &'static str, operations: &'static [&'static str], what: &'static str, change: fn(&mut Decisions)) -> Kernel {
    Kernel { name, operations, what, change }
}

/// The mutants of kernels by family.
pub const FAMILIES: &[(&str, &[Kernel])] = &[
    ("loop bounds", loops::MUTANTS),
    ("strides", strides::MUTANTS),
    ("vector and block tails", tails::MUTANTS),
    ("broadcast", broadcast::MUTANTS),
    ("broadcast", row_expand::MUTANTS),
    ("broadcast", row_blocks::MUTANTS),
    ("operands", operands::MUTANTS),
    ("order of additions", order::MUTANTS),
    ("order of additions", row_sums::MUTANTS),
    ("precision", precision::MUTANTS),
    ("rounding", rounding::MUTANTS),
    ("special values", special::MUTANTS),
    ("integers", integers::MUTANTS),
    ("products", products::MUTANTS),
    ("order of multiplications", line_products::COLUMNS),
    ("order of multiplications", line_products::ROWS),
    ("products", line_products::BOTH),
    ("quotients", quotients::MUTANTS),
    ("exponentials", exponentials::MUTANTS),
    ("extremes", extremes::PICKED),
    ("extremes", extremes::COLUMNS),
    ("extremes", row_lines::MUTANTS),
    ("places", places::ELEMENTS),
    ("places", places::NUMBERS),
    ("places", places::OUTPUTS),
    ("concatenation", concat::MUTANTS),
    ("index values", index::MUTANTS),
    ("counter widths", widths::MUTANTS),
    ("counters", counters::ROWS),
    ("counters", counters::COLUMNS),
    ("counters", counters::BLOCKS),
    ("counters", counters::VECTORS),
    ("counters", counters::REPEATS),
    ("index values at limits", counts::MUTANTS),
    ("thresholds", thresholds::OVERFLOW),
    ("thresholds", thresholds::TIES),
    ("thresholds", thresholds::LARGEST),
    ("thresholds", thresholds::OTHERS),
    ("limits of integers", limits::COPIED),
    ("limits of integers", limits::REACHED),
    ("limits of integers", limits::OTHERS),
    ("paths chosen wrongly", paths::MUTANTS),
    ("corners", corners::LAST_ROWS),
    ("corners", corners::PLACES),
    ("corners", corners::VALUES),
    ("memory", memory::MUTANTS),
    ("overruns", overruns::MUTANTS),
    ("state", state::MUTANTS),
];

/// The families that are about large tiles.
const LARGE: &[&str] = &["counter widths", "counters"];

/// A model with one thing wrong.
pub struct Mutant {
    /// Name.
    pub name: String,
    /// Family.
    pub family: &'static str,
    /// What is wrong.
    pub what: String,
    /// The operations that it concerns.
    pub operations: Vec<&'static str>,
    /// The legality check, where it is one that is wrong.
    pub check: Option<String>,
    /// Whether it is about large tiles.
    pub needs_large: bool,
    /// What is different from the right model.
    pub change: Change,
}

/// Every mutant of a model.
pub fn mutants(model: &Model) -> Vec<Mutant> {
    let kernels = FAMILIES.iter().flat_map(|(family, list)| list.iter().map(move |kernel| (*family, kernel)));
    let mut all: Vec<Mutant> = kernels
        .map(|(family, kernel)| Mutant {
            name: kernel.name.to_owned(),
            family,
            what: kernel.what.to_owned(),
            operations: kernel.operations.to_vec(),
            check: None,
            needs_large: LARGE.contains(&family),
            change: Change::decisions(kernel.name, kernel.change),
        })
        .collect();
    all.extend(legality::mutants(model));
    all
}

/// The valid extents of an operand; none where the tuple does not have it.
fn valid(tuple: &Tuple, operand: &str) -> Option<[usize; 2]> {
    tuple.tile(operand).map(|t| t.valid.map(|n| n as usize))
}

/// The physical extents of an operand; none where the tuple does not have it.
fn physical(tuple: &Tuple, operand: &str) -> Option<[usize; 2]> {
    tuple.tile(operand).map(|t| t.shape.map(|n| n as usize))
}

/// Whether an operation makes one row of several.
fn reduces(tuple: &Tuple) -> bool {
    REDUCTIONS.contains(&tuple.op.as_str())
}

/// The name of the first source: `src` or `src0`.
fn source(tuple: &Tuple) -> &'static str {
    if tuple.tile("src").is_some() { "src" } else { "src0" }
}

/// The name of the source that is expanded along the rows.
fn expanded(tuple: &Tuple) -> &'static str {
    match tuple.tile("src") {
        Some(_) => "src",
        None if valid(tuple, "src0") == valid(tuple, "dst") => "src1",
        None => "src0",
    }
}
