//! What the cases of a tuple are about: a rule, or a data class.

use ptoconf_schemas::{AnswerLine, Expectation, TestOf};

/// The rule that a tuple breaks, or that is in question; where several are, the first one stands for all.
pub fn rule(answer: &AnswerLine) -> Option<&str> {
    match &answer.expect {
        Expectation::Reject { rule, .. } => rule.as_deref(),
        Expectation::Accept { .. } | Expectation::Either { .. } => answer.contested().next(),
    }
}

/// What the cases of a tuple are about.
pub fn about(answer: &AnswerLine) -> TestOf {
    match (rule(answer), &answer.expect) {
        (Some(rule), _) => TestOf::Rule(rule.to_owned()),
        (None, Expectation::Accept { .. }) => TestOf::Class(answer.class.to_string()),
        (None, _) => TestOf::Rules,
    }
}

/// The data class of a case that is about no rule.
pub fn class(answer: &AnswerLine) -> Option<String> {
    match about(answer) {
        TestOf::Class(class) => Some(class),
        TestOf::Rule(_) | TestOf::Rules => None,
    }
}
