//! Causes over all operations: what is true of failing tuples of several operations is one cause.

use crate::facts::{followed, without};
use crate::operation::{Found, spread};
use crate::symptoms::LOOKED_AT;
use ptoconf_schemas::{CaseId, CauseReport, CitedSentence, FailureKind, OperationInfo, OptionInfo, ReadingInfo, Suite};

/// Statements that are said beside the first.
const SAID: usize = 3;
/// Things said to differ from the nearest passing tuple.
const DIFFERS: usize = 6;

/// A cause, with the failing tuples that each operation has of it.
pub struct Cause {
    /// What was found, added up.
    pub found: Found,
    operations: Vec<(String, u64)>,
}

/// Of what is said with one fact in one operation and with one more in another, the shorter is said of both, if it is true
/// of no more passing tuples of the other than one in so many that fail.
const EXCEPTIONS: u64 = 5;

/// Fewer tuples are few.
const FEW: u64 = 4;

/// The causes of all operations, each with the operation that it was found in.
pub fn merged(mut found: Vec<(String, Found)>) -> Vec<Cause> {
    // What is said in the fewest facts first, so that others may join it.
    found.sort_by(|(_, a), (_, b)| a.facts.cmp(&b.facts).then_with(|| b.tuples.cmp(&a.tuples)));
    let mut causes: Vec<Cause> = vec![];
    for (operation, mut found) in found {
        let known = causes.iter_mut().find(|known| known.found.kind == found.kind && known.takes(&mut found));
        match known {
            Some(known) => known.join(Cause::of(operation, found)),
            None => causes.push(Cause::of(operation, found)),
        }
    }
    causes
}

impl Cause {
    fn of(operation: String, found: Found) -> Cause {
        Cause { operations: vec![(operation, found.tuples)], found }
    }

    /// Whether both fail in the same way, and neither names a rule or a reading, which says more than any value.
    pub fn is_like(&self, other: &Cause) -> bool {
        self.found.kind == other.found.kind && self.found.names.is_none() && other.found.names.is_none()
    }

    /// Whether both fail in the same way, and that what `other` names beside is an option that its results would follow: which sum
    /// wrong elements are says more than that.
    pub fn takes_sums(&self, other: &Cause) -> bool {
        self.found.kind == other.found.kind && self.found.names.is_none() && !matches!(&other.found.names, Some((_, None)))
    }

    /// Whether it says that an option is followed.
    pub fn is_followed(&self) -> bool {
        matches!(&self.found.names, Some((_, Some(_))))
    }

    /// Adds a cause of which the same elements are wrong: what else is said of the tuples of either is by the way.
    pub fn join_of_elements(&mut self, mut other: Cause) {
        for found in [&mut self.found, &mut other.found] {
            (found.statements, found.only_where, found.names) = (vec![], vec![], None);
        }
        self.join(other);
    }

    /// Whether something is true of the tuples of both, or nothing is known of either. What joins by a part of its
    /// statement says that part alone from then on.
    fn takes(&self, other: &mut Found) -> bool {
        let own = &self.found.statements;
        if own.is_empty() || other.statements.is_empty() {
            return own.is_empty() && other.statements.is_empty() && self.says_as(other);
        }
        // What is not said first of few tuples is true of them by chance: much is true of a single one.
        let means = |found: &Found, statement: &String| found.statements.first() == Some(statement) || found.tuples >= FEW;
        if own.iter().any(|s| other.statements.contains(s) && means(&self.found, s) && means(other, s)) {
            return true;
        }
        // That one rule is looked at in some places only is one mistake, however many places there are.
        let names_rule = |found: &Found| matches!(&found.names, Some((_, None)));
        let is_rule = self.found.facts == 1 && names_rule(&self.found) && names_rule(other);
        let few = |exceptions: u64| exceptions * EXCEPTIONS <= other.tuples || is_rule;
        let shorter = other.weaker.iter().find(|(words, exceptions)| own.first() == Some(words) && few(*exceptions));
        let Some((words, exceptions)) = shorter.cloned() else { return false };
        (other.statements, other.exceptions, other.such_as) = (vec![words], exceptions, vec![]);
        true
    }

    /// Whether the implementation says the same of both, or nothing of either, or many things of both.
    fn says_as(&self, other: &Found) -> bool {
        let (own, other) = (&self.found.messages, &other.messages);
        let many = own.len() > 1 && other.len() > 1;
        many || own.is_empty() && other.is_empty() || own.keys().any(|message| other.contains_key(message))
    }

