//! Causes of failures.

use crate::verdict::FailureKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A sentence of the pages, or of a reading, that a cause is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CitedSentence {
    /// Id of the rule or the reading.
    pub id: String,
    /// What it says; of a reading, what the option says that the results follow.
    pub statement: String,
    /// Where it comes from.
    pub source: String,
}

/// A passing tuple that differs from a failing one in as little as the set has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NearestTuple {
    /// `<op>/<tuple name>`.
    pub tuple: String,
    /// What differs, each as `field value of this one, not value of the failing tuple`.
    pub differs: Vec<String>,
}

/// Something that is seen in failing cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// What, in words.
    pub what: String,
    /// Cases in which it is seen.
    pub cases: u64,
    /// Cases in which it could be seen.
    pub of: u64,
}

/// Which elements are wrong in the failing cases of a cause, and what they hold; of a few cases, small and large.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WrongElements {
    /// Cases that were looked at.
    pub looked_at: u64,
    /// Where all wrong elements are, if that is less than the whole result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Seen>,
    /// What sets them apart by value, such as `where a value above 255 is accepted`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Seen>,
    /// What they hold, the commonest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hold: Vec<Seen>,
    /// The first wrong element of the smallest of them, with what is accepted there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

/// What failing tuples have in common that passing ones do not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CauseReport {
    /// How they fail.
    pub kind: FailureKind,
    /// The operations, most failing tuples first.
    pub operations: Vec<String>,
    /// Failing tuples; a tuple counts for one cause.
    pub tuples: u64,
    /// Their failing cases.
    pub cases: u64,
    /// What is true of them, in words; none where no statement of three facts sets them apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// Statements that are true of the same tuples: this set cannot tell them apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub or: Vec<String>,
    /// More such statements, not listed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub or_more: u64,
    /// Passing tuples that could have failed in this way.
    pub passing: u64,
    /// Of these, the ones of which the statement is true all the same.
    pub exceptions: u64,
    /// The first of the exceptions, each as `<op>/<tuple name>`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub such_as: Vec<String>,
    /// Cases that could not be judged because a tuple of this cause failed: their rejection proves nothing.
    pub not_proven: u64,
    /// Which elements are wrong, and what they hold, where outputs are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<WrongElements>,
    /// What the implementation says most often, with N for each number and X for each name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The first message that is alike, as it was said, on one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// The sentence that is broken, or the one that is followed instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sentence: Option<CitedSentence>,
    /// The smallest failing tuple, by the id of its first failing case.
    pub smallest: String,
    /// That tuple in one line.
    pub tuple: String,
    /// The passing tuple that is nearest to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<NearestTuple>,
    /// The command that draws the case.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub show: String,
    /// Failing cases that would be left if this cause alone were mended.
    pub remaining: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}
