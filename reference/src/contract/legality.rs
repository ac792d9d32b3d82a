//! What the rules say of a tuple, one by one and together.
//!
//! A choice is one option of every reading. Under a choice every rule that the tuple breaks has an
//! effect, and the effects combine whatever the order of the checks: one that rejects decides; but where
//! another returns early and writes nothing, that may come first, unless there is no such tile at all. Else what has no meaning makes the whole
//! meaningless, then what writes nothing decides, and only then is a result judged.

use super::effects::Effects;
use crate::{Effect, Reading};

/// A rule that a tuple does not simply keep, with what each option makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// Index of the rule in [`Contract::rules`](super::Contract::rules).
    pub rule: usize,
    /// The effect of each option of the rule's reading; none for a settled rule, which rejects.
    pub(super) effects: Effects,
    pub(super) admitted: u64,
    pub(super) first: bool,
    pub(super) by_option: bool,
}

impl Contest {
    pub(super) fn settled(rule: usize, first: bool) -> Contest {
        Contest { rule, effects: Effects::default(), admitted: 0, first, by_option: false }
    }

    pub(super) fn is_settled(&self) -> bool {
        self.effects.number() == 0
    }

    /// What tells it from every other one of an operation: the rule, and what its options make of the tuple.
    pub fn identity(&self) -> [u64; 4] {
        let Effects { rejects, returns, meaningless, .. } = self.effects;
        [self.rule as u64, rejects, returns, meaningless]
    }

    /// The admitted options, by their place in the reading, and their effects.
    pub fn admitted(&self) -> impl Iterator<Item = (usize, Effect)> {
        self.effects.iter().enumerate().filter(|(i, _)| self.admitted >> i & 1 == 1)
    }

    /// The admitted options that reject, a bit each by their place in the reading.
    pub fn rejecting(&self) -> u64 {
        self.admitted & self.effects.rejects
    }

    /// Whether some admitted option leaves the result to be judged, and all others reject.
    pub(super) fn is_judged_or_rejected(&self) -> bool {
        let left = self.admitted & !self.effects.rejects;
        left != 0 && self.effects.are_judged(left)
    }

    /// Whether every admitted option rejects.
    pub fn rejects(&self) -> bool {
        self.rejecting() == self.admitted
    }

    /// The options that are not admitted and under which what breaks the rule is judged all the same, a bit each.
    pub fn letting_in(&self) -> u64 {
        (0..self.effects.number()).filter(|i| self.effects.are_judged(1 << i)).fold(0, |bits, i| bits | 1 << i) & !self.admitted
    }

    /// Whether some admitted options reject and others do not.
    pub fn is_open(&self) -> bool {
        !self.rejects() && self.rejecting() != 0
    }

    /// Whether some admitted option returns early.
    pub(super) fn may_return(&self) -> bool {
        self.admitted & self.effects.returns != 0
    }

    /// Whether only options that are not admitted make anything of it.
    pub(super) fn is_quiet(&self) -> bool {
        self.by_option && self.admitted != 0 && self.effects.are_judged(self.admitted)
    }
}

/// Whether a tuple runs and is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// Whatever admitted options are followed.
    Always,
    /// One question decides whether it is judged or rejected.
    Asked,
    /// Not, or only as far as several questions or something else than judging go.
    Never,
}

/// What a tuple asks of an implementation, over all admitted choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Verdict {
    /// It runs.
    #[default]
    Accept,
    /// It is rejected.
    Reject,
    /// The choice decides.
    Either,
}

/// What the rules say of a tuple. Every rule is asked; none hides another.
#[derive(Clone, Debug, Default)]
pub struct Legality {
    /// Rules that are broken or in question.
    pub contests: Vec<Contest>,
    /// Rules that only options that are not admitted would have broken.
    pub quiet: Vec<Contest>,
    /// What follows from all of them.
    pub verdict: Verdict,
}

