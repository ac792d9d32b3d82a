//! An operation under a profile: which tuples are legal.

mod answers;

pub use answers::Answers;

use crate::{Effect, Operation, Profile, Query, Reading, Rule, ops};
use ptoconf_schemas::{Duty, OptionDuty, ReadingInfo, RuleInfo, Tuple};

/// A rule with the reading that decides it and the options that the profile admits.
struct Bound<'a> {
    rule: &'a Rule,
    reading: Option<(&'a Reading, Vec<String>)>,
}

/// An operation under a profile.
pub struct Contract<'a> {
    /// The operation.
    pub operation: &'a Operation,
    /// The profile.
    pub profile: &'a Profile,
    bound: Vec<Bound<'a>>,
}

/// A rule that a tuple does not simply keep, with what each admitted option makes of it.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Index of the rule in [`Contract::rules`].
    pub rule: usize,
    /// Admitted options and their effects; a single nameless rejection for a settled rule.
    pub outcomes: Vec<(String, Effect)>,
}

impl Contest {
    /// Whether every admitted option rejects.
    pub fn rejects(&self) -> bool {
        self.outcomes.iter().all(|(_, e)| *e == Effect::Rejects)
    }

    /// Whether some admitted options reject and others do not.
    pub fn is_open(&self) -> bool {
        !self.rejects() && self.outcomes.iter().any(|(_, e)| *e == Effect::Rejects)
    }
}

/// What the rules say of a tuple. Every rule is asked; none hides another.
#[derive(Clone, Debug, Default)]
pub struct Legality {
    /// Rules that are violated or in question.
    pub contests: Vec<Contest>,
}

impl Legality {
    /// Whether no rule is violated or in question.
    pub fn is_legal(&self) -> bool {
        self.contests.is_empty()
    }

    /// The rule that is violated, if it is one and no other is even in question.
    pub fn single_violation(&self) -> Option<usize> {
        match &self.contests[..] {
            [contest] if contest.rejects() => Some(contest.rule),
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

impl<'a> Contract<'a> {
    /// Binds the operation's rules, and those of the tile class, to the profile.
    pub fn new(operation: &'a Operation, profile: &'a Profile) -> Contract<'a> {
        let readings: Vec<&Reading> = ops::shared().readings.iter().chain(&operation.readings).collect();
        let bind = |rule: &'a Rule| {
            let reading = rule.reading.as_ref().and_then(|id| readings.iter().find(|r| r.id == *id));
            Bound { rule, reading: reading.map(|r| (*r, profile.admitted(r))) }
        };
        let bound = ops::shared().rules.iter().chain(&operation.rules).map(bind).collect();
        Contract { operation, profile, bound }
    }

    /// The rules, shared ones first.
    pub fn rules(&self) -> impl Iterator<Item = &'a Rule> {
        self.bound.iter().map(|b| b.rule)
    }

