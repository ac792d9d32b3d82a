//! Implementations that conform, each in its own way: none may fail.

mod kernels;
mod layouts;

use crate::arena::{LARGE, bytes};
use crate::fate::Stage;
use crate::options::{Options, parallel};
use crate::{Error, ProfileSets};
use ptoconf_models::Change;
use ptoconf_schemas::{Report, TupleLine, VariantReport};
use std::collections::BTreeMap;

/// Judges every variant, on its turns where there are such: the first has all. With an operation with which it does what
/// the right model does, which is the first of them, by the first case of every tuple that is not large, it is judged as that is.
///
/// # Errors
/// A set cannot be read, or results cannot be written.
pub fn run(stages: &[Stage], profiles: &[ProfileSets], options: &Options) -> Result<Vec<VariantReport>, Error> {
    let steps: Vec<(usize, &kernels::Variant, &Stage)> = kernels::VARIANTS
        .iter()
        .enumerate()
        .flat_map(|(number, variant)| stages.iter().map(move |stage| (number, variant, stage)))
        .filter(|(_, variant, stage)| variant.profiles.contains(&stage.profile.as_str()))
        .collect();
    let mut reports = parallel("variants", &steps, options, |&(number, variant, stage)| {
        let changed = stage.model.clone().changed(Change::decisions(variant.name, variant.change));
        let mut report = empty(variant.name, variant.what, &stage.profile);
        for arena in &stage.arenas {
            let is_in = |line: &TupleLine| number == 0 || arena.is_turn_of(line, number);
            if number == 0 || arena.differs(&stage.model, &changed, |line| bytes(line) <= LARGE && is_in(line))? {
                add(&mut report, &arena.judge(&arena.set, &changed, &|line, _| is_in(line))?.0);
            } else {
                report.cases += arena.set.suite().cases();
            }
        }
        Ok(report)
    })?;
    if let Some(sets) = profiles.last() {
        reports.extend(layouts::run(sets)?);
    }
    Ok(reports)
}

fn empty(name: &str, what: &str, profile: &str) -> VariantReport {
    let (name, what, profile) = (name.to_owned(), what.to_owned(), profile.to_owned());
    VariantReport { name, what, profile, cases: 0, failed: 0, failures: BTreeMap::new() }
}

/// Adds a report up.
fn add(report: &mut VariantReport, judged: &Report) {
    report.cases += judged.totals.judged;
    report.failed += judged.totals.failed;
    for group in &judged.failures {
        *report.failures.entry(group.kind.name().to_owned()).or_default() += group.count;
    }
    if !judged.extra.is_empty() {
        *report.failures.entry("extra".to_owned()).or_default() += judged.extra.len() as u64;
    }
}
