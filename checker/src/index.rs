//! The lines of `results.jsonl`, by tuple and slot.

use crate::CheckError;
use ptoconf_schemas::{CaseId, Outcome, ResultLine, RunStage};
use ptoconf_vectors::{OperationReader, ResultsReader};
use std::collections::BTreeMap;

/// Diagnostics kept per tuple; more would only cost memory.
const MESSAGES_PER_TUPLE: u32 = 8;
/// Longest diagnostic kept, in characters.
const MESSAGE_LENGTH: usize = 400;
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
    /// Diagnostic, shortened; dropped where a tuple has many.
    pub message: Option<String>,
    /// Operands that the runner saw written although they must not be.
    pub touched: Vec<String>,
}

/// All lines for the tuples of one operation.
#[derive(Debug, Default)]
pub struct OperationIndex {
    answers: Vec<Vec<Answer>>,
    notes: BTreeMap<(usize, u32), Note>,
    messages: BTreeMap<usize, u32>,
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
        let kept = self.messages.entry(tuple).or_default();
        *kept += 1;
        let message = line.message.filter(|_| *kept <= MESSAGES_PER_TUPLE).map(|m| m.chars().take(MESSAGE_LENGTH).collect());
        let note = Note { rule: line.rule, stage: line.stage, message, touched: line.touched };
        if note.rule.is_some() || note.stage.is_some() || note.message.is_some() || !note.touched.is_empty() {
            self.notes.insert((tuple, slot), note);
        }
    }
}

/// Reads all lines. Returns an index per operation and the lines that belong to no case.
pub fn read(
    results: &ResultsReader,
    operations: &[OperationReader],
    names: &[&str],
) -> Result<(Vec<OperationIndex>, Vec<String>), CheckError> {
    let mut indices: Vec<OperationIndex> = operations.iter().map(OperationIndex::new).collect();
    let (mut extra, mut left_out) = (Vec::new(), 0u64);
    results.for_each_line(|number, line| {
        let stray = match line {
            Err(ptoconf_vectors::Error::Line { reason, .. }) => Some(format!("results.jsonl:{number}: {reason}")),
            Err(error) => Some(format!("results.jsonl:{number}: {error}")),
            Ok(line) => match locate(&line.case, operations, names) {
                Ok((operation, tuple, slot)) => {
                    indices[operation].add(tuple, slot, line);
                    None
                }
                Err(reason) => Some(format!("results.jsonl:{number}: case `{}`: {reason}", shortened(&line.case))),
            },
        };
        match stray {
            Some(stray) if extra.len() < EXTRA => extra.push(stray),
            Some(_) => left_out += 1,
            None => {}
        }
        Ok(())
    })?;
    if left_out > 0 {
        extra.push(format!("results.jsonl: {left_out} more such lines"));
    }
    Ok((indices, extra))
}

/// Operation index, tuple index and slot of a case.
fn locate(id: &str, operations: &[OperationReader], names: &[&str]) -> Result<(usize, usize, u32), String> {
    let case = CaseId::parse(id).ok_or("no case id; expected <op>/<tuple>/<slot>")?;
    let operation = names.iter().position(|n| *n == case.op).ok_or_else(|| format!("the set has no operation `{}`", case.op))?;
    let reader = &operations[operation];
    let tuple = reader.index_of(case.tuple).ok_or_else(|| format!("{} has no tuple `{}`", case.op, case.tuple))?;
    let cases = reader.tuples[tuple].cases;
    if case.slot >= cases {
        return Err(format!("the tuple has {cases} cases, slots 0 to {}", cases.saturating_sub(1)));
    }
    Ok((operation, tuple, case.slot))
}

fn shortened(text: &str) -> String {
    text.chars().take(120).collect()
}
