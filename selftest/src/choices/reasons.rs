//! Why some options that are not admitted cannot be seen.

/// Reading, option, and the reason.
const REASONS: &[[&str; 3]] = &[
    ["tcolsum/two-operands", "tmp-required", "whether a form exists is the profile's list of forms: no tuple asks it"],
    ["tconcat/forms", "basic-only", "whether a form exists is the profile's list of forms: no tuple asks it"],
];

/// Why an option cannot be seen, where that is known.
pub fn reason(reading: &str, option: &str) -> Option<&'static str> {
    REASONS.iter().find(|[r, o, _]| *r == reading && *o == option).map(|[.., reason]| *reason)
}
