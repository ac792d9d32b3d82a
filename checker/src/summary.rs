//! Adds everything up into a report.

use crate::CheckError;
use crate::choice::CasePlace;
use crate::explain::{explain, instead, option_words};
use crate::judge::{Buffers, Operation};
use crate::run::Run;
use crate::state::{CaseState, Cause};
use crate::words::dtype_name;
use ptoconf_schemas::{
    AnswerLine, ExitCode, Expectation, FailureGroup, FailureKind, FormTotals, OperationReport, RuleReport, Totals, TupleLine, Verdict,
};
use std::collections::{BTreeMap, BTreeSet};

/// Totals of an operation, by form and dtype and by rule.
pub fn operation(run: &Run<'_>, index: usize) -> Result<OperationReport, CheckError> {
    let operation = &run.operations[index];
    let info = run.suite.operation(operation.name);
    let form_rank = |form: &str| info.and_then(|i| i.forms.iter().position(|f| f.name == form)).unwrap_or(usize::MAX);
    let mut forms: BTreeMap<(usize, &str, &str), Totals> = BTreeMap::new();
    let mut rules: BTreeMap<&str, RuleReport> = BTreeMap::new();
    for ((line, answer), states) in tuples(operation).zip(&run.states[index]) {
        let key = (form_rank(&line.tuple.form), line.tuple.form.as_str(), dtype_name(&line.tuple));
        count_states(forms.entry(key).or_default(), states);
        count_rules(&mut rules, answer, states);
    }
    let coverage = info.map(|i| i.forms.clone()).unwrap_or_default();
    let name = operation.name.to_string();
    let mut report = OperationReport { name, totals: Totals::default(), forms: Vec::new(), rules: Vec::new(), coverage };
    for ((_, form, dtype), totals) in forms {
        report.totals.add(&totals);
        report.forms.push(FormTotals { form: form.to_string(), dtype: dtype.to_string(), totals });
    }
    // In the order of the set; rules that no case concerns are listed too.
    for rule in info.iter().flat_map(|i| &i.rules) {
        let counted = rules.remove(rule.id.as_str());
        let mut counted = counted.unwrap_or_else(|| RuleReport { rule: rule.id.clone(), ..RuleReport::default() });
        counted.unreachable = info.and_then(|i| i.reach.get(&rule.id)).and_then(|reach| reach.unreachable.clone());
        report.rules.push(counted);
    }
    report.rules.extend(rules.into_values());
    check_sums(&report.name, &report.totals, info.map(|i| i.cases))?;
    Ok(report)
}

fn tuples<'a>(operation: &Operation<'a>) -> impl Iterator<Item = (&'a TupleLine, &'a AnswerLine)> {
    operation.reader.tuples.iter().zip(operation.answers)
}

fn check_sums(name: &str, totals: &Totals, in_set: Option<u64>) -> Result<(), CheckError> {
    if !totals.add_up() || in_set.is_some_and(|cases| cases != totals.cases) {
        return Err(CheckError::Internal(format!("{name}: the numbers do not add up: {totals:?}, cases in the set {in_set:?}")));
    }
    Ok(())
}

fn count_states(totals: &mut Totals, states: &[CaseState]) {
    for state in states {
        totals.cases += 1;
        match state.cause.verdict() {
            Verdict::Pass => totals.passed += 1,
            Verdict::Fail => totals.failed += 1,
            Verdict::Skipped => {
                let reason = state.cause.skipped().map_or("", ptoconf_schemas::SkipReason::name);
                *totals.skipped.entry(reason.to_string()).or_default() += 1;
            }
        }
    }
    totals.judged = totals.passed + totals.failed;
}

/// Judged cases by rule: how many, and how many of them passed.
fn count_rules<'a>(rules: &mut BTreeMap<&'a str, RuleReport>, answer: &'a AnswerLine, states: &[CaseState]) {
    let judged = states.iter().filter(|s| s.cause.skipped().is_none()).count() as u64;
    let passed = states.iter().filter(|s| s.cause == Cause::Pass).count() as u64;
    let mut add = |rule: &'a str, column: fn(&mut RuleReport) -> &mut [u64; 2]| {
        let report = rules.entry(rule).or_insert_with(|| RuleReport { rule: rule.to_string(), ..RuleReport::default() });
        let counts = column(report);
        counts[0] += judged;
        counts[1] += passed;
    };
    match &answer.expect {
        Expectation::Accept { boundary_of } => {
            boundary_of.iter().for_each(|rule| add(rule, |r| &mut r.at_limit));
            answer.contested().for_each(|rule| add(rule, |r| &mut r.told));
        }
        Expectation::Reject { rule, .. } => rule.iter().for_each(|rule| add(rule, |r| &mut r.illegal)),
        Expectation::Either { .. } => answer.contested().for_each(|rule| add(rule, |r| &mut r.open)),
    }
}

