//! The answers of a blind set: a folder of their own.

use crate::{FileEntry, RuleReach};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The format that this version writes and reads.
pub const ANSWERS_FORMAT: &str = "ptoconf-answers/1";

/// The data class of every tuple of a blind set.
pub const WITHHELD: &str = "withheld";

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

/// A line of `<op>/withheld.jsonl`: what a blind set does not say of a tuple.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WithheldLine {
    /// Name of the tuple in the blind set.
    pub tuple: String,
    /// Data class of the inputs.
    pub class: String,
    /// Its name in the set that is not blind, and why it is there.
    pub why: String,
}
