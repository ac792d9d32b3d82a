//! A user's own profile, as a file.

use crate::{DType, Observes};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A built-in profile to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BaseProfile {
    /// The pages' general constraints only.
    Portable,
    /// The CPU simulator.
    Cpu,
    /// A2 and A3 class targets.
    A2a3,
    /// A5 class targets.
    A5,
}

impl BaseProfile {
    /// Every built-in profile.
    pub const ALL: &'static [BaseProfile] = &[BaseProfile::Portable, BaseProfile::Cpu, BaseProfile::A2a3, BaseProfile::A5];

    /// The name used in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            BaseProfile::Portable => "portable",
            BaseProfile::Cpu => "cpu",
            BaseProfile::A2a3 => "a2a3",
            BaseProfile::A5 => "a5",
        }
    }
}

impl std::fmt::Display for BaseProfile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// Limits of memories and tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Size of the Unified Buffer in bytes.
    pub ub_bytes: u64,
    /// Documented largest number of rows of a tile.
    pub max_rows: u32,
    /// Documented largest number of columns of a tile.
    pub max_cols: u32,
}

/// A user's own profile: a built-in one, narrowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProfileFile {
    /// Name, used in reports.
    pub name: String,
    /// The profile to start from.
    pub base: BaseProfile,
    /// Limits, where they are tighter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// Operations that the target has; all where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operations: Option<Vec<String>>,
    /// Dtypes of the first output that the target supports, by operation.
    #[serde(default)]
    pub dtypes: BTreeMap<String, Vec<DType>>,
    /// Forms that the target supports, by operation.
    #[serde(default)]
    pub forms: BTreeMap<String, Vec<String>>,
    /// Percentage of the open cases of an operation that the target may leave unsupported, where it is lower than
    /// the base's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_unsupported: Option<u32>,
    /// What results have to observe beside values, in addition to what the base requires: results that do not are
    /// judged, and are a part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires_observed: Vec<Observes>,
    /// Options that the target admits, by reading id.
    #[serde(default)]
    pub readings: BTreeMap<String, Vec<String>>,
    /// Places that admit other options than the rest; the first that fits counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<ProfilePlace>,
}

/// Options that a profile admits in one operation, for one form or dtype: how precisely a target adds
/// in f16, for instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProfilePlace {
    /// The operation.
    pub operation: String,
    /// The form; every one where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// Dtype of the first operand; every one where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dtype: Option<DType>,
    /// Options that are admitted there, by reading id.
    pub readings: BTreeMap<String, Vec<String>>,
}
