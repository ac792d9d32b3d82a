//! The matrix: by operation and rule, what each judge makes of the tuples, with the smallest examples.

use crate::words::tuple_line;
use ptoconf_schemas::{
    About, AgreementCounts, AgreementExample, AnswerLine, Difference, Expectation, JudgeOpinion, Opinion, RuleAgreement, TupleLine,
};

/// A tuple, and what everyone says of it.
pub struct Subject<'a> {
    pub line: &'a TupleLine,
    pub answer: &'a AnswerLine,
    pub pages: Opinion,
    pub opinions: Vec<Opinion>,
    /// Whether a rejection by a judge counts: it accepts the legal twin, or there is none.
    pub proven: Vec<bool>,
    /// The message of a judge.
    pub message: &'a dyn Fn(usize) -> Option<String>,
}

impl Subject<'_> {
    /// Adds the tuple to the numbers of each judge.
    fn count(&self, judges: &mut [AgreementCounts]) {
        for (judge, (&opinion, &proven)) in judges.iter_mut().zip(self.opinions.iter().zip(&self.proven)) {
            *count(judge, self.pages, opinion, proven) += 1;
        }
    }
}

/// The matrix while it grows.
pub struct Matrix {
    judges: Vec<String>,
    tuples: u64,
    counts: Vec<AgreementCounts>,
    rules: Vec<RuleAgreement>,
    /// Where the lines of the current operation begin.
    start: usize,
}

impl Matrix {
    /// An empty matrix for these judges.
    pub fn new(judges: Vec<String>) -> Matrix {
        let counts = vec![AgreementCounts::default(); judges.len()];
        Matrix { judges, tuples: 0, counts, rules: vec![], start: 0 }
    }

    /// Begins an operation with its rules, in the order of the set.
    pub fn operation(&mut self, op: &str, rules: Vec<&str>) {
        self.start = self.rules.len();
        let abouts = rules.into_iter().map(|r| About::Rule(r.to_owned())).chain([About::Several, About::Legal]);
        let judges = vec![AgreementCounts::default(); self.judges.len()];
        self.rules.extend(abouts.map(|about| RuleAgreement {
            op: op.to_owned(),
            about,
            legal: 0,
            illegal: 0,
            open: 0,
            open_split: 0,
            judges: judges.clone(),
            examples: vec![],
        }));
    }

    /// Adds a tuple of the current operation to the lines that it is about.
    pub fn add(&mut self, subject: &Subject<'_>) {
        self.tuples += 1;
        subject.count(&mut self.counts);
        for about in abouts(subject.answer) {
            let Some(rule) = self.rules[self.start..].iter_mut().find(|r| r.about == about) else { continue };
            *match subject.pages {
                Opinion::Accepts => &mut rule.legal,
                Opinion::Rejects => &mut rule.illegal,
                _ => &mut rule.open,
            } += 1;
            subject.count(&mut rule.judges);
            for difference in differences(subject, &self.judges) {
                rule.open_split += u64::from(difference.0 == Difference::OpenSplit);
                exemplify(rule, difference, subject, &self.judges);
            }
        }
    }

    /// Number of tuples, the counts of each judge, and the lines that have tuples.
    pub fn finish(self) -> (u64, Vec<AgreementCounts>, Vec<RuleAgreement>) {
        let rules = self.rules.into_iter().filter(|r| r.legal + r.illegal + r.open > 0).collect();
        (self.tuples, self.counts, rules)
    }
}

/// The lines that a tuple is counted in.
fn abouts(answer: &AnswerLine) -> Vec<About> {
    let rules = answer.concerns();
    match &answer.expect {
        Expectation::Accept { .. } if rules.is_empty() => vec![About::Legal],
        Expectation::Reject { rule: None, .. } => vec![About::Several],
        _ => rules.into_iter().map(|rule| About::Rule(rule.to_owned())).collect(),
    }
}

/// The number that a tuple adds to.
fn count(counts: &mut AgreementCounts, pages: Opinion, judge: Opinion, proven: bool) -> &mut u64 {
    match (pages, judge) {
        (_, Opinion::Unsupported) => &mut counts.unsupported,
        (_, Opinion::Crashes) => &mut counts.crashed,
        (_, Opinion::Unusable | Opinion::Open) => &mut counts.unusable,
        (Opinion::Open, Opinion::Accepts) => &mut counts.open_accepts,
        (Opinion::Open, Opinion::Rejects) => &mut counts.open_rejects,
        (Opinion::Accepts, Opinion::Rejects) => &mut counts.over_rejects,
        (_, Opinion::Rejects) if !proven => &mut counts.unproven,
        (_, Opinion::Rejects) => &mut counts.agrees,
        (Opinion::Accepts, Opinion::Accepts) => &mut counts.agrees,
        (_, Opinion::Accepts) => &mut counts.over_accepts,
    }
}

/// The differences on a tuple, each with the judges that it is about.
fn differences(subject: &Subject<'_>, judges: &[String]) -> Vec<(Difference, Vec<String>)> {
    let who = |opinion: Opinion| -> Vec<String> {
        let them = subject.opinions.iter().zip(judges).filter(|(o, _)| **o == opinion);
        them.map(|(_, name)| name.clone()).collect()
    };
    let (accepting, rejecting) = (who(Opinion::Accepts), who(Opinion::Rejects));
    let mut found = vec![(Difference::Crashed, who(Opinion::Crashes)), (Difference::Unusable, who(Opinion::Unusable))];
    match subject.pages {
        Opinion::Accepts => found.push((Difference::OverRejects, rejecting)),
        Opinion::Rejects => found.push((Difference::OverAccepts, accepting)),
        // Who accepts it; the others of the two reject it.
        _ if !rejecting.is_empty() => found.push((Difference::OpenSplit, accepting)),
        _ => {}
    }
    found.retain(|(_, judges)| !judges.is_empty());
    found
}

/// Counts a difference, and keeps the tuple where it is the smallest that shows it.
fn exemplify(rule: &mut RuleAgreement, (difference, judges): (Difference, Vec<String>), subject: &Subject<'_>, names: &[String]) {
    let elements: u64 = subject.line.tuple.operands.iter().map(|o| o.tile.elements()).sum();
    let known = rule.examples.iter_mut().find(|e| e.difference == difference && e.judges == judges);
    let tuples = 1 + known.as_ref().map_or(0, |e| e.tuples);
    let smaller = known.as_ref().is_none_or(|e| elements < e.elements);
    let example = || {
        let pages = JudgeOpinion { judge: "pages".to_owned(), opinion: subject.pages, message: None };
        let judge = |(i, name): (usize, &String)| {
            let message = if subject.opinions[i] == Opinion::Accepts { None } else { (subject.message)(i) };
            JudgeOpinion { judge: name.clone(), opinion: subject.opinions[i], message }
        };
        AgreementExample {
            difference,
            judges: judges.clone(),
            tuples,
            case: format!("{}/0", subject.line.id()),
            elements,
            tuple: tuple_line(&subject.line.tuple),
            opinions: std::iter::once(pages).chain(names.iter().enumerate().map(judge)).collect(),
        }
    };
    match known {
        Some(known) if smaller => *known = example(),
        Some(known) => known.tuples = tuples,
        None => rule.examples.push(example()),
    }
}
