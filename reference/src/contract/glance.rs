//! A glance at a tuple: no more rules are asked than it takes to tell whether one alone is broken.
//!
//! Searches change legal tuples in very many ways to find those that break one rule and no other.

use super::legality::{Contest, Legality};
use super::{Bound, Contract, loud};
use ptoconf_schemas::Tuple;

/// What a glance tells of a tuple.
#[derive(Clone, Debug)]
pub enum Glance {
    /// No rule is broken or in question.
    Legal,
    /// One rule is, and no other; or there is no such tile, which one rule says, and so nothing else to ask.
    One(Contest),
    /// Several are, and it is rejected whatever is chosen.
    Rejected,
    /// Several are; what follows from them is [`Contract::together`]'s to say.
    Several(Vec<Contest>),
}

/// Two settled rules that a tuple broke: the next one that is changed alike probably breaks them, too, and these are asked first.
pub type Hint = [Option<usize>; 2];

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
    last: Option<Contest>,
    /// Those before it.
    others: Vec<Contest>,
    /// Whether one is of a settled rule, and whether one may return early.
    settled: bool,
    returns: bool,
}

impl Found {
    fn add(&mut self, contest: Contest) {
        self.settled |= contest.is_settled();
        self.returns |= contest.may_return();
        self.others.extend(self.last.replace(contest));
    }

    /// Whether any other rule that is broken makes it a tuple that is rejected whatever is chosen.
    fn is_rejected_with(&self, is_settled: bool) -> bool {
        self.last.is_some() && (self.settled || is_settled) && !self.returns
    }
}

impl Contract<'_> {
    /// The rules that are broken or in question.
    pub fn broken(&self, tuple: &Tuple, class: &str) -> Vec<usize> {
        let query = self.query(tuple, class);
        (0..self.bound.len()).filter(|&index| loud(index, &self.bound[index], &query).is_some()).collect()
    }

    /// The first rule that is broken or in question, of those that are asked.
    pub fn first_broken(&self, tuple: &Tuple, class: &str, is_asked: impl Fn(usize) -> bool) -> Option<usize> {
        let query = self.query(tuple, class);
        (0..self.bound.len()).find(|&index| is_asked(index) && loud(index, &self.bound[index], &query).is_some())
    }

    /// The same as [`Contract::legality`] but for what only options that are not admitted make anything of, which is left out.
    pub fn loud_legality(&self, tuple: &Tuple, class: &str) -> Legality {
        let query = self.query(tuple, class);
        self.together(self.bound.iter().enumerate().filter_map(|(index, bound)| loud(index, bound, &query)).collect())
    }

    /// What follows from all contests of a tuple together.
    pub fn together(&self, mut contests: Vec<Contest>) -> Legality {
        contests.sort_unstable_by_key(|contest| contest.rule);
        let mut legality = Legality { contests, ..Legality::default() };
        legality.decide(&self.groups(&legality.contests));
        legality
    }

    /// Looks at a tuple whose inputs are of a data class as far as it takes to tell these few things.
    pub fn glance(&self, tuple: &Tuple, class: &str) -> Glance {
        self.glance_after(&mut Hint::default(), tuple, class)
    }

    /// The same: the rules by which the last tuple that was changed alike was seen to be rejected say how soon.
    pub fn glance_after(&self, hint: &mut Hint, tuple: &Tuple, class: &str) -> Glance {
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
        let breaks = |index: usize| !self.bound[index].rule.check(&query, "");
        if !found.returns {
            let enough = if found.last.is_some() { 1 } else { 2 };
            if hint.iter().flatten().filter(|index| breaks(**index)).take(enough).count() == enough {
                return Glance::Rejected;
            }
        }
        let mut broken = None;
        for &index in settled {
            if !breaks(index) {
                continue;
            }
            if found.is_rejected_with(true) {
                *hint = [broken, Some(index)];
                return Glance::Rejected;
            }
            broken = Some(index);
            let rule = self.bound[index].rule;
            found.add(Contest::settled(index, rule.first));
        }
        for contest in others.iter().filter_map(contest) {
            if found.is_rejected_with(false) {
                return Glance::Rejected;
            }
            found.add(contest);
        }
        let rejected = found.settled && !found.returns;
        let Found { last, mut others, .. } = found;
        match last {
            None => Glance::Legal,
            Some(contest) if others.is_empty() => Glance::One(contest),
            Some(_) if rejected => Glance::Rejected,
            Some(contest) => {
                others.push(contest);
                Glance::Several(others)
            }
        }
    }
}
