//! Implementations that conform, each in its own way: none may fail.

mod kernels;
mod layouts;

use crate::arena::{Arena, right};
use crate::options::{Options, parallel};
use crate::{Error, ProfileSets};
use ptoconf_models::Change;
use ptoconf_schemas::{Report, VariantReport};
use std::collections::BTreeMap;

/// Judges every variant.
///
/// # Errors
/// A set cannot be read, or results cannot be written.
pub fn run(profiles: &[ProfileSets], options: &Options) -> Result<Vec<VariantReport>, Error> {
    let steps: Vec<(&kernels::Variant, &ProfileSets)> = kernels::VARIANTS
        .iter()
        .flat_map(|variant| profiles.iter().map(move |sets| (variant, sets)))
        .filter(|(variant, sets)| variant.profiles.contains(&sets.profile.as_str()))
        .collect();
    let mut reports = parallel("variants", &steps, options, |(variant, sets)| {
        let model = right(&sets.profile);
        let changed = model.clone().changed(Change::decisions(variant.name, variant.change));
        let mut report = empty(variant.name, variant.what, &sets.profile);
        for dir in &sets.operations {
            let arena = Arena::open(dir, &model, sets.smoke)?;
            add(&mut report, &arena.judge(&changed, &|_, _| true)?.0);
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
