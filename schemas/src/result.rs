//! Results: what an implementation returns. `results.json`, `results.jsonl` and arrays.

use crate::Part;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What an implementation judges or computes, and so what its results can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Judges {
    /// It runs what it accepts: an accepted case has outputs.
    #[default]
    Everything,
    /// It accepts or rejects tuples and computes nothing, as an assembler or a verifier does. There
    /// are no outputs, none are asked for, and nothing is said about values.
    Legality,
}

impl Judges {
    fn is_everything(&self) -> bool {
        *self == Judges::Everything
    }
}

/// What results can show beside their values: what whoever ran the operation looked at, so that an operand which
/// `touched` of a case does not name is known to be untouched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Observes {
    /// Inputs: after every case that ran, every byte of each input tile was compared with what it held before, but
    /// for those whose memory an output or a scratch tile shares.
    Inputs,
    /// The memory around the input and output tiles: bytes in front of and behind each of them were compared with
    /// what they held before, or could not be written without a fault.
    Surroundings,
    /// The same of the memory around scratch tiles: whether an operation overran its temporaries.
    Scratch,
}

impl Observes {
    /// Everything that there is to observe.
    pub const ALL: &'static [Observes] = &[Observes::Inputs, Observes::Surroundings, Observes::Scratch];

    /// The name used in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Observes::Inputs => "inputs",
            Observes::Surroundings => "surroundings",
            Observes::Scratch => "scratch",
        }
    }

    /// What it is that can be seen.
    pub const fn words(self) -> &'static str {
        match self {
            Observes::Inputs => "whether inputs are changed",
            Observes::Surroundings => "writes around tiles",
            Observes::Scratch => "writes around scratch tiles",
        }
    }

    /// The one of this name.
    pub fn parse(name: &str) -> Option<Observes> {
        Observes::ALL.iter().copied().find(|observes| observes.name() == name)
    }
}

impl std::fmt::Display for Observes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// Who made the results.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Implementation {
    /// Name of the implementation.
    pub name: String,
    /// Its version.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// What its results can show.
    #[serde(default, skip_serializing_if = "Judges::is_everything")]
    pub judges: Judges,
    /// What its results show beside values, sorted. What is not here was not looked at, and an empty `touched` says
    /// nothing of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub observes: Vec<Observes>,
    /// Anything worth keeping: compiler, flags, command lines.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<String, String>,
}

/// The head of results: `results.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultsHeader {
    /// `ptoconf-results/1`.
    pub format: String,
    /// BLAKE3 of the `suite.json` that these results answer, in lower-case hex.
    pub suite: String,
    /// Where they answer a part of that set alone: which. They are judged once all parts were merged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    /// Who made them.
    pub implementation: Implementation,
}

impl ResultsHeader {
    /// The format that this version writes and reads.
    pub const FORMAT: &'static str = "ptoconf-results/1";
}

/// What became of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It ran; the outputs are there.
    Ok,
    /// The implementation says that the tuple is illegal.
    Rejected,
    /// The implementation does not have this operation, form or dtype.
    Unsupported,
    /// It crashed: a signal, an unexpected exit, or an answer that is none. Never counts as a rejection.
    Crashed,
    /// It took too long.
    Timeout,
    /// The harness failed.
    Error,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Outcome::Ok => "ok",
            Outcome::Rejected => "rejected",
            Outcome::Unsupported => "unsupported",
            Outcome::Crashed => "crashed",
            Outcome::Timeout => "timeout",
            Outcome::Error => "error",
        })
    }
}

/// Where a case ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunStage {
    /// While compiling.
    Compile,
    /// In a verifier.
    Verify,
    /// While running.
    Run,
}

impl RunStage {
    /// The name used in files.
    pub const fn name(self) -> &'static str {
        match self {
            RunStage::Compile => "compile",
            RunStage::Verify => "verify",
            RunStage::Run => "run",
        }
    }
}

/// A line of `results.jsonl`.
///
/// Outputs of a case that ran are slot `slot` of the member `<tuple name>/<operand>.npy` (shape
/// `[cases, rows, cols]`, physical tile) of any `<op>/outputs-*.npz`, or the loose file
/// `<op>/<tuple name>/<slot>/<operand>.npy` (shape `[rows, cols]`). Input operands may be
/// returned in the same way; they must have come back unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultLine {
    /// `<op>/<tuple name>/<slot>`.
    pub case: String,
    /// What became of it.
    pub outcome: Outcome,
    /// Where it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<RunStage>,
    /// The rule that the implementation names for a rejection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Diagnostic, signal or last words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Operands whose surroundings, or whose content although they are inputs or unused, were
    /// written, where the runner can see it: `observes` of the implementation says what it looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub touched: Vec<String>,
}
