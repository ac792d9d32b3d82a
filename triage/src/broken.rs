//! The rules that may have a tuple rejected.

use ptoconf_checker::FailingOperation;
use ptoconf_schemas::{AnswerLine, Contest, Effect, Expectation, Suite, Tuple, TupleLine};

/// Of every tuple of an operation, the rules that it breaks and by which an admitted option rejects it: what a profile does
/// not let anybody enforce tells nothing about a rejection.
pub fn broken<'a>(suite: &Suite, operation: &FailingOperation<'a>) -> Vec<Vec<&'a str>> {
    let of = |(line, answer): (&'a TupleLine, &'a AnswerLine)| {
        let own = answer.contests.iter().filter(|contest| may_reject(suite, contest, &line.tuple));
        let mut rules: Vec<&str> = own.map(|contest| contest.rule.as_str()).collect();
        if let Expectation::Reject { rule: Some(rule), .. } = &answer.expect
            && !rules.contains(&rule.as_str())
        {
            rules.push(rule);
        }
        rules
    };
    operation.tuples.iter().zip(operation.answers).map(of).collect()
}

/// The same rules, and where a tuple has to be rejected only those that demand it by themselves, if there are any: whoever accepts it
/// does not keep these, and may leave out the others.
pub fn demanded<'a>(suite: &Suite, operation: &FailingOperation<'a>, broken: &[Vec<&'a str>]) -> Vec<Vec<&'a str>> {
    let of = |((line, answer), broken): ((&'a TupleLine, &'a AnswerLine), &Vec<&'a str>)| {
        let own = answer.contests.iter().filter(|contest| must_reject(suite, contest, &line.tuple));
        let rules: Vec<&str> = own.map(|contest| contest.rule.as_str()).collect();
        if rules.is_empty() || !matches!(answer.expect, Expectation::Reject { .. }) { broken.clone() } else { rules }
    };
    operation.tuples.iter().zip(operation.answers).zip(broken).map(of).collect()
}

fn must_reject(suite: &Suite, contest: &Contest, tuple: &Tuple) -> bool {
    let Some(reading) = contest.reading.as_deref().and_then(|id| suite.reading(id)) else { return contest.reading.is_none() };
    let rejects = |option: &String| contest.effects.iter().any(|(name, effect)| name == option && *effect == Effect::Rejects);
    reading.admitted_for(tuple).iter().all(rejects)
}

fn may_reject(suite: &Suite, contest: &Contest, tuple: &Tuple) -> bool {
    contest.reading.is_none() || admits(suite, contest, tuple, Effect::Rejects)
}

/// Whether an admitted option has this effect on a tuple.
pub fn admits(suite: &Suite, contest: &Contest, tuple: &Tuple, wanted: Effect) -> bool {
    let Some(reading) = contest.reading.as_deref().and_then(|id| suite.reading(id)) else { return false };
    let admitted = reading.admitted_for(tuple);
    contest.effects.iter().any(|(option, effect)| *effect == wanted && admitted.iter().any(|own| own == option))
}
