//! Whether triage names what is wrong with a mutant: first, or at all.
//!
//! Each mutant goes the way of any implementation, over the whole of a standard set of one operation, and what is called
//! the first cause of its failures is held against what is wrong with it. Pairs of mutants are looked for in what is said
//! of both together.

mod about;
mod page;
mod rules;

pub use page::page;

use crate::Error;
use crate::arena::{Arena, LARGE, bytes};
use crate::fate::Stage;
use crate::mutants::{Kind, Mutant};
use crate::options::{Options, parallel};
use ptoconf_models::Model;
use ptoconf_schemas::{CauseReport, Naming, TriageReport, TriagedMutant, TriagedPair};

/// Cases of a tuple that are run: what only later cases show needs two.
const CASES: u32 = 2;
/// Causes among which both mutants of a pair are looked for: those that a short report shows.
const SHOWN: usize = 5;
/// Where no more than one of so many tuples that could fail passes, every one fails.
const NEARLY: u64 = 5;
/// The partner of one mutant is so much further on than that of the one before.
const APART: usize = 97;

/// Says of the mutants of a profile whether triage names them.
///
/// # Errors
/// Something cannot be read or written.
pub fn triage(stage: &Stage, mutants: &[Mutant], pairs: usize, options: &Options) -> Result<TriageReport, Error> {
    let tried = parallel("triage", mutants, options, |mutant| alone(stage, mutant))?;
    let found: Vec<(&Mutant, TriagedMutant)> = mutants.iter().zip(tried).filter_map(|(mutant, tried)| Some((mutant, tried?))).collect();
    let drawn: Vec<(&Mutant, &Mutant)> = couples(&found, pairs);
    let pairs = parallel("pairs", &drawn, options, |(a, b)| together(stage, a, b))?.into_iter().flatten().collect();
    Ok(TriageReport { profile: stage.profile.clone(), mutants: found.into_iter().map(|(_, tried)| tried).collect(), pairs })
}

/// Of a hundred mutants, those whose first cause has to be right; right or near; and of pairs, those that have to be named.
const RIGHT: f64 = 85.0;
const NEAR: f64 = 95.0;
const PAIRS: f64 = 80.0;
/// Fewer mutants or pairs than this say nothing of a share.
const ENOUGH: u64 = 40;

/// How often triage names what is wrong.
pub struct Rates {
    /// Mutants.
    pub mutants: u64,
    /// Those whose first cause is right.
    pub right: u64,
    /// Those whose first cause is near.
    pub near: u64,
    /// Pairs.
    pub pairs: u64,
    /// Pairs of which both are named.
    pub named: u64,
}

impl Rates {
    /// Of a report.
    pub fn of(report: &TriageReport) -> Rates {
        let count = |naming: Naming| report.mutants.iter().filter(|tried| tried.naming == naming).count() as u64;
        let named = report.pairs.iter().filter(|pair| pair.named == [true; 2]).count() as u64;
        let (mutants, pairs) = (report.mutants.len() as u64, report.pairs.len() as u64);
        Rates { mutants, right: count(Naming::Right), near: count(Naming::Near), pairs, named }
    }

    /// Mutants whose first cause is neither.
    pub fn wrong(&self) -> u64 {
        self.mutants - self.right - self.near
    }

    /// The share that is right.
    pub fn right_percent(&self) -> f64 {
        percent(self.right, self.mutants)
    }

    /// The share that is right or near.
    pub fn near_percent(&self) -> f64 {
        percent(self.right + self.near, self.mutants)
    }

    /// The share of pairs of which both are named.
    pub fn pairs_percent(&self) -> f64 {
        percent(self.named, self.pairs)
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// What falls short, a line each.
pub fn problems(reports: &[TriageReport]) -> Vec<String> {
    let of = |report: &TriageReport| {
        let rates = Rates::of(report);
        let shares = [
            ("mutants whose first cause is right", rates.mutants, rates.right_percent(), RIGHT),
            ("mutants whose first cause is right or near", rates.mutants, rates.near_percent(), NEAR),
            ("pairs of mutants of which both are named", rates.pairs, rates.pairs_percent(), PAIRS),
        ];
        let short = shares.into_iter().filter(|(_, whole, share, least)| *whole >= ENOUGH && share < least);
        let line = |(what, whole, share, least)| format!("{}: {share:.1} % of {whole} {what}, {least} % asked for", report.profile);
        short.map(line).collect::<Vec<_>>()
    };
    reports.iter().flat_map(of).collect()
}

/// Pairs of mutants that are seen in one operation: of a kernel and a check, or of two checks.
fn couples<'a>(found: &[(&'a Mutant, TriagedMutant)], most: usize) -> Vec<(&'a Mutant, &'a Mutant)> {
    let far = |at: usize| {
        let (a, tried) = &found[at];
        let differs = |b: &Mutant| b.check.is_some() && a.check != b.check;
        let mut others = found.iter().cycle().skip(at * APART % found.len()).take(found.len());
        others.find(|(b, other)| other.operation == tried.operation && differs(b)).map(|(b, _)| (*a, *b))
    };
    let step = (found.len() / most.max(1)).max(1);
    (0..found.len()).step_by(step).filter_map(far).take(most).collect()
}

