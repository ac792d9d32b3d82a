//! The choice of the smoke tier: the tuples of the standard tier that kill most for what they move.
//!
//! Wanted are two tuples for each mutant that the standard tier kills, or the one that there is; for each
//! operation a violation of each of its rules, with the legal twin, and of each that is open one in which no
//! other is; for each form every dtype and data class. What is left of the budget goes to a kill of each mutant in
//! every operation. One case of each tuple counts, and all of one small tuple of each form: what a case leaves for the
//! next shows there.

mod cover;
mod demands;
mod field;
mod points;

use crate::Error;
use crate::fate::{Kills, Stage, TWICE};
use crate::mutants::Mutant;
use cover::{Cover, Demand};
use field::Field;
pub use field::moved_by_all;
use ptoconf_schemas::{SmokeReport, SmokeTuples};
use std::collections::{BTreeMap, BTreeSet};

/// The most that the smoke tier may move for each operation, taken together: physical elements of the tiles of all cases.
const BUDGET: u64 = 18_000;

/// The most elements of a tuple, with its twin, that has to be there whatever it leaves for others.
const SMALL: u64 = 2048;

/// A mutant that is killed, with the tuples that kill it, by arena.
pub struct Killed<'a> {
    /// The mutant.
    pub mutant: &'a Mutant,
    /// What kills it.
    pub kills: &'a [Kills],
}

/// Chooses the smoke tier of a profile.
///
/// # Errors
/// A mutant cannot be judged on the choice.
pub fn choose(stage: &Stage, killed: &[Killed]) -> Result<SmokeReport, Error> {
    let field = Field::new(stage);
    let budget = BUDGET * stage.arenas.len() as u64;
    let of_mutants = demands::of_mutants(&field, killed);
    let first: Vec<Demand> = [of_mutants.clone(), demands::of_company(&field, killed), demands::whatever_the_mutants(&field)].concat();
    let second = [first.clone(), demands::of_operations(&field, killed)].concat();
    let sure = cover::cover(&field.candidates, &first, &demands::musts(&field), budget);
    let mut choice = Cover::new(&field.candidates, &second);
    sure.picks().iter().for_each(|&pick| choice.pick(pick));
    choice.fill(&(0..field.candidates.len()).collect::<Vec<_>>(), budget);
    let tuples = names(&field, choice.picks());
    let left_out = left_out(stage, killed, &choice, &tuples)?;
    let points = points::of_choice(&field, killed, choice.picks());
    Ok(SmokeReport { profile: stage.profile.clone(), tuples, points, whole: points::of_tier(&field, killed), left_out })
}

/// Tuples that a smoke tier has to have, whatever the mutants, and the one of a profile as it is lacks: of several that
/// would do, the smallest. Large ones may stay out.
pub fn lacks(stage: &Stage) -> Vec<String> {
    let field = Field::new(stage);
    let demands = demands::whatever_the_mutants(&field);
    let mut choice = Cover::new(&field.candidates, &demands);
    for (a, arena) in stage.arenas.iter().enumerate() {
        arena.smoke.iter().for_each(|&tuple| choice.pick(field.number(a, tuple)));
    }
    let smallest = |d: usize| demands[d].met_by.iter().min_by_key(|&&c| field.cost_with_twin(c));
    (0..demands.len())
        .filter(|&d| !choice.is_met(d))
        .filter_map(smallest)
        .filter(|&&c| field.cost_with_twin(c) <= SMALL)
        .map(|&c| field.line(c).id())
        .collect()
}

/// Names of what was picked, by operation, in the order of the tier.
fn names(field: &Field, picks: &[usize]) -> SmokeTuples {
    let mut tuples = SmokeTuples::new();
    for &pick in picks.iter().collect::<BTreeSet<_>>() {
        let line = field.line(pick);
        tuples.entry(line.tuple.op.to_string()).or_default().insert(line.name.clone());
    }
    tuples
}

/// Mutants that fewer tuples of the choice kill than could.
fn left_out(stage: &Stage, killed: &[Killed], choice: &Cover, tuples: &SmokeTuples) -> Result<Vec<String>, Error> {
    let mut left_out = Vec::new();
    for (m, killed) in killed.iter().enumerate() {
        let strong = demands::alone(killed).count();
        // Single cases that fail by themselves do so in any set; those that fail together are tried.
        let is_out = if strong >= TWICE { !choice.is_met(m) } else { is_alive(stage, killed, tuples)? };
        if is_out {
            left_out.push(killed.mutant.name.clone());
        }
    }
    Ok(left_out)
}

/// Whether the choice kills a mutant less often than twice, or than the tier does.
fn is_alive(stage: &Stage, killed: &Killed, tuples: &SmokeTuples) -> Result<bool, Error> {
    let model = stage.model.clone().changed(killed.mutant.change.clone());
    let want = killed.kills.iter().map(BTreeMap::len).sum::<usize>().min(TWICE);
    let mut found = 0;
    for (arena, _) in stage.arenas.iter().zip(killed.kills).filter(|(_, kills)| !kills.is_empty()) {
        let names: BTreeSet<&str> = tuples.get(&arena.op).into_iter().flatten().map(String::as_str).collect();
        found += arena.kills(&model, &names, &|line| arena.smoke_cases(line))?.len();
    }
    Ok(found < want)
}
