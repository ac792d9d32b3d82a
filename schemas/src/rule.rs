//! Rules and readings as they stand in a set: what is legal, and what the pages leave open.

use crate::{DType, Tuple};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The option of a reading of orders that demands one order throughout a place. No single result shows
/// whether it is followed: the order fingerprint does.
pub const ONE_TREE: &str = "one-tree";

/// The option that also demands a tree of height at most 2 floor(log2 n) for n rows, which is what a binary
/// tree of any kind has, and a fold has not.
pub const ONE_LOW_TREE: &str = "one-low-tree";

/// When a rule is decided: the manual's four stages of legality, and one for values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Element types.
    Type,
    /// Extents.
    Shape,
    /// Locations and layouts.
    Layout,
    /// What the target supports.
    Profile,
    /// Values in a tile.
    Value,
}

impl std::fmt::Display for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Stage::Type => "type",
            Stage::Shape => "shape",
            Stage::Layout => "layout",
            Stage::Profile => "profile",
            Stage::Value => "value",
        })
    }
}

/// Where a statement comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Page or document.
    pub page: String,
    /// Section of it.
    pub section: String,
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {}", self.page, self.section)
    }
}

/// Whether the sources agree on a rule under the profile of the set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// They do, or the profile decides.
    Settled,
    /// They contradict each other: the reading of this id decides.
    Open(String),
}

/// A rule as it stands in a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleInfo {
    /// Id, such as `tcolsum/valid-cols-equal`.
    pub id: String,
    /// When it is decided.
    pub stage: Stage,
    /// The rule in words.
    pub statement: String,
    /// Where it comes from.
    pub sources: Vec<Source>,
    /// Settled or open under this profile.
    pub standing: Standing,
}

/// Over what an implementation must follow one option of a reading throughout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The whole run.
    Run,
    /// Each operation.
    Operation,
    /// Each form of each operation.
    Form,
    /// Each form and dtype of the first output.
    FormDtype,
}

/// One way to understand an open question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionInfo {
    /// Name.
    pub name: String,
    /// What it says.
    pub statement: String,
    /// Who states or follows it.
    pub source: String,
}

/// An open question and the ways to understand it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadingInfo {
    /// Id, such as `tcolsum/sequential-order`.
    pub id: String,
    /// The question.
    pub question: String,
    /// Entries of the register of contradictions that it answers, such as `S7`.
    pub register: Vec<String>,
    /// Over what one option must be followed.
    pub scope: Scope,
    /// The options, strongest promise first.
    pub options: Vec<OptionInfo>,
    /// Names of the options that the profile admits, its default first.
    pub admitted: Vec<String>,
    /// Places where it admits others; the first that fits a tuple counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<AdmittedAt>,
}

/// What a profile admits at one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdmittedAt {
    /// The form; every one where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// Dtype of the first operand; every one where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dtype: Option<DType>,
    /// Names of the admitted options, the default first.
    pub admitted: Vec<String>,
}

impl AdmittedAt {
    /// Whether the tuple is one of this place.
    pub fn fits(&self, tuple: &Tuple) -> bool {
        let dtype = tuple.operands.first().map(|o| o.tile.dtype);
        self.form.as_ref().is_none_or(|f| *f == tuple.form) && (self.dtype.is_none() || self.dtype == dtype)
    }
}

impl ReadingInfo {
    /// Names of the options that are admitted for a tuple, the default first.
    pub fn admitted_for(&self, tuple: &Tuple) -> &[String] {
        self.at.iter().find(|place| place.fits(tuple)).map_or(&self.admitted, |place| &place.admitted)
    }
}
