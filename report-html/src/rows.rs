//! Rows of the tables: those that say something.

use crate::shown::Shown;
use ptoconf_schemas::{FailureGroup, ReadingReport, Report, RuleReport};

/// Groups of failing cases that a page shows: those with most cases.
const GROUPS: usize = 400;
/// Cases that are shown of each group.
const CASES: usize = 2;

/// How the cases of a rule went.
pub struct RuleRow<'a> {
    /// Operation.
    pub op: &'a str,
    /// The rule.
    pub rule: &'a RuleReport,
    /// Cases at the limit, illegal, open and told: all and passed.
    pub columns: [[u64; 2]; 4],
}

impl RuleRow<'_> {
    /// Cases that did not pass.
    pub fn failed(&self) -> u64 {
        self.columns.iter().map(|[all, passed]| all - passed.min(all)).sum()
    }
}

/// Rules: those with failing cases, and the others.
pub struct Rules<'a> {
    pub failing: Vec<RuleRow<'a>>,
    pub passing: Vec<RuleRow<'a>>,
}

/// The rules that a judged case concerns, or of which it is known why none does.
pub fn rules(report: &Report) -> Rules<'_> {
    let row = |op, rule| {
        let rule: &RuleReport = rule;
        RuleRow { op, rule, columns: [rule.at_limit, rule.illegal, rule.open, rule.told] }
    };
    let all = report.operations.iter().flat_map(|op| op.rules.iter().map(move |rule| row(op.name.as_str(), rule)));
    let (failing, passing) =
        all.filter(|row| row.rule.unreachable.is_some() || row.columns.iter().any(|[all, _]| *all > 0)).partition(|row| row.failed() > 0);
    Rules { failing, passing }
}

/// Readings: those where an option that is not admitted is followed, and the others.
pub struct Followed<'a> {
    /// Not admitted, or none throughout.
    pub not_admitted: Vec<&'a ReadingReport>,
    /// Admitted.
    pub admitted: Vec<&'a ReadingReport>,
}

/// The readings that the implementation follows.
pub fn followed(report: &Report) -> Followed<'_> {
    let (admitted, not_admitted) = report.readings.iter().partition(|reading| reading.conforms);
    Followed { not_admitted, admitted }
}

/// Failing cases of one kind, form, element type and rule.
pub struct Group<'a> {
    /// What the report says of them.
    pub is: &'a FailureGroup,
    /// The first cases.
    pub first: &'a [ptoconf_schemas::Failure],
    /// How many more there are.
    pub more: u64,
}

/// The groups of most cases.
pub fn groups(report: &Report) -> Shown<Group<'_>> {
    let mut groups: Vec<&FailureGroup> = report.failures.iter().collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.count));
    let more = groups.len().saturating_sub(GROUPS) as u64;
    let group = |is| {
        let is: &FailureGroup = is;
        let first = &is.first[..is.first.len().min(CASES)];
        Group { is, first, more: is.count - (first.len() as u64).min(is.count) }
    };
    Shown { all: groups.into_iter().take(GROUPS).map(group).collect(), more }
}
