//! From what is contested about a tuple to its outcomes, each with the choices that lead to it.

use super::Contract;
use super::legality::{Combined, Contest, Group, Legality};
use crate::{Behaviour, Output, OutputValue, Query};
use ptoconf_schemas::{Alternative, Names, Role, SmolStr};

/// A condition: reading id to options.
pub(super) type When = Names<Vec<SmolStr>>;

/// What the contested readings make of a tuple.
pub(super) struct Outcomes<'a> {
    groups: Vec<Group<'a>>,
    /// Whether a settled rule is broken.
    settled: bool,
    /// Whether one is that leaves nothing to run.
    no_tile: bool,
}

/// Options of contested readings, one of each, under which a result is judged.
pub(super) struct Choice<'a> {
    /// Reading ids and options.
    pub follows: Vec<(&'a str, &'a str)>,
    /// Put in front of names, so that the values of several choices are told apart.
    pub prefix: String,
}

impl<'a> Outcomes<'a> {
    pub fn new(contract: &Contract<'a>, legality: &Legality) -> Outcomes<'a> {
        let contests: Vec<_> = legality.contests.iter().chain(&legality.quiet).copied().collect();
        let settled = contests.iter().any(Contest::is_settled);
        let no_tile = contests.iter().any(|c| c.is_settled() && c.first);
        Outcomes { groups: contract.groups(&contests), settled, no_tile }
    }

    /// The alternatives that reject: one for each reading that does by itself.
    pub fn rejecting(&self) -> Vec<Alternative> {
        let reject =
            |name: String, when: When| Alternative { name: name.into(), when: when.into(), rejects: true, outputs: Names::default() };
        if self.settled {
            return vec![reject("rejected".to_owned(), When::default())];
        }
        let of_group = |group: &Group<'a>| {
            let options = group.names(|c| c.rejects);
            (!options.is_empty()).then(|| reject(self.name(group, &options), only(group, &options)))
        };
        self.groups.iter().filter_map(of_group).collect()
    }

    /// Behaviours that write nothing, or whose result has no meaning, with their conditions.
    pub fn unjudged(&self, contract: &Contract, query: &Query) -> Vec<(Behaviour, When)> {
        let mut found = vec![];
        for (at, group) in self.groups.iter().enumerate() {
            // Who returns early may do so before any other check is made.
            let returning = group.names(|c| c.returns && !c.rejects_first);
            if let Some(when) = self.with_others(at, &returning, |c| !c.rejects_first).filter(|_| !self.no_tile) {
                found.push((whole(contract, query, &self.name(group, &returning), || OutputValue::Unchanged), when));
            }
            let meaningless = group.names(|c| c.meaningless && !c.rejects);
            if let Some(when) = self.with_others(at, &meaningless, |c| !c.rejects).filter(|_| !self.settled) {
                found.push((whole(contract, query, &self.name(group, &meaningless), || OutputValue::Unspecified), when));
            }
        }
        found
    }

    /// The condition that a group follows one of these options and every other one of which this holds; none where
    /// there is no such choice.
    fn with_others(&self, at: usize, options: &[&str], others: impl Fn(&Combined) -> bool) -> Option<When> {
        let allowed = self.groups.iter().enumerate().map(|(i, g)| (g, if i == at { options.to_vec() } else { g.names(&others) }));
        let allowed: Vec<(&Group<'a>, Vec<&str>)> = allowed.collect();
        let possible = allowed.iter().all(|(_, names)| !names.is_empty());
        possible.then(|| allowed.iter().flat_map(|(g, names)| condition(g, names)).collect())
    }

    /// The choices under which the result is judged; none where some contested reading never leaves it to be.
    pub fn judged(&self) -> Vec<Choice<'a>> {
        let mut choices = vec![Choice { follows: vec![], prefix: String::new() }];
        if self.settled {
            return vec![];
        }
        for group in &self.groups {
            let options = group.names(Combined::is_judged);
            let alone = options.len() == 1;
            let with = |choice: &Choice<'a>, option: &'static str| Choice {
                follows: choice.follows.iter().copied().chain([(group.reading.id.as_str(), option)]).collect(),
                prefix: if alone { choice.prefix.clone() } else { format!("{}{option}-", choice.prefix) },
            };
            choices = choices.iter().flat_map(|choice| options.iter().map(|o| with(choice, o)).collect::<Vec<_>>()).collect();
        }
        choices
    }

