//! Two options of one reading, each followed in some cases.
//!
//! Whether a mixture is just what one option at every place gives is found out by following that option, and not by
//! asking the checker: where there is such an option the mixture has to conform, and everywhere else to fail. Where it takes
//! other options of other readings besides, the checker says which, and following them has to give these results.

use super::field::Outcomes;
use super::variables::{Choice, Variable};
use super::{Ground, is_of_orders, operation_of, reasons};
use crate::Error;
use ptoconf_checker::ChosenAt;
use ptoconf_follower::Numbers;
use ptoconf_schemas::{ContradictionReport, MixedOptions, ReadingInfo, ReadingReport};
use std::collections::BTreeMap;

/// Two admitted options of every reading, by the flip of a coin.
pub fn mix(ground: &Ground<'_>) -> Result<Vec<MixedOptions>, Error> {
    let mut pairs = vec![];
    for reading in ground.field.variables.readings() {
        let admitted = ground.field.variables.admitted(&reading.id);
        let of = |(at, &a): (usize, &usize)| admitted[at + 1..].iter().map(move |&b| (reading, a, b)).collect::<Vec<_>>();
        pairs.extend(admitted.iter().enumerate().flat_map(of));
    }
    ground.side_by_side(pairs.len(), |at| {
        let (reading, a, b) = pairs[at];
        one(ground, reading, a, b)
    })
}

fn one(ground: &Ground<'_>, reading: &ReadingInfo, a: usize, b: usize) -> Result<MixedOptions, Error> {
    let name = |option: usize| reading.options[option].name.clone();
    let mut report =
        MixedOptions { reading: reading.id.clone(), options: [name(a), name(b)], changes: 0, failed: 0, witnesses: 0, explained: vec![] };
    let variables = &ground.field.variables;
    let default = variables.default();
    let both = [a, b].map(|option| variables.with_where_both(&default, &reading.id, option, [a, b]));
    let operation = operation_of(ground.set.suite(), reading);
    let outcomes = ground.field.follow_in(operation, &both)?;
    let mixture = Mixture { ground, reading, operation, options: [a, b], sides: sides(ground, reading, &outcomes), outcomes };
    report.changes = mixture.sides.len() as u64;
    if report.changes == 0 {
        return Ok(report);
    }
    let (failed, contradictions, found) = mixture.judge(&both)?;
    report.failed = failed;
    report.witnesses = contradictions.first().map_or(0, |c| c.witnesses.len() as u64);
    report.explained = match mixture.explanation(&default, false)? {
        Some(explanation) => explanation,
        // Other readings, and the data, may have a part in it.
        None if failed == 0 => mixture.explanation(&variables.as_found(&default, &found), true)?.unwrap_or_default(),
        None => vec![],
    };
    Ok(report)
}

/// By tuple where two options make a difference: the option of all its cases, or none where each flips a coin. At every
/// place the first two tuples take different options, so that both are followed.
fn sides(ground: &Ground<'_>, reading: &ReadingInfo, outcomes: &[Outcomes]) -> BTreeMap<usize, Option<usize>> {
    let mut seen = BTreeMap::<Option<usize>, usize>::new();
    let differing = (0..outcomes[0].len()).filter(|&at| outcomes[0][at] != outcomes[1][at]);
    let side = |at: usize| {
        let seen = seen.entry(ground.field.variable(at, &reading.id)).or_default();
        *seen += 1;
        (at, (*seen <= 2).then_some(*seen - 1))
    };
    differing.map(side).collect()
}

struct Mixture<'a> {
    ground: &'a Ground<'a>,
    reading: &'a ReadingInfo,
    /// The operation whose reading it is; none for one of the whole profile.
    operation: Option<&'a str>,
    options: [usize; 2],
    /// What each option leads to.
    outcomes: Vec<Outcomes>,
    sides: BTreeMap<usize, Option<usize>>,
}

