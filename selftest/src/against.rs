//! The same mutants on the sets of another tier: a smaller one kills fewer, a larger one must not kill more.

use crate::Error;
use crate::mutants::Mutant;
use crate::run::{Options, Outcome, Stage, fate, parallel};
use crate::smoke::moved_by_all;
use ptoconf_schemas::{Fate, Tier, TierComparison};

/// Runs on the stages of a tier what can become of it otherwise than on the standard ones: all that is
/// killed there for a smaller tier, all that is not for a larger one.
///
/// # Errors
/// Something cannot be read or written.
pub fn compare(
    stages: &[Stage],
    tier: Tier,
    all: &[Mutant],
    outcomes: &[Outcome],
    options: &Options,
) -> Result<Vec<TierComparison>, Error> {
    let smaller = tier < Tier::Standard;
    let steps: Vec<(usize, usize)> = (0..all.len())
        .flat_map(|m| (0..stages.len()).map(move |s| (m, s)))
        .filter(|(m, s)| (outcomes[m * stages.len() + s].fate == Fate::Killed) == smaller)
        .collect();
    let fates = parallel("other tier", &steps, options, |&(m, s)| Ok(fate(&stages[s], &all[m])?.fate == Fate::Killed))?;
    let of_stage = |(s, stage): (usize, &Stage)| {
        let runs = || steps.iter().zip(&fates).filter(move |((_, stage), _)| *stage == s);
        let other = runs().filter(|(_, killed)| **killed != smaller).map(|((m, _), _)| all[*m].name.clone());
        let killed = (0..all.len()).filter(|m| outcomes[m * stages.len() + s].fate == Fate::Killed).count() as u64;
        let other: Vec<String> = other.collect();
        let change = other.len() as u64;
        TierComparison {
            profile: stage.profile.clone(),
            tier,
            cases: stage.arenas.iter().map(|a| a.set.suite().cases()).sum(),
            elements: stage
                .arenas
                .iter()
                .flat_map(|a| a.reader.tuples.iter().zip(&a.answers))
                .map(|(line, answer)| moved_by_all(line, answer))
                .sum(),
            killed: if smaller { killed - change } else { killed + change },
            other,
        }
    };
    Ok(stages.iter().enumerate().map(of_stage).collect())
}

/// What a larger tier kills and the standard one does not, a line each.
pub fn problems(comparisons: &[TierComparison]) -> Vec<String> {
    let larger = comparisons.iter().filter(|c| c.tier > Tier::Standard);
    larger.flat_map(|c| c.other.iter().map(|m| format!("{m} is killed in {} by tier {} alone", c.profile, c.tier))).collect()
}
