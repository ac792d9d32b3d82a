//! Mutants that conform, and why: the sentence of a page, or the reading that admits them.

use ptoconf_schemas::{Fate, SelftestReport};

/// A mutant, the profile where it conforms (`*` for every one), and the reason.
const REASONS: &[(&str, &str, &str)] = &[];

/// The reason why a mutant is not killed in a profile.
pub fn reason(mutant: &str, profile: &str, _: Fate) -> Option<&'static str> {
    REASONS.iter().find(|(name, place, _)| *name == mutant && (*place == "*" || *place == profile)).map(|(_, _, reason)| *reason)
}

/// Reasons that explain nothing, a line each.
pub fn stale(report: &SelftestReport) -> Vec<String> {
    let explains = |name: &str, place: &str| {
        let runs = report.mutants.iter().filter(|m| m.name == name).flat_map(|m| &m.runs);
        let mut there = runs.filter(|r| place == "*" || place == r.profile);
        there.any(|r| r.fate != Fate::Killed)
    };
    let stale = REASONS.iter().filter(|(name, place, _)| !explains(name, place));
    stale.map(|(name, place, reason)| format!("{name} is killed in {place}, although: {reason}")).collect()
}