impl Mixture<'_> {
    /// Which of the two a case follows.
    fn pick(&self, at: usize, slot: u32) -> usize {
        let coin = || Numbers::new(at as u64, &format!("{}/{slot}", self.reading.id)).below(2) as usize;
        self.sides.get(&at).map_or(0, |side| side.unwrap_or_else(coin))
    }

    fn judge(&self, both: &[Choice; 2]) -> Result<(u64, Vec<ContradictionReport>, Vec<ChosenAt>), Error> {
        let pick = |at: usize, slot: u32| self.pick(at, slot);
        if is_of_orders(self.reading) {
            let checked = self.ground.check(&[&both[0], &both[1]], pick, self.operation)?;
            let follows = |r: ReadingReport| ChosenAt { reading: r.reading, place: r.place, options: r.follows };
            return Ok((checked.totals.failed, checked.contradictions, checked.readings.into_iter().map(follows).collect()));
        }
        let decision = self.ground.field.decide(&[&self.outcomes[0], &self.outcomes[1]], pick)?;
        Ok((decision.failures.len() as u64, decision.contradictions, decision.choice))
    }

    /// An admitted option for every place that, with a choice for everything else, gives all these results or allows them.
    /// With `by_data`, what an option allows according to the data counts, too.
    fn explanation(&self, base: &Choice, by_data: bool) -> Result<Option<Vec<String>>, Error> {
        let field = &self.ground.field;
        let options = field.variables.admitted(&self.reading.id);
        let choices: Vec<Choice> = options.iter().map(|&o| field.variables.with(base, &self.reading.id, o)).collect();
        let followed = field.follow_in(self.operation, &choices)?;
        let mut by_place = BTreeMap::<Option<usize>, Vec<usize>>::new();
        let own = (0..self.outcomes[0].len()).filter(|&at| self.operation.is_none_or(|o| field.operation(at) == o));
        own.for_each(|at| by_place.entry(field.variable(at, &self.reading.id)).or_default().push(at));
        let mut explanation = vec![];
        for (place, tuples) in by_place {
            let mut found = None;
            for (at, option) in options.iter().enumerate() {
                let is_admitted = place.is_none_or(|place| field.variables.all[place].admitted.contains(option));
                let may = by_data && self.may_allow(&self.reading.options[*option].name, place, base);
                if is_admitted && (may || self.are_given(&tuples, *option, &choices[at], &followed[at])?) {
                    found = Some(*option);
                    break;
                }
            }
            let Some(option) = found else { return Ok(None) };
            if let Some(place) = place.filter(|_| tuples.iter().any(|at| self.sides.contains_key(at))) {
                explanation.push(format!("{} at {}", self.reading.options[option].name, field.variables.all[place].place));
            }
        }
        Ok(Some(explanation))
    }

    /// Whether an option may allow what others lead to, according to the data or to what is followed at the same place.
    fn may_allow(&self, option: &str, place: Option<usize>, base: &Choice) -> bool {
        let variables = &self.ground.field.variables;
        let is_followed = |reading: &str, wanted: &str| {
            let here = |v: &Variable<'_>| v.reading.id == reading && place.is_some_and(|place| v.place == variables.all[place].place);
            variables.all.iter().zip(&base.options).any(|(v, &followed)| here(v) && v.reading.options[followed].name == wanted)
        };
        reasons::may_allow(self.ground.set.suite().tier, self.reading, option)
            || reasons::allows_beside(&self.reading.id, option, is_followed)
    }

    /// Whether a choice gives or allows all results of some tuples.
    fn are_given(&self, tuples: &[usize], option: usize, choice: &Choice, own: &Outcomes) -> Result<bool, Error> {
        let field = &self.ground.field;
        let name = |option: usize| self.reading.options[option].name.as_str();
        for &at in tuples {
            let other = |slot: &u32| {
                let side = self.pick(at, *slot);
                let is_allowed = reasons::allows(&self.reading.id, name(option), name(self.options[side]));
                !is_allowed && !field.is_same(at, *slot, self.outcomes[side][at], own[at])
            };
            let others: Vec<u32> = (0..field.cases(at)).filter(other).collect();
            let wanted: Vec<(u32, u32)> = others.iter().map(|&slot| (slot, self.outcomes[self.pick(at, slot)][at])).collect();
            // One order is one over all tuples.
            if !wanted.is_empty() && (is_of_orders(self.reading) || !field.may_give(at, &wanted, choice)?) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
