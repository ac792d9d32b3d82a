//! Finds out which tuples of a set compile, without running any.

use super::batches::every;
use super::compiler::failed;
use super::diagnostics::Family;
use super::facts::Facts;
use super::plan::{Fate, Plan, Planned, plan};
use super::rounds::{Bench, Search, known, refusal};
use super::unit::Unit;
use crate::run::RunError;
use ptoconf_schemas::Outcome;
use ptoconf_vectors::OperationReader;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

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

/// What the compiler says of each tuple, in the order of the set. `bench` has the folder for units, `find` finds out
/// what the headers have: beside tuples that are likely to be rejected, which are written as for most headers.
pub(super) fn classify(
    bench: Bench,
    readers: &[(String, OperationReader)],
    workers: usize,
    find: impl FnOnce() -> Result<Facts, RunError> + Send,
) -> Result<Vec<Legality>, RunError> {
    match attempt(bench, readers, workers, &Facts::usual(), find)? {
        Ok(legality) => Ok(legality),
        // Written as for these headers there is no other way.
        Err(facts) => {
            attempt(bench, readers, workers, &facts, || Ok(facts.clone()))?.map_err(|_| failed("the headers are not what they were"))
        }
    }
}

/// The same with tuples that are written according to a guess; gives the facts where the guess is wrong.
fn attempt(
    bench: Bench,
    readers: &[(String, OperationReader)],
    workers: usize,
    guess: &Facts,
    find: impl FnOnce() -> Result<Facts, RunError> + Send,
) -> Result<Result<Vec<Legality>, Facts>, RunError> {
    let Planned { unit, plans, .. } = plan(guess, bench, &|_, _| true, every(readers));
    let search = Search::new(bench, &unit, false);
    let [doubtful, likely] = parts(&unit, bench.start(), workers);
    let mut facts = None;
    let likely_of_these_headers = || {
        let facts = facts.insert(find()?);
        Ok(if facts.write_like(guess) { without_lacking(likely, facts, &plans) } else { Vec::new() })
    };
    search.finish_all(doubtful, likely_of_these_headers, workers)?;
    let facts = facts.ok_or_else(|| failed("nobody looked at the headers"))?;
    if !facts.write_like(guess) {
        return Ok(Err(facts));
    }
    let (verdicts, _) = search.solved();
    let legality = plans.iter().map(|plan| {
        let (outcome, message) = match (facts.lacks(&plan.line.tuple), &plan.fate) {
            (_, Fate::Ends(outcome, why)) => (*outcome, Some(why.clone())),
            (Some(why), _) => (Outcome::Unsupported, Some(why)),
            (None, Fate::Case(number, _)) => {
                refusal(&known(verdicts[*number].clone())?).map_or((Outcome::Ok, None), |(o, why)| (o, Some(why)))
            }
        };
        Ok(Legality { tuple: plan.line.id(), outcome, message })
    });
    Ok(Ok(legality.collect::<Result<_, RunError>>()?))
}

/// Parts without the items for which the headers lack something.
fn without_lacking(mut parts: Vec<Vec<usize>>, facts: &Facts, plans: &[Plan]) -> Vec<Vec<usize>> {
    let lacking = plans.iter().filter(|plan| facts.lacks(&plan.line.tuple).is_some());
    let lacking: BTreeSet<usize> = lacking.filter_map(|plan| plan.fate.item()).collect();
    parts.iter_mut().for_each(|part| part.retain(|item| !lacking.contains(item)));
    parts
}

/// Parts of a unit, first doubtful items, which need most rounds, then the others: each fits a compiler, there is something
/// to do for every worker, and the greatest comes first. Where a start of the compiler costs little, operations are apart:
/// if one has items that are rejected, the others need no second round.
fn parts(unit: &Unit, start: usize, workers: usize) -> [Vec<Vec<usize>>; 2] {
    let least = 7 * start;
    let mut groups: [BTreeMap<&str, Vec<usize>>; 2] = Default::default();
    for (item, kin) in unit.kin.iter().enumerate() {
        let operation = kin.split(' ').next().filter(|_| least < UNIT);
        let is_likely = !unit.doubtful.contains(&item);
        groups[usize::from(is_likely)].entry(operation.unwrap_or_default()).or_default().push(item);
    }
    groups.map(|groups| {
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for items in groups.into_values() {
            match parts.last_mut() {
                Some(few) if few.len() < least => few.extend(items),
                _ => parts.push(items),
            }
        }
        let mut parts: Vec<Vec<usize>> = parts.into_iter().flat_map(|items| deal(&items, workers)).collect();
        parts.sort_by_key(|part| Reverse(part.len()));
        parts
    })
}

/// Deals items out.
fn deal(items: &[usize], workers: usize) -> Vec<Vec<usize>> {
    let count = items.len().div_ceil(UNIT).max((workers / 2).min(items.len()));
    (0..count).map(|part| items.iter().copied().skip(part).step_by(count).collect()).collect()
}
