//! The facts that are tried, made of the columns of an operation.

use crate::bits::Bits;
use crate::columns::{Columns, Numbers, Sort, Words};
use crate::fact::{Fact, Plain};
use ptoconf_checker::FailingOperation;
use ptoconf_schemas::{Alternative, Effect, Expectation};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Other values of a number that are tried as thresholds, if it has no more than this.
const VALUES: usize = 40;
/// Words that are tried one by one, if there are no more than this.
const WORDS: usize = 64;

/// Every fact, in an order that does not depend on that of the tuples.
/// `broken` has the rules that may have each tuple rejected, `demanded` those of them that demand it.
pub fn facts(operation: &FailingOperation<'_>, columns: &Columns, broken: &[Vec<&str>], demanded: &[Vec<&str>]) -> Vec<Fact> {
    let failing = Bits::of(columns.tuples, |tuple| !operation.became[tuple].failed.is_empty());
    let mut facts = Facts { tuples: columns.tuples, failing, facts: vec![], known: FxHashSet::default(), families: 0 };
    facts.followed(operation, broken);
    facts.broken(operation, demanded);
    for (name, column) in &columns.words {
        facts.words(name, column);
    }
    facts.dtypes(columns);
    let numbers: Vec<(&String, &Numbers)> = columns.numbers.iter().collect();
    for (at, (name, column)) in numbers.iter().enumerate() {
        facts.number(name, column);
        for (other, with) in &numbers[at + 1..] {
            facts.compare((name, column), (other, with));
        }
    }
    facts.facts.sort_by(order);
    facts.facts
}

/// The plainest first; of these that which fewest tuples speak against, so that of options that explain the same failures the one
/// that is followed everywhere else is said.
fn order(a: &Fact, b: &Fact) -> Ordering {
    (a.plain, a.against, &a.words).cmp(&(b.plain, b.against, &b.words))
}

struct Facts {
    tuples: usize,
    failing: Bits,
    facts: Vec<Fact>,
    /// What is true of the same tuples is kept once.
    known: FxHashSet<Rc<Bits>>,
    families: u32,
}

impl Facts {
    /// Adds a fact that is true of these tuples, if one of them fails.
    fn add(&mut self, words: String, plain: Plain, family: u32, holds: impl Fn(usize) -> bool) {
        let holds = Bits::of(self.tuples, holds);
        if holds.common(&self.failing) > 0 {
            let holds = self.shared(holds);
            self.facts.push(Fact { words, plain, against: 0, family, names: None, holds });
        }
    }

    fn shared(&mut self, holds: Bits) -> Rc<Bits> {
        let holds = Rc::new(holds);
        if let Some(known) = self.known.get(&holds) {
            return Rc::clone(known);
        }
        self.known.insert(Rc::clone(&holds));
        holds
    }

    fn family(&mut self) -> u32 {
        self.families += 1;
        self.families
    }

    /// What results follow that the profile does not admit; and where tuples that pass do otherwise than that.
    fn followed(&mut self, operation: &FailingOperation<'_>, broken: &[Vec<&str>]) {
        let mut of: BTreeMap<(&str, &str), Bits> = BTreeMap::new();
        for (tuple, became) in operation.became.iter().enumerate() {
            for instead in &became.instead {
                for option in &instead.options {
                    of.entry((&instead.reading, option)).or_insert_with(|| Bits::none(self.tuples)).insert(tuple);
                }
            }
        }
        for ((reading, option), mut holds) in of {
            let against: Vec<usize> =
                (0..self.tuples).filter(|&t| broken[t].len() <= 1 && speaks_against(operation, t, reading, option)).collect();
            against.iter().for_each(|&tuple| holds.insert(tuple));
            // Of the options of one reading that explain the same, one is enough.
            let family = self.readings_family(reading);
            let (names, holds) = (Some((reading.to_owned(), Some(option.to_owned()))), self.shared(holds));
            let words = followed(without(reading, &operation.info.name), option);
            self.facts.push(Fact { words, plain: Plain::Followed, against: against.len() as u32, family, names, holds });
        }
    }

    fn readings_family(&mut self, reading: &str) -> u32 {
        let known = self.facts.iter().find(|f| f.names.as_ref().is_some_and(|(id, _)| id == reading)).map(|f| f.family);
        known.unwrap_or_else(|| self.family())
    }

