//! Adds everything up into a report.

use crate::counted::Counted;
use crate::state::Cause;
use crate::tested::tests;
use crate::words::dtype_name;
use crate::{CheckError, forms};
use ptoconf_schemas::{
    AnswerLine, CaseId, ClassReport, DeviationReport, ExitCode, Expectation, FormTotals, OperationReport, RuleColumn, RuleReport, SmolStr,
    Thinnest, Totals, Verdict,
};
use std::collections::BTreeMap;

/// What a report says of a whole operation.
pub struct Summary {
    /// Numbers.
    pub report: OperationReport,
    /// Cases that some choice rejects and another runs.
    pub open: u64,
    /// Forms that are not there.
    pub missing: Vec<DeviationReport>,
}

impl Summary {
    /// Adds an operation up.
    pub fn of(operation: Counted<'_>) -> Result<Self, CheckError> {
        let lines = operation.tuples.iter().zip(operation.answers);
        let open = lines.filter(|(_, answer)| matches!(answer.expect, Expectation::Either { .. })).map(|(line, _)| u64::from(line.cases));
        Ok(Summary { report: report(operation)?, open: open.sum(), missing: forms::missing(operation) })
    }
}

/// Totals of an operation, by form and dtype and by rule.
fn report(operation: Counted<'_>) -> Result<OperationReport, CheckError> {
    let info = operation.info;
    let form_rank = |form: &str| info.forms.iter().position(|f| f.name == form).unwrap_or(usize::MAX);
    let mut forms: BTreeMap<(usize, &str, &str), Totals> = BTreeMap::new();
    let mut rules: BTreeMap<&str, RuleReport> = BTreeMap::new();
    let mut legal: BTreeMap<(usize, &str), BTreeMap<SmolStr, u64>> = BTreeMap::new();
    let mut classes: BTreeMap<&str, ClassReport> = BTreeMap::new();
    for ((line, answer), causes) in operation.tuples.iter().zip(operation.answers).zip(operation.cases.iter()) {
        let key = (form_rank(&line.tuple.form), line.tuple.form.as_str(), dtype_name(&line.tuple));
        count_cases(forms.entry(key).or_default(), causes);
        if matches!(answer.expect, Expectation::Accept { .. }) {
            let id = |slot| CaseId { op: &info.name, tuple: &line.name, slot }.to_string();
            count_class(classes.entry(&answer.class).or_default(), causes, id);
            let judged = causes.iter().any(|cause| cause.skipped().is_none());
            let of_form = legal.entry((key.0, key.1)).or_default();
            *of_form.entry(line.tuple.instantiation()).or_default() += u64::from(judged);
        }
        count_rules(&mut rules, answer, causes);
    }
    let (name, coverage) = (info.name.clone(), info.forms.clone());
    let thinnest = legal.into_iter().filter_map(|((_, form), legal)| thinnest(form, legal)).collect();
    let classes = classes.into_iter().map(|(class, counts)| ClassReport { class: class.to_owned(), ..counts }).collect();
    let (totals, tests) = (Totals::default(), tests(operation));
    let mut report = OperationReport { name, totals, forms: vec![], rules: vec![], classes, coverage, thinnest, tests };
    for ((_, form, dtype), totals) in forms {
        report.totals.add(&totals);
        report.forms.push(FormTotals { form: form.to_string(), dtype: dtype.to_string(), totals });
    }
    // In the order of the set; rules that no case concerns are listed too.
    for rule in &info.rules {
        let counted = rules.remove(rule.id.as_str());
        let mut counted = counted.unwrap_or_else(|| RuleReport { rule: rule.id.clone(), ..RuleReport::default() });
        counted.unreachable = info.reach.get(&rule.id).and_then(|reach| reach.unreachable.clone());
        report.rules.push(counted);
    }
    report.rules.extend(rules.into_values());
    check_sums(&report.name, &report.totals, info.cases)?;
    Ok(report)
}

/// Of the legal tuples of a form, by instantiation, the fewest.
fn thinnest(form: &str, legal: BTreeMap<SmolStr, u64>) -> Option<Thinnest> {
    let (instantiation, tuples) = legal.into_iter().min_by_key(|(_, tuples)| *tuples)?;
    Some(Thinnest { form: form.to_owned(), instantiation: instantiation.into(), tuples })
}

