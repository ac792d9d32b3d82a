//! The report of followers: implementations that follow any choice of options, and what became of them.

use crate::Tier;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A choice of admitted options that was found not to conform: a false alarm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RedDraw {
    /// Its number.
    pub draw: u64,
    /// What it has that is not the default of the profile, as little of it as still fails.
    pub options: Vec<String>,
    /// Number of cases that fail then.
    pub failed: u64,
    /// The first of them, each with what is said of it.
    pub cases: Vec<String>,
}

/// An option that the profile does not admit, followed throughout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlantedOption {
    /// The reading.
    pub reading: String,
    /// The option.
    pub option: String,
    /// Number of tuples with other results than under the admitted option that comes closest.
    pub changes: u64,
    /// Number of cases that fail.
    pub failed: u64,
    /// What the report names first: reading and options.
    pub named: String,
    /// Number of random choices with it, of which so many were red and so many named it first.
    pub random: [u64; 3],
    /// Why it changes nothing, or is not seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl PlantedOption {
    /// Whether the report names this option first, alone or with others that nothing tells apart.
    pub fn names_itself_first(&self) -> bool {
        let named = self.named.split_once(" = ");
        named.is_some_and(|(reading, options)| reading == self.reading && options.split(" or ").any(|o| o == self.option))
    }
}

/// Two options of one reading, each followed in some cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MixedOptions {
    /// The reading.
    pub reading: String,
    /// The options.
    pub options: [String; 2],
    /// Number of tuples on which they give other results.
    pub changes: u64,
    /// Number of cases that fail.
    pub failed: u64,
    /// Number of results that prove it.
    pub witnesses: u64,
    /// An option for every place that gives or allows all of the results, where there is one: such a mixture conforms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explained: Vec<String>,
}

/// What became of followers on one set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChoicesReport {
    /// Profile.
    pub profile: String,
    /// Tier.
    pub tier: Tier,
    /// Number of cases.
    pub cases: u64,
    /// Number of choices drawn.
    pub draws: u64,
    /// Of the tuples that have more than 2,048 elements in all of their cases, each choice was followed on one of so many.
    pub large_every: u64,
    /// Pairs of options of two readings, at the places of a form and type, that some choice followed together; and how many
    /// there are.
    pub pairs: [u64; 2],
    /// Number of those that do not conform.
    pub red: u64,
    /// The first of them that differ.
    pub alarms: Vec<RedDraw>,
    /// Options that are not admitted.
    pub planted: Vec<PlantedOption>,
    /// Options that were mixed.
    pub mixed: Vec<MixedOptions>,
}
