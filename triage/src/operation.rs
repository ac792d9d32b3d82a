//! The causes of one operation.

use crate::bits::Bits;
use crate::broken::{admits, broken, demanded};
use crate::columns::Columns;
use crate::fact::{Fact, Plain};
use crate::facts::facts;
use crate::near::{nearest, smallest};
use crate::search::{Conjunction, Evidence, Statement, search};
use crate::symptoms::LOOKED_AT;
use ptoconf_checker::{Became, FailingOperation, normalised, on_one_line, tuple_line};
use ptoconf_schemas::{CaseId, Effect, Expectation, FailureKind, NearestTuple, Suite, Tile};
use std::collections::BTreeMap;

/// Statements for each operation.
const MOST: usize = 20;
/// Messages that split the failures of one kind; where there are more they name things rather than checks.
const MESSAGES: usize = 12;
/// Exceptions that are named.
const NAMED: usize = 3;

/// So many statements on failures of one kind are many.
const MANY: usize = 5;
/// And so many where all of them say the same beside other things.
const SOME: usize = 3;
/// Of so many failing tuples one may lack what is said in place of many statements.
const NEARLY: u32 = 20;

/// Of many tuples with one message a statement is made where it is true of one in so many.
const PART: u32 = 5;

/// Bytes of which it is said that a tuple has them.
const MUCH: u64 = 1 << 16;

/// Elements of the largest tuple that is looked at more closely.
const LARGEST: u64 = 1 << 15;

/// At most `most` of some things, as far apart as can be.
pub fn spread<T>(all: &[T], most: usize) -> impl Iterator<Item = &T> {
    let count = all.len().min(most);
    (0..count).map(move |at| &all[at * all.len() / count])
}

/// What an implementation says of several tuples.
pub struct Said {
    /// How many.
    pub tuples: u64,
    /// What it says of the first of them.
    pub such_as: String,
}

/// A cause in one operation.
pub struct Found {
    /// How the tuples fail.
    pub kind: FailureKind,
    /// Failing tuples.
    pub tuples: u64,
    /// Failing cases.
    pub cases: u64,
    /// What is true of the tuples, in several ways, the plainest first; none where nothing sets them apart.
    pub statements: Vec<String>,
    /// Of how many facts the first is made.
    pub facts: usize,
    /// Each of them, where there are several, with the passing tuples of which it is true alone.
    pub weaker: Vec<(String, u64)>,
    /// The rules and readings that they name, by statement.
    pub named: BTreeMap<String, (String, Option<String>)>,
    /// The rule or reading that the first of them names.
    pub names: Option<(String, Option<String>)>,
    /// The form of the smallest failing tuple.
    pub form: String,
    /// The data class that it names, and what that is for.
    pub class: Option<(String, String)>,
    /// Where that rule or reading is not kept, if it is kept in other tuples; in several ways, the plainest first.
    pub only_where: Vec<String>,
    /// Passing tuples that could have failed so.
    pub passing: u64,
    /// Those of which it is true, too.
    pub exceptions: u64,
    /// The first of them.
    pub such_as: Vec<String>,
    /// Tuples and cases of which nothing is known because these failed.
    pub not_proven: [u64; 2],
    /// Messages without what differs in them.
    pub messages: BTreeMap<String, Said>,
    /// Failing cases with outputs, of small and of large tuples.
    pub samples: Vec<String>,
    /// Elements of the smallest failing tuple.
    pub elements: u64,
    /// Its first failing case.
    pub smallest: String,
    /// It in one line.
    pub tuple: String,
    /// The passing tuple that is nearest to it.
    pub nearest: Option<NearestTuple>,
}

impl Found {
    /// The reading of which an option is followed that the profile does not admit.
    fn followed(&self) -> Option<String> {
        let (reading, option) = self.names.as_ref()?;
        option.as_ref().map(|_| reading.clone())
    }
}

