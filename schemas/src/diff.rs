//! What differs between two reports.

use crate::{CauseReport, Conclusion, FailureKind, Implementation, Report, SetId, Totals, Way};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What makes a comparison fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FailOn {
    /// A case that fails newly, or in another way than before.
    New,
    /// Whatever differs.
    Any,
    /// Nothing.
    None,
}

/// One of the reports that are compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiffSide {
    /// The implementation.
    pub implementation: Implementation,
    /// The set.
    pub set: SetId,
    /// Numbers of cases.
    pub totals: Totals,
    /// How the check ended.
    pub conclusion: Conclusion,
}

impl DiffSide {
    /// What is said of a report.
    pub fn of(report: &Report) -> DiffSide {
        DiffSide {
            implementation: report.implementation.clone(),
            set: report.set.clone(),
            totals: report.totals.clone(),
            conclusion: report.conclusion,
        }
    }
}

/// Cases of one operation that changed in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangedCases {
    /// Operation.
    pub op: String,
    /// How they failed; none where they passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<Way>,
    /// How they fail; none where they pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<Way>,
    /// Number of cases.
    pub count: u64,
    /// Each as `<tuple name>/<slots>`.
    pub cases: Vec<String>,
}

/// A reading that is followed in another way, or an order of additions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangedReading {
    /// Reading id; none for an order of additions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    /// Where: empty for the whole run.
    pub place: String,
    /// What was followed; empty where nothing was throughout.
    pub was: Vec<String>,
    /// What is followed.
    pub now: Vec<String>,
}

/// What changed beside the cases: what results speak for, stray results, flaky cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangedBesides {
    /// What it is, in words.
    pub what: String,
    /// What of it the older report alone has.
    pub was: Vec<String>,
    /// What of it the newer one alone has.
    pub now: Vec<String>,
    /// Whether the newer one is the worse.
    pub worse: bool,
}

/// A cause that came or went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangedCause {
    /// How its tuples fail.
    pub kind: FailureKind,
    /// The operations.
    pub operations: Vec<String>,
    /// What is true of the tuples; none where nothing sets them apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// Failing tuples.
    pub tuples: u64,
    /// Failing cases.
    pub cases: u64,
}

impl From<&CauseReport> for ChangedCause {
    fn from(cause: &CauseReport) -> ChangedCause {
        ChangedCause {
            kind: cause.kind,
            operations: cause.operations.clone(),
            statement: cause.statement.clone(),
            tuples: cause.tuples,
            cases: cause.cases,
        }
    }
}

/// What differs between two reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiffReport {
    /// `ptoconf-diff/1`.
    pub format: String,
    /// Exit code of the comparison.
    pub exit_code: u8,
    /// What makes it fail.
    pub fail_on: FailOn,
    /// The older report.
    pub old: DiffSide,
    /// The newer one.
    pub new: DiffSide,
    /// Whether cases of one id have the same data: the seeds are the same. Where not, tuples are compared, not cases.
    pub same_data: bool,
    /// Judged cases of the newer report whose tuples, and cases where the data are the same, were judged in both.
    pub compared: u64,
    /// Cases that fail in the newer one alone, in a way that is a matter of data and that both show elsewhere in the operation.
    pub other_data_fails: u64,
    /// The same of the older one.
    pub other_data_failed: u64,
    /// Cases judged in the older one and not in the other.
    pub only_old: u64,
    /// Cases judged in the newer one and not in the other.
    pub only_new: u64,
    /// Cases that passed and fail.
    pub newly_failing: Vec<ChangedCases>,
    /// Cases that failed and fail in another way.
    pub failing_otherwise: Vec<ChangedCases>,
    /// Cases that failed and pass.
    pub newly_passing: Vec<ChangedCases>,
    /// What changed beside the cases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub besides: Vec<ChangedBesides>,
    /// Readings and orders that changed.
    pub readings: Vec<ChangedReading>,
    /// Causes that the older report does not have.
    pub causes_came: Vec<ChangedCause>,
    /// Causes that the newer report does not have.
    pub causes_went: Vec<ChangedCause>,
}

impl DiffReport {
    /// The format that this version writes.
    pub const FORMAT: &'static str = "ptoconf-diff/1";

    /// Cases that fail newly or in another way.
    pub fn worse(&self) -> u64 {
        self.newly_failing.iter().chain(&self.failing_otherwise).map(|group| group.count).sum()
    }

    /// Whether a case fails newly or in another way, or the newer report is worse beside the cases.
    pub fn is_worse(&self) -> bool {
        self.worse() > 0 || self.besides.iter().any(|change| change.worse)
    }

    /// Whether anything differs of what both have.
    pub fn differs(&self) -> bool {
        let causes = self.causes_came.len() + self.causes_went.len();
        let lists = [self.newly_passing.is_empty(), self.besides.is_empty(), self.readings.is_empty()];
        self.worse() > 0 || lists.contains(&false) || causes > 0
    }
}
