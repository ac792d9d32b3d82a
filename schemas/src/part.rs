//! A part of a set: what one of several runs has to do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which part of how many. All parts are of one set, each tuple is in exactly one of them, and one alone says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its number, from 1.
    pub index: u32,
    /// How many parts there are.
    pub of: u32,
}

impl Part {
    /// Most parts of a set: all of them are open at once while they are merged.
    pub const MOST: u32 = 256;

    /// Whether there can be such a part.
    pub fn is_valid(self) -> bool {
        (1..=Part::MOST).contains(&self.of) && (1..=self.of).contains(&self.index)
    }

    /// Parses `i/n`.
    pub fn parse(text: &str) -> Option<Part> {
        let (index, of) = text.split_once('/')?;
        let part = Part { index: index.parse().ok()?, of: of.parse().ok()? };
        part.is_valid().then_some(part)
    }
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "part {} of {}", self.index, self.of)
    }
}