/// Makes sure that numbers of cases add up, to as many as the set has.
pub fn check_sums(name: &str, totals: &Totals, in_set: u64) -> Result<(), CheckError> {
    if !totals.add_up() || in_set != totals.cases {
        return Err(CheckError::Internal(format!("{name}: the numbers do not add up: {totals:?}, cases in the set {in_set:?}")));
    }
    Ok(())
}

fn count_cases(totals: &mut Totals, causes: &[Cause]) {
    for cause in causes {
        totals.cases += 1;
        match cause.verdict() {
            Verdict::Pass => totals.passed += 1,
            Verdict::Fail => totals.failed += 1,
            Verdict::Skipped => {
                let reason = cause.skipped().map_or("", ptoconf_schemas::SkipReason::name);
                *totals.skipped.entry(reason.to_string()).or_default() += 1;
            }
        }
    }
    totals.judged = totals.passed + totals.failed;
}

fn count_class(class: &mut ClassReport, causes: &[Cause], id: impl Fn(u32) -> String) {
    let failed = || (0..).zip(causes).filter(|(_, cause)| cause.verdict() == Verdict::Fail).map(|(slot, _)| slot);
    class.cases += causes.len() as u64;
    class.judged += causes.iter().filter(|cause| cause.skipped().is_none()).count() as u64;
    class.failed += failed().count() as u64;
    class.first = class.first.take().or_else(|| failed().next().map(id));
}

/// Judged cases by rule: how many, and how many of them passed.
fn count_rules<'a>(rules: &mut BTreeMap<&'a str, RuleReport>, answer: &'a AnswerLine, causes: &[Cause]) {
    let judged = causes.iter().filter(|cause| cause.skipped().is_none()).count() as u64;
    let passed = causes.iter().filter(|cause| **cause == Cause::Pass).count() as u64;
    for (column, rule) in counted_under(answer) {
        let report = rules.entry(rule).or_insert_with(|| RuleReport { rule: rule.to_string(), ..RuleReport::default() });
        let counts = report.column(column);
        counts[0] += judged;
        counts[1] += passed;
    }
}

/// The rules that the cases of a tuple are counted under, and as what.
pub fn counted_under(answer: &AnswerLine) -> Vec<(RuleColumn, &str)> {
    match &answer.expect {
        Expectation::Accept { boundary_of } => {
            let at_limit = boundary_of.iter().map(|rule| (RuleColumn::AtLimit, rule.as_str()));
            at_limit.chain(answer.contested().map(|rule| (RuleColumn::Told, rule))).collect()
        }
        Expectation::Reject { rule, .. } => rule.iter().map(|rule| (RuleColumn::Illegal, rule.as_str())).collect(),
        Expectation::Either { .. } => answer.contested().map(|rule| (RuleColumn::Open, rule)).collect(),
    }
}

/// Totals of all operations.
pub fn totals<'a>(operations: impl Iterator<Item = &'a OperationReport>, in_set: u64) -> Result<Totals, CheckError> {
    let mut totals = Totals::default();
    for operation in operations {
        totals.add(&operation.totals);
    }
    check_sums("all operations", &totals, in_set)?;
    Ok(totals)
}

/// How the check ends; `known` says whether there are results of a case that is known to fail.
pub fn exit_code(totals: &Totals, extra: bool, bad_waivers: bool, known: bool) -> ExitCode {
    if totals.judged == 0 && !known {
        ExitCode::NothingChecked
    } else if totals.failed > 0 || extra || bad_waivers {
        ExitCode::DoesNotConform
    } else {
        ExitCode::Conforms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_do_not_add_up_are_an_error() {
        let right = Totals { cases: 3, judged: 2, passed: 1, failed: 1, skipped: BTreeMap::from([("filtered".to_owned(), 1)]) };
        let check = |totals: &Totals, in_set| check_sums("all", totals, in_set).is_ok();
        assert!(check(&right, 3));
        assert!(!check(&right, 4), "a case was lost");
        assert!(!check(&Totals { failed: 0, ..right.clone() }, 3), "a verdict was lost");
        assert!(!check(&Totals { cases: 4, ..right }, 4), "a case has no verdict");
    }
}
