//! What each tier of each profile finds in the self-test.

use ptoconf_schemas::{KillFile, KillScore, Suite, Tier};

/// What the tier of a set finds, by `coverage/kills.json`: of a whole tier of a built-in profile that has an embedded model.
/// The extensive tier has everything that the standard one has, and finds as much at least.
pub fn kill_score(suite: &Suite) -> Option<KillScore> {
    let (profile, tier) = (&suite.profile, if suite.tier == Tier::Extensive { Tier::Standard } else { suite.tier });
    let is_whole = suite.filters.is_empty() && profile.name == profile.base && suite.operations.len() == profile.operations.len();
    built_in().profiles.get(&profile.name).filter(|_| is_whole)?.get(&tier).copied()
}

/// The file as this version has it; a test shows that it can be read.
fn built_in() -> KillFile {
    serde_json::from_str(include_str!("../kills.json")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_the_tiers_of_each_profile_with_a_model() {
        let file = built_in();
        assert_eq!(file.format, KillFile::FORMAT);
        assert_eq!(file.profiles.keys().collect::<Vec<_>>(), ["a2a3", "a5", "cpu"]);
        for tiers in file.profiles.values() {
            let [smoke, standard] = [Tier::Smoke, Tier::Standard].map(|tier| tiers[&tier]);
            for (small, large) in [(smoke.kernels, standard.kernels), (smoke.checks, standard.checks)] {
                assert!(0 < small.found && small.found <= large.found && large.found <= large.of && small.of == large.of);
            }
        }
    }
}
