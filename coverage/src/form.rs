//! What is covered of a form.

use crate::table::Table;
use crate::tuple::features;
use crate::{Tuple, combinations, runs, shape};
use ptoconf_schemas::{Counts, Expectation, FormCoverage, ParameterCoverage, SmolStr, Tile};
use std::collections::BTreeSet;

/// Measures a form by its tuples; `None` where there are none.
pub fn measure(form: &str, tuples: &[Tuple]) -> Option<FormCoverage> {
    let own: Vec<Tuple> = tuples.iter().filter(|(line, _)| line.tuple.form == form).copied().collect();
    if own.is_empty() {
        return None;
    }
    let (mut running, mut rejected) = (Table::default(), Table::default());
    let mut form = FormCoverage {
        name: form.to_owned(),
        accepted: 0,
        open: 0,
        rejected: 0,
        cases: 0,
        strategies: Counts::new(),
        dtypes: Counts::new(),
        classes: Counts::new(),
        rows: Counts::new(),
        columns: Counts::new(),
        regions: Counts::new(),
        instantiations: Counts::new(),
        parameters: vec![],
        pairs: ptoconf_schemas::Combinations::default(),
        triples: ptoconf_schemas::Combinations::default(),
    };
    for (line, answer) in own {
        count(&mut form, (line, answer));
        let table = if runs(answer) { &mut running } else { &mut rejected };
        table.add(features(line, answer));
    }
    let combined = running.combined();
    form.pairs = combinations::pairs(&combined);
    form.triples = combinations::triples(&combined);
    let combined: BTreeSet<&SmolStr> = combined.iter().map(|c| &c.name).collect();
    let only_rejected = rejected.columns.iter().filter(|c| !running.has(&c.name));
    for name in running.columns.iter().chain(only_rejected).map(|c| &c.name) {
        let (runs, rejected) = (running.counts(name), rejected.counts(name));
        form.parameters.push(ParameterCoverage { name: name.clone(), runs, rejected, combined: combined.contains(name) });
    }
    Some(form)
}

fn count(form: &mut FormCoverage, (line, answer): Tuple) {
    let cases = u64::from(line.cases);
    form.cases += cases;
    *match answer.expect {
        Expectation::Accept { .. } => &mut form.accepted,
        Expectation::Either { .. } => &mut form.open,
        Expectation::Reject { .. } => &mut form.rejected,
    } += 1;
    *form.strategies.entry(answer.strategy.as_str().into()).or_default() += 1;
    if !runs(answer) {
        return;
    }
    if matches!(answer.expect, Expectation::Accept { .. }) {
        *form.instantiations.entry(line.tuple.instantiation()).or_default() += 1;
    }
    if let Some(first) = line.tuple.operands.first() {
        *form.dtypes.entry(first.tile.dtype.name().into()).or_default() += cases;
    }
    *form.classes.entry(answer.class.as_str().into()).or_default() += cases;
    let tiles = || line.tuple.operands.iter().map(|o| &o.tile);
    each(&mut form.rows, tiles().map(|t| shape::rows(t.valid_rows())));
    each(&mut form.columns, tiles().map(|t: &Tile| shape::columns(t.valid_cols(), t.dtype)));
    each(&mut form.regions, tiles().map(shape::region));
}

/// Counts each name once.
fn each(counts: &mut Counts, names: impl Iterator<Item = &'static str>) {
    let names: BTreeSet<&str> = names.collect();
    names.into_iter().for_each(|name| *counts.entry(SmolStr::new_static(name)).or_default() += 1);
}
