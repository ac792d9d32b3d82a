//! Answers: what is in `answers.jsonl`, and how an output is judged.

use crate::{Names, Stage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// Bit of the special byte of an enclosure: any NaN is accepted.
pub const SPECIAL_NAN: u8 = 1;
/// Bit of the special byte of an enclosure: +infinity is accepted.
pub const SPECIAL_INF: u8 = 2;
/// Bit of the special byte of an enclosure: -infinity is accepted.
pub const SPECIAL_NEG_INF: u8 = 4;

/// What an option of a reading makes of a tuple that breaks the words of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// The tuple runs and its result is judged.
    Judged,
    /// The tuple is rejected.
    Rejects,
    /// The tuple runs and writes nothing.
    NoEffect,
    /// The tuple runs and its result has no meaning.
    Unspecified,
}

impl std::fmt::Display for Effect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Effect::Judged => "run, and its result is judged",
            Effect::Rejects => "reject",
            Effect::NoEffect => "run, and write nothing",
            Effect::Unspecified => "run, with any result",
        })
    }
}

/// What an implementation has to do with the tuple.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Expectation {
    /// Run it and return one of the alternatives.
    Accept {
        /// Rules at whose limit this tuple is legal.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        boundary_of: Vec<String>,
        /// Rule whose reading the profile settles, and so says what happens to this tuple.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        told_by: Option<String>,
    },
    /// Reject it.
    Reject {
        /// The one rule that is violated; none where several are and any rejection is right.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<String>,
        /// Stage of that rule.
        stage: Stage,
        /// Tuple name of the legal twin, which differs in one thing only; the rejection counts
        /// only if the twin was accepted.
        twin: String,
    },
    /// An open rule decides: rejection and acceptance each follow a reading.
    Either {
        /// The open rule.
        rule: String,
        /// Tuple name of the legal twin.
        twin: String,
    },
}

/// A line of `<op>/answers.jsonl`: what is expected of the cases of one tuple.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerLine {
    /// Name of the tuple.
    pub tuple: String,
    /// Accept, reject or either.
    pub expect: Expectation,
    /// Container with the arrays named below, beside this file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Known behaviours. One is accepted if every reading that it follows is admitted by the
    /// profile of the set; the others are there to name what an implementation does instead.
    pub alternatives: Vec<Alternative>,
}

/// One known behaviour on the cases of a tuple.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Alternative {
    /// Name, unique among the alternatives of the tuple.
    pub name: SmolStr,
    /// The readings that this behaviour follows: reading id to option.
    #[serde(default, skip_serializing_if = "Names::is_empty")]
    pub readings: Names<SmolStr>,
    /// Whether the implementation rejects the tuple. Then there are no outputs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rejects: bool,
    /// What each output holds, by operand name.
    #[serde(default, skip_serializing_if = "Names::is_empty")]
    pub outputs: Names<OutputAnswer>,
}

/// What one output operand holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutputAnswer {
    /// Rows and columns of the judged prefix of the tile.
    pub region: [u32; 2],
    /// How the region is judged.
    pub judge: Judgement,
    /// Member of shape `[cases, region rows, region cols]` and type u8: elements that are 0
    /// have no defined value and are not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mask: Option<String>,
}

/// How a region is judged. Members have the shape `[cases, region rows, region cols]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "mode", rename_all = "snake_case", deny_unknown_fields)]
pub enum Judgement {
    /// Bit for bit.
    Bits {
        /// Member with the expected values.
        member: String,
    },
    /// Bit for bit, but any NaN stands for any NaN.
    Value {
        /// Member with the expected values.
        member: String,
    },
    /// Between two values, both included.
    ///
    /// Values are ordered by their bits: a pattern with the sign clear counts as its magnitude m,
    /// one with the sign set as -1 - m; so -0 lies just below +0. NaN and the infinities are
    /// accepted only where the special byte says so (1 NaN, 2 +infinity, 4 -infinity). Where
    /// lowest is above highest no finite value is accepted.
    Within {
        /// Member with the lowest accepted values.
        lowest: String,
        /// Member with the highest accepted values.
        highest: String,
        /// Member of type u8 with the accepted special values.
        special: String,
    },
    /// Unchanged: every byte is still the canary.
    Unchanged,
    /// Nothing is defined, so nothing is judged.
    Unspecified,
}
