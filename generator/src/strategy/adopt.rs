//! Tuples that were chosen for one profile, as the rules of another see them.

use crate::item::Item;
use crate::model::{Choice, Model, is_plainly_legal};
use crate::strategy::kind::{Kind, kind_of};
use crate::strategy::perturb::{Changed, perturb};
use crate::tiers::volume;
use ptoconf_reference::{Contract, Form};
use ptoconf_schemas::{Expectation, Tier};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Most elements of a tuple that is not plainly legal, with its twin.
const LARGE: u64 = 2048;
/// Most elements of one that alone tries its rule.
const LARGEST: u64 = 2 * LARGE;

/// What became of the tuples.
pub(crate) struct Adopted {
    /// Those that are plainly legal.
    pub legal: Vec<Arc<Choice>>,
    /// Those that are not, as far as they have a twin that is; and a tuple for each rule that none of them tries.
    pub changed: Vec<Changed>,
}

/// Judges tuples of a form by the rules of a contract.
pub(crate) fn adopt(contract: &Contract, form: &Form, chosen: &[&Item], all: &[Item]) -> Adopted {
    let model = Model::new(contract, form);
    let by_name: HashMap<&str, &Arc<Choice>> = all.iter().map(|item| (item.name.as_str(), &item.choice)).collect();
    let (legal, others): (Vec<&Item>, Vec<&Item>) = chosen.iter().partition(|item| is_plainly_legal(contract, &item.choice));
    let twin = |item: &Item| match &item.expect {
        Expectation::Reject { twin, .. } | Expectation::Either { twin } => {
            by_name.get(twin.as_str()).copied().filter(|twin| is_plainly_legal(contract, twin)).cloned()
        }
        Expectation::Accept { .. } => item.row.as_deref().and_then(|values| model.twin(values).map(Arc::new)),
    };
    let change = |item: &&Item| {
        let kind = kind_of(contract, form, &item.choice)?;
        Some(Changed { kind, choice: Choice::clone(&item.choice), edit: None, twin: twin(item)? })
    };
    let moved = |c: &Changed| c.choice.tuple.elements() + c.twin.tuple.elements();
    let mut changed: Vec<Changed> = others.iter().filter_map(change).filter(|c| moved(c) <= LARGE).collect();
    let legal: Vec<Arc<Choice>> = legal.into_iter().map(|item| item.choice.clone()).collect();
    let tried: BTreeSet<usize> = changed.iter().filter_map(|c| rule(&c.kind)).collect();
    // What is made of small tuples is small enough to be kept.
    let mut small = legal.clone();
    small.sort_by_key(|choice| choice.tuple.elements());
    let more = perturb(contract, form, &[&small], &[], &[], &volume(Tier::Smoke)).changed;
    let untried = |c: &Changed| rule(&c.kind).is_some_and(|r| !tried.contains(&r));
    changed.extend(more.into_iter().filter(|c| untried(c) && moved(c) <= LARGEST));
    Adopted { legal, changed }
}

/// The rule that a tuple tries by itself.
fn rule(kind: &Kind) -> Option<usize> {
    match kind {
        Kind::Illegal(rule) | Kind::Open(rule, _) => Some(*rule),
        Kind::Told(_) | Kind::Several(_) | Kind::Joint(_) | Kind::Legal => None,
    }
}
