//! Baselines: the failures that are known, as a file that `ptoconf baseline` writes.

use crate::{Implementation, ListedCases, SetId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The failures of a report, known from then on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// `ptoconf-baseline/1`.
    pub format: String,
    /// The set of the report.
    pub set: SetId,
    /// The implementation.
    pub implementation: Implementation,
    /// Failing cases by the way in which they fail. A tuple's name is made from its content; slots count under the seed of
    /// the report alone.
    pub failures: Vec<ListedCases>,
}

impl Baseline {
    /// The format that this version writes.
    pub const FORMAT: &'static str = "ptoconf-baseline/1";
}

/// What became of the failures that a baseline knows.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BaselineReport {
    /// Cases that fail as they are known to.
    pub remain: u64,
    /// Cases of other tuples that fail as some of their form are known to, by other data; as few as may be by chance.
    #[serde(default)]
    pub elsewhere: u64,
    /// Cases that do not fail any more.
    pub better: u64,
    /// They, each as `<op>/<tuple name>/<slots>`.
    pub better_cases: Vec<String>,
    /// Cases that are known to fail, and fail in another way now. They are failures.
    pub otherwise: u64,
    /// They, each as `<op>/<tuple name>/<slots>: known as ..., now ...`.
    pub otherwise_cases: Vec<String>,
    /// Known cases that were not judged.
    pub not_judged: u64,
}
