//! What the smoke tier has to have.

use super::Killed;
use super::cover::Demand;
use super::field::Field;
use crate::fate::TWICE;
use ptoconf_schemas::{Expectation, Role, TupleLine};
use std::collections::{BTreeMap, BTreeSet};

/// The most elements of a tuple, with its twin, that is chosen for documents.
const SMALL: u64 = 1024;

/// Rows of a sum at which every order that has a name gives another one of the trees that a profile may admit.
const TELLING_ROWS: u32 = 16;

/// How many rows meet in a sum.
fn terms(line: &TupleLine) -> u32 {
    line.tuple.with_role(Role::In).next().map_or(0, |o| o.tile.valid_rows())
}

/// Tuples that kill a mutant by themselves: by arena and position.
pub fn alone(killed: &Killed) -> impl Iterator<Item = (usize, usize)> {
    let of_arena = |(arena, kills): (usize, &'_ crate::fate::Kills)| {
        let alone = kills.iter().filter(|(_, kill)| kill.alone).map(move |(&tuple, _)| (arena, tuple));
        alone.collect::<Vec<_>>()
    };
    killed.kills.iter().enumerate().flat_map(of_arena)
}

/// Tuples of one operation that kill a mutant in company only: those of the operation that has most.
fn together(killed: &Killed) -> Vec<(usize, usize)> {
    let of_arena = |(arena, kills): (usize, &'_ crate::fate::Kills)| {
        kills.iter().filter(|(_, kill)| !kill.alone).map(move |(&tuple, _)| (arena, tuple)).collect::<Vec<_>>()
    };
    killed.kills.iter().enumerate().map(of_arena).rev().max_by_key(Vec::len).unwrap_or_default()
}

/// Two kills of each mutant, or the one that there is. A case that fails by itself does so in every set;
/// one that only fails in company counts where there are no two of the former.
pub fn of_mutants(field: &Field, killed: &[Killed]) -> Vec<Demand> {
    let of = |killed: &Killed| {
        let mut met_by: Vec<usize> = alone(killed).map(|(a, t)| field.number(a, t)).collect();
        if met_by.len() < TWICE {
            met_by.extend(together(killed).into_iter().map(|(a, t)| field.number(a, t)));
        }
        Demand { need: TWICE, met_by }
    };
    killed.iter().map(of).collect()
}

/// Company for the mutants that need it: tuples about the same question that they pass, the nearest there are.
pub fn of_company(field: &Field, killed: &[Killed]) -> Vec<Demand> {
    let of = |killed: &Killed| {
        let own: BTreeSet<usize> = together(killed).into_iter().map(|(a, t)| field.number(a, t)).collect();
        let questions: BTreeSet<&str> = own.iter().flat_map(|&c| questions(field, c)).collect();
        let places: BTreeSet<_> = own.iter().map(|&c| place(field.line(c))).collect();
        let about = |c: &usize| !own.contains(c) && questions_in(field, *c, &questions);
        let company: Vec<usize> = field.numbers().filter(about).collect();
        let near = |level: usize| {
            let shares = |c: &usize| places.iter().any(|p| p[..level] == place(field.line(*c))[..level]);
            company.iter().copied().filter(shares).collect::<Vec<_>>()
        };
        let met_by = (1..=3).rev().map(near).find(|list| !list.is_empty()).unwrap_or_default();
        Demand { need: TWICE, met_by }
    };
    killed.iter().filter(|k| alone(k).count() < TWICE).map(of).collect()
}

/// What a smoke tier has to have whatever the mutants.
pub fn whatever_the_mutants(field: &Field) -> Vec<Demand> {
    [of_set(field), of_open_rules(field)].concat()
}

/// Of each rule that is open somewhere, a tuple on which as little else as possible is: which rule is not followed can be
/// told only where no other may be the cause.
fn of_open_rules(field: &Field) -> Vec<Demand> {
    let mut fewest: BTreeMap<(&str, &str), (usize, Vec<usize>)> = BTreeMap::new();
    let open = |number: &usize| matches!(field.answer(*number).expect, Expectation::Either { .. });
    for number in field.numbers().filter(open) {
        let contested: BTreeSet<&str> = field.answer(number).contested().collect();
        for rule in &contested {
            let (least, met_by) = fewest.entry((&field.line(number).tuple.op, rule)).or_insert((usize::MAX, vec![]));
            if contested.len() < *least {
                (*least, *met_by) = (contested.len(), vec![]);
            }
            if contested.len() == *least {
                met_by.push(number);
            }
        }
    }
    fewest.into_values().map(|(_, met_by)| Demand { need: 1, met_by }).collect()
}

