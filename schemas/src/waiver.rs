//! Waivers: known failures that a run tolerates, as a file that people write.

use crate::{Date, FailureKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A known failure: of which cases and for which cause, whose it is, and until when it is tolerated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Waiver {
    /// Case ids that it covers; `*` stands for any text, but not for every case.
    pub case: String,
    /// The kind of failure that it covers.
    pub failure: FailureKind,
    /// The rule that is concerned, with `*` as above; any where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What the cases follow that the profile does not admit, as `reading = option`, with `*` as above. Where this and `rule`
    /// are absent, cases that follow something known are not covered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follows: Option<String>,
    /// Element type of the first output; any where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dtype: Option<String>,
    /// Why it is tolerated.
    pub reason: String,
    /// Who sees to it.
    pub owner: String,
    /// Where it is followed up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The last day on which it holds.
    pub expires: Date,
    /// Most cases that it covers.
    pub most_cases: u64,
}

impl Waiver {
    /// A waiver for up to a million cases, and for the longest time.
    pub fn new(case: &str, failure: FailureKind, owner: &str, reason: &str) -> Waiver {
        let (case, owner, reason) = (case.to_owned(), owner.to_owned(), reason.to_owned());
        let expires = Date::of_days(u64::MAX);
        Waiver { case, failure, rule: None, follows: None, dtype: None, reason, owner, link: None, expires, most_cases: 1_000_000 }
    }

    /// Whether the pattern says which cases it covers: it has more than stars between the slashes.
    pub fn names_something(&self) -> bool {
        self.case.bytes().any(|b| b.is_ascii_alphanumeric())
    }
}

/// A waiver file. A waiver that covers no failing case is stale, and the run fails.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaiverFile {
    /// The waivers.
    pub waivers: Vec<Waiver>,
}

/// Why a waiver fails a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WaiverProblem {
    /// Its last day is over; it covers nothing.
    Expired,
    /// More failing cases fit it than it may cover; the first ones are covered.
    TooMany,
    /// No failing case fits it.
    Stale,
}

impl WaiverProblem {
    /// The name used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            WaiverProblem::Expired => "expired",
            WaiverProblem::TooMany => "too many cases",
            WaiverProblem::Stale => "stale",
        }
    }
}

/// A waiver and what it covered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaiverReport {
    /// The waiver.
    pub waiver: Waiver,
    /// Failing cases that it covers.
    pub covered: u64,
    /// Failing cases that fit it and are more than it may cover.
    pub beyond: u64,
    /// Why it fails the check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<WaiverProblem>,
}
