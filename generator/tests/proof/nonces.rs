//! Nonces: one number in a column of zeros, or of ones where they are multiplied, or in every row where one is picked, so that every choice gives it, and no two
//! cases alike.

use crate::common::{Input, STACKS, inputs, lines, place};
use ptoconf_generator::nonce_columns;
use ptoconf_numeric::orders::{Layout, Line, Probe};
use ptoconf_reference::{Class, Combine, Fill, Meet};
use ptoconf_schemas::{Binding, DType};
use std::collections::{BTreeMap, BTreeSet};

const COMBINED: [Combine; 10] = [
    Combine::None,
    Combine::Pair(Meet::Sum),
    Combine::Pair(Meet::Product),
    Combine::Pair(Meet::Quotient),
    Combine::Pair(Meet::Exponential),
    Combine::Pair(Meet::Extreme),
    Combine::Rows(Meet::Sum),
    Combine::Rows(Meet::Product),
    Combine::Rows(Meet::Extreme),
    Combine::Rows(Meet::Place),
];

/// The only number of a column that is a nonce.
fn number(place: &str, dtype: DType, combine: Combine, column: &[u64]) -> u64 {
    let one = dtype.float_masks().map_or(1, |(_, infinity, mantissa)| infinity >> 1 & !mantissa);
    let neutral = if combine == Combine::Rows(Meet::Product) { one } else { 0 };
    let others: Vec<u64> = column.iter().copied().filter(|bits| *bits != neutral).collect();
    let same = combine == Combine::Rows(Meet::Extreme) && column.iter().all(|bits| *bits == column[0]);
    assert!(same || others.len() <= 1, "{place}: {column:x?}");
    let number = others.first().copied().unwrap_or(neutral);
    if let Some((sign, infinity, mantissa)) = dtype.float_masks() {
        assert!((mantissa + 1..infinity).contains(&(number & !sign)), "{place}: {number:x} is no normal number");
    }
    number
}

/// The columns of an input that are free in the layout of its class.
fn free(class: Class, line: Line, input: &Input) -> Vec<u32> {
    let (dtype, rows) = (input.tile.dtype, input.tile.valid_rows());
    let layout = if class.fill == Fill::OrderPairs { Layout::pairs(line, dtype, rows) } else { Layout::probes(line, dtype, rows) };
    (0..input.tile.valid_cols()).filter(|&col| layout.at(col) == Probe::Free).collect()
}

#[test]
fn nonces_of_columns_are_single_numbers_of_their_own() {
    let (mut cases, mut seen, mut classes) = (0, BTreeMap::<_, u32>::new(), BTreeSet::new());
    for (plan, item, stack) in STACKS.iter() {
        let form = &plan.contract.operation.forms[item.form];
        let class = Class::parse(item.choice.class).expect("a class");
        if !form.combine.reduces() {
            continue;
        }
        for slot in 0..item.cases {
            let (combine, inputs) = lines(form.combine, inputs(item, &stack.inputs, slot)).expect("one input");
            let input = &inputs[0];
            let order = Class::ORDER.contains(&class);
            let line = if matches!(form.combine, Combine::Cols(_)) { Line::Row } else { Line::Column };
            let columns = if order { free(class, line, input) } else { nonce_columns(class, combine, &input.tile, slot).collect() };
            if columns.is_empty() || input.tile.valid_rows() == 0 {
                assert!(!order, "{}: a layout without a free column", place(plan, item));
                continue;
            }
            let own: Vec<u64> =
                columns.iter().map(|&col| number(&place(plan, item), input.tile.dtype, combine, &input.column(col))).collect();
            cases += 1;
            classes.insert(class.name);
            *seen.entry((plan.contract.profile.name.clone(), input.tile.dtype, own)).or_default() += 1;
        }
    }
    assert!(cases > 500 && classes.len() == 12, "{cases} of {classes:?}");
    let shared: u32 = seen.values().filter(|n| **n > 1).sum();
    assert!(shared * 200 < cases, "{shared} of {cases} share their nonce");
}

#[test]
fn nonces_leave_most_columns_to_the_class_and_need_room() {
    for class in Class::all() {
        for dtype in DType::ALL.iter().copied() {
            for cols in 1..70u32 {
                let mut tile = ptoconf_schemas::Tile::nd(dtype, 5, cols.next_multiple_of(dtype.block()));
                tile.valid = [5, cols];
                for (slot, combine) in (0..9).flat_map(|slot| COMBINED.map(|c| (slot, c))) {
                    let columns = nonce_columns(class, combine, &tile, slot);
                    let room = u64::from(cols) * dtype.bytes() as u64 >= Binding::ROOM;
                    assert!(
                        columns.is_empty() || (room && columns.end <= cols && 2 * columns.len() as u32 <= cols),
                        "{columns:?} of {cols}"
                    );
                }
            }
        }
    }
}
