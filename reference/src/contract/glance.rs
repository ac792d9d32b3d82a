//! A glance at a tuple: no more rules are asked than it takes to tell whether one alone is broken.
//!
//! Searches change legal tuples in very many ways to find those that break one rule and no other.

use super::legality::{Contest, Legality};
use super::{Bound, Contract, loud};
use ptoconf_schemas::Tuple;

/// Room for as many rules as a changed tuple breaks at once, most often.
const SEVERAL: usize = 8;

/// What a glance tells of a tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance {
    /// No rule is broken or in question.
    Legal,
    /// One rule is, and no other; or there is no such tile, which one rule says, and so nothing else to ask.
    One(Contest),
    /// Several are, and it is rejected whatever is chosen.
    Rejected,
    /// Several are: [`Contract::legality`] says what follows.
    Several,
}

/// The rules by how much they tell.
pub(super) struct Order {
    /// Those that say that there is no such tile, those under which something may return early, the settled ones, all others.
    rules: [Vec<usize>; 4],
}

impl Order {
    pub fn of(bound: &[Bound]) -> Order {
        let mut rules = [const { Vec::new() }; 4];
        for (index, Bound { rule, decided }) in bound.iter().enumerate() {
            let turn = match decided {
                _ if rule.first => 0,
                Some(decided) if decided.admitted & decided.effects.returns != 0 => 1,
                None => 2,
                Some(_) => 3,
            };
            rules[turn].push(index);
        }
        Order { rules }
    }
}

/// What was found so far.
#[derive(Default)]
struct Found {
    number: usize,
    last: Option<Contest>,
    /// Whether one is of a settled rule, and whether one may return early.
    settled: bool,
    returns: bool,
}

impl Found {
    fn add(&mut self, contest: Contest) {
        self.number += 1;
        self.settled |= contest.is_settled();
        self.returns |= contest.may_return();
        self.last = Some(contest);
    }
}

impl Contract<'_> {
    /// The rules that are broken or in question.
    pub fn broken(&self, tuple: &Tuple, class: &str) -> Vec<usize> {
        let query = self.query(tuple, class);
        (0..self.bound.len()).filter(|&index| loud(index, &self.bound[index], &query).is_some()).collect()
    }

    /// The same as [`Contract::legality`] but for what only options that are not admitted make anything of, which is left out.
    pub fn loud_legality(&self, tuple: &Tuple, class: &str) -> Legality {
        let query = self.query(tuple, class);
        let mut legality = Legality { contests: Vec::with_capacity(SEVERAL), ..Legality::default() };
        legality.contests.extend(self.bound.iter().enumerate().filter_map(|(index, bound)| loud(index, bound, &query)));
        legality.decide(&self.groups(&legality.contests));
        legality
    }

    /// Looks at a tuple whose inputs are of a data class as far as it takes to tell these few things.
    pub fn glance(&self, tuple: &Tuple, class: &str) -> Glance {
        let query = self.query(tuple, class);
        let contest = |&index: &usize| loud(index, &self.bound[index], &query);
        let [first, returning, settled, others] = &self.order.rules;
        let mut found = Found::default();
        let mut no_tile = None;
        for contest in first.iter().filter_map(contest) {
            found.add(contest);
            if contest.rejects() {
                no_tile = if no_tile.is_none() { Some(Some(contest)) } else { Some(None) };
            }
        }
        if let Some(Some(contest)) = no_tile {
            return Glance::One(contest);
        }
        returning.iter().filter_map(contest).for_each(|contest| found.add(contest));
        // Nothing rejects where something returns first, so that is asked before.
        for &index in settled {
            let rule = self.bound[index].rule;
            if rule.check(&query, "") {
                continue;
            }
            found.add(Contest::settled(index, rule.first));
            if found.number > 1 && !found.returns {
                return Glance::Rejected;
            }
        }
        for contest in others.iter().filter_map(contest) {
            found.add(contest);
            if found.number > 1 {
                break;
            }
        }
        match (found.number, found.last) {
            (_, None) => Glance::Legal,
            (1, Some(contest)) => Glance::One(contest),
            _ if found.settled && !found.returns => Glance::Rejected,
            _ => Glance::Several,
        }
    }
}
