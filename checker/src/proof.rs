//! Proves of a set that every choice that its profile admits has an outcome for every tuple, whatever the order in
//! which an implementation makes its checks.
//!
//! The effects of what is contested about a tuple and the outcomes that the set accepts are written down apart, and
//! are held against each other here choice by choice, without the reference.

use crate::CheckError;
use crate::catalog::{Catalog, Condition, Known};
use ptoconf_schemas::{Alternative, AnswerLine, Effect, Expectation, Judgement, Suite, Tuple};
use ptoconf_vectors::SetReader;

/// Most choices of one tuple that are tried.
const MOST: u64 = 1 << 20;

/// Holds every tuple of a set against every choice that its profile admits, and gives the number of choices.
///
/// # Errors
/// The set cannot be read, or names a tuple and a choice that has no outcome, or one that it should not have.
pub fn prove(set: &SetReader) -> Result<u64, CheckError> {
    let catalog = Catalog::new(set.suite(), &[])?;
    let mut choices = 0;
    for operation in &set.suite().operations {
        let reader = set.operation(&operation.name)?;
        for (line, answer) in reader.tuples.iter().zip(reader.answers()?) {
            choices += prove_tuple(set.suite(), &catalog, &line.tuple, answer)?;
        }
    }
    Ok(choices)
}

/// The effects of a choice on a tuple, over everything that is contested about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Combined {
    rejects: bool,
    /// It rejects before anything runs.
    rejects_first: bool,
    returns: bool,
    meaningless: bool,
}

/// What an alternative shows of an implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shows {
    Rejected,
    Untouched,
    Anything,
    Result,
}

fn prove_tuple(suite: &Suite, catalog: &Catalog<'_>, tuple: &Tuple, answer: &AnswerLine) -> Result<u64, CheckError> {
    let wrong = |reason: String| CheckError::Answers { op: tuple.op.to_string(), tuple: answer.tuple.to_string(), reason };
    let conditions = catalog.conditions(&tuple.op, answer, &Known::default())?;
    let contested = answer.contests.iter().map(|c| effects(catalog, c)).collect::<Option<Vec<_>>>();
    let contested = contested.ok_or_else(|| wrong("a contest names a reading that suite.json does not have".to_owned()))?;
    let mut readings: Vec<usize> = conditions.iter().flatten().map(|(reading, _)| *reading).collect();
    readings.extend(contested.iter().filter_map(|c| c.reading));
    readings.sort_unstable();
    readings.dedup();
    let admitted: Vec<Vec<u64>> = readings.iter().map(|&r| single(catalog.admitted_options(r, tuple))).collect();
    let number = admitted.iter().fold(1u64, |n, options| n.saturating_mul(options.len() as u64));
    if number > MOST {
        return Err(wrong(format!("{number} choices, expected at most {MOST}")));
    }
    let shows: Vec<Shows> = answer.alternatives.iter().map(shows).collect();
    let mut seen = Seen::default();
    for at in 0..number {
        let choice = nth(&readings, &admitted, at);
        let combined = combine(&contested, &choice);
        let outcomes = conditions.iter().zip(&shows).filter(|(condition, _)| holds(condition, &choice)).map(|(_, s)| *s);
        let outcomes: Vec<Shows> = outcomes.collect();
        if !agrees(combined, &outcomes) {
            let words = choice.iter().map(|&(r, bit)| in_words(catalog, r, bit)).collect::<Vec<_>>().join(", ");
            let words = if words.is_empty() { "every choice".to_owned() } else { words };
            return Err(wrong(format!("{words}: {combined:?}, but the outcomes are {outcomes:?}; profile {}", suite.profile.name)));
        }
        seen.add(combined);
    }
    if !seen.is(&answer.expect) {
        return Err(wrong(format!("expected {:?}, but the choices say {seen:?}", answer.expect)));
    }
    Ok(number)
}

/// A rule that a tuple does not simply keep.
struct Contested {
    /// The reading that decides; none for a settled rule.
    reading: Option<usize>,
    /// The effect of each of its options, by place.
    effects: Vec<Effect>,
    first: bool,
}

