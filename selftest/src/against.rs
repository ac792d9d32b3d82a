//! The same mutants on the sets of another tier. Tiers are nested: a smaller one must not kill what the standard one does
//! not, a larger one has to kill all that the standard one kills, and ought not to kill more.

use crate::Error;
use crate::fate::{Outcome, Stage, fate};
use crate::mutants::Mutant;
use crate::options::{Options, parallel};
use crate::smoke::moved_by_all;
use ptoconf_schemas::{Fate, Tier, TierComparison};

/// Runs every mutant on the stages of a tier.
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
    let steps: Vec<(usize, usize)> = (0..all.len()).flat_map(|m| (0..stages.len()).map(move |s| (m, s))).collect();
    // All that there is runs for those that live so far; for the others one tuple that kills is enough.
    let lives = |m: usize, s: usize| outcomes[m * stages.len() + s].fate != Fate::Killed;
    let fates = parallel("other tier", &steps, options, |&(m, s)| Ok(fate(&stages[s], &all[m], lives(m, s))?.fate == Fate::Killed))?;
    let of_stage = |(s, stage): (usize, &Stage)| {
        let at = |m: usize| m * stages.len() + s;
        let killed = |m: usize| [outcomes[at(m)].fate == Fate::Killed, fates[at(m)]];
        let those = |wanted: [bool; 2]| (0..all.len()).filter(|&m| killed(m) == wanted).map(|m| all[m].name.clone()).collect();
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
            killed: (0..all.len()).filter(|&m| fates[at(m)]).count() as u64,
            more: those([false, true]),
            fewer: those([true, false]),
        }
    };
    Ok(stages.iter().enumerate().map(of_stage).collect())
}

/// What must not be, a line each: a mutant that another tier kills alone, or that a larger one does not kill.
pub fn problems(comparisons: &[TierComparison]) -> Vec<String> {
    let of = |c: &TierComparison| {
        let (profile, tier) = (&c.profile, c.tier);
        let more = c.more.iter().map(|m| format!("{m} is killed in {profile} by tier {tier} alone"));
        let lost = c.fewer.iter().filter(|_| tier > Tier::Standard).map(|m| format!("{m} is not killed in {profile} by tier {tier}"));
        more.chain(lost).collect::<Vec<_>>()
    };
    comparisons.iter().flat_map(of).collect()
}
