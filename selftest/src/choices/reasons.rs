//! Why some options that are not admitted cannot be seen, and some mixtures of admitted ones conform.

use ptoconf_schemas::{ONE_LOW_TREE, ONE_TREE, ReadingInfo, Suite, Tier};

/// Profile (any where empty), reading, option, and the reason.
const REASONS: &[[&str; 4]] = &[
    ["a2a3", "tile/largest", "65535-rows", "the profile's own limit of rows makes it 8192-rows, which is admitted"],
    ["a2a3", "tile/memory", "256-kib", "the profile's own limit makes it 192-kib, which is admitted"],
    ["a2a3", "tile/memory", "512-kib", "the profile's own limit makes it 192-kib, which is admitted"],
    ["a2a3", "tile/quotient-fractions", "floored", "A2A3's own list of element types, which comes first there, has no integers to divide"],
    ["cpu", "tconcat/ragged-index", "illegal", "values may count elements there, and every number of elements is whole"],
    ["portable", "tconcat/ragged-index", "illegal", "values may count elements there, and every number of elements is whole"],
    ["a2a3", "tcolargmax/byte-values", "yes", "A2A3's own list of element types has none of one byte"],
    ["a2a3", "tcolargmin/byte-values", "yes", "A2A3's own list of element types has none of one byte"],
    ["a5", "tile/memory", "512-kib", "the profile's own limit makes it 256-kib, which is admitted"],
];

/// Readings, after the slash, and options of theirs each of which allows whatever those after it do: a mixture of two
/// follows the first of them.
const WIDEST_FIRST: &[(&str, &[&str])] = &[
    ("accuracy", &["ulp-4", "ulp-2", "ulp-1", "correct"]),
    ("alias", &["unspecified", "snapshot"]),
    ("dst-padding", &["tile", "row", "block", "untouched"]),
    ("dst-rows", &["every-row", "first-row"]),
    ("dst-tail", &["unspecified", "unchanged"]),
    ("nan", &["any", "canonical"]),
    ("ties", &["any", "first"]),
    ("ties", &["any", "last"]),
];

/// Whether an option allows whatever another one does.
pub fn allows(reading: &str, wide: &str, narrow: &str) -> bool {
    let of = |(of, options): &(&str, &[&str])| {
        let place = |option: &str| options.iter().position(|o| *o == option);
        reading.ends_with(&format!("/{of}")) && place(wide).is_some() && place(wide) < place(narrow)
    };
    WIDEST_FIRST.iter().any(of)
}

/// A reading, after the slash, and an option of it that allows whatever its others lead to beside an option of another reading: where
/// any of equal elements may be taken, and zeros are equal, one zero is as good as another.
const WIDE_BESIDE: &[[&str; 4]] = &[["zeros", "equal", "ties", "any"]];

/// Whether an option allows whatever the others of its reading lead to; `is_followed` says it of an option of another reading.
pub fn allows_beside(reading: &str, wide: &str, is_followed: impl Fn(&str, &str) -> bool) -> bool {
    let Some((operation, name)) = reading.rsplit_once('/') else { return false };
    let of = |row: &&[&str; 4]| row[0] == name && row[1] == wide;
    WIDE_BESIDE.iter().find(of).is_some_and(|row| is_followed(&format!("{operation}/{}", row[2]), row[3]))
}

/// Orders that leave every sum its own tree of additions: a sum that was added otherwise may be that of some tree, too.
const EACH_ITS_OWN: &[&str] = &["any-tree", "low-tree"];

/// Whether an option may allow what others lead to, according to the data. Smoke has one number of rows that shows orders of
/// additions, and few sums of each tuple: one tree may give them all. Of exponentials it has none that shows how the difference
/// was rounded wherever some units in the last place are allowed.
pub fn may_allow(tier: Tier, reading: &ReadingInfo, wide: &str) -> bool {
    let is_smoke = tier == Tier::Smoke;
    let is_one_tree = [ONE_TREE, ONE_LOW_TREE].contains(&wide);
    let is_rounded = reading.id.ends_with("/difference") && wide == "rounded";
    EACH_ITS_OWN.contains(&wide) || (is_smoke && (is_one_tree || is_rounded))
}

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
        Tier::Smoke | Tier::Stream | Tier::Exhaustive => Some(NOT_THERE),
        _ if !suite.filters.is_empty() || suite.operations.len() < suite.profile.operations.len() => Some(NOT_CHOSEN),
        _ => None,
    };
    known.or(generic)
}
