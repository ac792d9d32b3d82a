//! The causes of one operation.

use crate::bits::Bits;
use crate::columns::Columns;
use crate::fact::Fact;
use crate::facts::facts;
use crate::message::normalised;
use crate::near::{nearest, smallest};
use crate::search::{Conjunction, Statement, search};
use ptoconf_checker::{Became, FailingOperation, tuple_line};
use ptoconf_schemas::{CaseId, Expectation, FailureKind, NearestTuple};
use std::collections::BTreeMap;

/// Statements for each operation.
const MOST: usize = 20;
/// Messages that split the failures of one kind; where there are more they name things rather than checks.
const MESSAGES: usize = 12;
/// Exceptions that are named.
const NAMED: usize = 3;

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
    /// The rule or reading that the first of them names.
    pub names: Option<(String, Option<String>)>,
    /// Passing tuples that could have failed so.
    pub passing: u64,
    /// Those of which it is true, too.
    pub exceptions: u64,
    /// The first of them.
    pub such_as: Vec<String>,
    /// Tuples and cases of which nothing is known because these failed.
    pub not_proven: [u64; 2],
    /// Messages, with how many tuples have them.
    pub messages: BTreeMap<String, u64>,
    /// Elements of the smallest failing tuple.
    pub elements: u64,
    /// Its first failing case.
    pub smallest: String,
    /// It in one line.
    pub tuple: String,
    /// The passing tuple that is nearest to it.
    pub nearest: Option<NearestTuple>,
}

/// Finds the causes of an operation.
pub fn causes(operation: &FailingOperation<'_>) -> Vec<Found> {
    let columns = Columns::new(operation.tuples, operation.answers);
    let own = Own { operation, columns: &columns, facts: &facts(operation, &columns) };
    let (mut found, mut of_tuple) = (vec![], BTreeMap::new());
    let kinds: Vec<Option<FailureKind>> = operation.became.iter().map(kind).collect();
    let failed_as = |kind: FailureKind| Bits::of(kinds.len(), |t| kinds[t] == Some(kind));
    for &kind in FailureKind::ALL.iter().filter(|&&kind| kind != FailureKind::TwinRejected) {
        own.of_kind(kind, &failed_as(kind), &mut |cause, covers| {
            of_tuple.extend(covers.iter().map(|tuple| (tuple, found.len())));
            found.push(cause);
        });
    }
    let unproven = failed_as(FailureKind::TwinRejected);
    let alone = own.blame(&unproven, &of_tuple, &mut found);
    own.of_kind(FailureKind::TwinRejected, &alone, &mut |cause, _| found.push(cause));
    found
}

/// How most of the failing cases of a tuple fail.
fn kind(became: &Became) -> Option<FailureKind> {
    let most = became.failed.iter().map(|f| f.cases).max()?;
    became.failed.iter().filter(|f| f.cases == most).map(|f| f.kind).min()
}

struct Own<'a> {
    operation: &'a FailingOperation<'a>,
    columns: &'a Columns,
    facts: &'a [Fact],
}

