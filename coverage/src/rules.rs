//! Rules at their boundary: the illegal tuples of each, and their legal twins.

use crate::Tuple;
use crate::tuple::{change, differences};
use ptoconf_schemas::{Counts, Expectation, OperationInfo, RuleCoverage, SmolStr};
use ptoconf_vectors::OperationReader;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
struct Tried {
    legal: u64,
    illegal: u64,
    open: u64,
    told: u64,
    without_twin: u64,
    differs: BTreeSet<SmolStr>,
    branches: BTreeMap<SmolStr, Counts>,
    fewest: Option<u64>,
    closest: Option<u64>,
}

/// How each rule of an operation is tried.
pub fn measure(info: &OperationInfo, reader: &OperationReader, tuples: &[Tuple]) -> Vec<RuleCoverage> {
    let mut tried: BTreeMap<&str, Tried> = info.rules.iter().map(|r| (r.id.as_str(), Tried::default())).collect();
    for (line, answer) in tuples {
        match &answer.expect {
            Expectation::Accept { boundary_of } => {
                boundary_of.iter().for_each(|r| tried.entry(r).or_default().legal += 1);
                answer.contested.iter().for_each(|r| tried.entry(r).or_default().told += 1);
            }
            Expectation::Reject { rule: Some(rule), twin, .. } => {
                let rule = rule.as_str();
                let tried = tried.entry(rule).or_default();
                tried.illegal += 1;
                tried.pair((line, answer), twin_of(reader, tuples, twin), rule);
            }
            Expectation::Either { twin } => {
                for rule in answer.contested.iter() {
                    let tried = tried.entry(rule).or_default();
                    tried.open += 1;
                    tried.pair((line, answer), twin_of(reader, tuples, twin), rule);
                }
            }
            Expectation::Reject { rule: None, .. } => {}
        }
    }
    info.rules.iter().filter_map(|r| Some((r, tried.remove(r.id.as_str())?))).map(|(r, t)| t.report(r, info)).collect()
}

fn twin_of<'a>(reader: &OperationReader, tuples: &[Tuple<'a>], twin: &str) -> Option<Tuple<'a>> {
    reader.index_of(twin).and_then(|at| tuples.get(at)).copied()
}

impl Tried {
    /// Looks at a tuple beside its twin.
    fn pair(&mut self, tuple: Tuple, twin: Option<Tuple>, rule: &str) {
        let sound = |(other, answer): &Tuple| {
            let stands = |rules: &Vec<String>| rules.iter().any(|r| r == rule);
            other.tuple.form == tuple.0.tuple.form && matches!(&answer.expect, Expectation::Accept { boundary_of } if stands(boundary_of))
        };
        if let Some((field, to)) = twin.filter(sound).and_then(|twin| change(tuple, twin)) {
            *self.branches.entry(field).or_default().entry(to).or_default() += 1;
        }
        let different = twin.filter(sound).map(|twin| differences(tuple, twin)).unwrap_or_default();
        if different.is_empty() {
            self.without_twin += 1;
            return;
        }
        self.fewest = least(self.fewest, different.len() as u64);
        if let Some(distance) = different.iter().map(|(_, d)| *d).max().flatten().filter(|_| different.iter().all(|(_, d)| d.is_some())) {
            self.closest = least(self.closest, distance);
        }
        self.differs.extend(different.into_iter().map(|(name, _)| name));
    }

    fn report(self, rule: &ptoconf_schemas::RuleInfo, info: &OperationInfo) -> RuleCoverage {
        RuleCoverage {
            rule: rule.id.clone(),
            stage: rule.stage,
            legal: self.legal,
            illegal: self.illegal,
            open: self.open,
            told: self.told,
            without_twin: self.without_twin,
            differs: self.differs.into_iter().collect(),
            branches: self.branches,
            fewest: self.fewest,
            closest: self.closest,
            unreachable: info.reach.get(&rule.id).and_then(|reach| reach.unreachable.clone()),
        }
    }
}

fn least(so_far: Option<u64>, value: u64) -> Option<u64> {
    Some(so_far.map_or(value, |v| v.min(value)))
}