/// Finds the causes of an operation.
pub fn causes(suite: &Suite, operation: &FailingOperation<'_>) -> Vec<Found> {
    let columns = Columns::new(operation.tuples, operation.answers);
    let broken = broken(suite, operation);
    let facts = facts(operation, &columns, &broken, &demanded(suite, operation, &broken));
    let own = Own { suite, operation, columns: &columns, facts: &facts, broken: &broken };
    let (mut found, mut of_tuple) = (vec![], BTreeMap::new());
    let kinds: Vec<Option<FailureKind>> = operation.became.iter().map(kind).collect();
    let failed_as = |kind: FailureKind| Bits::of(kinds.len(), |t| kinds[t] == Some(kind));
    let follows = [FailureKind::TwinRejected, FailureKind::InconsistentReading];
    for &kind in FailureKind::ALL.iter().filter(|kind| !follows.contains(kind)) {
        own.of_kind(kind, &failed_as(kind), &mut |cause, covers| {
            of_tuple.extend(covers.iter().map(|tuple| (tuple, found.len())));
            found.push(cause);
        });
    }
    let unproven = failed_as(FailureKind::TwinRejected);
    let twin = |tuple: usize| own.twin(tuple).and_then(|twin| of_tuple.get(&twin).copied());
    let alone = own.blame(&unproven, twin, &mut found);
    own.of_kind(FailureKind::TwinRejected, &alone, &mut |cause, _| found.push(cause));
    let followed: BTreeMap<String, usize> = found.iter().enumerate().rev().filter_map(|(at, f)| Some((f.followed()?, at))).collect();
    let reading = |tuple: usize| own.readings(tuple).find_map(|reading| followed.get(reading).copied());
    let alone = own.blame(&failed_as(FailureKind::InconsistentReading), reading, &mut found);
    own.of_kind(FailureKind::InconsistentReading, &alone, &mut |cause, _| found.push(cause));
    found
}

/// How most of the failing cases of a tuple fail.
fn kind(became: &Became) -> Option<FailureKind> {
    let most = became.failed.iter().map(|f| f.cases).max()?;
    became.failed.iter().filter(|f| f.cases == most).map(|f| f.kind).min()
}

struct Own<'a> {
    suite: &'a Suite,
    operation: &'a FailingOperation<'a>,
    columns: &'a Columns,
    facts: &'a [Fact],
    /// The rules that may have each tuple rejected.
    broken: &'a [Vec<&'a str>],
}