    /// Whether some admitted choice leaves the result to be judged.
    pub fn is_judged(&self) -> bool {
        !self.settled && self.groups.iter().all(|g| g.any_admitted(Combined::is_judged))
    }

    /// Behaviour of a tuple that no admitted choice runs: that it is accepted at all is what there is to see.
    pub fn accepted(&self, contract: &Contract, query: &Query) -> Option<(Behaviour, When)> {
        let options: Vec<_> = self.groups.iter().map(|g| (g, g.names(Combined::is_judged))).collect();
        if self.settled || options.iter().any(|(_, names)| names.is_empty()) {
            return None;
        }
        let behaviour = whole(contract, query, "accepted", || OutputValue::Unspecified);
        Some((behaviour, options.iter().flat_map(|(g, names)| condition(g, names)).collect()))
    }

    /// The condition of a choice.
    pub fn when(&self, choice: &Choice) -> When {
        let options = self.groups.iter().zip(&choice.follows);
        options.flat_map(|(group, (_, option))| condition(group, &[*option])).collect()
    }

    /// Names of options, with that of the reading where another group has the same.
    fn name(&self, group: &Group, options: &[&str]) -> String {
        let own = options.join("|");
        let clash = self.groups.iter().any(|g| g.reading.id != group.reading.id && g.reading.find(options[0]).is_some());
        if clash { format!("{}={own}", group.reading.id.rsplit('/').next().unwrap_or_default()) } else { own }
    }
}

/// A condition on one reading alone.
fn only(group: &Group, options: &[&str]) -> When {
    condition(group, options).into_iter().collect()
}

/// The condition that one of these options is followed; none where all are among them.
fn condition(group: &Group, options: &[&str]) -> Option<(SmolStr, Vec<SmolStr>)> {
    let all = options.len() == group.reading.options.len();
    (!all).then(|| (group.reading.id.as_str().into(), options.iter().map(|o| SmolStr::from(*o)).collect()))
}

/// A behaviour that leaves every output in one and the same state.
fn whole(contract: &Contract, query: &Query, name: &str, value: fn() -> OutputValue) -> Behaviour {
    let form = contract.operation.form(&query.tuple.form);
    let own_name = |name: &str| form.and_then(|f| f.operands.iter().map(|o| o.name).find(|n| *n == name));
    let output = |o: &ptoconf_schemas::Operand| own_name(&o.name).map(|n| Output::new(n, name, o.tile.shape, value()));
    let outputs = query.tuple.with_role(Role::Out).filter_map(output).collect();
    Behaviour { name: name.to_owned(), readings: vec![], outputs, costly: false }
}

/// Puts alternatives with the same outcome together where their conditions differ in one reading alone. What
/// holds for every option of a reading (of so many, as `options` says) is no condition.
pub(super) fn merge(alternatives: &mut Vec<Alternative>, options: impl Fn(&str) -> usize) {
    let mut at = 0;
    while at < alternatives.len() {
        let other = (at + 1..alternatives.len()).find_map(|other| {
            let (a, b) = (&alternatives[at], &alternatives[other]);
            let alike = a.rejects == b.rejects && a.outputs == b.outputs;
            alike.then(|| union(&a.when, &b.when)).flatten().map(|when| (other, when))
        });
        let Some((other, mut when)) = other else {
            at += 1;
            continue;
        };
        when.retain(|id, own| own.len() < options(id));
        alternatives.remove(other);
        alternatives[at].when = when.into();
    }
}

/// The union of two conditions, where it is one: they are the same but for the options of at most one reading.
fn union(a: &When, b: &When) -> Option<When> {
    if a.len() != b.len() || !a.keys().eq(b.keys()) {
        return None;
    }
    let mut different = a.iter().filter(|(id, options)| b.get(id) != Some(options)).map(|(id, _)| id);
    let Some(id) = different.next() else { return Some(a.clone()) };
    if different.next().is_some() {
        return None;
    }
    let mut when = a.clone();
    if let (Some(own), Some(other)) = (when.get_mut(id), b.get(id)) {
        own.extend(other.iter().filter(|o| !a.get(id).is_some_and(|a| a.contains(o))).cloned());
    }
    Some(when)
}
