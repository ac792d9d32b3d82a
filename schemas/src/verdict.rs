//! Verdicts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the checker says of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// As expected.
    Pass,
    /// Not as expected.
    Fail,
    /// Not judged.
    Skipped,
}

macro_rules! kinds {
    ($($variant:ident $name:literal $doc:literal,)*) => {
        /// Why a case failed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        pub enum FailureKind { $(#[doc = $doc] #[serde(rename = $name)] $variant,)* }

        impl FailureKind {
            /// Every kind.
            pub const ALL: &'static [FailureKind] = &[$(FailureKind::$variant),*];
            /// The name used in reports.
            pub const fn name(self) -> &'static str { match self { $(FailureKind::$variant => $name,)* } }
            /// What it means, in a sentence.
            pub const fn meaning(self) -> &'static str { match self { $(FailureKind::$variant => $doc,)* } }
        }
    };
}

kinds! {
    Mismatch "mismatch" "An output is none of the accepted ones.",
    AcceptedIllegal "accepted-illegal" "An illegal tuple was accepted.",
    RejectedLegal "rejected-legal" "A legal tuple was rejected.",
    WrongRule "wrong-rule" "The rejection names another rule than the one that is violated.",
    TwinRejected "twin-rejected" "The illegal tuple was rejected, but so was its legal twin: the rejection proves nothing.",
    Crashed "crashed" "The implementation crashed. A crash is not a rejection.",
    Timeout "timeout" "The implementation took too long.",
    Error "error" "The harness of the implementation failed.",
    Missing "missing" "There is no result for the case, or an output array is not there.",
    Duplicate "duplicate" "There are several results for the case.",
    Malformed "malformed" "The result of the case cannot be used: wrong shape, dtype or container.",
    InconsistentReading "inconsistent-reading" "The result follows another reading than the rest of the results.",
    GuardTouched "guard-touched" "Memory was written that the operation does not own.",
    Unsupported "unsupported" "The profile requires it, and the implementation does not have it.",
}

impl FailureKind {
    /// Whether it is about accepting and rejecting.
    pub const fn is_of_legality(self) -> bool {
        use FailureKind::{AcceptedIllegal, RejectedLegal, TwinRejected, WrongRule};
        matches!(self, AcceptedIllegal | RejectedLegal | TwinRejected | WrongRule)
    }

    /// Whether only who computes values can fail so, or that there is no result.
    pub const fn is_of_values(self) -> bool {
        matches!(self, FailureKind::Mismatch | FailureKind::GuardTouched | FailureKind::Malformed | FailureKind::Missing)
    }
}

impl std::fmt::Display for FailureKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// Why a case was not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SkipReason {
    /// The profile leaves the tuple open, and the implementation does not have it.
    Unsupported,
    /// Waived by a line of the waiver file.
    Waived,
    /// Known to the baseline.
    Known,
    /// Not selected by the filters.
    Filtered,
}

impl SkipReason {
    /// The name used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            SkipReason::Unsupported => "unsupported",
            SkipReason::Waived => "waived",
            SkipReason::Known => "known",
            SkipReason::Filtered => "filtered",
        }
    }
}

/// A line of the per-case report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VerdictLine {
    /// Case id.
    pub case: String,
    /// The verdict.
    pub verdict: Verdict,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<FailureKind>,
    /// Why it was skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped: Option<SkipReason>,
}
