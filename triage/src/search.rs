//! The search: short statements that are true of failing tuples and of none, or few, that pass.
//!
//! Greedy: the statement that explains most is taken, what it explains is set aside, and the search goes on with the rest.
//! A statement is one fact, or two or three that are true together. What it explains is weighed against the passing tuples
//! of which it is true, too, its length, and how plain its facts are; ties fall by the order of the facts.

use crate::bits::Bits;
use crate::fact::Fact;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What passing tuples say against a statement that is true of them.
#[derive(Clone, Copy, Debug)]
pub struct Evidence {
    /// As many failing tuples as one of them outweighs.
    weight: i64,
    /// Of so many failing tuples one passing one may be an exception.
    share: i64,
    /// Whether rules and readings may be named.
    named: bool,
}

impl Evidence {
    /// Who accepts or rejects decides on the tuple alone.
    pub const OF_DECISIONS: Evidence = Evidence { weight: 6, share: 10, named: true };
    /// A wrong computation may give the right values by luck: a sum of zeros does not tell of its rows.
    pub const OF_VALUES: Evidence = Evidence { weight: 2, share: 5, named: true };
    /// Who does not support something never came to a rule.
    pub const OF_SUPPORT: Evidence = Evidence { named: false, ..Evidence::OF_DECISIONS };
}

/// What each fact after the first costs, in thousandths.
const LENGTH: i64 = 100;
/// What a statement without a fact keeps of what it explains, in thousandths: less than one that names a rule.
const EVERY: i64 = 970;
/// Of so many failing tuples that break one rule, where none that breaks it passes, the rule is the cause, whatever else they
/// have in common: whoever does not look for it fails just so.
const CERTAIN: u32 = 4;
/// One passing tuple to more failing ones than this is next to nothing.
const NEXT_TO_NOTHING: u32 = 16;
/// Facts that are tried in pairs with every other.
const PAIRED: usize = 40;
/// Pairs that are tried with a third fact.
const EXTENDED: usize = 40;

/// Facts by index.
pub type Conjunction = Vec<usize>;

/// What was found.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Facts that are true together; more where they are true of the same tuples, the plainest first. One without a fact
    /// is true of all.
    pub conjunctions: Vec<Conjunction>,
    /// The failing tuples that it explains and none before it did.
    pub covers: Bits,
    /// The passing tuples of which it is true.
    pub exceptions: Bits,
}

/// Facts that are true of the same tuples.
struct Class {
    /// The plainest first.
    facts: Vec<usize>,
    holds: Rc<Bits>,
    price: i64,
}

/// A conjunction of classes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Tried {
    /// Whether it names what a decision goes by, and nothing speaks against it.
    certain: bool,
    score: i64,
    classes: Vec<usize>,
}

/// Finds at most `most` statements, and the failing tuples that none of them is true of.
pub fn search(facts: &[Fact], failing: &Bits, passing: &Bits, evidence: Evidence, most: usize) -> (Vec<Statement>, Bits) {
    let table = Table::new(facts, failing, passing, evidence);
    let (mut left, mut statements) = (failing.clone(), vec![]);
    let least = (failing.count() / 100).max(1);
    while statements.len() < most && !left.is_empty() {
        let Some(statement) = table.best(&left, least) else { break };
        left = left.without(&statement.covers);
        statements.push(statement);
    }
    (statements, left)
}

struct Table<'a> {
    facts: &'a [Fact],
    classes: Vec<Class>,
    mask: Bits,
    failing: &'a Bits,
    passing: &'a Bits,
    evidence: Evidence,
    /// The passing tuples, squeezed.
    passed: Bits,
}

impl<'a> Table<'a> {
    fn new(facts: &'a [Fact], failing: &'a Bits, passing: &'a Bits, evidence: Evidence) -> Self {
        let mask = failing.or(passing);
        let everything = mask.squeezed(&mask);
        let mut order: Vec<usize> = (0..facts.len()).filter(|&f| evidence.named || facts[f].names.is_none()).collect();
        order.sort_by_key(|&f| (facts[f].plain, f));
        let (mut classes, mut known): (Vec<Class>, FxHashMap<Rc<Bits>, usize>) = (vec![], FxHashMap::default());
        let squeezed_failing = failing.squeezed(&mask);
        for fact in order {
            let holds = facts[fact].holds.squeezed(&mask);
            // What names a rule or a reading says more than "every tuple".
            if (holds == everything && facts[fact].names.is_none()) || holds.common(&squeezed_failing) == 0 {
                continue;
            }
            match known.get(&holds) {
                Some(&class) => classes[class].add(facts, fact),
                None => {
                    let holds = Rc::new(holds);
                    known.insert(Rc::clone(&holds), classes.len());
                    classes.push(Class { facts: vec![fact], holds, price: facts[fact].plain.price() });
                }
            }
        }
        let passed = passing.squeezed(&mask);
        Table { facts, classes, mask, failing, passing, evidence, passed }
    }

