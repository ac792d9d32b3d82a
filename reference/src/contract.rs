//! An operation under a profile: which tuples are legal.

mod alternatives;
mod answers;
mod effects;
mod glance;
mod legality;

pub use answers::Answers;
pub use glance::{Glance, Hint};
pub use legality::{Contest, Legality, Runs, Verdict};

use crate::{Operation, Profile, Query, Reading, Rule, ops};
use effects::Effects;
use legality::Group;
use ptoconf_schemas::{Contest as ContestInfo, Duty, OptionDuty, ReadingInfo, RuleInfo, Tuple};

/// A rule with the reading that decides it.
struct Bound<'a> {
    rule: &'a Rule,
    decided: Option<Decided<'a>>,
}

/// A reading that decides a rule.
#[derive(Clone, Copy)]
struct Decided<'a> {
    reading: &'a Reading,
    /// The options that the profile admits, a bit each.
    admitted: u64,
    /// What the options make of a tuple that breaks the rule.
    effects: Effects,
}

/// An operation under a profile.
pub struct Contract<'a> {
    /// The operation.
    pub operation: &'a Operation,
    /// The profile.
    pub profile: &'a Profile,
    bound: Vec<Bound<'a>>,
    /// The order in which a glance asks the rules.
    order: glance::Order,
}

