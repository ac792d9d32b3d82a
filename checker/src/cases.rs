//! What is kept of the cases of an operation when its tuples are let go: a few bytes each.

use crate::state::{CaseState, Cause};
use ptoconf_schemas::{SmolStr, TupleLine};

/// The tuples of an operation by name, and what became of their cases.
pub struct Cases {
    /// In the order of the set: the name of a tuple, and where its cases end in `causes`.
    tuples: Vec<(SmolStr, usize)>,
    causes: Vec<Cause>,
}

impl Cases {
    /// What is kept of these tuples, each with its cases by slot.
    pub fn new(tuples: &[TupleLine], states: &[Vec<CaseState>]) -> Cases {
        let mut ends = Vec::with_capacity(tuples.len());
        let mut causes = Vec::with_capacity(states.iter().map(Vec::len).sum());
        for (line, states) in tuples.iter().zip(states) {
            causes.extend(states.iter().map(|state| state.cause));
            ends.push((SmolStr::new(&line.name), causes.len()));
        }
        Cases { tuples: ends, causes }
    }

    /// The name of a tuple.
    pub fn name(&self, tuple: usize) -> &str {
        &self.tuples[tuple].0
    }

    /// The tuple of this name: they are in the order of names.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.tuples.binary_search_by(|(own, _)| own.as_str().cmp(name)).ok()
    }

    /// What became of the cases of a tuple, by slot.
    pub fn of(&self, tuple: usize) -> &[Cause] {
        &self.causes[self.start(tuple)..self.tuples[tuple].1]
    }

    /// Tuple by tuple.
    pub fn iter(&self) -> impl Iterator<Item = &[Cause]> {
        (0..self.tuples.len()).map(|tuple| self.of(tuple))
    }

    /// Changes what became of a case.
    pub fn set(&mut self, tuple: usize, slot: u32, cause: Cause) {
        let at = self.start(tuple) + slot as usize;
        self.causes[at] = cause;
    }

    fn start(&self, tuple: usize) -> usize {
        tuple.checked_sub(1).map_or(0, |before| self.tuples[before].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::{FailureKind, Names, Tuple};

    #[test]
    fn every_case_is_found_under_its_tuple() {
        let tuple = Tuple { op: "tdemo".into(), form: "plain".into(), attributes: Names::default(), operands: vec![] };
        let line = |name: &str| TupleLine { name: name.into(), tuple: tuple.clone(), cases: 1, inputs: None };
        let states = |causes: &[Cause]| causes.iter().map(|&cause| CaseState::new(cause)).collect::<Vec<_>>();
        let tuples = [line("a"), line("b"), line("c")];
        let mut cases = Cases::new(&tuples, &[states(&[Cause::Pass, Cause::Crashed]), states(&[]), states(&[Cause::NoLine])]);
        assert_eq!([cases.find("a"), cases.find("c"), cases.find("d")], [Some(0), Some(2), None]);
        assert_eq!([cases.name(0), cases.name(1), cases.name(2)], ["a", "b", "c"]);
        cases.set(0, 1, Cause::Waived(FailureKind::Crashed));
        assert_eq!(cases.iter().collect::<Vec<_>>(), [&[Cause::Pass, Cause::Waived(FailureKind::Crashed)][..], &[], &[Cause::NoLine]]);
    }
}
