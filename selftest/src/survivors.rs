//! Mutants that are not killed: those that conform, with the reason, and those that the suite does
//! not see, with what it lacks.

use ptoconf_schemas::{Fate, MutantReport, SelftestReport};

/// A mutant (`*` at the end stands for any), the profiles (`*` for every one), and why.
type Entry = (&'static str, &'static [&'static str], &'static str);

const EVERY: &[&str] = &["*"];
const CPU: &[&str] = &["cpu"];
const A5: &[&str] = &["a5"];
const A2A3: &[&str] = &["a2a3"];
const DEVICES: &[&str] = &["a2a3", "a5"];

const ONE_LOW_TREE: &str = "tcolsum/tree-order admits one-low-tree: the page names a binary tree, and no place for an odd row";
const ANY_PRODUCT: &str = "tcolprod/order admits any-tree: the formal specification leaves the order open";
const WIDE_PRODUCT: &str = "tcolprod/order and trowprod/order admit wide and exact, which any-tree cannot be told from";
const CLASS: &str = "the readings of the tile class admit unchecked or legal: no page states it";
const NO_CUT: &str = "tconcat/index-clamp admits unspecified: the page is silent on counts beyond dst";
const NO_LANES: &str = "no document defines lanes beyond the valid columns of a source";
const ALIAS: &str = "tile/alias admits snapshot and unspecified: the pages are silent on shared memory";
const COLUMNS: &str = "tcolexpand/cols admits iterate-dst: dst's valid region counts (Inputs)";
const INDEX_ROWS: &str = "tconcat/index-rows admits unchecked: missing counts have no meaning";
const ROLE: &str = "role admits src1-vector: the page gives src0 no shape of its own";
const SOURCES: &str = "source-layout admits dst-only: the page asks it of dst";
const TMP: &str = "tcolsum/tmp-location and tmp-layout admit unchecked: the page, for A5";
const SRC1_ROWS: &str = "empty-src1 admits unchecked: the targets do not look at it";
const TMP_SIZE: &str = "tmp-size admits ignored: the page says so for A5, and the released A2A3 kernels do not check";
const MIXED: &str = "trowexpand/mixed-dtypes admits unchecked: the page is silent";
const EMPTY_BOTH: &str = "empty-src admits rejected, and where dst is empty, too, what writes nothing may come first";
const EMPTY_INDEX: &str = "an index tile without elements is rejected by tconcat/index-extent as well";

/// Mutants that conform.
const CONFORM: &[Entry] = &[
    ("sum_seeded_with_row", CPU, "tcolsum/sequential-order admits left-fold: the page's wording"),
    ("sum_row_by_row", A5, "tcolsum/sequential-order admits left-fold: the page's wording"),
    ("sum_seeded_with_zero", A5, "tcolsum/sequential-order admits left-fold-from-zero: formal specification, Decision 111"),
    ("tree_odd_row_misplaced", CPU, ONE_LOW_TREE),
    ("tree_inner_odd_row_misplaced", CPU, ONE_LOW_TREE),
    ("tree_by_halves", CPU, ONE_LOW_TREE),
    ("prod_reversed", CPU, ANY_PRODUCT),
    ("prod_rotated", CPU, ANY_PRODUCT),
    ("prod_two_accumulators", CPU, ANY_PRODUCT),
    ("prod_of_16_rows_at_a_time", CPU, ANY_PRODUCT),
    ("prod_in_f32", CPU, WIDE_PRODUCT),
    ("prod_in_f64", CPU, WIDE_PRODUCT),
    ("copies_flush", DEVICES, "tile/copied-subnormals admits flushed: type-system page"),
    ("copy_quiets_nan", EVERY, "tile/copied-nan admits quiet: type-system page"),
    ("subnormals_swapped", EVERY, "tile/subnormals admits kept and flush-both (type-system page)"),
    ("index_signed", EVERY, "tconcat/negative-index admits unspecified: the page is silent"),
    ("index_16_bits", CPU, NO_CUT),
    ("clamp_physical", EVERY, "tile/dst-padding admits row: rows of the valid region may change up to the physical end"),
    ("clamp_second_first", CPU, NO_CUT),
    ("clamp_drops_second", CPU, NO_CUT),
    ("clamp_to_sources", CPU, NO_LANES),
    ("dst_index_unit_swapped", CPU, "tconcat/dst-count admits cut-bytes: the figure's procedure"),
    ("dst_index_clamp_swapped", CPU, NO_CUT),
    ("snapshot_missing", EVERY, ALIAS),
    ("tile/static-extent: left out", CPU, CLASS),
    ("tile/static-extent: off by one", CPU, CLASS),
    ("tile/static-extent: masked by another", CPU, CLASS),
    ("tile/fractal: left out", CPU, CLASS),
    ("tile/fractal: masked by another", CPU, CLASS),
    ("tile/fractal: powers of two accepted", CPU, CLASS),
    ("tile/row-bytes: left out", CPU, CLASS),
    ("tile/row-bytes: masked by another", CPU, CLASS),
    ("tile/box-columns: left out", CPU, CLASS),
    ("tile/box-columns: masked by another", CPU, CLASS),
    ("tile/address-aligned: left out", CPU, CLASS),
    ("tile/address-aligned: off by one", CPU, CLASS),
    ("tile/address-aligned: masked by another", CPU, CLASS),
    ("tile/location: tmp mistaken", A5, TMP),
    ("tcolsum/row-major: tmp mistaken", A5, TMP),
    ("tcolexpand/row-major: left out", CPU, "tcolexpand/layout admits unchecked: the page is silent"),
    ("tcolexpand/row-major: masked by another", CPU, "tcolexpand/layout admits unchecked: the page is silent"),
    ("expand/src1-columns: more columns rejected", EVERY, "wide-src1 admits exact: assembler, formal specification"),
    ("expand/src1-rows: left out", DEVICES, SRC1_ROWS),
    ("expand/src1-rows: off by one", DEVICES, SRC1_ROWS),
    ("expand/src1-rows: src1 mistaken", DEVICES, SRC1_ROWS),
    ("expand/src1-rows: masked by another", DEVICES, SRC1_ROWS),
    ("smallest_unsigned_from_signed_limit", A2A3, "A2A3 has no unsigned elements: only what lies outside differs"),
    ("tcolexpandmul/dtype: u8 rejected", CPU, "tcolexpandmul/dtypes admits six: the page's list has no u8"),
    ("trowexpand/same-dtype: left out", CPU, MIXED),
    ("trowexpand/same-dtype: dst mistaken", CPU, MIXED),
    ("trowexpand/same-dtype: masked by another", CPU, MIXED),
    ("rowexpand/tmp-size: left out", A2A3, TMP_SIZE),
    ("rowexpand/tmp-size: masked by another", A2A3, TMP_SIZE),
    ("trowexpand/src-not-empty: an empty source rejected everywhere but where dst is empty", &["cpu", "a2a3"], EMPTY_BOTH),
    ("tconcat/same-index-dtype: left out", CPU, "tconcat/index-dtypes admits unchecked: the page names no such demand for the CPU"),
    (
        "tconcat/same-index-dtype: masked by another",
        CPU,
        "tconcat/index-dtypes admits unchecked: the page names no such demand for the CPU",
    ),
    ("tconcat/count-extent: off by one", DEVICES, "tconcat/dst-index-rows admits unchecked: no document asks for a value for each row"),
    ("tile/not-empty: src0Idx mistaken", EVERY, EMPTY_INDEX),
    ("tile/not-empty: src1Idx mistaken", EVERY, EMPTY_INDEX),
    ("index_zeroed_first", CPU, "tile/dst-padding admits tile: rows past the valid region may change too"),
    ("value_zeroed_first", CPU, "tile/dst-padding admits tile: rows past the valid region may change too"),
    ("tile/box-rows: *", EVERY, "Vec tiles are exempt, and other locations are rejected before: it never decides alone"),
    ("tcolsum/no-alias: left out", EVERY, ALIAS),
    ("tcolsum/no-alias: masked by another", EVERY, ALIAS),
    ("tcolexpand/columns-equal: left out", EVERY, COLUMNS),
    ("tcolexpand/columns-equal: dst mistaken", EVERY, COLUMNS),
    ("tcolexpand/columns-equal: masked by another", EVERY, COLUMNS),
    ("expand/src0-shape: left out", EVERY, ROLE),
    ("expand/src0-shape: src0 mistaken", EVERY, ROLE),
    ("expand/src0-shape: masked by another", EVERY, ROLE),
    ("expand/sources-row-major: left out", DEVICES, SOURCES),
    ("expand/sources-row-major: masked by another", DEVICES, SOURCES),
    ("tconcat/columns-add-up: made for indexed forms", EVERY, "tconcat/indexed-cols admits sum: the basic form's formula read as general"),
    ("tconcat/index-extent: left out", EVERY, INDEX_ROWS),
    ("tconcat/index-extent: masked by another", EVERY, INDEX_ROWS),
];

/// Mutants that do not conform, and that the standard tier does not see.
const UNSEEN: &[Entry] = &[("vectors_8_bits", EVERY, "16384 columns are more than documented")];

fn is(entry: &Entry, mutant: &str, profile: &str) -> bool {
    let named = entry.0.strip_suffix('*').map_or(entry.0 == mutant, |start| mutant.starts_with(start));
    named && entry.1.iter().any(|place| *place == "*" || *place == profile)
}

fn find(table: &[Entry], mutant: &str, profile: &str) -> Option<String> {
    table.iter().find(|entry| is(entry, mutant, profile)).map(|entry| entry.2.to_owned())
}

/// Why a mutant conforms in a profile.
pub fn reason(mutant: &str, profile: &str) -> Option<String> {
    find(CONFORM, mutant, profile)
}

/// What the suite lacks to see a mutant in a profile.
pub fn gap(mutant: &str, profile: &str) -> Option<String> {
    find(UNSEEN, mutant, profile)
}

/// Whether it is written down why a mutant is not killed in a profile.
pub fn is_known(mutant: &str, profile: &str) -> bool {
    reason(mutant, profile).or_else(|| gap(mutant, profile)).is_some()
}

/// Entries that explain nothing in a profile that they name, a line each: a mutant that is killed needs no reason.
pub fn stale(report: &SelftestReport) -> Vec<String> {
    let of_profile = |profile: &str| {
        let lives = |entry: &Entry, mutant: &MutantReport| {
            mutant.runs.iter().any(|r| r.profile == profile && r.fate != Fate::Killed && is(entry, &mutant.name, profile))
        };
        let named = CONFORM.iter().chain(UNSEEN).filter(|entry| entry.1.iter().any(|place| *place == "*" || *place == profile));
        let stale = named.filter(|entry| !report.mutants.iter().any(|mutant| lives(entry, mutant)));
        stale.map(|(name, _, why)| format!("{name} is killed in {profile}, although {why}")).collect::<Vec<_>>()
    };
    report.sets.iter().flat_map(|set| of_profile(&set.profile)).collect()
}
