//! The head of a vector set: `suite.json`.

use crate::{Limits, Observes, ProfileFile, ReadingInfo, RuleInfo, Widening};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The format that this version writes and reads.
pub const SET_FORMAT: &str = "ptoconf-set/1";

/// How much of the space a set covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Seconds: the cases with the most effect.
    Smoke,
    /// The default.
    Standard,
    /// Everything that a night allows.
    Extensive,
    /// Any number of random cases of one shape.
    Stream,
    /// Every pair of two values, block by block; no disk holds all of it.
    Exhaustive,
}

impl Tier {
    /// Every tier.
    pub const ALL: &'static [Tier] = &[Tier::Smoke, Tier::Standard, Tier::Extensive, Tier::Stream, Tier::Exhaustive];

    /// The name used in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Tier::Smoke => "smoke",
            Tier::Standard => "standard",
            Tier::Extensive => "extensive",
            Tier::Stream => "stream",
            Tier::Exhaustive => "exhaustive",
        }
    }
}

impl std::fmt::Display for Tier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// A file of the set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileEntry {
    /// Path below the set, with `/`.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
    /// BLAKE3 of the content, in lower-case hex.
    pub blake3: String,
}

/// The profile that a set was made for, resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProfileInfo {
    /// Name.
    pub name: String,
    /// The built-in profile it starts from; its own name for a built-in one.
    pub base: String,
    /// Options that it admits and its base does not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beyond_base: Vec<Widening>,
    /// Limits of the memory and the tiles.
    pub limits: Limits,
    /// Percentage of the open cases of an operation that an implementation may leave unsupported.
    pub max_unsupported: u32,
    /// What results have to observe beside values, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires_observed: Vec<Observes>,
    /// Every operation that it has in the version that made the set, whether the set has cases of it or not.
    pub operations: Vec<String>,
    /// Where the profile narrows them: dtypes by operation.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub dtypes: BTreeMap<String, Vec<crate::DType>>,
    /// Where the profile narrows them: forms by operation.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub forms: BTreeMap<String, Vec<String>>,
    /// Readings that belong to no single operation.
    pub readings: Vec<ReadingInfo>,
    /// The file that gives it again; none for a built-in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<ProfileFile>,
}

/// How often a rule is tried.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleReach {
    /// Cases that are just legal.
    pub at_limit: u64,
    /// Cases that violate it and nothing else.
    pub illegal: u64,
    /// Cases that it leaves open, alone or together with other rules.
    pub open: u64,
    /// Cases that break its wording, and that the profile's reading runs all the same.
    pub told: u64,
    /// Why no tuple breaks it alone, where none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreachable: Option<String>,
}

/// t-way coverage of the parameter model of a form by its legal tuples.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Coverage {
    /// Number of parameters.
    pub parameters: u32,
    /// Pairs of values of two parameters that some legal tuple has.
    pub pairs: u64,
    /// Of those, the pairs in this set.
    pub pairs_covered: u64,
    /// Pairs that no legal tuple has.
    pub pairs_impossible: u64,
    /// Distinct triples of values in this set.
    pub triples_covered: u64,
    /// All triples of values, impossible ones included.
    pub triples: u64,
    /// Of the values of element type, rows, columns, attributes and data class: the triples in this set. Counted in tier
    /// extensive.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub main_triples_covered: u64,
    /// The triples of these that some legal tuple has which is harmless otherwise.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub main_triples: u64,
    /// Branches of rules: changes of one operand of a legal tuple that break one rule and no other. Those in this set.
    /// Counted where no tuple of the plan was left out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub branches_covered: u64,
    /// All that any of the set's legal tuples has.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub branches: u64,
}

/// A form as it stands in a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormInfo {
    /// Name.
    pub name: String,
    /// The C++ call.
    pub call: String,
    /// Coverage of its parameters.
    pub coverage: Coverage,
}

/// An operation as it stands in a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OperationInfo {
    /// Name; also the folder of its files.
    pub name: String,
    /// The page that defines it.
    pub page: String,
    /// Number of tuples.
    pub tuples: u64,
    /// Number of cases.
    pub cases: u64,
    /// Cases by form and dtype of the first output: `form` to `dtype` to number.
    pub counts: BTreeMap<String, BTreeMap<String, u64>>,
    /// Its forms.
    pub forms: Vec<FormInfo>,
    /// Its rules, the shared ones included.
    pub rules: Vec<RuleInfo>,
    /// How often each rule is tried, by rule id; empty in a blind set, whose answers have it.
    pub reach: BTreeMap<String, RuleReach>,
    /// Its own readings.
    pub readings: Vec<ReadingInfo>,
}

/// The head of a vector set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// [`SET_FORMAT`].
    pub format: String,
    /// Version of ptoconf that made the set.
    pub version: String,
    /// Seed of all data; 0 in a blind set, whose answers have it.
    pub seed: u64,
    /// Tier.
    pub tier: Tier,
    /// Filters that narrowed the set, as on the command line; empty for a whole tier.
    pub filters: Vec<String>,
    /// The byte that every output and scratch tile is filled with before a case runs.
    pub canary: u8,
    /// Whether the answers are kept apart.
    pub blind: bool,
    /// The profile.
    pub profile: ProfileInfo,
    /// The operations.
    pub operations: Vec<OperationInfo>,
    /// Every other file of the set.
    pub files: Vec<FileEntry>,
}

impl Suite {
    /// The operation of this name.
    pub fn operation(&self, name: &str) -> Option<&OperationInfo> {
        self.operations.iter().find(|o| o.name == name)
    }

    /// Number of cases of all operations.
    pub fn cases(&self) -> u64 {
        self.operations.iter().map(|o| o.cases).sum()
    }

    /// The reading of this id, an operation's own or a shared one.
    pub fn reading(&self, id: &str) -> Option<&ReadingInfo> {
        let own = self.operations.iter().flat_map(|o| &o.readings);
        self.profile.readings.iter().chain(own).find(|r| r.id == id)
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}