    fn join(&mut self, Cause { found: other, operations }: Cause) {
        let own = &mut self.found;
        // What one operation cannot tell apart another may.
        let first = own.statements.first().cloned();
        own.statements.retain(|s| other.statements.contains(s));
        if own.statements.first() != first.as_ref() {
            let named = |statement: &String| own.named.get(statement).or_else(|| other.named.get(statement)).cloned();
            own.names = own.statements.first().and_then(named);
        }
        // What is not so in all of them is said of the first.
        match own.only_where.iter().any(|place| other.only_where.contains(place)) {
            true => own.only_where.retain(|place| other.only_where.contains(place)),
            false => own.only_where.iter_mut().for_each(|place| in_operation(place, &self.operations[0].0)),
        }
        own.tuples += other.tuples;
        own.cases += other.cases;
        own.passing += other.passing;
        own.exceptions += other.exceptions;
        own.such_as.extend(other.such_as);
        own.samples.extend(other.samples);
        own.not_proven = [own.not_proven[0] + other.not_proven[0], own.not_proven[1] + other.not_proven[1]];
        for (message, said) in other.messages {
            let tuples = said.tuples;
            own.messages.entry(message).and_modify(|own| own.tuples += tuples).or_insert(said);
        }
        if other.elements < own.elements {
            (own.elements, own.smallest, own.tuple, own.nearest) = (other.elements, other.smallest, other.tuple, other.nearest);
            own.form = other.form;
        }
        for (operation, more) in operations {
            match self.operations.iter_mut().find(|(name, _)| *name == operation) {
                Some((_, tuples)) => *tuples += more,
                None => self.operations.push((operation, more)),
            }
        }
    }

    /// What comes first: more failing tuples, then more cases.
    pub fn weight(&self) -> (u64, u64) {
        (self.found.tuples, self.found.cases)
    }

    /// Failing cases of all its operations, as many as are looked at.
    pub fn samples(&self) -> Vec<String> {
        spread(&self.found.samples, LOOKED_AT).cloned().collect()
    }

    /// For the report, out of so many failing cases.
    pub fn report(self, suite: &Suite, failing: u64) -> CauseReport {
        let (mut found, mut operations) = (self.found, self.operations);
        operations.sort_by(|(a, x), (b, y)| y.cmp(x).then_with(|| a.cmp(b)));
        let options = options(suite, &operations, &found);
        let sentence = found.names.as_ref().and_then(|(id, option)| sentence(suite, &operations, id, option.as_deref()));
        let class =
            found.class.take().filter(|(class, _)| found.statements.first().is_some_and(|s| s.contains(&format!("data class is {class}"))));
        let of_class =
            class.map(|(id, purpose)| CitedSentence { id, statement: format!("a data class, {purpose}"), source: String::new() });
        let sentence = sentence.or(of_class).or_else(|| defined(suite, &found));
        let mut statements = found.statements.into_iter();
        // What is said already need not be said again.
        let first = statements.next();
        let mut or: Vec<String> = statements.filter(|other| first.as_deref().is_none_or(|said| !alike(said, other))).collect();
        let mut statement = first.map(|said| match found.only_where.iter().find(|place| !plain(&said).contains(&plain(place))) {
            Some(place) => format!("{said}, but only where {}", unsaid(place, &said)),
            None => said,
        });
        or.dedup_by(|a, b| alike(a, b));
        let or_more = or.len().saturating_sub(SAID) as u64;
        or.truncate(SAID);
        or.iter_mut().chain(&mut statement).for_each(|said| in_words(said, &options));
        found.such_as.truncate(SAID);
        if let Some(nearest) = &mut found.nearest {
            let more = nearest.differs.len().saturating_sub(DIFFERS);
            nearest.differs.truncate(DIFFERS);
            nearest.differs.extend((more > 0).then(|| format!("and {more} more")));
        }
        let commonest = found.messages.into_iter().max_by(|(a, x), (b, y)| x.tuples.cmp(&y.tuples).then_with(|| b.cmp(a)));
        let (message, said) = commonest.map(|(message, said)| (message, said.such_as)).unzip();
        CauseReport {
            kind: found.kind,
            operations: operations.into_iter().map(|(name, _)| name).collect(),
            tuples: found.tuples,
            cases: found.cases,
            statement,
            or,
            or_more,
            passing: found.passing,
            exceptions: found.exceptions,
            such_as: found.such_as,
            not_proven: found.not_proven[1],
            wrong: None,
            message,
            said,
            sentence,
            smallest: found.smallest,
            tuple: found.tuple,
            nearest: found.nearest,
            show: String::new(),
            remaining: failing.saturating_sub(found.cases + found.not_proven[1]),
        }
    }
}

