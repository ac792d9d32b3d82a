//! What is published of a check: who did what to which set, what came of it, and what nobody looked at.

use crate::verdict::FailureKind;
use crate::{Conclusion, Date, DeviationReport, Implementation, OrderReport, ReportScope, SetId, Thinnest, Tier, Totals, WaiverReport};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many mistakes that were made on purpose a tier finds, of those that change a result and that no admitted choice excuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// Those that fail.
    pub found: u64,
    /// All of them.
    pub of: u64,
}

/// What a tier finds in the self-test: mutants of the embedded model of its profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KillScore {
    /// Mistakes in kernels: wrong values.
    pub kernels: Found,
    /// Mistakes in checks: what is accepted or rejected.
    pub checks: Found,
}

/// What the tiers find, as the self-test measured it: `coverage/kills.json`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KillFile {
    /// [`KillFile::FORMAT`].
    pub format: String,
    /// By profile and tier.
    pub profiles: BTreeMap<String, BTreeMap<Tier, KillScore>>,
}

impl KillFile {
    /// The format that this version writes and reads.
    pub const FORMAT: &'static str = "ptoconf-kills/1";
}

/// How much of an operation was judged, and what the set covers of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordedOperation {
    /// Operation.
    pub name: String,
    /// Its cases.
    pub totals: Totals,
    /// Forms, each with the dtypes of its first output of which a case was judged.
    pub dtypes: BTreeMap<String, Vec<String>>,
    /// Rules of which a case that breaks them was judged, or one that may be run all the same.
    pub rules: u64,
    /// Rules that can be broken in this profile.
    pub rules_of: u64,
    /// Pairs of values of two parameters in tuples of the set.
    pub pairs: u64,
    /// All that can be.
    pub pairs_of: u64,
    /// By form, where the fewest legal tuples were judged.
    pub thinnest: Vec<Thinnest>,
}

/// Which options of a reading an implementation follows, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordedReading {
    /// Reading id.
    pub reading: String,
    /// Options that every result agrees with, strongest first; empty if it follows none throughout.
    pub follows: Vec<String>,
    /// Whether the implementation follows an admitted option.
    pub conforms: bool,
    /// Where: operation, form and dtype as far as the scope of the reading goes; empty for the whole run.
    pub places: Vec<String>,
}

/// A cause of failures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordedCause {
    /// How the cases fail.
    pub kind: FailureKind,
    /// The operations.
    pub operations: Vec<String>,
    /// What is true of the failing tuples, in words; none where no statement sets them apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// Failing cases.
    pub cases: u64,
    /// One of them: the first of the smallest tuple.
    pub smallest: String,
}

/// What is published of a check. Whoever has set, results and the same build can make it again, to the byte.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// [`Record::FORMAT`].
    pub format: String,
    /// Version of ptoconf that judged.
    pub ptoconf: String,
    /// BLAKE3 of the program that judged, in lower-case hex: two builds of one version differ. None where it could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
    /// How the check ended.
    pub conclusion: Conclusion,
    /// The set. It was made again from its head and is the same.
    pub set: SetId,
    /// BLAKE3 of the profile as the set states it, in lower-case hex.
    pub profile: String,
    /// BLAKE3 of the results, in lower-case hex: of a line for each file, sorted, with its own digest and its path.
    pub results: String,
    /// Who made the results, with what they say of the environment.
    pub implementation: Implementation,
    /// What the conclusion speaks for, and what was not observed.
    pub scope: ReportScope,
    /// Numbers of cases.
    pub totals: Totals,
    /// By operation.
    pub operations: Vec<RecordedOperation>,
    /// What this tier of this profile finds in the self-test of this version; none of sets that are no whole tier, and where
    /// the profile has no embedded model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kills: Option<KillScore>,
    /// Which readings are followed.
    pub readings: Vec<RecordedReading>,
    /// In which orders it adds.
    pub orders: Vec<OrderReport>,
    /// What the failing tuples have in common.
    pub causes: Vec<RecordedCause>,
    /// Options that the profile does not admit and that explain failing cases.
    pub deviations: Vec<DeviationReport>,
    /// The waivers, and what they covered.
    pub waivers: Vec<WaiverReport>,
    /// The day on which they held; none without waivers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waivers_on: Option<Date>,
}

impl Record {
    /// The format that this version writes and reads.
    pub const FORMAT: &'static str = "ptoconf-record/1";
}
