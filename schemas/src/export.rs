//! What `ptoconf export` writes: `export.json` and `index.jsonl`.

use crate::{DType, Expectation, Tuple};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a set is exported as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    /// PTO assembly text, a file for each tuple.
    Pto,
    /// Arrays with a numpy header.
    Npy,
    /// Arrays as bytes, little-endian.
    Bin,
    /// Arrays as text, an element a line, as Verilog's `$readmemh` reads them.
    Hex,
}

impl ExportFormat {
    /// How names of its files end.
    pub const fn extension(self) -> &'static str {
        match self {
            ExportFormat::Pto => "pto",
            ExportFormat::Npy => "npy",
            ExportFormat::Bin => "bin",
            ExportFormat::Hex => "hex",
        }
    }
}

/// The head of an export: `export.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportHeader {
    /// `ptoconf-export/1`.
    pub format: String,
    /// BLAKE3 of the `suite.json` of the set, in lower-case hex.
    pub suite: String,
    /// Name of the set's profile.
    pub profile: String,
    /// What the files are.
    pub files: ExportFormat,
    /// Architecture of the assembly text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub architecture: Option<String>,
    /// The byte that outputs and scratch start as.
    pub canary: u8,
    /// Lines of `index.jsonl`.
    pub cases: u64,
}

impl ExportHeader {
    /// The format that this version writes.
    pub const FORMAT: &'static str = "ptoconf-export/1";
}

/// What an exported file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExportContent {
    /// The tuple as assembly text.
    Text,
    /// An input: the physical tile.
    Input,
    /// The one accepted result: the judged region.
    Expected,
    /// The lowest accepted values of the judged region.
    Lowest,
    /// The highest accepted values of the judged region.
    Highest,
    /// A byte for each element between lowest and highest: accepted besides are 1 NaN, 2 +infinity, 4 -infinity.
    Special,
    /// A byte for each element of the judged region: 0 is not judged.
    Mask,
}

impl ExportContent {
    /// The word in file names.
    pub const fn name(self) -> &'static str {
        match self {
            ExportContent::Text => "text",
            ExportContent::Input => "input",
            ExportContent::Expected => "expected",
            ExportContent::Lowest => "lowest",
            ExportContent::Highest => "highest",
            ExportContent::Special => "special",
            ExportContent::Mask => "mask",
        }
    }
}

/// A file of an export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportFile {
    /// What it holds.
    pub content: ExportContent,
    /// Path below the export.
    pub file: String,
    /// Operand, for arrays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operand: Option<String>,
    /// Element type, for arrays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dtype: Option<DType>,
    /// Rows and columns, for arrays; elements stand row by row, whatever the layout of the tile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<[u32; 2]>,
    /// Whether any NaN is accepted where the expected value is one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub any_nan: bool,
}

/// A line of `index.jsonl`: a case and its files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportLine {
    /// Case id.
    pub case: String,
    /// The operand tuple.
    pub tuple: Tuple,
    /// What is expected; none where the set withholds its answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect: Option<Expectation>,
    /// Its files; the cases of a tuple share one text.
    pub files: Vec<ExportFile>,
    /// Outputs of a case to accept of which the files do not say all: other results are accepted too, or
    /// nothing is said of them. `ptoconf check` knows them all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<String>,
    /// Why today's assembler does not take the text, where it has no such form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_accepted: Option<String>,
}
