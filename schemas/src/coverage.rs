//! What a set covers, recomputed from its files, and the least that it has to cover.

use crate::{SetId, SmolStr, Stage, Tier};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How often something occurs, by name.
pub type Counts = BTreeMap<SmolStr, u64>;

/// What a set covers: `ptoconf verify --coverage --report json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoverageReport {
    /// [`CoverageReport::FORMAT`].
    pub format: String,
    /// The set.
    pub set: SetId,
    /// Filters that narrowed it; a floor holds for whole tiers only.
    pub filters: Vec<String>,
    /// By operation, in the order of the set.
    pub operations: Vec<OperationCoverage>,
    /// Whether there is a floor for sets of this tier and profile.
    pub has_floor: bool,
    /// Where the set lies below the floor.
    pub shortfalls: Vec<Shortfall>,
}

impl CoverageReport {
    /// The format that this version writes.
    pub const FORMAT: &'static str = "ptoconf-coverage/1";
}

/// What is covered of an operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OperationCoverage {
    /// Name.
    pub name: String,
    /// By form, in the order of the set.
    pub forms: Vec<FormCoverage>,
    /// By rule.
    pub rules: Vec<RuleCoverage>,
    /// By reading that some answer follows.
    pub readings: Vec<ReadingCoverage>,
    /// Whether the answers of one case can pass for those of another.
    pub binding: Binding,
    /// What its cases move: physical elements of all operands, in and out, of every case that carries data.
    pub elements: u64,
}

/// What is covered of a form. Tuples that run are those to be accepted, and those that an open rule decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormCoverage {
    /// Name.
    pub name: String,
    /// Tuples to be accepted.
    pub accepted: u64,
    /// Tuples that an open rule decides.
    pub open: u64,
    /// Tuples to be rejected.
    pub rejected: u64,
    /// Cases of all of them.
    pub cases: u64,
    /// Tuples by strategy.
    pub strategies: Counts,
    /// Cases that run, by dtype of the first operand.
    pub dtypes: Counts,
    /// Cases that run, by data class.
    pub classes: Counts,
    /// Tuples that run, by class of the valid rows of an operand.
    pub rows: Counts,
    /// Tuples that run, by class of the valid columns of an operand.
    pub columns: Counts,
    /// Tuples that run, by class of the valid region of an operand.
    pub regions: Counts,
    /// Legal tuples by instantiation: element types and attributes.
    pub instantiations: Counts,
    /// Tuples with elements that a choice decides, by instantiation of which none is legal: types of operands are alike where
    /// those of every legal tuple are.
    #[serde(default)]
    pub open_instantiations: Counts,
    /// The parameters and their values.
    pub parameters: Vec<ParameterCoverage>,
    /// Pairs of values of two parameters in tuples that run.
    pub pairs: Combinations,
    /// Triples of values of three parameters in tuples that run.
    pub triples: Combinations,
}

impl FormCoverage {
    /// The instantiation with the fewest legal tuples, and how many it has.
    pub fn weakest(&self) -> Option<(&str, u64)> {
        fewest(&self.instantiations)
    }

    /// The same of open ones.
    pub fn weakest_open(&self) -> Option<(&str, u64)> {
        fewest(&self.open_instantiations)
    }
}

fn fewest(of: &Counts) -> Option<(&str, u64)> {
    of.iter().min_by_key(|(_, n)| **n).map(|(name, n)| (name.as_str(), *n))
}

/// The values of a parameter, recomputed from the descriptors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ParameterCoverage {
    /// Name, such as `src valid columns`.
    pub name: SmolStr,
    /// Tuples that run, by value.
    pub runs: Counts,
    /// Tuples to be rejected, by value.
    pub rejected: Counts,
    /// Whether it counts in pairs and triples: it takes several values in tuples that run, and no
    /// parameter before it always says the same.
    pub combined: bool,
}

/// Combinations of values of several parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Combinations {
    /// Those in the set.
    pub covered: u64,
    /// The cross product of all values that occur, impossible combinations included.
    pub all: u64,
}

impl Combinations {
    /// Covered ones in percent of all, rounded down; 100 of none.
    pub fn percent(&self) -> u64 {
        percent(self.covered, self.all)
    }
}

/// `part` in percent of `all`, rounded down; 100 of none.
pub fn percent(part: u64, all: u64) -> u64 {
    (part * 100).checked_div(all).unwrap_or(100)
}

/// How a rule is tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleCoverage {
    /// Id.
    pub rule: String,
    /// Its stage.
    pub stage: Stage,
    /// Tuples that are just legal: the twins of the others.
    pub legal: u64,
    /// Tuples that violate it and nothing else.
    pub illegal: u64,
    /// Tuples that it leaves open.
    pub open: u64,
    /// Tuples that break its wording, and that the profile's reading runs all the same.
    pub told: u64,
    /// Illegal and open tuples without a sound twin: one that is in the set, is accepted, is of the same
    /// form, names this rule as one at whose limit it stands, and differs.
    pub without_twin: u64,
    /// What differs between a tuple and its twin, over all of them.
    pub differs: Vec<SmolStr>,
    /// By operand and field that alone differs, from what to what and how often: an extent is more or less than the twin's.
    pub branches: BTreeMap<SmolStr, Counts>,
    /// The least number of things that differ at once.
    pub fewest: Option<u64>,
    /// Where extents alone differ: the least distance, in elements.
    pub closest: Option<u64>,
    /// Why it cannot be reached, where the set says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreachable: Option<String>,
}