impl Legality {
    pub(super) fn decide(&mut self, groups: &[Group]) {
        let settled = self.contests.iter().any(Contest::is_settled);
        let no_tile = self.contests.iter().any(|c| c.is_settled() && c.first);
        let can_reject = settled || groups.iter().any(|g| g.any_admitted(|c| c.rejects));
        let can_run = !settled && groups.iter().all(|g| g.any_admitted(|c| !c.rejects));
        let exists = |c: &Combined| !c.rejects_first;
        let can_return =
            !no_tile && groups.iter().any(|g| g.any_admitted(|c| c.returns && exists(c))) && groups.iter().all(|g| g.any_admitted(exists));
        self.verdict = match (can_reject, can_run || can_return) {
            (false, _) => Verdict::Accept,
            (true, false) => Verdict::Reject,
            (true, true) => Verdict::Either,
        };
    }

    /// Whether no rule is broken or in question.
    pub fn is_legal(&self) -> bool {
        self.contests.is_empty()
    }

    /// The rule that is violated, if it is one and no other is even in question; or if there is no such tile, and so
    /// nothing else to ask.
    pub fn single_violation(&self) -> Option<usize> {
        let mut first = self.contests.iter().filter(|c| c.first && c.rejects());
        match (&self.contests[..], first.next(), first.next()) {
            (_, Some(contest), None) => Some(contest.rule),
            ([contest], ..) if contest.rejects() => Some(contest.rule),
            _ => None,
        }
    }

    /// The one rule in question, if no rule is violated.
    pub fn single_question(&self) -> Option<&Contest> {
        match &self.contests[..] {
            [contest] if !contest.rejects() => Some(contest),
            _ => None,
        }
    }

    /// The violated rules.
    pub fn violated(&self) -> impl Iterator<Item = usize> {
        self.contests.iter().filter(|c| c.rejects()).map(|c| c.rule)
    }
}

/// What one option of a reading makes of a tuple, over all rules that the reading decides.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Combined {
    pub rejects: bool,
    /// It rejects before anything runs.
    pub rejects_first: bool,
    pub returns: bool,
    pub meaningless: bool,
}

impl Combined {
    /// Whether the option leaves the result to be judged.
    pub fn is_judged(&self) -> bool {
        !(self.rejects || self.returns || self.meaningless)
    }
}

/// A reading that a tuple puts in question.
#[derive(Clone, Copy)]
pub(super) struct Group<'a> {
    pub reading: &'a Reading,
    admitted: u64,
    /// By option, what it has in any of the rules.
    effects: Effects,
    rejects_first: u64,
}

impl<'a> Group<'a> {
    pub fn new(reading: &'a Reading, contest: &Contest) -> Group<'a> {
        let mut group = Group { reading, admitted: contest.admitted, effects: contest.effects, rejects_first: 0 };
        group.add(contest);
        group
    }

    pub fn add(&mut self, contest: &Contest) {
        self.effects.add(contest.effects);
        self.rejects_first |= if contest.first { contest.effects.rejects } else { 0 };
    }

    /// By option.
    fn options(&self) -> impl Iterator<Item = Combined> {
        let Effects { rejects, returns, meaningless, .. } = self.effects;
        let combined =
            |[rejects, rejects_first, returns, meaningless]: [bool; 4]| Combined { rejects, rejects_first, returns, meaningless };
        (0..self.reading.options.len())
            .map(move |i| combined([rejects, self.rejects_first, returns, meaningless].map(|options| options >> i & 1 == 1)))
    }

    pub fn any_admitted(&self, wanted: impl Fn(&Combined) -> bool) -> bool {
        self.options().enumerate().any(|(i, o)| self.admitted >> i & 1 == 1 && wanted(&o))
    }

    /// Names of the options of which this holds.
    pub fn names(&self, wanted: impl Fn(&Combined) -> bool) -> Vec<&'static str> {
        self.reading.options.iter().zip(self.options()).filter(|(_, c)| wanted(c)).map(|(o, _)| o.name).collect()
    }
}