impl<'a> Contract<'a> {
    /// Binds the operation's rules, and those of the tile class, to the profile.
    pub fn new(operation: &'a Operation, profile: &'a Profile) -> Contract<'a> {
        let readings: Vec<&Reading> = ops::shared().readings.iter().chain(&operation.readings).collect();
        let bind = |rule: &'a Rule| {
            let reading = rule.reading.as_ref().and_then(|id| readings.iter().find(|r| r.id == *id).copied());
            Bound { rule, decided: reading.map(|reading| Decided::new(reading, profile)) }
        };
        let bound: Vec<Bound> = ops::shared().rules.iter().chain(&operation.rules).map(bind).collect();
        let order = glance::Order::of(&bound);
        Contract { operation, profile, bound, order }
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
        let query = self.query(tuple, class);
        let mut legality = Legality::default();
        for contest in self.bound.iter().enumerate().filter_map(|(i, bound)| contest(i, bound, &query)) {
            match contest.is_quiet() {
                true => legality.quiet.push(contest),
                false => legality.contests.push(contest),
            }
        }
        legality.decide(&self.groups(&legality.contests));
        legality
    }

    fn query<'q>(&'q self, tuple: &'q Tuple, class: &'q str) -> Query<'q> {
        Query { tuple, class, profile: self.profile, follows: &[] }
    }

    /// Whether a rule, where it is in question, is asked of a tuple; see [`Rule::asked_where`].
    pub fn is_asked(&self, rule: usize, tuple: &Tuple, class: &str) -> bool {
        self.rule(rule).is_asked(&self.query(tuple, class))
    }

    /// Whether a tuple runs and is judged.
    pub fn runs(&self, tuple: &Tuple, class: &str) -> Runs {
        let query = self.query(tuple, class);
        // Rules that no reading decides are the quicker ones to ask.
        if self.bound.iter().any(|b| b.decided.is_none() && !b.rule.check(&query, "")) {
            return Runs::Never;
        }
        let mut questions = 0;
        for index in (0..self.bound.len()).filter(|&index| self.bound[index].decided.is_some()) {
            let Some(is_question) = self.question(index, &query) else { return Runs::Never };
            questions += usize::from(is_question);
        }
        match questions {
            0 => Runs::Always,
            1 => Runs::Asked,
            _ => Runs::Never,
        }
    }

    /// Whether a tuple runs and is judged always, or, where one question may stand, at least in some option. Searches ask
    /// this of very many tuples, most of which are refused, and often for the same rule as the one before: that is asked
    /// first.
    pub fn runs_after(&self, last: &mut usize, may_ask: bool, tuple: &Tuple, class: &str) -> bool {
        let query = self.query(tuple, class);
        let mut questions = 0;
        let mut refuses = |index: usize| {
            let question = self.question(index, &query);
            questions += usize::from(question == Some(true));
            question.is_none() || questions > usize::from(may_ask)
        };
        if refuses(*last) {
            return false;
        }
        let is_decided = |index: &usize| self.bound[*index].decided.is_some();
        let others = || (0..self.bound.len()).filter(|index| index != last);
        // Rules that no reading decides are the quicker ones to ask.
        let mut all = others().filter(|index| !is_decided(index)).chain(others().filter(is_decided));
        let refusing = all.find(|&index| refuses(index));
        *last = refusing.unwrap_or(*last);
        refusing.is_none()
    }

    /// Whether a tuple runs and is judged under some choice, however many questions that answers.
    pub fn may_run(&self, tuple: &Tuple, class: &str) -> bool {
        let query = self.query(tuple, class);
        let mut contests = vec![];
        for (index, bound) in self.bound.iter().enumerate() {
            let Some(contest) = loud(index, bound, &query) else { continue };
            if contest.rejects() || !bound.rule.is_asked(&query) {
                return false;
            }
            contests.push(contest);
        }
        self.groups(&contests).iter().all(|group| group.any_admitted(legality::Combined::is_judged))
    }

    /// Whether a rule is a question that decides whether a tuple is judged or rejected; none where the tuple never runs
    /// because of it, or is not judged.
    fn question(&self, index: usize, query: &Query) -> Option<bool> {
        let bound = &self.bound[index];
        let Some(contest) = loud(index, bound, query) else { return Some(false) };
        (contest.is_judged_or_rejected() && bound.rule.is_asked(query)).then(|| contest.rejecting() != 0)
    }

    /// The contests of a tuple as they stand in a set.
    pub fn contest_infos(&self, legality: &Legality) -> Vec<ContestInfo> {
        let info = |contest: &Contest| {
            let bound = &self.bound[contest.rule];
            let options = bound.decided.iter().flat_map(|d| &d.reading.options);
            ContestInfo {
                rule: bound.rule.id.clone(),
                reading: bound.decided.map(|d| d.reading.id.clone()),
                first: contest.first,
                effects: options.zip(contest.effects.iter()).map(|(o, effect)| (o.name.to_owned(), effect)).collect(),
            }
        };
        legality.contests.iter().map(info).collect()
    }

    /// The contests by the reading that decides them; those of settled rules are left out.
    fn groups(&self, contests: &[Contest]) -> Vec<Group<'a>> {
        let mut groups: Vec<Group<'a>> = vec![];
        for contest in contests {
            let Some(decided) = self.bound[contest.rule].decided else { continue };
            match groups.iter_mut().find(|g| std::ptr::eq(g.reading, decided.reading)) {
                Some(group) => group.add(contest),
                None => groups.push(Group::new(decided.reading, contest)),
            }
        }
        groups
    }

    /// The rules as they stand in a set.
    pub fn rule_infos(&self) -> Vec<RuleInfo> {
        let info = |bound: &Bound| RuleInfo {
            id: bound.rule.id.clone(),
            stage: bound.rule.stage,
            statement: bound.rule.statement.replace("{ub_bytes}", &self.profile.limits.ub_bytes.to_string()),
            sources: bound.rule.sources.clone(),
            duty: self.duty(bound),
        };
        self.bound.iter().map(info).collect()
    }

    /// What the profile asks an implementation to do with a tuple that breaks the rule.
    fn duty(&self, bound: &Bound) -> Duty {
        let Some(Decided { reading, .. }) = bound.decided else { return Duty::MustReject };
        let admitted = self.profile.admitted(reading);
        let options = admitted.iter().filter_map(|name| reading.find(name));
        let options = options.map(|o| OptionDuty { option: o.name.to_owned(), effect: o.effect }).collect();
        Duty::of(&reading.id, bound.rule.has_conditions_by_option(), options)
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

impl<'a> Decided<'a> {
    fn new(reading: &'a Reading, profile: &Profile) -> Decided<'a> {
        assert!(reading.options.len() <= effects::MOST, "{}: more options than a reading that decides a rule can have", reading.id);
        Decided { reading, admitted: admitted(profile, reading), effects: Effects::of(reading) }
    }
}

impl Bound<'_> {
    /// The options whose own condition does not hold, of some that are looked at.
    fn failing(&self, query: &Query, looked_at: u64) -> u64 {
        let options = self.decided.map_or(&[][..], |decided| &decided.reading.options);
        let mut failing = 0;
        for (i, option) in options.iter().enumerate() {
            if looked_at >> i & 1 == 1 && !self.rule.check(query, option.name) {
                failing |= 1 << i;
            }
        }
        failing
    }
}

/// The options of a reading that the profile admits, a bit each.
fn admitted(profile: &Profile, reading: &Reading) -> u64 {
    let admitted = profile.admitted(reading);
    reading.options.iter().enumerate().filter(|(_, o)| admitted.iter().any(|a| a == o.name)).fold(0, |bits, (i, _)| bits | 1 << i)
}

fn contest(index: usize, bound: &Bound, query: &Query) -> Option<Contest> {
    let rule = bound.rule;
    let Some(Decided { admitted, effects, .. }) = bound.decided else {
        return (!rule.check(query, "")).then(|| Contest::settled(index, rule.first));
    };
    // With conditions by option, one rejects where its own does not hold; without, where it is one that rejects.
    if rule.has_conditions_by_option() {
        return contest_by_option(index, bound, bound.failing(query, u64::MAX));
    }
    (!rule.check(query, "")).then_some(Contest { rule: index, effects, admitted, first: rule.first, by_option: false })
}

/// What there is of a rule with conditions by option where those of these do not hold.
fn contest_by_option(index: usize, Bound { rule, decided }: &Bound, failing: u64) -> Option<Contest> {
    let Decided { admitted, effects, .. } = (*decided)?;
    let contest = Contest { rule: index, effects: effects.rejecting(failing), admitted, first: rule.first, by_option: true };
    (failing != 0).then_some(contest)
}

/// The same, but for what only options that are not admitted make anything of.
fn loud(index: usize, bound: &Bound, query: &Query) -> Option<Contest> {
    let found = match bound.decided {
        Some(Decided { admitted, effects, .. }) if bound.rule.has_conditions_by_option() => {
            let failing = bound.failing(query, admitted);
            // Of the others nothing is to be heard then, and they are not asked.
            if failing == 0 && admitted != 0 && effects.are_judged(admitted) {
                return None;
            }
            contest_by_option(index, bound, failing | bound.failing(query, !admitted))
        }
        _ => contest(index, bound, query),
    };
    found.filter(|contest| !contest.is_quiet())
}

/// The shared readings as they stand in a set.
pub fn shared_reading_infos(profile: &Profile) -> Vec<ReadingInfo> {
    ops::shared().readings.iter().map(|r| r.info(profile)).collect()
}
