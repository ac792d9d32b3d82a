//! Causes that came and went.

use ptoconf_schemas::{CaseId, CauseReport, ChangedCause};
use std::collections::BTreeSet;

/// The causes that only these have. Where the smallest tuple of a cause is none of those that `changed`, both of them judged it
/// and found the same, so that other tuples have only led to other words for it; or only one of them did.
pub fn only(causes: &[CauseReport], others: &[CauseReport], changed: &BTreeSet<(&str, &str)>) -> Vec<ChangedCause> {
    let changed = |cause: &CauseReport| CaseId::parse(&cause.smallest).is_some_and(|case| changed.contains(&(case.op, case.tuple)));
    let own = causes.iter().filter(|cause| !others.iter().any(|other| same(cause, other)) && changed(cause));
    own.map(ChangedCause::from).collect()
}

/// Whether both may be one cause: they fail alike in a common operation, and a statement of the one is one of the other. A
/// set that has other tuples tells more or fewer statements apart.
fn same(a: &CauseReport, b: &CauseReport) -> bool {
    let operation = a.operations.iter().any(|op| b.operations.contains(op));
    let said = a.statement.is_none() && b.statement.is_none() || statements(a).any(|one| statements(b).any(|other| one == other));
    a.kind == b.kind && operation && said
}

fn statements(cause: &CauseReport) -> impl Iterator<Item = &String> {
    cause.statement.iter().chain(&cause.or)
}