impl Own<'_> {
    /// Counts rejections that prove nothing under the cause of their twin; gives those whose twin has none.
    fn blame(&self, unproven: &Bits, of_tuple: &BTreeMap<usize, usize>, found: &mut [Found]) -> Bits {
        let tuples = self.operation.tuples;
        let by_name: BTreeMap<&str, usize> = tuples.iter().enumerate().map(|(t, line)| (line.name.as_str(), t)).collect();
        let mut alone = Bits::none(tuples.len());
        for tuple in unproven.iter() {
            let twin = self.operation.answers[tuple].expect.twin().and_then(|name| by_name.get(name));
            match twin.and_then(|twin| of_tuple.get(twin)) {
                Some(&cause) => {
                    found[cause].not_proven[0] += 1;
                    found[cause].not_proven[1] += self.failing_cases(tuple);
                }
                None => alone.insert(tuple),
            }
        }
        alone
    }

    /// The causes of one kind of failure.
    fn of_kind(&self, kind: FailureKind, failing: &Bits, found: &mut impl FnMut(Found, &Bits)) {
        let passing = self.could_fail(kind);
        let mut room = MOST;
        for part in self.by_message(kind, failing) {
            let (statements, left) = search(self.facts, &part, &passing, room);
            room -= statements.len();
            statements.iter().for_each(|statement| found(self.cause(kind, statement, &passing), &statement.covers));
            if !left.is_empty() {
                let nothing = Statement { conjunctions: vec![], covers: left, exceptions: Bits::none(self.columns.tuples) };
                found(self.cause(kind, &nothing, &passing), &nothing.covers);
            }
        }
    }

    /// Passing tuples that could have failed in this way.
    fn could_fail(&self, kind: FailureKind) -> Bits {
        let (became, answers) = (&self.operation.became, self.operation.answers);
        let passed = |t: usize| became[t].failed.is_empty() && became[t].passed > 0;
        let legal = |t: usize| matches!(answers[t].expect, Expectation::Accept { .. });
        Bits::of(became.len(), |t| {
            let could = match kind {
                FailureKind::AcceptedIllegal | FailureKind::WrongRule | FailureKind::TwinRejected => !became[t].ran,
                FailureKind::RejectedLegal | FailureKind::Unsupported => legal(t),
                FailureKind::Mismatch | FailureKind::GuardTouched | FailureKind::Malformed | FailureKind::InconsistentReading => {
                    became[t].ran
                }
                FailureKind::Crashed | FailureKind::Timeout | FailureKind::Error | FailureKind::Missing | FailureKind::Duplicate => true,
            };
            could && passed(t)
        })
    }

    /// Failing tuples of one kind by what the implementation says, the commonest message first.
    fn by_message(&self, kind: FailureKind, failing: &Bits) -> Vec<Bits> {
        let says = match kind {
            FailureKind::AcceptedIllegal | FailureKind::Mismatch | FailureKind::InconsistentReading => false,
            FailureKind::WrongRule | FailureKind::TwinRejected => false,
            _ => true,
        };
        let mut parts: BTreeMap<Option<String>, Bits> = BTreeMap::new();
        for tuple in failing.iter().filter(|_| says) {
            let message = self.operation.became[tuple].message.as_deref().map(normalised);
            parts.entry(message).or_insert_with(|| Bits::none(self.columns.tuples)).insert(tuple);
        }
        if !(2..=MESSAGES).contains(&parts.len()) {
            return if failing.is_empty() { vec![] } else { vec![failing.clone()] };
        }
        let mut parts: Vec<Bits> = parts.into_values().collect();
        parts.sort_by_key(|part| std::cmp::Reverse(part.count()));
        parts
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

    fn cause(&self, kind: FailureKind, statement: &Statement, passing: &Bits) -> Found {
        let (tuples, covers) = (self.operation.tuples, &statement.covers);
        let chosen = statement.conjunctions.first();
        let small = smallest(tuples, covers).unwrap_or_default();
        let mut messages: BTreeMap<String, u64> = BTreeMap::new();
        for message in covers.iter().filter_map(|t| self.operation.became[t].message.as_deref()) {
            *messages.entry(normalised(message)).or_default() += 1;
        }
        let first = self.operation.became[small].failed.iter().map(|f| f.first).min().unwrap_or(0);
        Found {
            kind,
            tuples: covers.count().into(),
            cases: covers.iter().map(|t| self.failing_cases(t)).sum(),
            statements: statement.conjunctions.iter().map(|c| self.words(c, kind)).collect(),
            names: chosen.and_then(|c| c.iter().find_map(|&f| self.facts[f].names.clone())),
            passing: passing.count().into(),
            exceptions: statement.exceptions.count().into(),
            such_as: statement.exceptions.iter().take(NAMED).map(|t| tuples[t].id()).collect(),
            not_proven: [0; 2],
            messages,
            elements: tuples[small].tuple.elements(),
            smallest: CaseId { op: &self.operation.info.name, tuple: &tuples[small].name, slot: first }.to_string(),
            tuple: tuple_line(&tuples[small].tuple),
            nearest: nearest(tuples, self.columns, small, &passing.without(&statement.exceptions)),
        }
    }
}

/// What fails where everything fails that could.
fn every(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::AcceptedIllegal | FailureKind::WrongRule | FailureKind::TwinRejected => "every tuple that has to be rejected",
        FailureKind::Crashed | FailureKind::Timeout | FailureKind::Error | FailureKind::Missing | FailureKind::Duplicate => "every tuple",
        _ => "every legal tuple",
    }
}
