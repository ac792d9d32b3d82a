//! Implementations that conform, each in its own way: none may fail.

mod kernels;
mod layouts;

use crate::arena::{Arena, LARGE, bytes, twin};
use crate::fate::Stage;
use crate::options::{Options, parallel};
use crate::{Error, ProfileSets};
use ptoconf_models::Change;
use ptoconf_schemas::{Report, TupleLine, VariantReport};
use std::collections::BTreeMap;

/// Tuples with data whose operands take more bytes, over all cases, are shared out among variants; the first has all. They are
/// most of what is computed and moved, and a variant does in them what it does in smaller ones.
pub const SHARED_ABOVE: u64 = 16 << 10;

/// One of so many variants judges such a tuple.
pub const SHARED_BY: usize = 4;

/// Judges every variant. With an operation with which it does what the right model does, which is the first of them, by
/// the first case of every tuple that is not large, it is judged as that is.
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
            let is_in = |line: &TupleLine, _| number == 0 || is_turn(arena, line, number);
            if number == 0 || arena.differs(&stage.model, &changed, LARGE)? {
                add(&mut report, &arena.judge(&arena.set, &changed, &is_in)?.0);
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

/// Whether a variant judges a tuple: what is rejected needs its legal twin beside it.
fn is_turn(arena: &Arena, line: &TupleLine, number: usize) -> bool {
    let Some(at) = arena.reader.index_of(&line.name) else { return true };
    let at = twin(&arena.answers[at]).and_then(|name| arena.reader.index_of(name)).unwrap_or(at);
    let line = &arena.reader.tuples[at];
    line.inputs.is_none() || bytes(line) <= SHARED_ABOVE || (at + number).is_multiple_of(SHARED_BY)
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
