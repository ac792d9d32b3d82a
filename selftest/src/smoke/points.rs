//! Kills against elements: how far the choice gets on its way, and how far the whole tier.

use super::Killed;
use super::field::{Field, moved_by_all};
use crate::fate::TWICE;
use ptoconf_schemas::KillCount;
use std::collections::BTreeSet;

/// Number of points on the way.
const POINTS: u64 = 10;

/// The counts at so many equal shares of what the choice moves, in the order in which it was made.
pub fn of_choice(field: &Field, killed: &[Killed], picks: &[usize]) -> Vec<KillCount> {
    let whole = elements(field, &with_twins(field, picks));
    let share = |point: u64| {
        let fits = |n: &usize| elements(field, &with_twins(field, &picks[..*n])) * POINTS <= whole * point;
        let number = (0..=picks.len()).rev().find(fits).unwrap_or(0);
        count(field, killed, &with_twins(field, &picks[..number]))
    };
    (1..=POINTS).map(share).collect()
}

/// The counts of all tuples, with all of their cases.
pub fn of_tier(field: &Field, killed: &[Killed]) -> KillCount {
    let all: BTreeSet<usize> = field.numbers().collect();
    KillCount { elements: all.iter().map(|&c| moved_by_all(field.line(c), field.answer(c))).sum(), ..count(field, killed, &all) }
}

fn with_twins(field: &Field, picks: &[usize]) -> BTreeSet<usize> {
    picks.iter().flat_map(|&c| [Some(c), field.candidates[c].twin]).flatten().collect()
}

fn elements(field: &Field, tuples: &BTreeSet<usize>) -> u64 {
    tuples.iter().map(|&c| field.candidates[c].cost).sum()
}

fn count(field: &Field, killed: &[Killed], tuples: &BTreeSet<usize>) -> KillCount {
    let kills = |killed: &Killed| {
        let by_arena = killed.kills.iter().enumerate();
        by_arena.flat_map(|(a, kills)| kills.keys().map(move |&t| field.number(a, t))).filter(|c| tuples.contains(c)).count()
    };
    let numbers: Vec<usize> = killed.iter().map(kills).collect();
    let at_least = |n: usize| numbers.iter().filter(|&&k| k >= n).count() as u64;
    KillCount { tuples: tuples.len() as u64, elements: elements(field, tuples), once: at_least(1), twice: at_least(TWICE) }
}
