//! Causes that came and went.

use ptoconf_schemas::{CauseReport, ChangedCause};

/// The causes that only these have.
pub fn only(causes: &[CauseReport], others: &[CauseReport]) -> Vec<ChangedCause> {
    causes.iter().filter(|cause| !others.iter().any(|other| same(cause, other))).map(ChangedCause::from).collect()
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
