//! What is tried beside the questions of open tuples, and how often.

use crate::tiers::Volume;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What is tried beside a question.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Beside {
    /// A data class, where these rules meet.
    Class(Vec<usize>, &'static str),
    /// A rule, and whether the tuple is rejected then, in an instantiation.
    Rule(usize, bool, Rc<str>),
}

/// How often each is tried, and how often it is to be.
pub struct Tried {
    number: FxHashMap<Beside, usize>,
    of_rules: usize,
    of_classes: usize,
}

impl Tried {
    /// Nothing yet, for so much volume.
    pub fn new(volume: &Volume) -> Tried {
        Tried { number: FxHashMap::default(), of_rules: volume.beside, of_classes: volume.beside_classes }
    }

    /// Whether it is to be tried once more.
    pub fn lacks(&self, beside: &Beside) -> bool {
        let least = if matches!(beside, Beside::Class(..)) { self.of_classes } else { self.of_rules };
        self.number.get(beside).copied().unwrap_or(0) < least
    }

    /// Counts it.
    pub fn add(&mut self, beside: Beside) {
        *self.number.entry(beside).or_default() += 1;
    }
}