    /// The best statement on the failing tuples that are left, if one explains at least so many.
    fn best(&self, left: &Bits, least: u32) -> Option<Statement> {
        let squeezed = left.squeezed(&self.mask);
        let (passing, least) = (i64::from(self.passed.count()), i64::from(least.min(left.count())));
        let weigh = Weigh { evidence: self.evidence, left: &squeezed, passed: &self.passed, passing, least };
        let all = weigh.gain(i64::from(left.count()), i64::from(self.passing.count())).map(|gain| gain * EVERY);
        let mut best = Tried { certain: false, score: all.unwrap_or(0), classes: vec![] };
        let mut better = |tried: Tried| {
            if (tried.certain, tried.score) > (best.certain, best.score) {
                best = tried;
            }
        };
        for (class, own) in self.classes.iter().enumerate() {
            let named = self.is_named(class);
            let score = if named { weigh.named(&own.holds, own.price) } else { weigh.score(&own.holds, own.price, 1) };
            better(Tried { certain: named && score > 0 && weigh.is_certain(&own.holds), score, classes: vec![class] });
        }
        let candidates = self.candidates(&squeezed);
        let pairs = self.pairs(&candidates, &weigh, &mut better);
        self.triples(&pairs, &weigh, &mut better);
        (best.score > 0).then(|| self.statement(&best.classes, left))
    }

    /// Whether it names a rule or a reading.
    fn is_named(&self, class: usize) -> bool {
        self.facts[self.classes[class].facts[0]].names.is_some()
    }

    /// The classes that explain much and spare passing tuples, the best first.
    fn candidates(&self, left: &Bits) -> Vec<usize> {
        let (failing, passing) = (i64::from(left.count()).max(1), i64::from(self.passed.count()).max(1));
        let merit = |class: &Class| {
            let (f, p) = (i64::from(class.holds.common(left)), i64::from(class.holds.common(&self.passed)));
            (f > 0).then_some(f * 1000 / failing - p * 1000 / passing - class.price / 4)
        };
        let mut ranked: Vec<(i64, usize)> = self.classes.iter().enumerate().filter_map(|(i, c)| Some((-merit(c)?, i))).collect();
        ranked.sort_unstable();
        ranked.into_iter().take(PAIRED).map(|(_, class)| class).collect()
    }

    /// Tries pairs; gives those that a third fact may mend, the best first.
    fn pairs(&self, candidates: &[usize], weigh: &Weigh<'_>, better: &mut impl FnMut(Tried)) -> Vec<(Vec<usize>, Bits, i64)> {
        let mut open: Vec<(i64, [usize; 2])> = vec![];
        let mut is_paired = vec![false; self.classes.len()];
        for &a in candidates {
            is_paired[a] = true;
            // Those before it were paired with it.
            for b in (0..self.classes.len()).filter(|b| !is_paired[*b]) {
                let (x, y) = (&self.classes[a], &self.classes[b]);
                let f = i64::from(x.holds.common_of(&y.holds, weigh.left));
                if f < weigh.least {
                    continue;
                }
                let (p, pair) = (i64::from(x.holds.common_of(&y.holds, weigh.passed)), [a.min(b), a.max(b)]);
                let score = weigh.scored(f, p, x.price + y.price, 2);
                if score > 0 {
                    better(Tried { certain: false, score, classes: pair.to_vec() });
                }
                // A third fact can only take away.
                if p > 0 {
                    open.push((p - f, pair));
                }
            }
        }
        open.sort_unstable();
        open.truncate(EXTENDED);
        let joined = |(_, pair): (i64, [usize; 2])| {
            let [x, y] = pair.map(|class| &self.classes[class]);
            (pair.to_vec(), x.holds.and(&y.holds), x.price + y.price)
        };
        open.into_iter().map(joined).collect()
    }

