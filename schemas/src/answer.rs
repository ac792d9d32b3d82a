//! Answers: what is in `answers.jsonl`, and how an output is judged.

use crate::{Names, Stage};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use smol_str::SmolStr;
use std::sync::Arc;

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

/// A rule whose words a tuple breaks, or that is read in several ways for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Contest {
    /// The rule.
    pub rule: String,
    /// The reading that decides; none where the rule is settled, and the tuple is rejected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    /// Whether a rejection comes before anything that runs: no early return can come before it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub first: bool,
    /// What each option of that reading makes of the tuple, admitted or not.
    #[serde(default, skip_serializing_if = "Names::is_empty")]
    pub effects: Names<Effect>,
}

/// What an implementation has to do with the tuple, over all choices that the profile admits.
// Read in `tagged.rs`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Expectation {
    /// Run it, whatever is chosen.
    Accept {
        /// Rules at whose limit this tuple is legal.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        boundary_of: Vec<String>,
    },
    /// Reject it, whatever is chosen.
    Reject {
        /// The one rule that is broken; none where several are and any rejection is right.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<SmolStr>,
        /// Stage of that rule.
        stage: Stage,
        /// Tuple name of the legal twin, which differs in one thing only; the rejection counts
        /// only if the twin was accepted.
        twin: SmolStr,
    },
    /// The choice decides: some reject it, others run it.
    Either {
        /// Tuple name of the legal twin.
        twin: SmolStr,
    },
}

impl Expectation {
    /// The legal twin of a tuple that may be rejected.
    pub fn twin(&self) -> Option<&str> {
        match self {
            Expectation::Accept { .. } => None,
            Expectation::Reject { twin, .. } | Expectation::Either { twin } => Some(twin),
        }
    }
}

/// A line of `<op>/answers.jsonl`: what is expected of the cases of one tuple.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerLine {
    /// Name of the tuple.
    pub tuple: SmolStr,
    /// Data class of the inputs.
    pub class: SmolStr,
    /// How the tuple was made.
    pub strategy: SmolStr,
    /// Why it is in the set.
    pub why: SmolStr,
    /// Accept, reject or either.
    pub expect: Expectation,
    /// The rules that the tuple does not simply keep.
    // Shared: what is open of one tuple is of many.
    #[serde(default, skip_serializing_if = "is_uncontested", deserialize_with = "shared")]
    pub contests: Arc<Vec<Contest>>,
    /// Container with the arrays named below, beside this file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Known outcomes. One is accepted if its condition holds for some choice that the profile of
    /// the set admits; the others are there to name what an implementation does instead.
    pub alternatives: Vec<Alternative>,
}

/// One known outcome of the cases of a tuple, with the choices that lead to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Alternative {
    /// Name, unique among the alternatives of the tuple.
    pub name: SmolStr,
    /// The choices that lead here: reading id to the options under which this is right, in the order of
    /// the reading. All of the readings named have to agree; one that is not named does not matter.
    // Shared: thousands of alternatives stand under the same choices.
    #[serde(default, skip_serializing_if = "is_unconditional", deserialize_with = "shared")]
    pub when: Arc<Names<Vec<SmolStr>>>,
    /// Whether the implementation rejects the tuple. Then there are no outputs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rejects: bool,
    /// What each output holds, by operand name.
    #[serde(default, skip_serializing_if = "Names::is_empty")]
    pub outputs: Names<OutputAnswer>,
}

fn is_unconditional(when: &Names<Vec<SmolStr>>) -> bool {
    when.is_empty()
}

fn is_uncontested(contests: &[Contest]) -> bool {
    contests.is_empty()
}

/// Read into place: serde puts what is shared into a box of its own first.
fn shared<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<T>, D::Error> {
    T::deserialize(deserializer).map(Arc::new)
}

impl Alternative {
    /// The choices that lead here, in words: `reading = option or option, other = option`.
    pub fn when_words(&self) -> String {
        let words = |(reading, options): (&str, &Vec<SmolStr>)| format!("{reading} = {}", options.join(" or "));
        self.when.iter().map(words).collect::<Vec<_>>().join(", ")
    }
}

impl AnswerLine {
    /// The rules that the tuple does not simply keep.
    pub fn contested(&self) -> impl Iterator<Item = &str> {
        self.contests.iter().map(|c| c.rule.as_str())
    }

    /// The rules that the tuple is there for: at whose limit it is, or that it does not simply keep. None
    /// where it is to be rejected for several reasons.
    pub fn concerns(&self) -> Vec<&str> {
        match &self.expect {
            Expectation::Accept { boundary_of } => boundary_of.iter().map(String::as_str).chain(self.contested()).collect(),
            Expectation::Reject { rule, .. } => rule.as_deref().into_iter().collect(),
            Expectation::Either { .. } => self.contested().collect(),
        }
    }
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
// Read in `tagged.rs`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
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
    /// No more than so many units in the last place away from a value.
    ///
    /// Results of the same sign are counted by their bits: representable numbers, subnormal ones included, and infinity as
    /// the next one after the largest. The sign never differs. Where the value is NaN, any NaN is accepted and nothing else.
    Ulps {
        /// Member with the values.
        nearest: String,
        /// Member of type u8: how many of those numbers a result may be away.
        ulps: String,
    },
    /// Unchanged: every byte is still the canary.
    Unchanged,
    /// Nothing is defined, so nothing is judged.
    Unspecified,
}