    /// The rules that tuples break, and those that they break in words alone because the profile does not enforce them.
    fn broken(&mut self, operation: &FailingOperation<'_>, broken: &[Vec<&str>]) {
        let mut of: BTreeMap<(&str, &str), Bits> = BTreeMap::new();
        for (tuple, (answer, broken)) in operation.answers.iter().zip(broken).enumerate() {
            let (rules, how): (Vec<&str>, _) = match &answer.expect {
                Expectation::Accept { .. } => (answer.contested().collect(), "not enforced"),
                Expectation::Reject { .. } | Expectation::Either { .. } => (broken.clone(), "broken"),
            };
            for rule in rules {
                of.entry((rule, how)).or_insert_with(|| Bits::none(self.tuples)).insert(tuple);
            }
        }
        for ((rule, how), holds) in of {
            let (words, family) = (format!("rule {} is {how}", without(rule, &operation.info.name)), self.family());
            let holds = self.shared(holds);
            self.facts.push(Fact { words, plain: Plain::Broken, against: 0, family, names: Some((rule.to_owned(), None)), holds });
        }
    }

    fn words(&mut self, name: &str, column: &Words) {
        let values = &column.values;
        if values.len() > WORDS || (values.len() == 1 && column.at.iter().all(Option::is_some)) {
            return;
        }
        let family = self.family();
        let name = plain_name(name);
        for (at, value) in (0..).zip(values) {
            let is = |tuple: usize| column.at[tuple] == Some(at);
            let words = if name.starts_with("at the limit") { format!("it is {name}") } else { format!("{name} is {value}") };
            self.add(words, column.plain, family, is);
            if values.len() > 2 {
                let other = |tuple: usize| column.at[tuple].is_some_and(|other| other != at);
                // Of a form it is as plain as what it is.
                let plain = if name == "form" { column.plain } else { column.plain.max(Plain::Threshold) };
                self.add(format!("{name} is not {value}"), plain, family, other);
            }
        }
    }

    /// Whether operands are of one element type.
    fn dtypes(&mut self, columns: &Columns) {
        let of: Vec<(&String, &Words)> = columns.words.iter().filter(|(name, _)| name.ends_with(".dtype")).collect();
        for (at, (a, x)) in of.iter().enumerate() {
            for (b, y) in &of[at + 1..] {
                let both = |t: usize| x.of(t).zip(y.of(t));
                let family = self.family();
                self.add(format!("{a} is {b}"), Plain::Property, family, |t| both(t).is_some_and(|(x, y)| x == y));
                self.add(format!("{a} is not {b}"), Plain::Property, family, |t| both(t).is_some_and(|(x, y)| x != y));
            }
        }
    }

    fn number(&mut self, name: &str, column: &Numbers) {
        let at = |tuple: usize| column.values[tuple];
        let values: BTreeSet<u64> = column.values.iter().flatten().copied().collect();
        let [above, below, exactly, multiples, no_multiples] = [(); 5].map(|()| self.family());
        for (limit, plain) in thresholds(&values, column.sort) {
            self.add(format!("{name} > {limit}"), plain, above, |t| at(t).is_some_and(|v| v > limit));
            self.add(format!("{name} <= {limit}"), plain, below, |t| at(t).is_some_and(|v| v <= limit));
        }
        for value in [0, 1].into_iter().filter(|v| values.contains(v)) {
            self.add(format!("{name} = {value}"), Plain::Property, exactly, |t| at(t) == Some(value));
            self.add(format!("{name} != {value}"), Plain::Property, exactly, |t| at(t).is_some_and(|v| v != value));
        }
        let divisors: &[(u64, Plain)] = match column.sort {
            Sort::Rows | Sort::ValidRows => &[(2, Plain::Threshold), (4, Plain::Threshold), (8, Plain::Contrived), (16, Plain::Threshold)],
            Sort::Cols | Sort::ValidCols => &[(2, Plain::Threshold)],
            Sort::Bytes if name.contains("row of") => &[(32, Plain::Property), (256, Plain::Property)],
            Sort::Bytes => &[],
            Sort::Address => &[(32, Plain::Property)],
        };
        for &(by, plain) in divisors {
            self.add(format!("{name} % {by} = 0"), plain, multiples, |t| at(t).is_some_and(|v| v % by == 0));
            self.add(format!("{name} % {by} != 0"), plain, no_multiples, |t| at(t).is_some_and(|v| v % by != 0));
        }
    }

    /// How two numbers stand to each other.
    fn compare(&mut self, (a, x): (&String, &Numbers), (b, y): (&String, &Numbers)) {
        if !x.sort.compares(y.sort) || (x.of.contains('+') && y.of.contains('+')) {
            return;
        }
        let plain = match () {
            () if x.of == y.of || x.sort == y.sort => Plain::Property,
            () => Plain::Contrived,
        };
        // A sum of inputs is no more than what its parts say, unless an output is asked for as much.
        let plain = if x.of.contains('+') || y.of.contains('+') { plain.max(Plain::Threshold) } else { plain };
        let both = |t: usize| x.values[t].zip(y.values[t]);
        let [equal, less, more] = [(); 3].map(|()| self.family());
        self.add(format!("{a} = {b}"), plain, equal, |t| both(t).is_some_and(|(x, y)| x == y));
        self.add(format!("{a} != {b}"), plain, equal, |t| both(t).is_some_and(|(x, y)| x != y));
        self.add(format!("{a} < {b}"), plain, less, |t| both(t).is_some_and(|(x, y)| x < y));
        self.add(format!("{a} > {b}"), plain, more, |t| both(t).is_some_and(|(x, y)| x > y));
    }
}