fn questions_in(field: &Field, tuple: usize, wanted: &BTreeSet<&str>) -> bool {
    questions(field, tuple).iter().any(|q| wanted.contains(q))
}

/// What a tuple is evidence on: the rule that is open, or the readings that its answers follow.
fn questions<'a>(field: &Field<'a>, tuple: usize) -> Vec<&'a str> {
    let answer = field.answer(tuple);
    match &answer.expect {
        Expectation::Either { .. } | Expectation::Accept { .. } if !answer.contests.is_empty() => answer.contested().collect(),
        _ => answer.alternatives.iter().flat_map(|a| a.when.keys()).collect(),
    }
}

/// Operation, form and dtype: readings are followed throughout one of these.
fn place(line: &TupleLine) -> [&str; 3] {
    [&line.tuple.op, &line.tuple.form, line.tuple.operands.first().map_or("", |o| o.tile.dtype.name())]
}

/// By operation a tuple that violates each rule, or that the
/// rule leaves open where none violates it; by form, one that is to be rejected, and tuples that run of each dtype and data class.
fn of_set(field: &Field) -> Vec<Demand> {
    let mut wanted: BTreeMap<([&str; 3], String), Vec<usize>> = BTreeMap::new();
    for number in field.numbers() {
        let (line, answer) = (field.line(number), field.answer(number));
        let [op, form, dtype] = place(line);
        let mut want = |kind, of, what: &str| wanted.entry(([op, kind, of], what.to_owned())).or_default().push(number);
        if matches!(answer.expect, Expectation::Reject { rule: Some(_), .. }) {
            want("rejected", form, "");
        }
        match &answer.expect {
            Expectation::Reject { rule: Some(rule), .. } => want("illegal", rule, ""),
            Expectation::Reject { rule: None, .. } => want("several", form, ""),
            Expectation::Either { .. } => answer.contested().for_each(|rule| want("open", rule, "")),
            Expectation::Accept { .. } => {
                want("dtype", form, dtype);
                want("class", form, &answer.class);
            }
        }
    }
    let has_illegal: BTreeSet<(&str, &str)> = wanted.keys().filter(|(k, _)| k[1] == "illegal").map(|(k, _)| (k[0], k[2])).collect();
    let decides = |key: &[&str; 3]| key[1] != "open" || !has_illegal.contains(&(key[0], key[2]));
    wanted.into_iter().filter(|((key, _), _)| decides(key)).map(|(_, met_by)| Demand { need: 1, met_by }).collect()
}

/// What is chosen before anything else: of each form the smallest tuple with several cases, those that show orders, and
/// the first tuple of the covering array and the first illegal one, which documents show, unless they are large.
pub fn musts(field: &Field) -> Vec<usize> {
    let mut begun = BTreeSet::new();
    let mut musts: Vec<usize> = field.whole.iter().copied().chain(orders(field)).collect();
    for number in field.numbers() {
        let (line, kind) = (field.line(number), field.answer(number).strategy.as_str());
        let is_first = ["cover", "illegal"].contains(&kind) && begun.insert((place(line)[..2].to_vec(), kind));
        if is_first && field.cost_with_twin(number) <= SMALL {
            musts.push(number);
        }
    }
    musts
}

/// Of each form, choice of attributes and class that shows orders, the smallest tuple in which all of them differ: whoever
/// sums in an order that is not admitted has to fail in this tier, too.
fn orders(field: &Field) -> Vec<usize> {
    let mut smallest: BTreeMap<(&str, &str, String, &str), usize> = BTreeMap::new();
    let telling = |&number: &usize| field.answer(number).strategy == "order" && terms(field.line(number)) >= TELLING_ROWS;
    for number in field.numbers().filter(telling) {
        let (line, answer) = (field.line(number), field.answer(number));
        let key = (line.tuple.op.as_str(), line.tuple.form.as_str(), format!("{:?}", line.tuple.attributes), answer.class.as_str());
        let least = smallest.entry(key).or_insert(number);
        if line.tuple.elements() < field.line(*least).tuple.elements() {
            *least = number;
        }
    }
    smallest.into_values().collect()
}

/// A kill of each mutant in every operation that it concerns.
pub fn of_operations(field: &Field, killed: &[Killed]) -> Vec<Demand> {
    let mut demands = Vec::new();
    for killed in killed {
        let mut by_arena: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        alone(killed).for_each(|(a, t)| by_arena.entry(a).or_default().push(field.number(a, t)));
        demands.extend(by_arena.into_values().map(|met_by| Demand { need: 1, met_by }));
    }
    demands
}
