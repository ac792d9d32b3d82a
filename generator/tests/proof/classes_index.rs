//! Data classes of index tiles, in the unit of the profile's default reading.

use crate::common::{PLANS, STACKS, inputs, integer, place, range};
use ptoconf_generator::{Item, Plan};
use ptoconf_reference::{Class, DataKind, Fill, Query};
use ptoconf_schemas::{DType, Role};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn counts_keep_what_their_class_promises() {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for (plan, item, stack) in STACKS.iter() {
        let form = &plan.contract.operation.forms[item.form];
        let counted: Vec<_> = form.operands.iter().filter(|o| o.counts.is_some()).collect();
        let (Some(class), false) = (Class::parse(item.choice.class), counted.is_empty()) else { continue };
        let tuple = &item.choice.tuple;
        let query = Query { tuple, class: class.name, profile: plan.contract.profile, follows: &[] };
        let scale = i128::from((form.index_scale.0)(&query));
        let cols = |name: &str| i128::from(tuple.tile(name).map_or(0, ptoconf_schemas::Tile::valid_cols));
        let dst = i128::from(tuple.with_role(Role::Out).next().map_or(0, |o| o.tile.valid_cols()));
        let sources: Vec<i128> = counted.iter().filter_map(|o| o.counts).map(cols).collect();
        let index: Vec<usize> = {
            let specs = form.operands.iter().filter(|o| o.role == Role::In).enumerate();
            specs.filter(|(_, o)| o.kind == DataKind::Index).map(|(i, _)| i).collect()
        };
        for slot in 0..item.cases {
            let inputs = inputs(item, &stack.inputs, slot);
            let rows = index.iter().map(|&i| inputs[i].tile.valid_rows()).min().unwrap_or(0);
            for row in 0..rows {
                let place = format!("{} slot {slot} row {row}", place(plan, item));
                let values: Vec<i128> = index.iter().map(|&i| integer(inputs[i].tile.dtype, inputs[i].at(row, 0))).collect();
                let counts: Vec<i128> = values.iter().map(|v| v / scale).collect();
                let total: i128 = counts.iter().sum();
                let within = values.iter().all(|v| *v >= 0) && counts.iter().zip(&sources).all(|(n, s)| n <= s) && total <= dst;
                // Together they fit the index type, or dstIdx could not hold them.
                let fits = values.iter().sum::<i128>() <= range(inputs[index[0]].tile.dtype)[1];
                let within = within && fits;
                // Every fourth row ends at an edge of the destination, beyond the columns of a source.
                let edge = row % 4 == 3 && fits && total <= dst && values.iter().all(|v| *v >= 0);
                let holds = match class.fill {
                    // Of a destination without columns nothing is taken, whatever the counts. Negative ones are another
                    // class, which has an answer of its own.
                    Fill::IndexRagged if row % 4 == 3 && dst == 0 => values.iter().all(|v| *v >= 0),
                    Fill::IndexFull => within && values.iter().all(|v| v % scale == 0),
                    Fill::IndexVarying => (within || edge) && values.iter().all(|v| v % scale == 0),
                    Fill::IndexRagged if edge => values.iter().any(|v| v % scale != 0),
                    Fill::IndexRagged => within && values.iter().all(|v| v % scale != 0),
                    Fill::IndexPastEnd => fits && values.iter().all(|v| *v >= 0) && (row > 0 || total > dst),
                    Fill::IndexNegative => values.iter().any(|v| *v < 0),
                    _ => true,
                };
                assert!(holds, "{place}: {values:?} of {scale}, sources {sources:?}, dst {dst}");
                *seen.entry(class.name).or_default() += 1;
            }
        }
    }
    // Negative counts are no class of covering arrays: their tuples are single ones.
    for class in Class::INDEX {
        assert!(seen.get(class.name).is_some_and(|n| *n >= 5), "{seen:?}");
    }
}

/// Whatever the type of the counts, each source has had every count at an edge in some tuple that runs.
#[test]
fn counts_of_every_type_are_at_every_edge() {
    let mut seen = 0;
    for plan in PLANS.iter() {
        for (at, form) in plan.contract.operation.forms.iter().enumerate() {
            if form.operands.iter().all(|o| o.counts.is_none()) {
                continue;
            }
            for dtype in DType::ALL.iter().copied().filter(|d| d.is_int() && d.bytes() <= 4) {
                let of_class = |fill: Fill| {
                    let mut items = plan.items.iter().filter(|i| i.form == at && i.strategy.starts_with("counts"));
                    items.find(|i| Class::parse(i.choice.class).is_some_and(|c| c.fill == fill) && index_dtype(i) == Some(dtype))
                };
                let place = format!("{} {} {dtype}", plan.contract.profile.name, form.name);
                let item = of_class(Fill::IndexPastEnd).expect(&place);
                let wanted = edges(plan, item, dtype);
                assert!(met(plan, item).iter().all(|values| wanted.is_subset(values)), "{place}: {wanted:?}");
                if dtype.is_signed() {
                    let wanted: BTreeSet<i128> = (0..dtype.bits()).map(|bit| -(1 << bit)).collect();
                    let item = of_class(Fill::IndexNegative).expect(&place);
                    assert!(met(plan, item).iter().all(|values| wanted.is_subset(values)), "{place}: {wanted:?}");
                }
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 4 * 2 * 6);
}

fn index_dtype(item: &Item) -> Option<DType> {
    item.choice.tuple.operands.last().map(|o| o.tile.dtype)
}

/// The values of a type at an edge: its own, those around powers of two, and around the destination's columns, with and without a
/// unit.
fn edges(plan: &Plan, item: &Item, dtype: DType) -> BTreeSet<i128> {
    let tuple = &item.choice.tuple;
    let query = Query { tuple, class: item.choice.class, profile: plan.contract.profile, follows: &[] };
    let scale = i128::from((plan.contract.operation.forms[item.form].index_scale.0)(&query));
    let cols = tuple.with_role(Role::Out).next().map_or(0, |o| i128::from(o.tile.valid_cols()));
    let around = [cols - 1, cols, cols + 1].into_iter().flat_map(|n| [n, n * scale]);
    let [_, max] = range(dtype);
    let powers = (0..dtype.bits()).map(|bit| 1 << bit).flat_map(|n: i128| [n - 1, n, n + 1]);
    powers.chain(around).chain([0, max - 1, max]).filter(|n| *n <= max).collect()
}

/// The values of each index input over all cases.
fn met(plan: &Plan, item: &Item) -> Vec<BTreeSet<i128>> {
    let (arrays, form) = (plan.stack(item).inputs, &plan.contract.operation.forms[item.form]);
    let specs = form.operands.iter().filter(|o| o.role == Role::In).enumerate();
    let values_of = |at: usize| {
        let of_case = |slot: u32| {
            let input = inputs(item, &arrays, slot).swap_remove(at);
            (0..input.tile.valid_rows()).map(|row| integer(input.tile.dtype, input.at(row, 0))).collect::<Vec<_>>()
        };
        (0..item.cases).flat_map(of_case).collect()
    };
    specs.filter(|(_, o)| o.kind == DataKind::Index).map(|(at, _)| values_of(at)).collect()
}
