//! What several judges say of the legality of the same tuples: `ptoconf agree --report json`.

use crate::{Implementation, SetId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a judge stands to the pages, in numbers of tuples.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AgreementCounts {
    /// Legal and accepted; or illegal and rejected, with its legal twin accepted.
    pub agrees: u64,
    /// Illegal and rejected, but its legal twin is not accepted, so that the rejection proves nothing.
    pub unproven: u64,
    /// Illegal, and accepted.
    pub over_accepts: u64,
    /// Legal, and rejected.
    pub over_rejects: u64,
    /// Left open by the pages, and accepted.
    pub open_accepts: u64,
    /// Left open by the pages, and rejected.
    pub open_rejects: u64,
    /// The judge does not have the operation, form or dtype.
    pub unsupported: u64,
    /// Crashed, timed out, or the harness failed.
    pub crashed: u64,
    /// No answer, several for one case, or not the same for all cases of the tuple.
    pub unusable: u64,
}

impl AgreementCounts {
    /// Tuples on which the judge differs from the pages, or has no usable answer.
    pub fn differs(&self) -> u64 {
        self.over_accepts + self.over_rejects + self.crashed + self.unusable
    }

    /// Tuples that were accepted or rejected.
    pub fn decided(&self) -> u64 {
        self.agrees + self.unproven + self.over_accepts + self.over_rejects + self.open_accepts + self.open_rejects
    }
}

/// What a judge says of a tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Opinion {
    /// It is legal.
    Accepts,
    /// It is illegal.
    Rejects,
    /// The judge does not have it.
    Unsupported,
    /// It crashed, timed out, or its harness failed.
    Crashes,
    /// There is no one answer.
    Unusable,
    /// Both are right. Only the pages say that.
    Open,
}

impl std::fmt::Display for Opinion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Opinion::Accepts => "accepts",
            Opinion::Rejects => "rejects",
            Opinion::Unsupported => "unsupported",
            Opinion::Crashes => "crashes",
            Opinion::Unusable => "no one answer",
            Opinion::Open => "open",
        })
    }
}

/// How an example shows a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Difference {
    /// An illegal tuple is accepted.
    OverAccepts,
    /// A legal tuple is rejected.
    OverRejects,
    /// A crash, a time-out, or a failing harness.
    Crashed,
    /// There is no one answer.
    Unusable,
    /// Judges differ on a tuple that the pages leave open.
    OpenSplit,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Difference::OverAccepts => "over-accepts",
            Difference::OverRejects => "over-rejects",
            Difference::Crashed => "crashed",
            Difference::Unusable => "unusable",
            Difference::OpenSplit => "open: judges differ",
        })
    }
}

/// What one judge says of one tuple, with its message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JudgeOpinion {
    /// Name of the judge; `pages` for the set.
    pub judge: String,
    /// What it says.
    pub opinion: Opinion,
    /// Its message, where the results have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// The smallest tuple that shows a difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AgreementExample {
    /// What it shows.
    pub difference: Difference,
    /// Judges that it shows it of.
    pub judges: Vec<String>,
    /// Number of tuples of the rule with this difference and these judges.
    pub tuples: u64,
    /// A case of the smallest of them.
    pub case: String,
    /// Elements of all its operands.
    pub elements: u64,
    /// The tuple in one line.
    pub tuple: String,
    /// What everyone says of it, the pages first.
    pub opinions: Vec<JudgeOpinion>,
}

/// Which tuples a line of the matrix is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    /// Tuples at the limit of this rule, on either side of it, or left open by it.
    Rule(String),
    /// Legal tuples at the limit of no rule.
    Legal,
    /// Illegal tuples that break several rules.
    Several,
}

impl std::fmt::Display for About {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            About::Rule(rule) => rule,
            About::Legal => "(legal, at no limit)",
            About::Several => "(several rules)",
        })
    }
}

/// A line of the matrix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleAgreement {
    /// Operation.
    pub op: String,
    /// Which tuples of it.
    pub about: About,
    /// Tuples that the pages call legal.
    pub legal: u64,
    /// Tuples that the pages call illegal.
    pub illegal: u64,
    /// Tuples that the pages leave open.
    pub open: u64,
    /// Open tuples on which judges differ.
    pub open_split: u64,
    /// The judges, in their order.
    pub judges: Vec<AgreementCounts>,
    /// The smallest example of each difference.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<AgreementExample>,
}

/// A judge: someone whose results were compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JudgeReport {
    /// Its name in this report.
    pub name: String,
    /// The implementation as its results name it.
    pub implementation: Implementation,
    /// Over all tuples, each counted once.
    pub counts: AgreementCounts,
    /// Its results that name no case of the set, each with what is wrong with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<String>,
}

/// What several judges say of the legality of the tuples of a set. Values are not compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Agreement {
    /// `ptoconf-agreement/1`.
    pub format: String,
    /// Whether every judge agrees with the pages, and with the others on what the pages leave open.
    pub agrees: bool,
    /// Exit code: 0 agreement, 1 a difference, 4 nothing was compared.
    pub exit_code: u8,
    /// The set.
    pub set: SetId,
    /// Tuples that were compared.
    pub tuples: u64,
    /// The judges.
    pub judges: Vec<JudgeReport>,
    /// The matrix: by operation and rule.
    pub rules: Vec<RuleAgreement>,
}

impl Agreement {
    /// The format that this version writes.
    pub const FORMAT: &'static str = "ptoconf-agreement/1";
}
