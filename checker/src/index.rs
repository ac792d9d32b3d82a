//! The lines of `results.jsonl`, by tuple and slot.

use crate::CheckError;
use ptoconf_schemas::{CaseId, Outcome, ResultLine, RunStage, TupleLine};
use ptoconf_vectors::{Error, OperationReader, ResultsReader, Stretch};
use std::collections::{BTreeMap, BTreeSet};

/// Slots of a tuple whose diagnostics are kept, in whatever order the lines are; more would only cost memory.
const SLOTS_WITH_MESSAGES: u32 = 64;
/// Longest diagnostic kept, in characters.
const MESSAGE_LENGTH: usize = 800;
/// Stray lines named one by one.
const EXTRA: usize = 100;

/// What `results.jsonl` says of one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing.
    None,
    /// This, once.
    One(Outcome),
    /// It has several lines.
    Several,
}

/// What a line says beyond its outcome.
#[derive(Clone, Debug, Default)]
pub struct Note {
    /// Rule named for a rejection.
    pub rule: Option<String>,
    /// Where the case ended.
    pub stage: Option<RunStage>,
    /// Diagnostic, shortened; of the first slots of a tuple.
    pub message: Option<String>,
    /// Operands that the runner saw written although they must not be.
    pub touched: Vec<String>,
}

/// All lines for the tuples of one operation.
#[derive(Debug, Default)]
pub struct OperationIndex {
    answers: Vec<Vec<Answer>>,
    notes: BTreeMap<(usize, u32), Note>,
}

impl OperationIndex {
    fn new(operation: &OperationReader) -> Self {
        let answers = operation.tuples.iter().map(|t| vec![Answer::None; t.cases as usize]).collect();
        OperationIndex { answers, ..Self::default() }
    }

    /// Of so many tuples, one with these outcomes and nothing more.
    pub fn of_one(tuples: usize, tuple: usize, outcomes: &[Outcome]) -> Self {
        let mut index = OperationIndex { answers: vec![vec![]; tuples], ..Self::default() };
        index.answers[tuple] = outcomes.iter().map(|outcome| Answer::One(*outcome)).collect();
        index
    }

    /// What is said of the cases of a tuple, by slot.
    pub fn answers(&self, tuple: usize) -> &[Answer] {
        &self.answers[tuple]
    }

    /// Whether a case was answered with outputs.
    pub fn ran(&self, operation: &OperationReader, line: &TupleLine, slot: u32) -> bool {
        let answers = operation.index_of(&line.name).map_or(&[][..], |tuple| &self.answers[tuple]);
        answers.get(slot as usize) == Some(&Answer::One(Outcome::Ok))
    }

    /// What the line of a case says beyond its outcome.
    pub fn note(&self, tuple: usize, slot: u32) -> Option<&Note> {
        self.notes.get(&(tuple, slot))
    }

    /// Whether the tuple was accepted in every case that has a line, and there is such a line.
    pub fn accepted(&self, tuple: usize) -> bool {
        let mut lines = self.answers[tuple].iter().filter(|a| **a != Answer::None).peekable();
        lines.peek().is_some() && lines.all(|a| *a == Answer::One(Outcome::Ok))
    }

    /// The first answer that keeps the tuple from counting as accepted.
    pub fn not_accepted(&self, tuple: usize) -> Answer {
        let stands_out = |a: &&Answer| !matches!(a, Answer::None | Answer::One(Outcome::Ok));
        self.answers[tuple].iter().find(stands_out).copied().unwrap_or(Answer::None)
    }

    fn add(&mut self, tuple: usize, slot: u32, line: ResultLine) {
        let answer = &mut self.answers[tuple][slot as usize];
        if *answer != Answer::None {
            *answer = Answer::Several;
            return;
        }
        *answer = Answer::One(line.outcome);
        if line.outcome == Outcome::Ok && line.touched.is_empty() {
            return;
        }
        let message = line.message.filter(|_| slot < SLOTS_WITH_MESSAGES).map(|m| m.chars().take(MESSAGE_LENGTH).collect());
        let touched = line.touched.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
        let note = Note { touched, rule: line.rule, stage: line.stage, message };
        if note.rule.is_some() || note.stage.is_some() || note.message.is_some() || !note.touched.is_empty() {
            self.notes.insert((tuple, slot), note);
        }
    }
}

