//! Options that a profile does not admit, followed throughout.

use super::field::Outcomes;
use super::variables::Choice;
use super::{Ground, is_of_orders, operation_of, option_words, reasons};
use crate::Error;
use ptoconf_follower::{MEANINGLESS, Numbers};
use ptoconf_schemas::{DeviationReport, PlantedOption, ReadingInfo};

/// Random choices that an option is planted into.
const RANDOM: u64 = 2;

/// Seeds that are tried for one that writes.
const SEEDS: u64 = 64;

/// Plants every option that is not admitted.
pub fn plant(ground: &Ground<'_>) -> Result<Vec<PlantedOption>, Error> {
    let mut options = vec![];
    for reading in ground.field.variables.readings() {
        let admitted = ground.field.variables.admitted(&reading.id);
        options.extend((0..reading.options.len()).filter(|o| !admitted.contains(o)).map(|option| (reading, option)));
    }
    ground.side_by_side(options.len(), |at| one(ground, options[at].0, options[at].1))
}

fn one(ground: &Ground<'_>, reading: &ReadingInfo, option: usize) -> Result<PlantedOption, Error> {
    let variables = &ground.field.variables;
    // Who writes nothing where anything may be written looks like one that returns.
    let writes = |seed: &u64| Numbers::new(*seed, MEANINGLESS).below(2) == 0;
    let default = Choice { seed: (0..SEEDS).find(writes).unwrap_or(0), ..variables.default() };
    let name = reading.options[option].name.clone();
    let mut changes = changed(ground, reading, option, &default)?;
    let mut base = default;
    if changes == 0 && reasons::reason(ground.set.suite(), &reading.id, &name, 0).is_none() {
        for other in besides(ground, reading, &base) {
            changes = changed(ground, reading, option, &other)?;
            if changes > 0 {
                base = other;
                break;
            }
        }
    }
    let random = |n: u64| variables.random(1_000_000 + n);
    let bases = std::iter::once(base).chain((0..RANDOM).map(random));
    let planted: Vec<Choice> = bases.map(|base| variables.with(&base, &reading.id, option)).collect();
    let outcomes = ground.field.follow_in(operation_of(ground.set.suite(), reading), &planted)?;
    let mut report = PlantedOption {
        reading: reading.id.clone(),
        option: name.clone(),
        changes,
        failed: 0,
        named: String::new(),
        random: [RANDOM, 0, 0],
        reason: reasons::reason(ground.set.suite(), &reading.id, &name, changes).map(str::to_owned),
    };
    for (at, own) in outcomes.iter().enumerate() {
        let (failed, first) = decide(ground, &planted[at], own, reading)?;
        let is_named = first.as_ref().is_some_and(|d| d.reading == reading.id && d.options.contains(&name));
        if at == 0 {
            report.failed = failed;
            report.named = first.map(|d| option_words(&d.reading, &d.options)).unwrap_or_default();
        } else {
            report.random[1] += u64::from(failed > 0);
            report.random[2] += u64::from(is_named);
        }
    }
    Ok(report)
}

/// A choice with one other admitted option of each other reading of the same operation, or of the profile: what is planted may
/// matter only there, as where a default rejects all that it is about.
fn besides(ground: &Ground<'_>, reading: &ReadingInfo, base: &Choice) -> Vec<Choice> {
    let variables = &ground.field.variables;
    let own = operation_of(ground.set.suite(), reading);
    let is_near = |other: &&ReadingInfo| other.id != reading.id && operation_of(ground.set.suite(), other).is_none_or(|op| Some(op) == own);
    let with = |other: &ReadingInfo| {
        let options = variables.admitted(&other.id).into_iter();
        options.map(|option| variables.with(base, &other.id, option)).filter(|choice| choice != base).collect::<Vec<_>>()
    };
    variables.readings().into_iter().filter(is_near).flat_map(with).collect()
}

/// Number of tuples of which the option, in a choice, makes something that no admitted option of the reading does.
fn changed(ground: &Ground<'_>, reading: &ReadingInfo, option: usize, base: &Choice) -> Result<u64, Error> {
    let variables = &ground.field.variables;
    let with = |option: usize| variables.with(base, &reading.id, option);
    let operation = operation_of(ground.set.suite(), reading);
    let followed = ground.field.follow_in(operation, &[with(option)])?;
    let admitted: Vec<Choice> = variables.admitted(&reading.id).into_iter().map(with).collect();
    let differ = |own: &Vec<u32>| own.iter().zip(&followed[0]).filter(|(a, b)| a != b).count() as u64;
    Ok(ground.field.follow_in(operation, &admitted)?.iter().map(differ).min().unwrap_or(0))
}

/// Number of cases that fail, and what is named first. Forms that are not there show in all of their tuples together,
/// as orders do in several.
fn decide(
    ground: &Ground<'_>,
    choice: &Choice,
    outcomes: &Outcomes,
    reading: &ReadingInfo,
) -> Result<(u64, Option<DeviationReport>), Error> {
    let is_form = reading.options.iter().any(|o| !o.lacks.is_empty());
    if is_form || is_of_orders(reading) {
        let report = ground.check(&[choice], |_, _| 0, operation_of(ground.set.suite(), reading))?;
        return Ok((report.totals.failed, report.deviations.into_iter().next()));
    }
    let decision = ground.field.decide(&[outcomes], |_, _| 0)?;
    Ok((decision.failures.len() as u64, decision.deviations.into_iter().next()))
}