fn effects(catalog: &Catalog<'_>, contest: &ptoconf_schemas::Contest) -> Option<Contested> {
    let first = contest.first;
    let Some(id) = &contest.reading else { return Some(Contested { reading: None, effects: vec![], first }) };
    let reading = catalog.find(id)?;
    let options = &catalog.reading(reading).options;
    let effects = options.iter().map(|o| contest.effects.get(&o.name).copied()).collect::<Option<_>>()?;
    Some(Contested { reading: Some(reading), effects, first })
}

fn single(options: u64) -> Vec<u64> {
    (0..u64::BITS).map(|bit| 1 << bit).filter(|bit| options & bit != 0).collect()
}

/// One of the choices.
fn nth(readings: &[usize], admitted: &[Vec<u64>], mut at: u64) -> Vec<Condition> {
    let pick = |(reading, options): (&usize, &Vec<u64>)| {
        let option = options[(at % options.len() as u64) as usize];
        at /= options.len() as u64;
        (*reading, option)
    };
    readings.iter().zip(admitted).map(pick).collect()
}

fn holds(condition: &[Condition], choice: &[Condition]) -> bool {
    condition.iter().all(|(reading, options)| choice.iter().any(|(r, option)| r == reading && options & option != 0))
}

fn combine(contested: &[Contested], choice: &[Condition]) -> Combined {
    let mut combined = Combined::default();
    for Contested { reading, effects, first } in contested {
        let option = reading.and_then(|reading| choice.iter().find(|(r, _)| *r == reading));
        match option.map_or(Effect::Rejects, |(_, bit)| effects[bit.trailing_zeros() as usize]) {
            Effect::Rejects => {
                combined.rejects = true;
                combined.rejects_first |= first;
            }
            Effect::NoEffect => combined.returns = true,
            Effect::Unspecified => combined.meaningless = true,
            Effect::Judged => {}
        }
    }
    combined
}

fn shows(alternative: &Alternative) -> Shows {
    let all = |judge: &Judgement| !alternative.outputs.is_empty() && alternative.outputs.values().all(|o| o.judge == *judge);
    match alternative.rejects {
        true => Shows::Rejected,
        false if all(&Judgement::Unchanged) => Shows::Untouched,
        false if all(&Judgement::Unspecified) => Shows::Anything,
        false => Shows::Result,
    }
}

/// Whether the outcomes are those that some order of the checks leads to, all of them, and no others.
fn agrees(combined: Combined, outcomes: &[Shows]) -> bool {
    let any = |wanted: Shows| outcomes.contains(&wanted);
    let only = |wanted: &[Shows]| outcomes.iter().all(|o| wanted.contains(o));
    match combined {
        Combined { rejects_first: true, .. } => any(Shows::Rejected) && only(&[Shows::Rejected]),
        Combined { rejects: true, returns, .. } => {
            any(Shows::Rejected) && any(Shows::Untouched) == returns && only(&[Shows::Rejected, Shows::Untouched])
        }
        Combined { meaningless: true, .. } => any(Shows::Anything) && !any(Shows::Rejected),
        Combined { returns: true, .. } => any(Shows::Untouched) && only(&[Shows::Untouched]),
        _ => !outcomes.is_empty() && !any(Shows::Rejected),
    }
}

/// Whether some choices reject, and some run or return.
#[derive(Debug, Default)]
struct Seen {
    rejected: bool,
    run: bool,
}

impl Seen {
    fn add(&mut self, combined: Combined) {
        self.rejected |= combined.rejects;
        self.run |= !combined.rejects || (combined.returns && !combined.rejects_first);
    }

    fn is(&self, expect: &Expectation) -> bool {
        match expect {
            Expectation::Accept { .. } => !self.rejected,
            Expectation::Reject { .. } => self.rejected && !self.run,
            Expectation::Either { .. } => self.rejected && self.run,
        }
    }
}

fn in_words(catalog: &Catalog<'_>, reading: usize, option: u64) -> String {
    let info = catalog.reading(reading);
    format!("{} = {}", info.id, info.options[option.trailing_zeros() as usize].name)
}
