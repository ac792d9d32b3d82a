//! Why some options that are not admitted cannot be seen.

use ptoconf_schemas::{Suite, Tier};

/// Profile (any where empty), reading, option, and the reason.
const REASONS: &[[&str; 4]] = &[
    ["a2a3", "tile/largest", "65535-rows", "the profile's own limit of rows makes it 8192-rows, which is admitted"],
    ["a2a3", "tile/memory", "256-kib", "the profile's own limit makes it 192-kib, which is admitted"],
    ["a2a3", "tile/memory", "512-kib", "the profile's own limit makes it 192-kib, which is admitted"],
    [
        "a5",
        "tile/largest",
        "8192-rows",
        "a row takes 32 bytes, so that more than 8192 do not fit into its memory; tall tiles stored by columns no set has",
    ],
    ["a2a3", "tile/quotient-fractions", "floored", "A2A3's own list of element types, which comes first there, has no integers to divide"],
    ["cpu", "tconcat/ragged-index", "illegal", "values may count elements there, and every number of elements is whole"],
    ["portable", "tconcat/ragged-index", "illegal", "values may count elements there, and every number of elements is whole"],
    ["a5", "tile/memory", "512-kib", "the profile's own limit makes it 256-kib, which is admitted"],
];

/// Smaller tiers than the whole standard one need not show what it shows: they are made for other ends.
const NOT_THERE: &str = "the tier has no case that shows it";
/// Other operations may show it.
const NOT_CHOSEN: &str = "the set, which is narrowed by filters, has no case that shows it";

/// Why an option that changes so many tuples of a set cannot be seen in it, where that is known.
pub fn reason(suite: &Suite, reading: &str, option: &str, changes: u64) -> Option<&'static str> {
    let profile = &suite.profile.name;
    let known = |row: &&[&str; 4]| (row[0].is_empty() || row[0] == profile) && row[1] == reading && row[2] == option;
    let known = REASONS.iter().find(known).map(|row| row[3]);
    let generic = match suite.tier {
        _ if changes > 0 => None,
        Tier::Smoke | Tier::Stream => Some(NOT_THERE),
        _ if !suite.filters.is_empty() || suite.operations.len() < suite.profile.operations.len() => Some(NOT_CHOSEN),
        _ => None,
    };
    known.or(generic)
}
