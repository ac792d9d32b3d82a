//! The tuples of a profile, numbered through all operations, as candidates.

use super::cover::Candidate;
use crate::fate::Stage;
use ptoconf_schemas::{AnswerLine, Expectation, TupleLine};
use std::collections::BTreeSet;

/// The tuples of all arenas of a stage.
pub struct Field<'a> {
    tuples: Vec<(&'a TupleLine, &'a AnswerLine)>,
    /// Number of the first tuple of each arena.
    starts: Vec<usize>,
    /// By form, the smallest one with several cases in the smoke tier.
    pub whole: BTreeSet<usize>,
    /// As candidates: each costs what its cases in the smoke tier move.
    pub candidates: Vec<Candidate>,
}

impl<'a> Field<'a> {
    /// Numbers the tuples.
    pub fn new(stage: &'a Stage) -> Field<'a> {
        let mut field = Field { tuples: Vec::new(), starts: Vec::new(), whole: BTreeSet::new(), candidates: Vec::new() };
        for arena in &stage.arenas {
            let start = field.tuples.len();
            field.starts.push(start);
            field.whole.extend(arena.whole.iter().map(|tuple| start + tuple));
            for (line, answer) in arena.reader.tuples.iter().zip(&arena.answers) {
                let cost = moved(line, answer).saturating_mul(arena.smoke_cases(line).into());
                let twin = crate::arena::twin(answer).and_then(|name| arena.reader.index_of(name));
                field.candidates.push(Candidate { cost, twin: twin.map(|t| start + t) });
                field.tuples.push((line, answer));
            }
        }
        field
    }

    /// The number of a tuple of an arena.
    pub fn number(&self, arena: usize, tuple: usize) -> usize {
        self.starts[arena] + tuple
    }

    /// What a tuple moves with its twin.
    pub fn cost_with_twin(&self, number: usize) -> u64 {
        let Candidate { cost, twin } = self.candidates[number];
        cost + twin.map_or(0, |twin| self.candidates[twin].cost)
    }

    /// A tuple.
    pub fn line(&self, number: usize) -> &'a TupleLine {
        self.tuples[number].0
    }

    /// What is expected of it.
    pub fn answer(&self, number: usize) -> &'a AnswerLine {
        self.tuples[number].1
    }

    /// The numbers of all tuples.
    pub fn numbers(&self) -> std::ops::Range<usize> {
        0..self.tuples.len()
    }
}

/// Physical elements that one case of a tuple moves: none where it is rejected.
fn moved(line: &TupleLine, answer: &AnswerLine) -> u64 {
    if matches!(answer.expect, Expectation::Reject { .. }) { 0 } else { line.tuple.elements() }
}

/// The same of all of its cases.
pub fn moved_by_all(line: &TupleLine, answer: &AnswerLine) -> u64 {
    moved(line, answer).saturating_mul(line.cases.into())
}