/// Totals of all operations.
pub fn totals(operations: &[OperationReport], in_set: u64) -> Result<Totals, CheckError> {
    let mut totals = Totals::default();
    for operation in operations {
        totals.add(&operation.totals);
    }
    check_sums("all operations", &totals, Some(in_set))?;
    Ok(totals)
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct GroupKey<'a> {
    operation: usize,
    kind: FailureKind,
    form: &'a str,
    dtype: &'a str,
    rule: Option<&'a str>,
}

#[derive(Default)]
struct Group<'a> {
    count: u64,
    stage: Option<ptoconf_schemas::Stage>,
    /// Options that every case follows, by reading.
    instead: BTreeMap<&'a str, Vec<&'a str>>,
    first: Vec<CasePlace>,
}

impl<'a> Group<'a> {
    /// Keeps the options that the case follows too.
    fn agree(&mut self, case: Vec<(&'a str, Vec<&'a str>)>) {
        for (reading, options) in case {
            match self.instead.get_mut(reading) {
                Some(common) => common.retain(|o| options.contains(o)),
                None => drop(self.instead.insert(reading, options)),
            }
        }
    }
}

/// The strongest option that every case follows, in words.
fn words(operation: &Operation<'_>, reading: &str, options: &[&str]) -> String {
    match options.first() {
        Some(option) => option_words(operation, reading, option),
        None => format!("{reading}: no known option throughout"),
    }
}

/// Failures by kind, form, dtype and rule, the first `details` of each in detail.
pub fn failures(run: &Run<'_>, details: usize) -> Result<Vec<FailureGroup>, CheckError> {
    let mut groups: BTreeMap<GroupKey<'_>, Group<'_>> = BTreeMap::new();
    for (index, operation) in run.operations.iter().enumerate() {
        for (tuple, states) in run.states[index].iter().enumerate() {
            if states.iter().any(|s| s.cause.failure().is_some()) {
                gather(run, operation, (index, tuple), details, &mut groups)?;
            }
        }
    }
    let mut buffers = Buffers::default();
    let mut described = Vec::with_capacity(groups.len());
    for (key, group) in groups {
        let first = group.first.iter().map(|&place| explain(run, place, &mut buffers)).collect::<Result<_, _>>()?;
        described.push(FailureGroup {
            kind: key.kind,
            op: run.operations[key.operation].name.to_string(),
            form: key.form.to_string(),
            dtype: key.dtype.to_string(),
            rule: key.rule.map(str::to_string),
            stage: group.stage,
            count: group.count,
            instead: group.instead.iter().map(|(id, options)| words(&run.operations[key.operation], id, options)).collect(),
            first,
        });
    }
    Ok(described)
}

/// Adds the failing cases of one tuple to their groups.
fn gather<'a>(
    run: &Run<'a>,
    operation: &Operation<'a>,
    (index, tuple): (usize, usize),
    details: usize,
    groups: &mut BTreeMap<GroupKey<'a>, Group<'a>>,
) -> Result<(), CheckError> {
    let (line, answer) = (&operation.reader.tuples[tuple], &operation.answers[tuple]);
    let plan = operation.plan(tuple)?;
    // Where several rules are in question, the first one stands for all.
    let contested = || answer.contested().next();
    let (rule, stage) = match &answer.expect {
        Expectation::Reject { rule, stage, .. } => (rule.as_deref(), Some(*stage)),
        Expectation::Accept { .. } | Expectation::Either { .. } => {
            (contested(), contested().and_then(|rule| stage_of(run, operation, rule)))
        }
    };
    let mut named: BTreeSet<(FailureKind, u64)> = BTreeSet::new();
    for (slot, state) in (0..).zip(&run.states[index][tuple]) {
        let Some(kind) = state.cause.failure() else { continue };
        let key = GroupKey { operation: index, kind, form: &line.tuple.form, dtype: dtype_name(&line.tuple), rule };
        let group = groups.entry(key).or_default();
        group.count += 1;
        group.stage = stage;
        if group.first.len() < details {
            group.first.push((index, tuple, slot));
        }
        let known = state.matched() & !plan.admitted;
        let deviates = matches!(state.cause, Cause::Mismatch | Cause::Accepted | Cause::Rejected);
        if deviates && known != 0 && named.insert((kind, known)) {
            group.agree(instead(operation, &line.tuple, &plan, known));
        }
    }
    Ok(())
}

fn stage_of(run: &Run<'_>, operation: &Operation<'_>, rule: &str) -> Option<ptoconf_schemas::Stage> {
    run.suite.operation(operation.name)?.rules.iter().find(|r| r.id == rule).map(|r| r.stage)
}

/// How the check ends.
pub fn exit_code(totals: &Totals, extra: bool, stale_waivers: bool) -> ExitCode {
    if totals.judged == 0 {
        ExitCode::NothingChecked
    } else if totals.failed > 0 || extra || stale_waivers {
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
        assert!(check(&right, None) && check(&right, Some(3)));
        assert!(!check(&right, Some(4)), "a case was lost");
        assert!(!check(&Totals { failed: 0, ..right.clone() }, Some(3)), "a verdict was lost");
        assert!(!check(&Totals { cases: 4, ..right }, Some(4)), "a case has no verdict");
    }
}
