//! Why some options that are not admitted cannot be seen.

/// Profile (any where empty), reading, option, and the reason.
const REASONS: &[[&str; 4]] = &[
    ["a2a3", "tile/largest", "65535-rows", "the profile's own limit of rows makes it 8192-rows, which is admitted"],
    ["a2a3", "tile/memory", "256-kib", "the profile's own limit makes it 192-kib, which is admitted"],
    ["a2a3", "tile/memory", "512-kib", "the profile's own limit makes it 192-kib, which is admitted"],
    ["a5", "tile/memory", "512-kib", "the profile's own limit makes it 256-kib, which is admitted"],
];

/// Why an option cannot be seen, where that is known.
pub fn reason(profile: &str, reading: &str, option: &str) -> Option<&'static str> {
    let known = |row: &&[&str; 4]| (row[0].is_empty() || row[0] == profile) && row[1] == reading && row[2] == option;
    REASONS.iter().find(known).map(|row| row[3])
}
