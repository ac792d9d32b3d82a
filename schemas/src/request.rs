//! What a worker reads: a case a line.

use crate::{Names, Tuple};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A case that a worker is to run. It answers with a [`crate::ResultLine`].
///
/// Each operand is a file of raw little-endian elements: the physical tile, row after row, whatever
/// its layout. Inputs hold their data, outputs and scratch the canary. For the outcome `ok` the worker
/// writes the outputs into their files, which keep their sizes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RequestLine {
    /// `<op>/<tuple name>/<slot>`; the answer repeats it.
    pub case: String,
    /// The byte that outputs and scratch hold.
    pub canary: u8,
    /// The operand tuple.
    pub tuple: Tuple,
    /// Path of the file of each operand. None where the tiles are too large to carry data.
    #[serde(default, skip_serializing_if = "Names::is_empty")]
    pub files: Names<String>,
}
