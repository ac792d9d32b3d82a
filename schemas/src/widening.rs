//! What a profile admits and its base does not.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Options of a reading that a profile admits and its base does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Widening {
    /// The reading.
    pub reading: String,
    /// The options.
    pub options: Vec<String>,
    /// Where: an operation, with form and dtype where these are named; everywhere where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

impl fmt::Display for Widening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.reading, self.options.join(" or "))?;
        self.place.as_ref().map_or(Ok(()), |place| write!(f, " in {place}"))
    }
}
