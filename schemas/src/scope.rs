//! What a report speaks for: how much of a profile was judged, and what was left out.

use crate::Observes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a check ended. Only the first is a statement about the whole profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Conclusion {
    /// A whole tier of every operation of the profile was judged, and nothing failed.
    Conforms,
    /// Nothing failed, but a part was left out; `scope` says which.
    NoFailureInPart,
    /// Nothing failed that a baseline does not know, and something that it knows.
    KnownFailuresRemain,
    /// Nothing failed in acceptance and rejection, and nothing else was judged.
    LegalityOnly,
    /// Something failed.
    DoesNotConform,
    /// No case was judged.
    NothingChecked,
}

impl Conclusion {
    /// The name used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Conclusion::Conforms => "conforms",
            Conclusion::NoFailureInPart => "no_failure_in_part",
            Conclusion::KnownFailuresRemain => "known_failures_remain",
            Conclusion::LegalityOnly => "legality_only",
            Conclusion::DoesNotConform => "does_not_conform",
            Conclusion::NothingChecked => "nothing_checked",
        }
    }
}

/// How much of an operation was judged.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OperationScope {
    /// Operation.
    pub name: String,
    /// Cases in the set; 0 where the set has nothing of the operation.
    pub cases: u64,
    /// Those that passed or failed.
    pub judged: u64,
    /// Those that the profile lets run or be rejected.
    pub open: u64,
    /// Those that were not judged because they are open and the implementation does not have them.
    pub unsupported: u64,
}

/// What a report speaks for.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportScope {
    /// Whether a whole tier of every operation of the profile was judged.
    pub whole: bool,
    /// Everything that was left out, in words; empty where it is whole.
    pub left_out: Vec<String>,
    /// Filters that the set was made with.
    pub set_filters: Vec<String>,
    /// Filters of this check.
    pub check_filters: Vec<String>,
    /// Percentage of the open cases of an operation that may be unsupported, by the profile.
    pub max_unsupported: u32,
    /// What the profile requires results to observe, beside their values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires_observed: Vec<Observes>,
    /// What these results observed: what they declare, and inputs where every accepted case returned them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub observed: Vec<Observes>,
    /// What was there to observe in the judged cases and was not; nothing where legality alone was judged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_observed: Vec<Observes>,
    /// How much of each operation of the profile was judged.
    pub operations: Vec<OperationScope>,
}
