//! What to keep of a plan: any mixture of filters, with the twins that the kept cases need.

use crate::item::Item;
use ptoconf_reference::Contract;
use ptoconf_schemas::{DType, Expectation, SmolStr};
use std::collections::BTreeSet;
use std::ops::Range;

/// Filters. An empty list keeps everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Form names.
    pub forms: Vec<String>,
    /// Dtypes of the first output.
    pub dtypes: Vec<DType>,
    /// Rule ids: tuples that violate the rule, put it in question, or stand just inside its limit.
    pub rules: Vec<String>,
    /// Tuple names (`<form>-<digest>`).
    pub tuples: Vec<String>,
    /// Data classes.
    pub classes: Vec<String>,
    /// Physical shape of the principal operand, see [`ptoconf_reference::Form::principal`].
    pub shape: Option<[u32; 2]>,
    /// Valid region of the principal operand; only the stream tier makes it, others keep what has it.
    pub valid: Option<[u32; 2]>,
    /// At most so many cases.
    pub cases: Option<u64>,
    /// Of the exhaustive tier, the first block and the last.
    pub blocks: Option<[u32; 2]>,
    /// One of every so many tuples.
    pub sample: Option<u32>,
}

impl Filter {
    pub(crate) fn form(&self, name: &str) -> bool {
        self.forms.is_empty() || self.forms.iter().any(|f| f == name)
    }

    pub(crate) fn dtype(&self, dtype: DType) -> bool {
        self.dtypes.is_empty() || self.dtypes.contains(&dtype)
    }

    pub(crate) fn class(&self, name: &str) -> bool {
        self.classes.is_empty() || self.classes.iter().any(|c| c == name)
    }

    /// The blocks that are asked for, of so many.
    pub(crate) fn blocks_of(&self, number: u32) -> Range<u32> {
        self.blocks.map_or(0..number, |[first, last]| first.min(number)..last.saturating_add(1).min(number))
    }

    fn matches(&self, contract: &Contract, item: &Item) -> bool {
        let tuple = &item.choice.tuple;
        let tile = &tuple.operands[item.principal].tile;
        self.dtype(tuple.operands[0].tile.dtype)
            && self.class(item.choice.class)
            && (self.tuples.is_empty() || self.tuples.iter().any(|name| *name == item.name))
            && (self.rules.is_empty() || self.rules.iter().any(|r| concerns(contract, item, r)))
            && self.shape.is_none_or(|s| tile.shape == s)
            && self.valid.is_none_or(|v| tile.valid == v)
    }

    /// Drops what does not match, but for twins of what does.
    pub(crate) fn keep(&self, contract: &Contract, items: &mut Vec<Item>) {
        // No other form was planned.
        if (Filter { forms: vec![], ..self.clone() }) == Filter::default() {
            return;
        }
        let mut wanted: BTreeSet<SmolStr> = items.iter().filter(|i| self.matches(contract, i)).map(|i| i.name.clone()).collect();
        if let Some(every) = self.sample {
            wanted = wanted.into_iter().step_by(every.max(1) as usize).collect();
        }
        if let Some(limit) = self.cases {
            wanted = limited(items, &wanted, limit);
        }
        keep_with_twins(items, |item| wanted.contains(&item.name));
    }
}

/// Drops what is not wanted, but for twins of what is.
pub(crate) fn keep_with_twins(items: &mut Vec<Item>, wanted: impl Fn(&Item) -> bool) {
    let twins: BTreeSet<SmolStr> = items.iter().filter(|i| wanted(i)).filter_map(|i| twin(&i.expect)).collect();
    items.retain(|i| wanted(i) || twins.contains(&i.name));
}

/// The first tuples with at most `limit` cases together; the last one gives up some of its cases.
fn limited(items: &mut [Item], wanted: &BTreeSet<SmolStr>, limit: u64) -> BTreeSet<SmolStr> {
    let mut left = limit;
    let mut kept = BTreeSet::new();
    for item in items.iter_mut().filter(|i| wanted.contains(&i.name)) {
        if left == 0 {
            break;
        }
        item.cases = item.cases.min(left.min(u64::from(u32::MAX)) as u32);
        left -= u64::from(item.cases);
        kept.insert(item.name.clone());
    }
    kept
}

fn concerns(contract: &Contract, item: &Item, rule: &str) -> bool {
    let own = || item.contested.iter().any(|&r| contract.rule(r).id == rule);
    match &item.expect {
        Expectation::Accept { boundary_of } => boundary_of.iter().any(|r| r == rule) || own(),
        Expectation::Reject { rule: violated, .. } => violated.as_deref() == Some(rule),
        Expectation::Either { .. } => own(),
    }
}

fn twin(expect: &Expectation) -> Option<SmolStr> {
    expect.twin().map(SmolStr::from)
}