impl RuleCoverage {
    /// How many ways to break it are tried: what a single field is changed from and to.
    pub fn ways(&self) -> u64 {
        self.branches.values().map(|to| to.len() as u64).sum()
    }

    /// Whether it is tried on both sides. Where a reading runs what breaks the wording there is no
    /// illegal side.
    pub fn both_sides(&self) -> bool {
        self.told > 0 || (self.legal > 0 && self.illegal + self.open > 0)
    }
}

/// Which options of a reading the set tells apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadingCoverage {
    /// Id.
    pub reading: String,
    /// Options that some answer follows.
    pub options: Vec<SmolStr>,
    /// Pairs of these options for which some tuple has different arrays or another outcome, while
    /// every other reading that both answers follow is the same.
    pub apart: u64,
    /// All pairs of these options.
    pub pairs: u64,
    /// Pairs that no tuple tells apart.
    pub alike: Vec<[SmolStr; 2]>,
    /// Tuples that tell some pair apart.
    pub tuples: u64,
    /// Options of the reading that no answer follows.
    pub unseen: Vec<SmolStr>,
}

/// Whether the answers of one case can pass for those of another.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Binding {
    /// Cases whose answers hold arrays.
    pub cases: u64,
    /// Of those, cases that share no accepted outputs with another case of the operation.
    pub bound: u64,
    /// Of those that share, the ones with at least [`Binding::ROOM`] judged bytes in what they share, and in
    /// their inputs.
    pub shared_with_room: u64,
    /// Cases that share, by data class.
    pub shared: Counts,
    /// Cases that share although there is room, by data class.
    pub with_room: Counts,
}

impl Binding {
    /// Bytes of input and output from which on chance makes no two alike.
    pub const ROOM: u64 = 16;
}

/// A measure that lies below its floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shortfall {
    /// Operation, or operation and form.
    pub place: String,
    /// The measure, as in the file of floors.
    pub measure: String,
    /// Its value.
    pub found: u64,
    /// The floor; of `elements_at_most` the ceiling.
    pub floor: u64,
}

impl std::fmt::Display for Shortfall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let limit = if self.found > self.floor { "ceiling" } else { "floor" };
        write!(f, "{}: {} is {}, the {limit} is {}", self.place, self.measure, self.found, self.floor)
    }
}

/// The least that a set has to cover: `coverage/floors.json`, or `--floors`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FloorFile {
    /// [`FloorFile::FORMAT`].
    pub format: String,
    /// By tier; a tier without an entry has no floor.
    pub tiers: BTreeMap<Tier, TierFloor>,
}

impl FloorFile {
    /// The format that this version reads.
    pub const FORMAT: &'static str = "ptoconf-floors/1";
}

/// The floor of a tier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TierFloor {
    /// For every operation that has none of its own.
    pub every: Floor,
    /// For single operations.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub operations: BTreeMap<String, Floor>,
    /// The most elements that the cases of these single operations may move together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements_at_most: Option<u64>,
    /// Of element type, rows, columns, attributes and data class, the least percentage of the triples of values that some legal
    /// tuple has, for each form. Of tier extensive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main_triples_percent: Option<u64>,
}

/// Least values, those of the first block for each form. A measure without one may be anything.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Floor {
    /// Tuples to be accepted.
    pub accepted: u64,
    /// Tuples to be rejected.
    pub rejected: u64,
    /// Dtypes of cases that run.
    pub dtypes: u64,
    /// Data classes.
    pub classes: u64,
    /// Classes of valid rows.
    pub rows: u64,
    /// Classes of valid columns.
    pub columns: u64,
    /// Classes of valid regions.
    pub regions: u64,
    /// Legal tuples of each instantiation.
    pub instantiation: u64,
    /// Pairs of values.
    pub pairs: u64,
    /// The same in percent of the cross product.
    pub pairs_percent: u64,
    /// Triples of values.
    pub triples: u64,
    /// The same in percent of the cross product.
    pub triples_percent: u64,
    /// Rules tried on both sides, in percent of those that can be.
    pub rules_percent: u64,
    /// Ways to break rules, over all of them.
    pub ways: u64,
    /// Of single rules.
    pub ways_of: BTreeMap<String, u64>,
    /// Pairs of options told apart, in percent of those that occur.
    pub readings_percent: u64,
    /// Cases that share no outputs or have no room for others, in percent of those with arrays.
    pub bound_percent: u64,
}
