//! `part.json`: what a part of the exhaustive tier leaves for the verdict on the whole.

use crate::{Implementation, OperationReport, Part, ReadingInfo, RuleColumn, Suite, TestOf, TestReport};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What was found of some blocks of the exhaustive tier. That is no verdict: whether one choice explains all of them, all parts say
/// together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartFile {
    /// `ptoconf-part/1`.
    pub format: String,
    /// BLAKE3 of this document as compact JSON in which this field is empty, in lower-case hex.
    pub blake3: String,
    /// Which part of how many.
    pub part: Part,
    /// Its first block and its last.
    pub blocks: [u32; 2],
    /// Those of all parts together.
    pub of_blocks: [u32; 2],
    /// The operations that were asked for.
    pub asked: Vec<String>,
    /// The head of the set of all parts. Of its operations those with cases in the pieces that passed, and no files.
    pub suite: Suite,
    /// Who made the results.
    pub implementation: Implementation,
    /// The digests of the pieces that were made, run and judged by themselves, and in which nothing failed, in order.
    pub passed: Vec<String>,
    /// The digest of the one after these, in which a case fails, whatever the others hold. It is beside this file, in `vectors`, with
    /// its results in `results`, and the part ends with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
    /// The operations of `suite`, as the pieces that passed add up.
    pub operations: Vec<PartOperation>,
    /// The readings that variables are of.
    pub readings: Vec<ReadingInfo>,
    /// The readings at the places where one option has to be followed.
    pub variables: Vec<PartVariable>,
    /// What different cases leave open of the choice.
    pub evidence: Vec<PartEvidence>,
}

impl PartFile {
    /// The format that this version writes and reads.
    pub const FORMAT: &'static str = "ptoconf-part/1";
}

/// An operation in the pieces of a part that passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartOperation {
    /// Its numbers.
    pub report: OperationReport,
    /// Every case once, by what it is about.
    pub tests: Vec<TestReport>,
    /// Cases that some choice rejects and another runs.
    pub open: u64,
    /// Cases that ran on data.
    pub ran: u64,
    /// Of these, the ones of which the results hold every input.
    pub returned: u64,
    /// Whether any of them has a scratch tile.
    pub scratch: bool,
}

/// A reading at a place. Options are the bits of a number: bit 0 is the first option of the reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartVariable {
    /// Reading id.
    pub reading: String,
    /// Operation, form and dtype, each empty where the scope of the reading does not go so far.
    pub at: [String; 3],
    /// Every option.
    pub all: u64,
    /// The options that the profile admits here.
    pub admitted: u64,
    /// The options of which some case shows what they do.
    pub known: u64,
    /// Cases that show something of it whatever they hold.
    pub shown: u64,
}

/// Cases that leave the same open, all of which passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartEvidence {
    /// What they allow: in one of these lists, each variable, by its position in `variables`, has one of the options.
    pub allows: Vec<Vec<(u32, u64)>>,
    /// The cases, of each kind.
    pub cases: Vec<SeenCases>,
}

/// Cases that are counted in the same places of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeenCases {
    /// Operation.
    pub op: String,
    /// Form.
    pub form: String,
    /// Dtype of the first output.
    pub dtype: String,
    /// What they are about.
    pub about: TestOf,
    /// Their data class, where they are legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The rules that they are counted under, and as what.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<(RuleColumn, String)>,
    /// How many there are.
    pub cases: u64,
    /// The first one.
    pub first: String,
    /// Its tuple in one line.
    pub tuple: String,
}

impl SeenCases {
    /// Whether others are counted in the same places.
    pub fn is_like(&self, other: &SeenCases) -> bool {
        (&self.op, &self.form, &self.dtype) == (&other.op, &other.form, &other.dtype)
            && (&self.about, &self.class, &self.rules) == (&other.about, &other.class, &other.rules)
    }
}
