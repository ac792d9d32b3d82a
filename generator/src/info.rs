//! What the head of a set says of an operation: counts, coverage, and how often each rule is tried.

use crate::plan::Plan;
use ptoconf_schemas::{Expectation, FormInfo, OperationInfo, RuleReach};
use std::collections::BTreeMap;

/// Describes the plan of an operation.
pub fn operation_info(plan: &Plan) -> OperationInfo {
    let operation = plan.contract.operation;
    let mut counts: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    for item in &plan.items {
        let tuple = &item.choice.tuple;
        let dtype = tuple.operands[0].tile.dtype.name().to_owned();
        *counts.entry(tuple.form.to_string()).or_default().entry(dtype).or_default() += u64::from(item.cases);
    }
    let form = |(form, coverage): (&ptoconf_reference::Form, &ptoconf_schemas::Coverage)| FormInfo {
        name: form.name.to_owned(),
        call: form.call.to_owned(),
        coverage: coverage.clone(),
    };
    OperationInfo {
        name: operation.name.to_owned(),
        page: operation.page.to_owned(),
        tuples: plan.items.len() as u64,
        cases: plan.items.iter().map(|i| u64::from(i.cases)).sum(),
        counts,
        forms: operation.forms.iter().zip(&plan.coverage).map(form).collect(),
        rules: plan.contract.rule_infos(),
        reach: reach(plan),
        readings: plan.contract.reading_infos(),
    }
}

fn reach(plan: &Plan) -> BTreeMap<String, RuleReach> {
    let mut reach: BTreeMap<String, RuleReach> = BTreeMap::new();
    for rule in plan.contract.rules() {
        let unreachable = plan.contract.unreachable(rule).map(str::to_owned);
        reach.insert(rule.id.clone(), RuleReach { unreachable, ..RuleReach::default() });
    }
    let id = |rule: &usize| plan.contract.rule(*rule).id.as_str();
    for item in &plan.items {
        let cases = u64::from(item.cases);
        let mut count = |rule: &str, field: fn(&mut RuleReach) -> &mut u64| {
            if let Some(entry) = reach.get_mut(rule) {
                *field(entry) += cases;
            }
        };
        match &item.expect {
            Expectation::Accept { boundary_of } => {
                boundary_of.iter().for_each(|r| count(r, |e| &mut e.at_limit));
                item.contested.iter().for_each(|r| count(id(r), |e| &mut e.told));
            }
            Expectation::Reject { rule: Some(rule), .. } => count(rule, |e| &mut e.illegal),
            Expectation::Either { .. } => item.contested.iter().for_each(|r| count(id(r), |e| &mut e.open)),
            Expectation::Reject { rule: None, .. } => {}
        }
    }
    reach
}
