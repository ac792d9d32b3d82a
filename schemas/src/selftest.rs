//! The report of the self-test: which mutants, cheats and variants the suite tells from conforming ones.

use crate::{ChoicesReport, SmokeReport, Tier, TierComparison};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What became of a mutant in one profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// A case fails.
    Killed,
    /// Its results differ from those of the right model, and nothing fails.
    Survived,
    /// It gives the same results as the right model on every case of the set.
    Same,
}

/// A tuple that kills, and how many elements it has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KillingTuple {
    /// `<op>/<tuple name>`.
    pub tuple: String,
    /// Data class.
    pub class: String,
    /// Number of cases.
    pub cases: u32,
    /// Physical elements of all operands and cases.
    pub elements: u64,
}

/// The sets of one profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SelftestSet {
    /// Profile.
    pub profile: String,
    /// Digest of the set.
    pub digest: String,
    /// Its operations.
    pub operations: Vec<String>,
    /// Number of cases.
    pub cases: u64,
    /// Number of tuples of the smoke tier.
    pub in_smoke: u64,
    /// Every tuple that kills a mutant; the runs of mutants name them by position.
    pub tuples: Vec<KillingTuple>,
}

/// A mutant in one profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MutantRun {
    /// Profile; the mutant is made of the model of this name.
    pub profile: String,
    /// What became of it.
    pub fate: Fate,
    /// The tier that was judged: smoke where two of its tuples kill the mutant and no more was asked for.
    pub tier: Tier,
    /// Number of tuples of the smoke tier that kill it.
    pub in_smoke: u64,
    /// Number of cases that fail, by kind of failure.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub failures: BTreeMap<String, u64>,
    /// Number of tuples that kill it, by data class.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub classes: BTreeMap<String, u64>,
    /// Number of tuples that kill it, by strategy.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub strategies: BTreeMap<String, u64>,
    /// Tuples that kill it: positions in the list of the profile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tuples: Vec<u32>,
    /// Those of them that only fail together with others, because they follow another reading.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_reading: Vec<u32>,
    /// Number of cases whose results differ from those of the right model, of those that were run, where none fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub differs: Option<u64>,
    /// Why it conforms, where it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What the suite lacks to see it, where it does not conform and is not killed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<String>,
}

/// A mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MutantReport {
    /// Name.
    pub name: String,
    /// Family; for a legality check the kind of mistake.
    pub family: String,
    /// What is wrong.
    pub what: String,
    /// The legality check, where it is one that is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
    /// Operations that it concerns.
    pub operations: Vec<String>,
    /// Whether a profile kills it.
    pub killed: bool,
    /// In each profile.
    pub runs: Vec<MutantRun>,
}

/// A kind of mutant that makes no sense for a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MutantNotMade {
    /// The check.
    pub check: String,
    /// The kind.
    pub kind: String,
    /// Why.
    pub reason: String,
}

/// Results that nobody computed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheatReport {
    /// Name.
    pub name: String,
    /// What it does.
    pub what: String,
    /// Number of attempts.
    pub attempts: u64,
    /// Number of attempts that conform.
    pub passed: u64,
    /// How the others were found out: kinds of failure, or the error.
    pub found_as: BTreeMap<String, u64>,
}

/// A conforming implementation that is not the right model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VariantReport {
    /// Name.
    pub name: String,
    /// What is different about it.
    pub what: String,
    /// Profile that it is judged against.
    pub profile: String,
    /// Number of cases.
    pub cases: u64,
    /// Number of cases that fail: a false alarm each.
    pub failed: u64,
    /// Kinds of failure, or the error.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub failures: BTreeMap<String, u64>,
}

/// The whole report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SelftestReport {
    /// `ptoconf-selftest/1`.
    pub format: String,
    /// Version of ptoconf.
    pub version: String,
    /// Seed of the sets.
    pub seed: u64,
    /// Tier of the sets.
    pub tier: Tier,
    /// Whether everything is as it should be.
    pub passed: bool,
    /// What is not, a line each.
    pub problems: Vec<String>,
    /// The sets.
    pub sets: Vec<SelftestSet>,
    /// Mutants.
    pub mutants: Vec<MutantReport>,
    /// Mutants that make no sense.
    pub not_made: Vec<MutantNotMade>,
    /// Cheats.
    pub cheats: Vec<CheatReport>,
    /// Conforming variants.
    pub variants: Vec<VariantReport>,
    /// The choice of the smoke tier, by profile; none where mutants or sets were left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub smoke: Vec<SmokeReport>,
    /// Followers of random choices, by profile and tier; none where that was not asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<ChoicesReport>,
    /// The same mutants on the sets of another tier, by profile; none where that was not asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub against: Vec<TierComparison>,
    /// What triage says of the mutants, by profile; none where that was not asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub triage: Vec<TriageReport>,
}

/// How well a cause names what is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Naming {
    /// It speaks of what is wrong.
    Right,
    /// It speaks of a part of it.
    Near,
    /// It speaks of something else.
    Wrong,
}

/// What triage says of one mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TriagedMutant {
    /// Name of the mutant.
    pub name: String,
    /// Its family.
    pub family: String,
    /// What is wrong with it.
    pub what: String,
    /// The operation whose standard set it was run on.
    pub operation: String,
    /// How many causes are named.
    pub causes: u64,
    /// The first of them.
    pub first: String,
    /// What the mutant is about: a check with its operand or element type, or the terms that describe it.
    pub about: Vec<String>,
    /// What of that the first cause speaks of.
    pub spoken: Vec<String>,
    /// How well the first cause names it.
    pub naming: Naming,
}

/// What triage says of two mutants at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TriagedPair {
    /// Their names.
    pub mutants: [String; 2],
    /// The operation whose standard set they were run on.
    pub operation: String,
    /// The first causes, in one line each.
    pub causes: Vec<String>,
    /// Whether one of these names the first mutant, and one the second.
    pub named: [bool; 2],
}

/// What triage says of the mutants of a profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TriageReport {
    /// Profile.
    pub profile: String,
    /// Mutants that fail alone.
    pub mutants: Vec<TriagedMutant>,
    /// Pairs of them.
    pub pairs: Vec<TriagedPair>,
}

impl SelftestReport {
    /// The format that this version writes.
    pub const FORMAT: &'static str = "ptoconf-selftest/1";
}