/// What a place says that a statement does not say already.
fn unsaid(place: &str, said: &str) -> String {
    // Of which operation it is stands behind the last of its facts.
    let (facts, operation) = place.split_once(" (in ").map_or((place, String::new()), |(facts, of)| (facts, format!(" (in {of}")));
    let said: Vec<&str> = said.split(" and ").collect();
    let rest: Vec<&str> = facts.split(" and ").filter(|fact| !said.contains(fact)).collect();
    format!("{}{operation}", if rest.is_empty() { facts.to_owned() } else { rest.join(" and ") })
}

/// Whether two statements differ only in whose element type is named, where all have one.
fn alike(a: &str, b: &str) -> bool {
    plain(a) == plain(b)
}

/// A statement that does not say whose element type it names, but for one that another is compared with.
fn plain(statement: &str) -> String {
    let mut before = "";
    let mut words = vec![];
    for word in statement.split(' ') {
        let is_compared = ["is", "not"].contains(&before);
        words.push(if word.ends_with(".dtype") && !is_compared { "dtype" } else { word });
        before = word;
    }
    words.join(" ")
}

/// Says of a place that it is one of an operation, if it says nothing of that yet.
fn in_operation(place: &mut String, operation: &str) {
    if !place.ends_with(')') {
        *place = format!("{place} (in {operation})");
    }
}

/// The call of the smallest failing tuple, and the page that defines it: where no rule and no reading is concerned, what it says of
/// the operation is what is not kept.
fn defined(suite: &Suite, found: &Found) -> Option<CitedSentence> {
    let info = suite.operation(CaseId::parse(&found.smallest)?.op)?;
    let form = info.forms.iter().find(|form| form.name == found.form)?;
    let statement = match found.kind {
        FailureKind::RejectedLegal => format!("{}; no rule is broken", form.call),
        _ => form.call.clone(),
    };
    Some(CitedSentence { id: info.name.clone(), statement, source: info.page.clone() })
}

/// Each option that its statements say is followed: as they say it, and in words.
fn options(suite: &Suite, operations: &[(String, u64)], found: &Found) -> Vec<[String; 2]> {
    let named = found.named.values().chain(&found.names);
    let options = named.filter_map(|(id, option)| option_of(suite, operations, id, option.as_deref()?));
    let both = |(reading, option): (&ReadingInfo, &OptionInfo)| {
        let question = operations.iter().map(|(name, _)| without(&reading.id, name)).min_by_key(|q| q.len()).unwrap_or(&reading.id);
        [followed(question, &option.name), option.followed(question)]
    };
    options.map(both).collect()
}

/// Says what options say, in place of their names alone.
fn in_words(statement: &mut String, options: &[[String; 2]]) {
    if let Some([name, words]) = options.iter().find(|[name, _]| statement.contains(name)) {
        *statement = statement.replace(name, words);
    }
}

/// An option of a reading.
fn option_of<'s>(suite: &'s Suite, operations: &[(String, u64)], id: &str, option: &str) -> Option<(&'s ReadingInfo, &'s OptionInfo)> {
    let own = operations.iter().filter_map(|(name, _)| suite.operation(name)).flat_map(|info| &info.readings);
    let reading = own.chain(&suite.profile.readings).find(|reading| reading.id == id)?;
    Some((reading, reading.options.iter().find(|o| o.name == option)?))
}

