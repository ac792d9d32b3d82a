//! Cases that passed in their pieces of a set, and that no choice explains together with those of other pieces.

use crate::CheckError;
use crate::failures::contradicting;
use ptoconf_schemas::{
    Failure, FailureGroup, FailureKind, OperationInfo, OperationReport, PartOperation, SeenCases, TestOf, Totals, Witness,
};
use std::collections::BTreeMap;

const KIND: FailureKind = FailureKind::InconsistentReading;

/// Counts them as failed, and gives their groups in the order of the operations, `details` of each in detail.
///
/// # Errors
/// They are no cases of these operations.
pub fn count(
    infos: &[OperationInfo],
    operations: &mut [PartOperation],
    unexplained: &[(&SeenCases, Vec<Witness>)],
    details: usize,
) -> Result<Vec<FailureGroup>, CheckError> {
    let mut groups: BTreeMap<(usize, &str, &str, Option<&str>), FailureGroup> = BTreeMap::new();
    for (seen, witnesses) in unexplained {
        let stranger = || CheckError::PartFile(format!("{}: its cases are not among those that passed", seen.first));
        let at = infos.iter().position(|info| info.name == seen.op).ok_or_else(stranger)?;
        fail(&mut operations[at], seen).ok_or_else(stranger)?;
        let rule = match &seen.about {
            TestOf::Rule(rule) => Some(rule.as_str()),
            TestOf::Class(_) | TestOf::Rules => None,
        };
        let group = groups.entry((at, &seen.form, &seen.dtype, rule)).or_insert_with(|| none(&infos[at], seen, rule));
        group.count += seen.cases;
        if group.first.len() < details {
            group.first.push(described(seen, witnesses));
        }
    }
    Ok(groups.into_values().collect())
}

/// Counts cases as failed that had passed; none where there are not so many.
fn fail(operation: &mut PartOperation, seen: &SeenCases) -> Option<()> {
    let OperationReport { totals, forms, rules, classes, .. } = &mut operation.report;
    let form = forms.iter_mut().find(|f| (&f.form, &f.dtype) == (&seen.form, &seen.dtype))?;
    for totals in [totals, &mut form.totals] {
        let Totals { passed, failed, .. } = totals;
        (*passed, *failed) = (passed.checked_sub(seen.cases)?, *failed + seen.cases);
    }
    for (column, rule) in &seen.rules {
        let [_, passed] = rules.iter_mut().find(|r| r.rule == *rule)?.column(*column);
        *passed = passed.checked_sub(seen.cases)?;
    }
    if let Some(class) = &seen.class {
        let class = classes.iter_mut().find(|c| c.class == *class)?;
        class.failed += seen.cases;
        class.first.get_or_insert_with(|| seen.first.clone());
    }
    let test = operation.tests.iter_mut().find(|t| (&t.form, &t.dtype, &t.about) == (&seen.form, &seen.dtype, &seen.about))?;
    *test.failed.entry(KIND).or_default() += seen.cases;
    test.first.get_or_insert_with(|| seen.first.clone());
    Some(())
}

fn none(info: &OperationInfo, seen: &SeenCases, rule: Option<&str>) -> FailureGroup {
    FailureGroup {
        kind: KIND,
        op: seen.op.clone(),
        form: seen.form.clone(),
        dtype: seen.dtype.clone(),
        rule: rule.map(str::to_owned),
        stage: rule.and_then(|rule| info.rules.iter().find(|r| r.id == rule)).map(|r| r.stage),
        count: 0,
        instead: vec![],
        first: vec![],
    }
}

fn described(seen: &SeenCases, witnesses: &[Witness]) -> Failure {
    let class = match &seen.about {
        TestOf::Class(class) => Some(class.clone()),
        TestOf::Rule(_) | TestOf::Rules => None,
    };
    let (case, message, tuple) = (seen.first.clone(), contradicting(witnesses), seen.tuple.clone());
    Failure { case, message, tuple, class, wrong: 0, elements: vec![], picture: vec![] }
}
