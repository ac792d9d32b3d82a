//! Choices that follow together, as soon as they can, any two options of readings that meet in a form and type.

use super::variables::{Choice, Variables};
use ptoconf_follower::Numbers;
use std::collections::{BTreeSet, HashSet};

/// An option of a variable.
type Followed = (usize, usize);

/// The pairs of options that were followed so far.
pub struct Pairs<'a> {
    variables: &'a Variables<'a>,
    /// By variable, those that it meets.
    beside: Vec<Vec<usize>>,
    met: HashSet<(Followed, Followed)>,
}

impl<'a> Pairs<'a> {
    /// None is followed yet.
    pub fn new(variables: &'a Variables<'a>) -> Pairs<'a> {
        let mut beside: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); variables.all.len()];
        for group in &variables.groups {
            for &one in group.values() {
                beside[one].extend(group.values().filter(|&&other| other != one));
            }
        }
        Pairs { variables, beside: beside.into_iter().map(|b| b.into_iter().collect()).collect(), met: HashSet::new() }
    }

    /// The next choice: the default, and after it of each variable, in an order drawn, the option with which most pairs are
    /// new.
    pub fn choice(&mut self, number: u64) -> Choice {
        let choice = if number == 0 { self.variables.default() } else { self.newest(number) };
        for (one, beside) in self.beside.iter().enumerate() {
            let followed = |at: usize| (at, choice.options[at]);
            self.met.extend(beside.iter().filter(|&&other| other > one).map(|&other| (followed(one), followed(other))));
        }
        choice
    }

    fn newest(&self, number: u64) -> Choice {
        let mut numbers = Numbers::new(number, "options");
        let mut order: Vec<(u64, usize)> = (0..self.beside.len()).map(|at| (numbers.below(1 << 20), at)).collect();
        order.sort_unstable();
        let mut chosen: Vec<Option<usize>> = vec![None; order.len()];
        for (_, at) in order {
            let admitted = &self.variables.all[at].admitted;
            let first = numbers.below(admitted.len() as u64) as usize;
            let drawn = || (0..admitted.len()).map(|turn| admitted[(first + turn) % admitted.len()]);
            // Of several that are as good, the first that was drawn.
            let best = drawn().rev().max_by_key(|&option| self.new_with((at, option), &chosen));
            chosen[at] = Some(best.unwrap_or(0));
        }
        Choice { options: chosen.into_iter().map(Option::unwrap_or_default).collect(), seed: number }
    }

    /// How many pairs of an option with those chosen so far were never followed.
    fn new_with(&self, own: Followed, chosen: &[Option<usize>]) -> usize {
        let others = self.beside[own.0].iter().filter_map(|&other| Some((other, chosen[other]?)));
        others.filter(|&other| !self.met.contains(&(own.min(other), own.max(other)))).count()
    }

    /// How many pairs were followed, of how many there are.
    pub fn followed(&self) -> [u64; 2] {
        let options = |at: usize| self.variables.all[at].admitted.len().max(1) as u64;
        let of = |(one, beside): (usize, &Vec<usize>)| {
            beside.iter().filter(|&&other| other > one).map(|&other| options(one) * options(other)).sum::<u64>()
        };
        [self.met.len() as u64, self.beside.iter().enumerate().map(of).sum()]
    }
}
