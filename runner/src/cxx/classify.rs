//! Finds out which tuples of a set compile, without running any.

use super::compiler::io;
use super::diagnostics::Family;
use super::facts::Facts;
use super::parallel::{every, in_order};
use super::plan::{Fate, Planned, plan};
use super::rounds::{Bench, FEW, Verdict, refusal, solve};
use super::unit::Unit;
use crate::run::RunError;
use ptoconf_schemas::Outcome;
use ptoconf_vectors::OperationReader;
use std::collections::BTreeMap;

/// Most items of a unit: more need more memory than a compiler may have, fewer are not worth its start.
const UNIT: usize = 640;

/// What a compiler says of a tuple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legality {
    /// `<op>/<tuple>`.
    pub tuple: String,
    /// `Ok` where it compiles.
    pub outcome: Outcome,
    /// Why it does not.
    pub message: Option<String>,
}

/// Whether a precompiled header saves more than it costs, for so many tuples.
pub(super) fn is_worth_precompiling(family: Family, tuples: usize) -> bool {
    // How often a header could be read in the time that it takes to precompile it.
    let readings = match family {
        Family::Clang => 1,
        Family::Gcc => 4,
    };
    let rounds_of_a_unit = 2;
    rounds_of_a_unit * tuples.div_ceil(UNIT) > readings
}

/// How the work is shared out.
#[derive(Clone, Copy)]
pub(super) struct Share {
    pub workers: usize,
    /// Whether operations are compiled apart: where one has tuples that are rejected, the others need no second round.
    /// It costs a start of the compiler each.
    pub by_operation: bool,
}

/// What the compiler says of each tuple, in the order of the set. `bench` has the folder for units.
pub(super) fn classify(
    bench: Bench,
    facts: &Facts,
    readers: &[(String, OperationReader)],
    share: Share,
) -> Result<Vec<Legality>, RunError> {
    let Planned { unit, plans, .. } = plan(facts, &|_, _| true, every(readers));
    let parts = parts(&unit, share);
    let mut verdicts = vec![None; unit.items.len()];
    in_order(
        &parts,
        share.workers,
        |part| solve_part(bench, &unit, part),
        |part, found| {
            part.iter().zip(found).for_each(|(&item, verdict)| verdicts[item] = refusal(&verdict));
            Ok(())
        },
    )?;
    let legality = plans.iter().map(|plan| {
        let (outcome, message) = match &plan.fate {
            Fate::Ends(outcome, why) => (*outcome, Some(why.clone())),
            Fate::Case(number, _) => verdicts[*number].clone().map_or((Outcome::Ok, None), |(o, why)| (o, Some(why))),
        };
        Legality { tuple: plan.line.id(), outcome, message }
    });
    Ok(legality.collect())
}

/// Parts of a unit that each fit a compiler, with something to do for every worker. Doubtful items, which need most
/// rounds, are apart from the others, and come first.
fn parts(unit: &Unit, share: Share) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<(bool, &str), Vec<usize>> = BTreeMap::new();
    for item in 0..unit.items.len() {
        let operation = unit.kin[item].split(' ').next().filter(|_| share.by_operation);
        let group = (!unit.doubtful.contains(&item), operation.unwrap_or_default());
        groups.entry(group).or_default().push(item);
    }
    let deal = |items: Vec<usize>| {
        let count = items.len().div_ceil(UNIT).max((share.workers / 2).min(items.len()));
        (0..count).map(|part| items.iter().copied().skip(part).step_by(count).collect()).collect::<Vec<Vec<usize>>>()
    };
    let mut merged: Vec<(bool, Vec<usize>)> = Vec::new();
    for ((is_likely, _), items) in groups {
        match merged.last_mut() {
            Some((like, few)) if *like == is_likely && few.len() < FEW => few.extend(items),
            _ => merged.push((is_likely, items)),
        }
    }
    merged.into_iter().flat_map(|(_, items)| deal(items)).collect()
}

fn solve_part(bench: Bench, unit: &Unit, part: &[usize]) -> Result<Vec<Verdict>, RunError> {
    let of = |all: &[String]| part.iter().map(|&i| all[i].clone()).collect();
    let needs = part.iter().map(|&i| unit.needs(i).to_vec()).collect();
    let part = Unit { items: of(&unit.items), kin: of(&unit.kin), types: unit.types.clone(), needs, ..Unit::default() };
    let folder = tempfile::tempdir_in(bench.folder).map_err(io(bench.folder))?;
    Ok(solve(Bench { folder: folder.path(), ..bench }, &part, false)?.verdicts)
}
