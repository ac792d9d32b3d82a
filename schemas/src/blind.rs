//! The answers of a blind set: in a folder of their own.

use crate::{FileEntry, RuleReach};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The format that this version writes and reads.
pub const ANSWERS_FORMAT: &str = "ptoconf-answers/1";

/// `answers.json`: the head of the answers of a blind set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswersHeader {
    /// [`ANSWERS_FORMAT`].
    pub format: String,
    /// BLAKE3 of the `suite.json` of the blind set, in lower-case hex.
    pub suite: String,
    /// Seed of its data.
    pub seed: u64,
    /// How often each rule is tried: by operation and rule id.
    pub reach: BTreeMap<String, BTreeMap<String, RuleReach>>,
    /// Every other file of the folder.
    pub files: Vec<FileEntry>,
}
