//! What is covered of a form.

use crate::table::Table;
use crate::tuple::features;
use crate::{Tuple, combinations, runs, shape};
use ptoconf_schemas::{Counts, Expectation, FormCoverage, ParameterCoverage, SmolStr, Tile, TupleLine};
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
        open_instantiations: open_instantiations(&own),
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

/// The open tuples of instantiations of which none is legal. Without elements one may just return early, whatever its types.
fn open_instantiations(own: &[Tuple]) -> Counts {
    let (mut legal, mut open) = (BTreeSet::new(), Counts::new());
    let mut alike: Option<BTreeSet<[usize; 2]>> = None;
    for (line, _) in own.iter().filter(|(_, answer)| matches!(answer.expect, Expectation::Accept { .. })) {
        legal.insert(line.tuple.instantiation());
        let own = pairs_alike(line);
        alike = Some(alike.map_or_else(|| own.clone(), |alike| &alike & &own));
    }
    let alike = alike.unwrap_or_default();
    let has_elements = |line: &TupleLine| line.tuple.operands.iter().all(|o| o.tile.is_scalar() || !o.tile.valid.contains(&0));
    for (line, _) in own.iter().filter(|(line, answer)| matches!(answer.expect, Expectation::Either { .. }) && has_elements(line)) {
        let name = line.tuple.instantiation();
        if !legal.contains(&name) && alike.is_subset(&pairs_alike(line)) {
            *open.entry(name).or_default() += 1;
        }
    }
    open
}

/// The pairs of operands that have one type.
fn pairs_alike(line: &TupleLine) -> BTreeSet<[usize; 2]> {
    let operands = &line.tuple.operands;
    let is_one = |&[a, b]: &[usize; 2]| operands[a].tile.dtype == operands[b].tile.dtype;
    (0..operands.len()).flat_map(|a| (0..a).map(move |b| [a, b])).filter(is_one).collect()
}

/// Counts each name once.
fn each(counts: &mut Counts, names: impl Iterator<Item = &'static str>) {
    let names: BTreeSet<&str> = names.collect();
    names.into_iter().for_each(|name| *counts.entry(SmolStr::new_static(name)).or_default() += 1);
}