/// Whether a tuple passes by running where an option of a reading rejects it, or by being rejected where that lets it run.
fn speaks_against(operation: &FailingOperation<'_>, tuple: usize, reading: &str, option: &str) -> bool {
    let (became, answer) = (&operation.became[tuple], &operation.answers[tuple]);
    let own = answer.contests.iter().filter(|contest| contest.reading.as_deref() == Some(reading));
    let mut effects = own.filter_map(|contest| contest.effects.iter().find(|(name, _)| *name == option).map(|(_, effect)| *effect));
    // Of a tuple that no admitted option rejects, an alternative says which others do.
    let alone = |alternative: &&Alternative| {
        alternative.when.len() == 1 && alternative.when.get(reading).is_some_and(|o| o.iter().any(|o| o == option))
    };
    let rejects = || answer.alternatives.iter().filter(alone).any(|alternative| alternative.rejects);
    became.failed.is_empty()
        && became.passed > 0
        && (effects.any(|effect| (effect == Effect::Rejects) == became.ran) || (became.ran && rejects()))
}

/// The name of a rule or a reading without that of its operation, so that it is the same in others.
pub fn without<'a>(id: &'a str, operation: &str) -> &'a str {
    id.strip_prefix(operation).and_then(|rest| rest.strip_prefix('/')).unwrap_or(id)
}

/// That an option is followed, by its name: what it says is put in its place when all causes are known.
pub fn followed(question: &str, option: &str) -> String {
    format!("{question} = {option} is followed")
}

/// The name of a column as it stands in a sentence.
fn plain_name(name: &str) -> String {
    let (head, note) = name.split_once(" (").unwrap_or((name, ""));
    match note {
        "bytes)" => format!("the size of {head} in bytes"),
        _ => head.to_owned(),
    }
}

/// Numbers at which something may change.
fn thresholds(values: &BTreeSet<u64>, sort: Sort) -> BTreeMap<u64, Plain> {
    let mut found = BTreeMap::new();
    let (Some(&lowest), Some(&highest)) = (values.first(), values.last()) else { return found };
    let mut offer = |limit: u64, plain: Plain| {
        if lowest <= limit && limit < highest {
            let known = found.entry(limit).or_insert(plain);
            *known = plain.min(*known);
        }
    };
    if sort != Sort::Address {
        (0..40).for_each(|k| offer(1 << k, Plain::Threshold));
        (2..40).for_each(|k| offer((1 << k) - 1, Plain::Contrived));
    }
    if sort == Sort::Bytes {
        // As many blocks or vectors as a byte counts, and whole memories.
        [255 * 32, 255 * 256, 248 << 10].into_iter().for_each(|limit| offer(limit, Plain::Contrived));
        (1..16).for_each(|k| offer(k << 15, Plain::Contrived));
    }
    if values.len() <= VALUES && sort != Sort::Address {
        values.iter().for_each(|&value| offer(value, Plain::Arbitrary));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_lie_within_the_values_and_are_as_plain_as_can_be() {
        let found = thresholds(&BTreeSet::from([3, 5, 9]), Sort::Rows);
        let expected = [(3, Plain::Contrived), (4, Plain::Threshold), (5, Plain::Arbitrary), (7, Plain::Contrived), (8, Plain::Threshold)];
        assert_eq!(found.into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn of_options_that_explain_the_same_the_one_that_nothing_speaks_against_comes_first() {
        let fact = |words: &str, plain, against| Fact {
            words: words.into(),
            plain,
            against,
            family: 0,
            names: None,
            holds: Rc::new(Bits::none(1)),
        };
        let mut facts = [fact("april", Plain::Followed, 86), fact("broken", Plain::Broken, 0), fact("two", Plain::Followed, 0)];
        facts.sort_by(order);
        assert_eq!(facts.map(|fact| fact.words), ["two", "april", "broken"]);
    }

    #[test]
    fn notes_of_a_name_are_not_said() {
        assert_eq!(plain_name("dst.dtype (bytes)"), "the size of dst.dtype in bytes");
        assert_eq!(plain_name("dst.valid_rows (static or dynamic)"), "dst.valid_rows");
        assert_eq!(plain_name("dst.loc"), "dst.loc");
    }
}
