//! The tuples of the smoke tier: `generator/smoke.json`, which the self-test makes.

use crate::Tier;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Names of tuples of the standard tier, by operation.
pub type SmokeTuples = BTreeMap<String, BTreeSet<String>>;

/// The tuples of the smoke tier. Twins of those that are to be rejected, or are open, belong to it unnamed.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SmokeFile {
    /// [`SmokeFile::FORMAT`].
    pub format: String,
    /// By built-in profile.
    pub profiles: BTreeMap<String, SmokeTuples>,
}

impl SmokeFile {
    /// The format that this version writes and reads.
    pub const FORMAT: &'static str = "ptoconf-smoke/1";
}

/// How far the smoke tier gets: a point in the order in which its tuples were chosen, or a whole tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KillCount {
    /// Tuples, twins included.
    pub tuples: u64,
    /// Physical elements of all operands of all cases that carry data.
    pub elements: u64,
    /// Mutants that at least one tuple kills.
    pub once: u64,
    /// Mutants that at least two tuples kill.
    pub twice: u64,
}

/// What was chosen for the smoke tier of a profile, and what that kills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SmokeReport {
    /// Profile.
    pub profile: String,
    /// The choice.
    pub tuples: SmokeTuples,
    /// Points on the way to it, the last one the whole choice.
    pub points: Vec<KillCount>,
    /// The tier that it was chosen from.
    pub whole: KillCount,
    /// Mutants with their operation that fewer tuples kill than could: those that do cost too much.
    pub left_out: Vec<String>,
}

/// What the sets of another tier kill, compared with the standard ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TierComparison {
    /// Profile.
    pub profile: String,
    /// The other tier.
    pub tier: Tier,
    /// Its cases.
    pub cases: u64,
    /// Physical elements of all operands of all cases that carry data.
    pub elements: u64,
    /// Mutants that it kills.
    pub killed: u64,
    /// Mutants that it kills and the standard tier does not.
    pub more: Vec<String>,
    /// Mutants that the standard tier kills and it does not.
    pub fewer: Vec<String>,
}