/// What triage says of a mutant in the first operation in which it fails.
fn alone(stage: &Stage, mutant: &Mutant) -> Result<Option<TriagedMutant>, Error> {
    let model = stage.model.clone().changed(mutant.change.clone());
    for arena in stage.arenas.iter().filter(|arena| mutant.operations.contains(&arena.op.as_str())) {
        if !concerns(arena, stage, mutant, &model)? {
            continue;
        }
        let causes = causes(arena, &model)?;
        if let Some(first) = causes.first() {
            let (about, spoken, naming) = judged(mutant, first);
            return Ok(Some(TriagedMutant {
                name: mutant.name.clone(),
                family: mutant.family.to_owned(),
                what: mutant.what.clone(),
                operation: arena.op.clone(),
                causes: causes.len() as u64,
                first: words(first),
                about,
                spoken,
                naming,
            }));
        }
    }
    Ok(None)
}

/// What triage says of two mutants at once, in the first operation in which both fail.
fn together(stage: &Stage, a: &Mutant, b: &Mutant) -> Result<Option<TriagedPair>, Error> {
    let of = |mutant: &Mutant| stage.model.clone().changed(mutant.change.clone());
    let both = stage.model.clone().changed(a.change.clone().and_checks_of(&b.change));
    for arena in &stage.arenas {
        let concerned = [a, b].iter().all(|mutant| mutant.operations.contains(&arena.op.as_str()));
        if !concerned || !concerns(arena, stage, a, &of(a))? || !concerns(arena, stage, b, &of(b))? {
            continue;
        }
        let causes = causes(arena, &both)?;
        let names = |mutant: &Mutant| causes.iter().take(SHOWN).any(|cause| judged(mutant, cause).2 == Naming::Right);
        let named = [names(a), names(b)];
        if !causes.is_empty() {
            let mutants = [a.name.clone(), b.name.clone()];
            let causes = causes.iter().take(SHOWN).map(words).collect();
            return Ok(Some(TriagedPair { mutants, operation: arena.op.clone(), causes, named }));
        }
    }
    Ok(None)
}

fn causes(arena: &Arena, model: &Model) -> Result<Vec<CauseReport>, Error> {
    arena.causes(model, &|_, slot| slot < CASES)
}

/// Whether a mutant does something else than the right model in an operation.
fn concerns(arena: &Arena, stage: &Stage, mutant: &Mutant, model: &Model) -> Result<bool, Error> {
    match mutant.check {
        Some(_) => Ok(!arena.decided_otherwise(model).0.is_empty()),
        None => arena.differs(&stage.model, model, |line| mutant.needs_large || bytes(line) <= LARGE),
    }
}

/// A cause in one line.
fn words(cause: &CauseReport) -> String {
    let statement = cause.statement.as_deref().unwrap_or("no statement");
    let mut text = format!("{}: {statement}", cause.kind.name());
    if let Some(wrong) = &cause.wrong {
        let seen = wrong.place.iter().chain(&wrong.values).chain(&wrong.hold).map(|seen| seen.what.as_str());
        text.extend(seen.map(|what| format!("; {what}")));
    }
    text
}

/// What a mutant is about, which of that a cause speaks of, and how well it names it so.
fn judged(mutant: &Mutant, cause: &CauseReport) -> (Vec<String>, Vec<String>, Naming) {
    let (about, spoken) = match &mutant.check {
        Some(check) => of_check(mutant, check, cause),
        None => about::named(mutant, cause),
    };
    let nearly_all = cause.tuples * NEARLY >= (cause.tuples + cause.passing) * (NEARLY - 1);
    let every = nearly_all || cause.statement.as_deref().is_some_and(|statement| statement.starts_with("every "));
    // Of a check all has to be named, and of the words on a kernel half of them.
    let enough = if mutant.check.is_some() { about.len() } else { about.len().div_ceil(2) };
    let naming = match spoken.len() {
        _ if about.is_empty() => {
            if every {
                Naming::Right
            } else {
                Naming::Near
            }
        }
        some if !about.is_empty() && some >= enough => Naming::Right,
        // Of what is wrong everywhere nothing is said of where.
        0 if !about.is_empty() && !every => Naming::Wrong,
        _ => Naming::Near,
    };
    (about, spoken, naming)
}

/// Of a check: its rule or what it compares; and the operand that is mistaken, or the element type that it is not made for.
fn of_check(mutant: &Mutant, check: &str, cause: &CauseReport) -> (Vec<String>, Vec<String>) {
    let text = about::said(cause);
    let mut about = vec![(check.to_owned(), rules::speaks_of(check, &text))];
    let detail = mutant.name.split(": ").nth(1).unwrap_or("");
    if mutant.family == Kind::WrongOperand.name()
        && let Some(operand) = detail.strip_suffix(" mistaken")
    {
        about.push((operand.to_owned(), text.contains(&operand.to_lowercase())));
    }
    if let Some(dtype) = detail.strip_prefix("not made for ") {
        about.push((dtype.to_owned(), text.contains(dtype)));
    }
    let spoken = about.iter().filter(|(_, spoken)| *spoken).map(|(term, _)| term.clone()).collect();
    (about.into_iter().map(|(term, _)| term).collect(), spoken)
}