impl Own<'_> {
    /// Counts failures that only follow from others under the cause of these; gives those that follow from none.
    fn blame(&self, failing: &Bits, cause: impl Fn(usize) -> Option<usize>, found: &mut [Found]) -> Bits {
        let mut alone = Bits::none(self.columns.tuples);
        for tuple in failing.iter() {
            match cause(tuple) {
                Some(cause) => {
                    found[cause].not_proven[0] += 1;
                    found[cause].not_proven[1] += self.failing_cases(tuple);
                }
                None => alone.insert(tuple),
            }
        }
        alone
    }

    /// The legal twin of a tuple.
    fn twin(&self, tuple: usize) -> Option<usize> {
        let name = self.operation.answers[tuple].expect.twin()?;
        let tuples = self.operation.tuples;
        // In the order of names, as a set is.
        let found = tuples.binary_search_by(|line| line.name.as_str().cmp(name)).ok();
        found.or_else(|| tuples.iter().position(|line| line.name == name))
    }

    /// The readings that decide what becomes of a tuple.
    fn readings(&self, tuple: usize) -> impl Iterator<Item = &str> {
        let answer = &self.operation.answers[tuple];
        let of_rules = answer.contests.iter().filter_map(|contest| contest.reading.as_deref());
        of_rules.chain(answer.alternatives.iter().flat_map(|alternative| alternative.when.keys()))
    }

    /// The causes of one kind of failure.
    fn of_kind(&self, kind: FailureKind, failing: &Bits, found: &mut impl FnMut(Found, &Bits)) {
        let passing = self.could_fail(kind);
        let mut room = MOST;
        let by_values = matches!(kind, FailureKind::Mismatch | FailureKind::GuardTouched);
        let evidence = match kind {
            _ if by_values => Evidence::OF_VALUES,
            FailureKind::Unsupported => Evidence::OF_SUPPORT,
            _ => Evidence::OF_DECISIONS,
        };
        for part in self.by_message(kind, failing) {
            let (mut statements, mut left) = search(self.facts, &part, &passing, evidence, room);
            if let Some((whole, rest)) = self.of_many(&statements, &left, &part, &passing).filter(|_| by_values) {
                (statements, left) = (vec![whole], rest);
            }
            if !by_values && self.one_message(&statements, &left, &part) {
                let (large, small): (Vec<Statement>, Vec<Statement>) =
                    statements.into_iter().partition(|statement| statement.covers.count() * PART >= part.count());
                left = small.iter().fold(left, |left, statement| left.or(&statement.covers));
                statements = large;
            }
            room -= statements.len();
            statements.iter().for_each(|statement| found(self.cause(kind, statement, &passing), &statement.covers));
            if !left.is_empty() {
                let nothing = Statement { conjunctions: vec![], covers: left, exceptions: Bits::none(self.columns.tuples) };
                found(self.cause(kind, &nothing, &passing), &nothing.covers);
            }
        }
    }

    /// In place of many statements, each on a few tuples, the one plain fact that nearly all failing tuples have and fewer
    /// passing ones: what a wrong rounding does depends on the data, and only its element type is always the same.
    fn of_many(&self, statements: &[Statement], left: &Bits, failing: &Bits, passing: &Bits) -> Option<(Statement, Bits)> {
        let number = statements.len() + usize::from(!left.is_empty());
        let all_say = |fact: usize| statements.iter().all(|statement| statement.conjunctions[0].contains(&fact));
        let instead = |fact: usize| (number >= MANY && none_says_half(statements, failing)) || (number >= SOME && all_say(fact));
        let nearly_all = |fact: &Fact| failing.common(&fact.holds) * NEARLY >= failing.count() * (NEARLY - 1);
        let fits = |fact: &Fact| fact.names.is_none() && nearly_all(fact) && passing.common(&fact.holds) <= failing.common(&fact.holds);
        let is_kind = |fact: &Fact| fact.plain == Plain::Kind || fact.words.contains("dtype");
        let plain = self.facts.iter().enumerate().filter(|(at, fact)| is_kind(fact) && fits(fact) && instead(*at));
        let (fact, found) = plain.min_by_key(|(at, fact)| (passing.common(&fact.holds), fact.plain, *at))?;
        let covers = found.holds.and(failing);
        let rest = failing.without(&covers);
        Some((Statement { conjunctions: vec![vec![fact]], covers, exceptions: found.holds.and(passing) }, rest))
    }

    /// Passing tuples that could have failed in this way.
    fn could_fail(&self, kind: FailureKind) -> Bits {
        let (became, answers) = (&self.operation.became, self.operation.answers);
        let passed = |t: usize| became[t].failed.is_empty() && became[t].passed > 0;
        let legal = |t: usize| matches!(answers[t].expect, Expectation::Accept { .. });
        let ran = became.iter().any(|became| became.ran);
        Bits::of(became.len(), |t| {
            let could = match kind {
                // Of several broken rules one is enough to be rejected: that says nothing of the others.
                FailureKind::AcceptedIllegal | FailureKind::WrongRule | FailureKind::TwinRejected => {
                    !became[t].ran && self.broken[t].len() <= 1
                }
                FailureKind::RejectedLegal | FailureKind::Unsupported => legal(t),
                FailureKind::Mismatch => became[t].ran && !self.is_unspecified(t),
                FailureKind::GuardTouched | FailureKind::Malformed | FailureKind::InconsistentReading => became[t].ran,
                // What was rejected never came to where it would have crashed, if anything did.
                FailureKind::Crashed | FailureKind::Timeout => became[t].ran || !ran,
                FailureKind::Error | FailureKind::Missing | FailureKind::Duplicate => true,
            };
            could && passed(t)
        })
    }

    /// Whether an admitted option lets a tuple run with any result.
    fn is_unspecified(&self, tuple: usize) -> bool {
        let (line, answer) = (&self.operation.tuples[tuple], &self.operation.answers[tuple]);
        answer.contests.iter().any(|contest| admits(self.suite, contest, &line.tuple, Effect::Unspecified))
    }

    /// Failing tuples of one kind by what the implementation says, the commonest message first.
    fn by_message(&self, kind: FailureKind, failing: &Bits) -> Vec<Bits> {
        // Of what ran nothing is said, and what is said of a rejection that was right says nothing of the failure.
        let silent = [FailureKind::AcceptedIllegal, FailureKind::Mismatch, FailureKind::InconsistentReading, FailureKind::TwinRejected];
        let says = !silent.contains(&kind);
        let mut parts: BTreeMap<Option<String>, Bits> = BTreeMap::new();
        for tuple in failing.iter().filter(|_| says) {
            let message = self.message(tuple);
            parts.entry(message).or_insert_with(|| Bits::none(self.columns.tuples)).insert(tuple);
        }
        if !(2..=MESSAGES).contains(&parts.len()) {
            return if failing.is_empty() { vec![] } else { vec![failing.clone()] };
        }
        let mut parts: Vec<Bits> = parts.into_values().collect();
        parts.sort_by_key(|part| std::cmp::Reverse(part.count()));
        parts
    }

    fn message(&self, tuple: usize) -> Option<String> {
        let message = self.operation.became[tuple].message.as_deref()?;
        Some(normalised(&self.operation.info.name, message))
    }

    /// Whether one message says more of failing tuples than many statements, most of them on a few, would.
    fn one_message(&self, statements: &[Statement], left: &Bits, failing: &Bits) -> bool {
        let number = statements.len() + usize::from(!left.is_empty());
        let first = failing.iter().next().and_then(|tuple| self.message(tuple));
        number >= MANY && first.is_some() && failing.iter().all(|t| self.message(t) == first)
    }

    fn failing_cases(&self, tuple: usize) -> u64 {
        self.operation.became[tuple].failed.iter().map(|f| u64::from(f.cases)).sum()
    }

    fn words(&self, conjunction: &Conjunction, kind: FailureKind) -> String {
        if conjunction.is_empty() {
            return every(kind).to_owned();
        }
        conjunction.iter().map(|&f| self.facts[f].words.as_str()).collect::<Vec<_>>().join(" and ")
    }

    /// The rule or reading that the first of some facts names.
    fn names(&self, conjunction: &Conjunction) -> Option<(String, Option<String>)> {
        conjunction.iter().find_map(|&f| self.facts[f].names.clone())
    }

    /// A fact, and of how many passing tuples it is true.
    fn alone(&self, fact: usize, passing: &Bits) -> (String, u64) {
        (self.facts[fact].words.clone(), self.facts[fact].holds.common(passing).into())
    }

    /// The first failing cases of some of the tuples, from the smallest on; none where outputs are not what fails.
    fn samples(&self, kind: FailureKind, covers: &Bits) -> Vec<String> {
        let tuples = self.operation.tuples;
        if !matches!(kind, FailureKind::Mismatch | FailureKind::GuardTouched) {
            return vec![];
        }
        let mut found: Vec<usize> = covers.iter().filter(|&t| tuples[t].tuple.elements() <= LARGEST).collect();
        found.sort_by_key(|&t| (tuples[t].tuple.elements(), &tuples[t].name));
        let first = |&t: &usize| {
            let failed = self.operation.became[t].failed.iter().find(|f| f.kind == kind)?;
            Some(CaseId { op: &self.operation.info.name, tuple: &tuples[t].name, slot: failed.first }.to_string())
        };
        spread(&found, LOOKED_AT).filter_map(first).collect()
    }

    /// The rule that all of some failing tuples break, the rarest of them, where rules are what it is about.
    fn rule_of(&self, kind: FailureKind, failing: &Bits) -> Option<usize> {
        let by_rule =
            [FailureKind::AcceptedIllegal, FailureKind::GuardTouched, FailureKind::InconsistentReading, FailureKind::TwinRejected];
        let is_rule = |fact: &Fact| matches!(&fact.names, Some((_, None))) && failing.without(&fact.holds).is_empty();
        let rules = self.facts.iter().enumerate().filter(|(_, fact)| by_rule.contains(&kind) && is_rule(fact));
        rules.min_by_key(|(_, fact)| fact.holds.count()).map(|(at, _)| at)
    }

    /// What sets failing tuples apart from those that break the same rule, or that the same reading decides on, and pass: the
    /// one operand that nobody looks at, say.
    fn only_where(&self, id: &str, is_reading: bool, failing: &Bits) -> Vec<String> {
        let (became, answers) = (&self.operation.became, self.operation.answers);
        let concerned = |t: usize| match is_reading {
            true => self.readings(t).any(|own| own == id),
            false => answers[t].contested().any(|own| own == id),
        };
        let passed = |t: usize| became[t].failed.is_empty() && became[t].passed > 0 && self.broken[t].len() <= 1;
        let passing = Bits::of(became.len(), |t| passed(t) && concerned(t));
        if passing.is_empty() {
            return vec![];
        }
        let plain: Vec<Fact> = self.facts.iter().filter(|fact| fact.names.is_none()).cloned().collect();
        let (statements, left) = search(&plain, failing, &passing, Evidence::OF_DECISIONS, 1);
        // It has to be true of every one of them.
        let holds = |statement: &&Statement| left.is_empty() && !statement.conjunctions[0].is_empty();
        let words = |c: &Conjunction| c.iter().map(|&f| plain[f].words.as_str()).collect::<Vec<_>>().join(" and ");
        statements.first().filter(holds).map_or_else(Vec::new, |statement| statement.conjunctions.iter().map(words).collect())
    }

    /// The data class that one of some facts names, with its purpose: what a tuple says last of why it is in the set.
    fn class(&self, facts: &Conjunction, covers: &Bits) -> Option<(String, String)> {
        let class = facts.iter().find_map(|&f| self.facts[f].words.strip_prefix("data class is ").filter(|class| !class.contains(' ')))?;
        let answer = covers.iter().map(|t| &self.operation.answers[t]).find(|answer| answer.class == class)?;
        Some((class.to_owned(), answer.why.rsplit("; ").next()?.to_owned()))
    }

    /// A tuple in one line, with the memory that it takes where that is much or given.
    fn line(&self, tuple: usize) -> String {
        let tuple = &self.operation.tuples[tuple].tuple;
        let tiles = || tuple.operands.iter().map(|o| &o.tile);
        let line = tuple_line(tuple);
        match tiles().filter_map(|t| Some(t.address?.saturating_add(t.bytes()))).max() {
            Some(end) => format!("{line}, in memory up to byte {end}"),
            None => match tiles().map(Tile::bytes).sum::<u64>() {
                bytes if bytes >= MUCH => format!("{line}, {bytes} bytes in all"),
                _ => line,
            },
        }
    }

    fn cause(&self, kind: FailureKind, statement: &Statement, passing: &Bits) -> Found {
        let (tuples, covers) = (self.operation.tuples, &statement.covers);
        let chosen = statement.conjunctions.first();
        let small = smallest(tuples, covers).unwrap_or_default();
        let mut messages: BTreeMap<String, Said> = BTreeMap::new();
        for (tuple, message) in covers.iter().filter_map(|t| Some((t, self.message(t)?))) {
            let as_it_is = || on_one_line(self.operation.became[tuple].message.as_deref().unwrap_or_default());
            messages.entry(message).or_insert_with(|| Said { tuples: 0, such_as: as_it_is() }).tuples += 1;
        }
        let names = chosen.and_then(|c| self.names(c));
        // That an option is followed in some places only is no option: then it is the rule that is broken there.
        let in_part = names.as_ref().is_some_and(|(_, option)| option.is_some()) && chosen.is_some_and(|c| c.len() > 1);
        if (names.is_none() || in_part)
            && let Some(rule) = self.rule_of(kind, covers)
        {
            let of_rule = self.cause(kind, &Statement { conjunctions: vec![vec![rule]], ..statement.clone() }, passing);
            if in_part || chosen.is_none_or(Vec::is_empty) {
                return of_rule;
            }
            return Found { only_where: statement.conjunctions.iter().map(|c| self.words(c, kind)).collect(), ..of_rule };
        }
        let statements: Vec<String> = statement.conjunctions.iter().map(|c| self.words(c, kind)).collect();
        let first = self.operation.became[small].failed.iter().map(|f| f.first).min().unwrap_or(0);
        Found {
            kind,
            tuples: covers.count().into(),
            cases: covers.iter().map(|t| self.failing_cases(t)).sum(),
            facts: chosen.map_or(usize::MAX, Vec::len),
            weaker: chosen.filter(|c| c.len() > 1).into_iter().flatten().map(|&f| self.alone(f, passing)).collect(),
            only_where: names.as_ref().map_or_else(Vec::new, |(id, option)| self.only_where(id, option.is_some(), covers)),
            names,
            named: statement.conjunctions.iter().filter_map(|c| Some((self.words(c, kind), self.names(c)?))).collect(),
            class: chosen.and_then(|c| self.class(c, covers)),
            passing: passing.count().into(),
            exceptions: statement.exceptions.count().into(),
            such_as: statement.exceptions.iter().take(NAMED).map(|t| tuples[t].id()).collect(),
            not_proven: [0; 2],
            messages,
            samples: self.samples(kind, covers),
            elements: tuples[small].tuple.elements(),
            smallest: CaseId { op: &self.operation.info.name, tuple: &tuples[small].name, slot: first }.to_string(),
            tuple: self.line(small),
            form: tuples[small].tuple.form.to_string(),
            nearest: nearest(tuples, self.columns, small, &passing.without(&statement.exceptions), &statements),
            statements,
        }
    }
}

fn none_says_half(statements: &[Statement], failing: &Bits) -> bool {
    statements.iter().all(|statement| statement.covers.count() * 2 < failing.count())
}

/// What fails where everything fails that could.
fn every(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::AcceptedIllegal | FailureKind::WrongRule | FailureKind::TwinRejected => "every tuple that has to be rejected",
        FailureKind::Crashed | FailureKind::Timeout | FailureKind::Error | FailureKind::Missing | FailureKind::Duplicate => "every tuple",
        _ => "every legal tuple",
    }
}