    /// The rule at an index.
    pub fn rule(&self, index: usize) -> &'a Rule {
        self.bound[index].rule
    }

    /// Asks every rule about a tuple whose inputs are of a data class.
    pub fn legality(&self, tuple: &Tuple, class: &str) -> Legality {
        let query = Query { tuple, class, profile: self.profile, follows: None };
        let contests = self.bound.iter().enumerate().filter_map(|(i, bound)| contest(i, bound, &query)).collect();
        Legality { contests }
    }

    /// Whether a rule, where it is in question, is asked of a tuple; see [`Rule::asked_where`].
    pub fn is_asked(&self, rule: usize, tuple: &Tuple, class: &str) -> bool {
        self.rule(rule).is_asked(&Query { tuple, class, profile: self.profile, follows: None })
    }

    /// The rule in question, if there is one; an error as soon as a rule is violated, a second one is in
    /// question, or the question is not asked. Searches ask this of very many tuples, most of which are illegal.
    ///
    /// # Errors
    /// The index of the rule at which it stopped.
    pub fn question(&self, tuple: &Tuple, class: &str) -> Result<Option<Contest>, usize> {
        let query = Query { tuple, class, profile: self.profile, follows: None };
        let mut question = None;
        // Rules that no reading decides are the quicker ones to ask.
        if let Some(violated) = self.bound.iter().position(|b| b.reading.is_none() && !b.rule.check(&query, "")) {
            return Err(violated);
        }
        for (i, bound) in self.bound.iter().enumerate().filter(|(_, b)| b.reading.is_some()) {
            if let Some(contest) = contest(i, bound, &query)
                && (contest.rejects() || !bound.rule.is_asked(&query) || question.replace(contest).is_some())
            {
                return Err(i);
            }
        }
        Ok(question)
    }

    /// What every option of a contested rule's reading makes of the tuple, admitted or not.
    fn every_outcome(&self, contest: &Contest, query: &Query) -> Vec<(String, Effect)> {
        let bound = &self.bound[contest.rule];
        let Some((reading, _)) = &bound.reading else { return contest.outcomes.clone() };
        reading.options.iter().map(|o| (o.name.to_owned(), outcome(bound.rule, query, o.name, o.effect))).collect()
    }

    /// The rules as they stand in a set.
    pub fn rule_infos(&self) -> Vec<RuleInfo> {
        let info = |bound: &Bound| RuleInfo {
            id: bound.rule.id.clone(),
            stage: bound.rule.stage,
            statement: bound.rule.statement.to_owned(),
            sources: bound.rule.sources.clone(),
            duty: duty(bound),
        };
        self.bound.iter().map(info).collect()
    }

    /// The operation's own readings as they stand in a set.
    pub fn reading_infos(&self) -> Vec<ReadingInfo> {
        self.operation.readings.iter().map(|r| r.info(self.profile)).collect()
    }

    /// Why no tuple violates the rule alone under this profile, if it is known.
    pub fn unreachable(&self, rule: &Rule) -> Option<&'static str> {
        let base = self.profile.base.name();
        let own = self.operation.unreachable.iter().filter(|(id, _)| *id == rule.id);
        let everywhere = |p: &str| p == "*" || (p == "built-in" && self.profile.is_builtin());
        let by_rule = rule.unreachable.iter().filter(|(p, _)| everywhere(p) || *p == base);
        own.chain(by_rule).map(|(_, reason)| *reason).next()
    }
}

fn contest(index: usize, bound: &Bound, query: &Query) -> Option<Contest> {
    let rule = bound.rule;
    let Some((reading, admitted)) = &bound.reading else {
        let rejection = vec![(String::new(), Effect::Rejects)];
        return (!rule.check(query, "")).then_some(Contest { rule: index, outcomes: rejection });
    };
    let holds = match rule.has_conditions_by_option() {
        true => reading.options.iter().all(|o| rule.check(query, o.name)),
        false => rule.check(query, ""),
    };
    if holds {
        return None;
    }
    let outcomes: Vec<(String, Effect)> = admitted
        .iter()
        .filter_map(|name| reading.find(name))
        .map(|o| (o.name.to_owned(), outcome(rule, query, o.name, o.effect)))
        .collect();
    let quiet = outcomes.iter().all(|(_, e)| *e == Effect::Judged);
    (!quiet || !rule.has_conditions_by_option()).then_some(Contest { rule: index, outcomes })
}

/// What the profile asks an implementation to do with a tuple that breaks the rule.
fn duty(bound: &Bound) -> Duty {
    let Some((reading, admitted)) = &bound.reading else { return Duty::MustReject };
    let options = admitted.iter().filter_map(|name| reading.find(name));
    let options = options.map(|o| OptionDuty { option: o.name.to_owned(), effect: o.effect }).collect();
    Duty::of(&reading.id, bound.rule.has_conditions_by_option(), options)
}

/// What an option makes of a tuple: with conditions by option it rejects where its own does not
/// hold; without, where it is an option that rejects.
fn outcome(rule: &Rule, query: &Query, option: &str, effect: Effect) -> Effect {
    match rule.has_conditions_by_option() {
        true if rule.check(query, option) => effect,
        true => Effect::Rejects,
        false => effect,
    }
}

/// The shared readings as they stand in a set.
pub fn shared_reading_infos(profile: &Profile) -> Vec<ReadingInfo> {
    ops::shared().readings.iter().map(|r| r.info(profile)).collect()
}