    fn triples(&self, pairs: &[(Vec<usize>, Bits, i64)], weigh: &Weigh<'_>, better: &mut impl FnMut(Tried)) {
        for (pair, holds, price) in pairs {
            for third in (0..self.classes.len()).filter(|c| !pair.contains(c)) {
                let class = &self.classes[third];
                let f = i64::from(holds.common_of(&class.holds, weigh.left));
                if f < weigh.least {
                    continue;
                }
                let p = i64::from(holds.common_of(&class.holds, weigh.passed));
                let score = weigh.scored(f, p, price + class.price, 3);
                if score > 0 {
                    let mut classes: Vec<usize> = pair.iter().copied().chain([third]).collect();
                    classes.sort_unstable();
                    better(Tried { certain: false, score, classes });
                }
            }
        }
    }

    fn statement(&self, classes: &[usize], left: &Bits) -> Statement {
        let chosen: Conjunction = classes.iter().map(|&c| self.classes[c].facts[0]).collect();
        let holds = chosen.iter().fold(self.failing.or(self.passing), |holds, &fact| holds.and(&self.facts[fact].holds));
        let conjunctions = self.indistinguishable(classes);
        Statement { conjunctions, covers: holds.and(left), exceptions: holds.and(self.passing) }
    }

    /// The conjunctions that are true of the same tuples: those in which one fact stands in for another of these.
    fn indistinguishable(&self, classes: &[usize]) -> Vec<Conjunction> {
        let chosen: Conjunction = classes.iter().map(|&c| self.classes[c].facts[0]).collect();
        let mut found = vec![chosen.clone()];
        for at in 0..classes.len() {
            let stand_in = |fact: usize| {
                let mut other = chosen.clone();
                other[at] = fact;
                other
            };
            let own = &self.classes[classes[at]];
            let mut others: Vec<usize> = own.facts[1..].to_vec();
            if classes.len() > 1 {
                others.extend(self.replacing(classes, at).into_iter().map(|class| self.classes[class].facts[0]));
            }
            others.sort_by_key(|&f| (self.facts[f].plain, f));
            others.retain(|&f| self.facts[f].family != self.facts[chosen[at]].family && !chosen.contains(&f));
            found.extend(others.into_iter().map(stand_in));
        }
        found
    }

    /// The classes that could stand in place of one of a conjunction, and leave the same tuples.
    fn replacing(&self, classes: &[usize], at: usize) -> Vec<usize> {
        let others = classes.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, &c)| &self.classes[c].holds);
        let rest = others.fold(self.mask.squeezed(&self.mask), |rest, holds| rest.and(holds));
        let same = rest.and(&self.classes[classes[at]].holds);
        let fits = |class: &usize| !classes.contains(class) && rest.and(&self.classes[*class].holds) == same;
        (0..self.classes.len()).filter(fits).collect()
    }
}

impl Class {
    /// Adds a fact, unless a plainer one says the same in other numbers.
    fn add(&mut self, facts: &[Fact], fact: usize) {
        if !self.facts.iter().any(|&known| facts[known].family == facts[fact].family) {
            self.facts.push(fact);
        }
    }
}

struct Weigh<'a> {
    evidence: Evidence,
    left: &'a Bits,
    passed: &'a Bits,
    /// How many of these there are.
    passing: i64,
    least: i64,
}