/// What a rule, or an option of a reading, says, and where it comes from.
fn sentence(suite: &Suite, operations: &[(String, u64)], id: &str, option: Option<&str>) -> Option<CitedSentence> {
    let infos: Vec<&OperationInfo> = operations.iter().filter_map(|(name, _)| suite.operation(name)).collect();
    let cited = |statement: &str, source: String| Some(CitedSentence { id: id.to_owned(), statement: statement.to_owned(), source });
    if let Some(option) = option {
        let (reading, option) = option_of(suite, operations, id, option)?;
        return cited(&reading.answered(option, false, &reading.admitted), option.source.clone());
    }
    let rule = infos.iter().flat_map(|info| &info.rules).find(|rule| rule.id == id)?;
    cited(&rule.statement, rule.sources.first().map(ToString::to_string).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn statements_on_the_element_type_of_one_operand_or_another_are_alike() {
        assert!(alike("dst.dtype is f16 and dst.cols > 8", "src0.dtype is f16 and dst.cols > 8"));
        assert!(alike("dtype is f16", "src.dtype is f16"));
        assert!(!alike("dst.dtype is f16", "dst.dtype is f32"));
        assert!(!alike("dst.cols > 8", "src.cols > 8"));
        assert!(alike("the size of dst.dtype in bytes is 1", "the size of dtype in bytes is 1"));
        assert!(!alike("dst.dtype is not src.dtype", "src.dtype is not tmp.dtype"));
    }

    /// A cause of some tuples that is said in one way, with the facts of it if there are several.
    fn found(names: &str, statement: &str, facts: &[(&str, u64)], tuples: u64) -> Found {
        Found {
            kind: FailureKind::AcceptedIllegal,
            tuples,
            cases: tuples,
            statements: vec![statement.to_owned()],
            facts: facts.len().max(1),
            weaker: facts.iter().map(|(words, exceptions)| ((*words).to_owned(), *exceptions)).collect(),
            names: Some((names.to_owned(), None)),
            named: BTreeMap::new(),
            form: String::new(),
            class: None,
            only_where: vec![],
            passing: 40,
            exceptions: 0,
            such_as: vec![],
            not_proven: [0; 2],
            messages: BTreeMap::new(),
            samples: vec![],
            elements: tuples,
            smallest: names.to_owned(),
            tuple: String::new(),
            nearest: None,
        }
    }

    #[test]
    fn a_rule_that_several_operations_leave_out_is_one_cause_wherever_they_do() {
        let rule = "rule vec is broken";
        let places = [(rule, 30), ("dst.rows > 8", 9)];
        let in_places = |names| found(names, "rule vec is broken and dst.rows > 8", &places, 10);
        let causes = merged(vec![("tb".into(), in_places("tb/vec")), ("ta".into(), found("ta/vec", rule, &[], 20))]);
        let said: Vec<_> = causes.iter().map(|c| (c.found.statements.clone(), c.found.tuples, c.found.exceptions)).collect();
        assert_eq!(said, [(vec![rule.to_owned()], 30, 30)]);
        // Of another fact so many exceptions are too many.
        let plain = Found { names: None, ..found("", "dst.rows > 8", &[], 20) };
        let other = Found { names: None, ..found("", "dst.rows > 8 and dst.cols > 8", &places, 10) };
        assert_eq!(merged(vec![("ta".into(), plain), ("tb".into(), other)]).len(), 2);
    }

    #[test]
    fn what_is_true_of_few_tuples_by_the_way_joins_nothing() {
        let of = |statements: [&str; 2], tuples| {
            let statements: Vec<String> = statements.map(str::to_owned).to_vec();
            Found { names: None, statements, ..found("", "", &[], tuples) }
        };
        let number = |a: Found, b: Found| merged(vec![("ta".into(), a), ("tb".into(), b)]).len();
        assert_eq!(number(of(["dst.rows > 8", "dst.cols % 256 = 0"], 1), of(["dst.cols = 0", "dst.cols % 256 = 0"], 2)), 2);
        assert_eq!(number(of(["dst.cols % 256 = 0", "dst.rows > 8"], 1), of(["dst.cols % 256 = 0", "dst.cols = 0"], 2)), 1);
        assert_eq!(number(of(["dst.rows > 8", "dst.cols > 8"], 9), of(["dst.cols > 8", "dst.rows = 9"], 4)), 1);
    }

    #[test]
    fn a_place_does_not_repeat_the_statement() {
        let said = "rule vec is broken and dst.valid_cols is dynamic";
        assert_eq!(unsaid("dst.rows > 8 and dst.valid_cols is dynamic (in ta)", said), "dst.rows > 8 (in ta)");
        assert_eq!(unsaid("dst.rows > 8", said), "dst.rows > 8");
    }

    #[test]
    fn a_statement_that_becomes_the_first_keeps_the_rule_that_it_names() {
        let all = |names: &str| {
            let mut all = found(names, "dst.fractal is 16", &[], 20);
            all.statements.push("rule vec is broken".into());
            all.named.insert("rule vec is broken".into(), (names.to_owned(), None));
            all
        };
        let other = Found { statements: vec!["dst.rows > 8".into(), "rule vec is broken".into()], ..all("tile/vec") };
        let causes = merged(vec![("ta".into(), all("tile/vec")), ("tb".into(), other)]);
        assert_eq!((causes.len(), causes[0].found.names.clone()), (1, Some(("tile/vec".to_owned(), None))));
    }

    #[test]
    fn a_place_is_said_to_be_of_one_operation_once() {
        let mut place = "dtype is i32".to_owned();
        in_operation(&mut place, "ta");
        in_operation(&mut place, "tb");
        assert_eq!(place, "dtype is i32 (in ta)");
    }
}
