//! Waivers: known failures that a run tolerates, as a file.

use crate::FailureKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A known failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Waiver {
    /// Case ids that it covers; `*` stands for any text, but not for every case.
    pub case: String,
    /// The kind of failure that it covers; any where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<FailureKind>,
    /// Why it is tolerated.
    pub reason: String,
}

impl Waiver {
    /// Whether the pattern says which cases it covers: it has more than stars between the slashes.
    pub fn names_something(&self) -> bool {
        self.case.bytes().any(|b| b.is_ascii_alphanumeric())
    }
}

/// A waiver file. A waiver that covers no failing case is stale, and the run fails.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaiverFile {
    /// The waivers.
    pub waivers: Vec<Waiver>,
}