impl Weigh<'_> {
    /// What a statement is worth that is true of so many failing and so many passing tuples, if anything.
    fn gain(&self, failing: i64, passing: i64) -> Option<i64> {
        (failing >= self.least && passing * self.evidence.share <= failing).then_some(failing - self.evidence.weight * passing)
    }

    fn scored(&self, failing: i64, passing: i64, price: i64, length: i64) -> i64 {
        // What is true of half of those that pass as well does not tell who fails: then it is every tuple.
        if self.passing > 0 && passing * 2 >= self.passing {
            return 0;
        }
        self.worth(failing, passing, price, length)
    }

    fn worth(&self, failing: i64, passing: i64, price: i64, length: i64) -> i64 {
        self.gain(failing, passing).map_or(0, |gain| gain * (1000 - LENGTH * (length - 1) - price))
    }

    /// The same of a fact that names a rule or a reading: it says more than which tuples fail.
    fn named(&self, holds: &Bits, price: i64) -> i64 {
        self.worth(i64::from(holds.common(self.left)), i64::from(holds.common(self.passed)), price, 1)
    }

    /// Whether enough failing tuples and no passing one have it, where that decides; if next to nothing passes, it does not.
    fn is_certain(&self, holds: &Bits) -> bool {
        let tells = self.passing * i64::from(NEXT_TO_NOTHING) >= i64::from(self.left.count());
        tells
            && self.evidence.weight == Evidence::OF_DECISIONS.weight
            && holds.common(self.left) >= CERTAIN
            && holds.common(self.passed) == 0
    }

    fn score(&self, holds: &Bits, price: i64, length: i64) -> i64 {
        let failing = i64::from(holds.common(self.left));
        if failing < self.least {
            return 0;
        }
        self.scored(failing, i64::from(holds.common(self.passed)), price, length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fact::Plain;

    /// A fact that is true of these out of 12 tuples.
    fn fact(words: &str, plain: Plain, family: u32, holds: &[usize]) -> Fact {
        Fact { words: words.into(), plain, against: 0, family, names: None, holds: Rc::new(Bits::of(COUNT, |t| holds.contains(&t))) }
    }

    const COUNT: usize = 200;

    /// The first so many tuples fail and all others pass; what is said of them, with how many exceptions, and what is left.
    fn said(facts: &[Fact], failing: usize) -> (Vec<(String, u32, u32)>, u32) {
        let fails = Bits::of(COUNT, |t| t < failing);
        let (statements, left) = search(facts, &fails, &Bits::of(COUNT, |t| t >= failing), Evidence::OF_DECISIONS, 20);
        let words = |c: &Conjunction| c.iter().map(|&f| facts[f].words.as_str()).collect::<Vec<_>>().join(" and ");
        let each = |s: &Statement| s.conjunctions.iter().map(words).collect::<Vec<_>>().join(" = ");
        (statements.iter().map(|s| (each(s), s.covers.count(), s.exceptions.count())).collect(), left.count())
    }

    fn range(from: usize, to: usize) -> Vec<usize> {
        (from..to).collect()
    }

    #[test]
    fn one_fact_is_found() {
        let facts = [fact("a", Plain::Kind, 0, &range(0, 20)), fact("b", Plain::Kind, 1, &range(10, 40))];
        assert_eq!(said(&facts, 20), (vec![("a".into(), 20, 0)], 0));
    }

    #[test]
    fn where_everything_fails_a_rule_is_named_and_no_other_fact() {
        let rule = Fact { names: Some(("ta/rule".into(), None)), ..fact("rule ta/rule is broken", Plain::Broken, 1, &range(0, COUNT)) };
        let facts = [fact("a", Plain::Kind, 0, &range(0, COUNT)), rule];
        assert_eq!(said(&facts, COUNT), (vec![("rule ta/rule is broken".into(), COUNT as u32, 0)], 0));
        assert_eq!(said(&facts[..1], COUNT), (vec![(String::new(), COUNT as u32, 0)], 0));
    }

    #[test]
    fn what_is_true_of_half_of_those_that_pass_is_not_said() {
        let facts = [fact("a", Plain::Kind, 0, &range(0, 198))];
        assert_eq!(said(&facts, 196), (vec![(String::new(), 196, 4)], 0));
        let facts = [fact("a", Plain::Kind, 0, &range(0, 197))];
        assert_eq!(said(&facts, 196), (vec![("a".into(), 196, 1)], 0));
    }

    /// Whoever looks for no rule fails by each of them; that most of these tuples are large is how they were made.
    #[test]
    fn rules_that_nobody_looks_for_are_named_before_what_their_tuples_have_in_common() {
        let rule = |name: &str, family, from, to| Fact {
            names: Some((name.into(), None)),
            ..fact(&format!("rule {name} is broken"), Plain::Broken, family, &range(from, to))
        };
        let facts = [rule("one", 1, 0, 10), rule("two", 2, 10, 20), rule("three", 3, 20, 23), fact("large", Plain::Kind, 0, &range(0, 24))];
        let named = |name: &str, count| (format!("rule {name} is broken"), count, 0);
        assert_eq!(said(&facts, 23).0[..2], [named("one", 10), named("two", 10)]);
        // Three tuples may have been made alike.
        assert_eq!(said(&facts[2..], 23).0, [("large".into(), 23, 1)]);
    }

    /// A verifier that rejects nothing breaks every rule, and none in particular.
    #[test]
    fn where_next_to_nothing_passes_no_rule_is_named_before_what_all_have_in_common() {
        let rule = Fact { names: Some(("one".into(), None)), ..fact("rule one is broken", Plain::Broken, 1, &range(0, 30)) };
        assert_eq!(said(std::slice::from_ref(&rule), COUNT - 2).0[0], (String::new(), COUNT as u32 - 2, 2));
        assert_eq!(said(&[rule], 150).0[0], ("rule one is broken".into(), 30, 0));
    }

    #[test]
    fn of_what_is_not_supported_no_rule_is_named() {
        let rule = Fact { names: Some(("one".into(), None)), ..fact("rule one is broken", Plain::Broken, 1, &range(0, 12)) };
        let facts = [fact("form is b", Plain::Kind, 0, &range(0, 30)), rule];
        let (fails, passes) = (Bits::of(COUNT, |t| t < 30), Bits::of(COUNT, |t| t >= 30));
        let first = |evidence| search(&facts, &fails, &passes, evidence, 20).0[0].conjunctions.clone();
        assert_eq!((first(Evidence::OF_SUPPORT), first(Evidence::OF_DECISIONS)), (vec![vec![0]], vec![vec![1]]));
    }

    #[test]
    fn two_facts_are_found_together() {
        let facts = [fact("a", Plain::Kind, 0, &range(0, 60)), fact("b", Plain::Kind, 1, &[range(0, 20), range(80, 120)].concat())];
        assert_eq!(said(&facts, 20), (vec![("a and b".into(), 20, 0)], 0));
    }

    #[test]
    fn three_facts_are_found_together() {
        let other = |from, to| [range(0, 20), range(from, to)].concat();
        let facts = [
            fact("a", Plain::Kind, 0, &[range(0, 20), range(20, 60), range(60, 100)].concat()),
            fact("b", Plain::Kind, 1, &[other(20, 60), range(100, 140)].concat()),
            fact("c", Plain::Kind, 2, &[other(60, 100), range(100, 140)].concat()),
        ];
        assert_eq!(said(&facts, 20), (vec![("a and b and c".into(), 20, 0)], 0));
    }

    #[test]
    fn a_few_exceptions_do_not_hide_a_fact() {
        let facts = [fact("a", Plain::Kind, 0, &range(0, 102)), fact("b", Plain::Kind, 1, &range(0, 50))];
        assert_eq!(said(&facts, 100), (vec![("a".into(), 100, 2)], 0));
    }

    #[test]
    fn what_one_statement_explains_is_set_aside() {
        let facts = [fact("a", Plain::Kind, 0, &range(0, 30)), fact("b", Plain::Kind, 1, &range(30, 40))];
        assert_eq!(said(&facts, 43), (vec![("a".into(), 30, 0), ("b".into(), 10, 0)], 3));
    }

    #[test]
    fn facts_that_are_true_of_the_same_tuples_are_said_together_and_the_plainest_first() {
        let same = range(0, 20);
        let facts =
            [fact("x > 7", Plain::Contrived, 0, &same), fact("y", Plain::Property, 1, &same), fact("x > 8", Plain::Threshold, 0, &same)];
        assert_eq!(said(&facts, 20).0, [("y = x > 8".into(), 20, 0)]);
    }

    #[test]
    fn what_no_fact_separates_is_left() {
        assert_eq!(said(&[fact("a", Plain::Kind, 0, &range(0, 120))], 20), (vec![], 20));
    }

    #[test]
    fn where_everything_fails_nothing_needs_to_be_said() {
        assert_eq!(said(&[fact("a", Plain::Kind, 0, &range(0, 90))], COUNT), (vec![(String::new(), COUNT as u32, 0)], 0));
    }

    #[test]
    fn the_order_of_the_facts_does_not_matter() {
        let facts = [
            fact("a", Plain::Kind, 0, &range(0, 30)),
            fact("b", Plain::Property, 1, &range(30, 40)),
            fact("c", Plain::Threshold, 2, &range(0, 30)),
        ];
        let reversed: Vec<Fact> = facts.iter().rev().cloned().collect();
        assert_eq!(said(&facts, 43), said(&reversed, 43));
    }
}