/// Where the lines of each operation are in `results.jsonl`, so that those of one are in memory at a time.
pub struct Lines<'a> {
    results: &'a ResultsReader,
    /// By operation.
    stretches: Vec<Vec<Stretch>>,
    strays: Strays,
}

impl<'a> Lines<'a> {
    /// Reads all lines to see which belong to which of the operations of these names.
    pub fn find(results: &'a ResultsReader, names: &[&str]) -> Result<Self, CheckError> {
        let mut strays = Strays::default();
        let stretches = results.stretches(names.len(), |number, line| {
            let line = strays.sift(number, line)?;
            match operation_of(&line.case, names) {
                Ok(operation) => Some(operation),
                Err(reason) => strays.case(number, &line.case, &reason),
            }
        })?;
        Ok(Lines { results, stretches, strays })
    }

    /// Reads the lines of an operation.
    pub fn index(&mut self, operation: usize, reader: &OperationReader) -> Result<OperationIndex, CheckError> {
        let (mut index, strays, mut last) = (OperationIndex::new(reader), &mut self.strays, 0);
        self.results.for_each_line_of(&self.stretches[operation], |number, line| {
            if let Some(line) = strays.sift(number, line) {
                match locate(&line.case, reader, last) {
                    Ok((tuple, slot)) => {
                        last = tuple;
                        index.add(tuple, slot, line);
                    }
                    Err(reason) => strays.case(number, &line.case, &reason).unwrap_or_default(),
                }
            }
            Ok(())
        })?;
        Ok(index)
    }

    /// The lines that belong to no case, once those of every operation were read.
    pub fn strays(self) -> Vec<String> {
        self.strays.words()
    }
}

/// Lines that belong to no case: the first ones by number, and how many others there are.
#[derive(Default)]
struct Strays {
    first: BTreeMap<usize, String>,
    more: u64,
}

impl Strays {
    /// The line, if it is one.
    fn sift(&mut self, number: usize, line: Result<ResultLine, Error>) -> Option<ResultLine> {
        match line {
            Ok(line) => return Some(line),
            Err(Error::Line { reason, .. }) => self.add(number, format!("results.jsonl:{number}: {reason}")),
            Err(error) => self.add(number, format!("results.jsonl:{number}: {error}")),
        }
        None
    }

    /// A line whose case is none of the set.
    fn case<T>(&mut self, number: usize, case: &str, reason: &str) -> Option<T> {
        self.add(number, format!("results.jsonl:{number}: case `{}`: {reason}", shortened(case)));
        None
    }

    fn add(&mut self, number: usize, words: String) {
        self.first.insert(number, words);
        if self.first.len() > EXTRA {
            self.first.pop_last();
            self.more += 1;
        }
    }

    fn words(self) -> Vec<String> {
        let more = (self.more > 0).then(|| format!("results.jsonl: {} more such lines", self.more));
        self.first.into_values().chain(more).collect()
    }
}

/// Operation index of a case.
fn operation_of(id: &str, names: &[&str]) -> Result<usize, String> {
    let case = CaseId::parse(id).ok_or("no case id; expected <op>/<tuple>/<slot>")?;
    names.iter().position(|n| *n == case.op).ok_or_else(|| format!("the set has no operation `{}`", case.op))
}

/// Tuple index and slot of a case of an operation; most follow a case of tuple `last`.
fn locate(id: &str, reader: &OperationReader, last: usize) -> Result<(usize, u32), String> {
    let case = CaseId::parse(id).ok_or("no case id; expected <op>/<tuple>/<slot>")?;
    let near = [last, last + 1].into_iter().find(|&tuple| reader.tuples.get(tuple).is_some_and(|line| line.name == case.tuple));
    let tuple = near.or_else(|| reader.index_of(case.tuple)).ok_or_else(|| format!("{} has no tuple `{}`", case.op, case.tuple))?;
    let cases = reader.tuples[tuple].cases;
    if case.slot >= cases {
        return Err(format!("the tuple has {cases} cases, slots 0 to {}", cases.saturating_sub(1)));
    }
    Ok((tuple, case.slot))
}

fn shortened(text: &str) -> String {
    text.chars().take(120).collect()
}
