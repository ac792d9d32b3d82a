//! Data classes: what each promises really holds in the planned tuples.

use crate::common::{Input, STACKS, add, inputs, integer, lines, place, range, sum};
use ptoconf_generator::nonce_columns;
use ptoconf_numeric::Fixed;
use ptoconf_reference::kernels::Order;
use ptoconf_reference::{Class, Combine, Fill, Meet};
use ptoconf_schemas::{DType, Kind};
use std::collections::BTreeMap;

/// Calls `check` for each case of a class whose elements meet like this, with the place and the inputs.
pub fn each(fill: Fill, combine: Combine, mut check: impl FnMut(&str, &[Input])) {
    let mut seen = 0;
    for (plan, item, stack) in STACKS.iter() {
        let form = &plan.contract.operation.forms[item.form];
        if Class::parse(item.choice.class).is_none_or(|c| c.fill != fill) {
            continue;
        }
        for slot in 0..item.cases {
            let Some((own, mut inputs)) = lines(form.combine, inputs(item, &stack.inputs, slot)) else { continue };
            if own != combine {
                continue;
            }
            let class = Class::parse(item.choice.class).expect("a class");
            inputs.iter_mut().for_each(|i| i.nonce = nonce_columns(class, combine, &i.tile, slot));
            if inputs.iter().all(|i| i.tile.valid.iter().all(|&n| n > 0)) && !mixed(&inputs) {
                check(&format!("{} slot {slot}", place(plan, item)), &inputs);
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "{fill:?}: only {seen} cases");
}

/// Open tuples can mix dtypes; classes say nothing about those.
fn mixed(inputs: &[Input]) -> bool {
    inputs.iter().any(|i| i.tile.dtype != inputs[0].tile.dtype)
}

fn precision(dtype: DType) -> u32 {
    match dtype.kind() {
        Kind::Float { precision, .. } => precision,
        _ => dtype.bits() - 1,
    }
}

fn magnitudes(dtype: DType, column: &[u64]) -> Vec<Fixed> {
    column.iter().map(|&b| Fixed::from_float(dtype, b).magnitude()).collect()
}

/// Every documented order gives the same bits.
fn same_in_every_order(place: &str, dtype: DType, column: &[u64]) {
    let by_order = Order::OF_COLUMNS.iter().map(|&o| sum(o, column, &mut |a, b| add(dtype, a, b)));
    let mut results: Vec<u64> = by_order.collect();
    results.dedup();
    assert_eq!(results.len(), 1, "{place}: {column:x?}");
}

/// The sum of magnitudes stays in the exact window.
fn within_window(place: &str, dtype: DType, column: &[u64]) {
    if dtype.is_int() {
        let total: i128 = column.iter().map(|&b| integer(dtype, b).abs()).sum();
        return assert!(total <= range(dtype)[1], "{place}: {total}");
    }
    let values = magnitudes(dtype, column);
    let Some(unit) = values.iter().filter_map(|v| v.lowest_bit()).min() else { return };
    let total = values.iter().fold(Fixed::ZERO, |t, v| t.plus(*v));
    assert!(total <= Fixed::power_of_two(unit + precision(dtype) as i32), "{place}: {column:x?}");
    same_in_every_order(place, dtype, column);
}

#[test]
fn exact_windows_are_exact_and_full() {
    each(Fill::ExactWindow, Combine::Rows(Meet::Sum), |place, inputs| {
        let (tile, rows) = (&inputs[0].tile, u64::from(inputs[0].tile.valid_rows()));
        let capacity = if tile.dtype.is_int() { range(tile.dtype)[1] as u64 } else { 1 << precision(tile.dtype) };
        for (col, column) in inputs[0].columns() {
            if tile.dtype.is_float() && rows > 1 && col % 16 == 7 {
                smallest_normal(place, tile.dtype, &column);
                continue;
            }
            within_window(place, tile.dtype, &column);
            if tile.dtype.is_float() && rows > 1 && col % 16 == 15 {
                let total = magnitudes(tile.dtype, &column).into_iter().fold(Fixed::ZERO, Fixed::plus);
                assert!(total == Fixed::power_of_two(precision(tile.dtype) as i32), "{place}: {column:x?}");
                continue;
            }
            let share = if rows <= capacity { 1 } else { rows.div_ceil(capacity) };
            for (row, bits) in column.iter().enumerate() {
                let there = (row as u64 + u64::from(col)).is_multiple_of(share);
                assert_eq!(*bits != 0, there, "{place} [{row}, {col}]");
            }
        }
    });
    each(Fill::ExactWindow, Combine::Pair(Meet::Sum), |place, inputs| {
        let dtype = inputs[0].tile.dtype;
        for (col, column) in inputs[0].columns().take_while(|(col, _)| *col < inputs[1].tile.valid_cols()) {
            let window = if dtype.is_float() && col % 16 == 15 { smallest_normal } else { within_window };
            column.iter().for_each(|a| window(place, dtype, &[*a, inputs[1].at(0, col)]));
            let below = |a: &u64| dtype.is_int() && !dtype.is_signed() && *a < inputs[1].at(0, col);
            assert!(!column.iter().any(below), "{place}: a difference below zero in column {col}");
        }
    });
}

/// Twice the smallest normal number and once, and nothing else.
fn smallest_normal(place: &str, dtype: DType, column: &[u64]) {
    let Some((sign, _, mantissa)) = dtype.float_masks() else { panic!("{place}: no float") };
    let mut numbers: Vec<u64> = column.iter().map(|bits| bits & !sign).filter(|bits| *bits != 0).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [mantissa + 1, 2 * (mantissa + 1)], "{place}: {column:x?}");
    same_in_every_order(place, dtype, column);
}

#[test]
fn signatures_give_every_row_a_share() {
    each(Fill::Signature, Combine::Rows(Meet::Sum), |place, inputs| {
        let (tile, p) = (&inputs[0].tile, precision(inputs[0].tile.dtype));
        let rows = tile.valid_rows();
        let mut seen = vec![false; rows as usize];
        for (_, column) in inputs[0].columns() {
            within_window(place, tile.dtype, &column);
            let mut shares: Vec<u64> = column.iter().copied().filter(|b| *b != 0).collect();
            let number = shares.len();
            shares.sort_unstable();
            shares.dedup();
            assert_eq!((shares.len(), number), (number, rows.min(p) as usize), "{place}: shares {shares:x?}");
            column.iter().zip(&mut seen).for_each(|(b, s)| *s |= *b != 0);
        }
        assert!(inputs[0].width() < rows.div_ceil(p) || seen.iter().all(|s| *s), "{place}");
    });
}

/// No partial sum of a documented order is subnormal or leaves the range.
fn stays_normal(place: &str, inputs: &[Input]) {
    let dtype = inputs[0].tile.dtype;
    let (sign, infinity, mantissa) = dtype.float_masks().expect("a float class");
    for (_, column) in inputs[0].columns() {
        let fine = |b: u64| b & (sign - 1) == 0 || (mantissa + 1..infinity).contains(&(b & (sign - 1)));
        assert!(column.iter().all(|b| fine(*b)), "{place}: {column:x?}");
        for &order in Order::OF_COLUMNS {
            sum(order, &column, &mut |a, b| {
                let result = add(dtype, a, b);
                assert!(fine(result), "{place} {}: {a:x} + {b:x} = {result:x}", order.name());
                result
            });
        }
    }
}

#[test]
fn rounding_classes_stay_normal() {
    for fill in [Fill::Uniform, Fill::Reveal, Fill::Cancel] {
        each(fill, Combine::Rows(Meet::Sum), stays_normal);
    }
}

#[test]
fn revealing_columns_tell_orders_apart() {
    let mut told: BTreeMap<DType, [u32; 2]> = BTreeMap::new();
    each(Fill::Reveal, Combine::Rows(Meet::Sum), |_, inputs| {
        let tile = &inputs[0].tile;
        if tile.valid_rows() < 9 || tile.valid_cols() < 8 {
            return;
        }
        let of = |order| inputs[0].columns().map(|(_, c)| sum(order, &c, &mut |a, b| add(tile.dtype, a, b))).collect::<Vec<_>>();
        let [fold, pairs, other, tree] = [Order::LeftFold, Order::A5Pairs, Order::A2a3Tree, Order::A5Tree].map(of);
        // The trees agree where the rows are a power of two or three times one.
        let count = told.entry(tile.dtype).or_default();
        count[1] += 1;
        count[0] += u32::from(fold != pairs && fold != other && pairs != other && fold != tree && pairs != tree);
    });
    for (dtype, [told, all]) in told {
        assert!(told * 20 >= all * 19, "{dtype}: {told} of {all}");
    }
}

/// Two numbers whose exact sum lies halfway between two neighbours; gives whether the lower one is even.
fn tie(dtype: DType, a: u64, b: u64) -> Option<bool> {
    let exact = Fixed::from_float(dtype, a).plus(Fixed::from_float(dtype, b)).magnitude();
    let (floor, equal) = exact.floor_magnitude(dtype);
    let gaps = [exact.minus(Fixed::from_float(dtype, floor)), Fixed::from_float(dtype, floor + 1).minus(exact)];
    (!equal && gaps[0] == gaps[1]).then_some(floor & 1 == 0)
}

/// Every difference of exponents from 0 to p + 3 occurs, and ties of both kinds at each at which there are some.
#[test]
fn ties_have_every_difference_of_exponents() {
    let mut seen: BTreeMap<(DType, bool, u32), [u64; 3]> = BTreeMap::new();
    let mut count = |dtype: DType, sum: bool, a: u64, b: u64| {
        let (_, infinity, _) = dtype.float_masks().expect("a float class");
        let exponent = |bits: u64| (bits & infinity) >> (precision(dtype) - 1);
        let entry = seen.entry((dtype, sum, exponent(a).abs_diff(exponent(b)) as u32)).or_default();
        entry[2] += 1;
        tie(dtype, a, b).into_iter().for_each(|even| entry[usize::from(even)] += 1);
    };
    each(Fill::Ties, Combine::Pair(Meet::Sum), |_, inputs| {
        for (col, column) in inputs[0].columns().take_while(|(col, _)| *col < inputs[1].tile.valid_cols()) {
            column.iter().for_each(|&a| count(inputs[0].tile.dtype, false, a, inputs[1].at(0, col)));
        }
    });
    each(Fill::Ties, Combine::Rows(Meet::Sum), |place, inputs| {
        for (_, column) in inputs[0].columns() {
            let numbers: Vec<u64> = column.iter().copied().filter(|b| *b != 0).collect();
            assert_eq!(numbers.len(), column.len().min(2), "{place}");
            same_in_every_order(place, inputs[0].tile.dtype, &column);
            numbers.get(1).into_iter().for_each(|&b| count(inputs[0].tile.dtype, true, numbers[0], b));
        }
    });
    for dtype in [DType::F16, DType::Bf16, DType::F32] {
        for sum in [false, true] {
            for difference in 0..=precision(dtype) + 3 {
                let [odd, even, all] = seen.get(&(dtype, sum, difference)).copied().unwrap_or_default();
                // Of numbers further apart, one is lost, but where powers of two have nearer neighbours below.
                let ties = if difference == 0 || difference > precision(dtype) { 0 } else { 5 };
                assert!(all > 20 && odd >= ties && even >= ties, "{dtype} {sum} {difference}: {odd} {even} {all}");
            }
        }
    }
}

/// Exact sums next to the largest number: past it by less than half a unit, by exactly that, and by more.
#[test]
fn overflow_is_met_from_both_sides() {
    let mut seen: BTreeMap<(DType, bool), [u64; 4]> = BTreeMap::new();
    let mut count = |dtype: DType, sum: bool, exact: Fixed| {
        let (_, infinity, _) = dtype.float_masks().expect("a float class");
        let largest = Fixed::from_float(dtype, infinity - 1);
        let half = largest.minus(Fixed::from_float(dtype, infinity - 2)).shifted(-1);
        let past = exact.magnitude();
        let place = if past == largest {
            0
        } else if past > largest && past.minus(largest) < half {
            1
        } else if past > largest && past.minus(largest) == half {
            2
        } else {
            3
        };
        seen.entry((dtype, sum)).or_default()[place] += 1;
    };
    each(Fill::Overflow, Combine::Pair(Meet::Sum), |_, inputs| {
        let dtype = inputs[0].tile.dtype;
        let infinity = dtype.float_masks().expect("a float class").1;
        let finite = |b: u64| b & infinity != infinity;
        for (col, column) in inputs[0].columns().take_while(|(col, _)| *col < inputs[1].tile.valid_cols()) {
            let b = inputs[1].at(0, col);
            column
                .iter()
                .filter(|a| finite(**a) && finite(b))
                .for_each(|&a| count(dtype, false, Fixed::from_float(dtype, a).plus(Fixed::from_float(dtype, b))));
        }
    });
    each(Fill::Overflow, Combine::Rows(Meet::Sum), |_, inputs| {
        let dtype = inputs[0].tile.dtype;
        for (_, column) in inputs[0].columns() {
            if column.iter().filter(|b| **b << 1 & dtype.mask() != 0).count() == 2 {
                count(dtype, true, column.iter().fold(Fixed::ZERO, |t, &b| t.plus(Fixed::from_float(dtype, b))));
            }
        }
    });
    for dtype in [DType::F16, DType::Bf16, DType::F32] {
        for sum in [false, true] {
            let found = seen.get(&(dtype, sum)).copied().unwrap_or_default();
            assert!(found[..3].iter().all(|&n| n > 5), "{dtype} {sum}: {found:?}");
        }
    }
}

#[test]
fn columns_of_zeros_have_the_documented_signs() {
    each(Fill::NegativeZeros, Combine::Rows(Meet::Sum), |place, inputs| {
        let (sign, _, _) = inputs[0].tile.dtype.float_masks().expect("a float class");
        for (col, column) in inputs[0].columns() {
            let others: Vec<u64> = column.iter().copied().filter(|b| *b != sign).collect();
            let as_documented = match col % 4 {
                0 => others.is_empty(),
                1 => others.iter().all(|b| *b == 0),
                2 => column.len() == 1 || (others.len() == 2 && others[0] ^ others[1] == sign),
                _ => others.len() == 1 && others[0] & sign != 0,
            };
            assert!(as_documented, "{place} column {col}: {column:x?}");
        }
    });
}

#[test]
fn specials_are_where_they_should_be() {
    each(Fill::Special, Combine::Rows(Meet::Sum), |place, inputs| {
        let dtype = inputs[0].tile.dtype;
        let (sign, infinity, _) = dtype.float_masks().expect("a float class");
        for (col, column) in inputs[0].columns() {
            let (plus, minus) = (column.contains(&infinity), column.contains(&(infinity | sign)));
            let nan = column.iter().any(|b| dtype.is_nan(*b));
            let want = match col % 5 {
                0 => [true, false, false],
                1 => [false, true, false],
                2 => [false, false, true],
                3 => [false, true, column.len() > 1],
                _ => [false; 3],
            };
            assert_eq!([nan, plus, minus], want, "{place} column {col}");
        }
    });
}

#[test]
fn overflow_leaves_the_range() {
    let leaves = |dtype: DType, result: u64| {
        let (sign, infinity, _) = dtype.float_masks().expect("a float class");
        result & (sign - 1) >= infinity
    };
    each(Fill::Overflow, Combine::Rows(Meet::Sum), |place, inputs| {
        let dtype = inputs[0].tile.dtype;
        let any = |(_, c): (u32, Vec<u64>)| Order::OF_COLUMNS.iter().any(|&o| leaves(dtype, sum(o, &c, &mut |a, b| add(dtype, a, b))));
        let enough = inputs[0].tile.valid_rows() > 2 && inputs[0].width() > 1;
        assert!(!enough || inputs[0].columns().any(any), "{place}");
    });
}

#[test]
fn subnormal_sums_do_not_depend_on_the_order() {
    each(Fill::Subnormal, Combine::Rows(Meet::Sum), |place, inputs| {
        let dtype = inputs[0].tile.dtype;
        let (sign, infinity, _) = dtype.float_masks().expect("a float class");
        let flushed = |b: u64| if b & infinity == 0 { b & sign } else { b };
        let subnormal = |b: u64| b & infinity == 0 && b & (sign - 1) != 0;
        let mut some = false;
        for (col, column) in inputs[0].columns() {
            if column.len() > 1 && col % 8 == 7 {
                let largest = Fixed::from_float(dtype, (infinity & infinity.wrapping_neg()) - 1);
                let total = magnitudes(dtype, &column).into_iter().fold(Fixed::ZERO, Fixed::plus);
                assert!(total == largest, "{place} column {col}: the largest subnormal number");
            }
            some |= column.iter().any(|b| subnormal(*b));
            for [of_inputs, of_results] in [[false, false], [false, true], [true, false], [true, true]] {
                let of = |order: &Order| {
                    sum(*order, &column, &mut |a, b| {
                        let result = if of_inputs { add(dtype, flushed(a), flushed(b)) } else { add(dtype, a, b) };
                        if of_results { flushed(result) } else { result }
                    })
                };
                let mut results: Vec<u64> = Order::OF_COLUMNS.iter().map(of).collect();
                results.dedup();
                let few = inputs[0].tile.valid_rows() <= 2;
                assert!(few || results.len() == 1, "{place} {of_inputs} {of_results}: {results:x?} of {column:x?}");
            }
        }
        assert!(some, "{place}");
    });
}

#[test]
fn wrapping_sums_wrap_somewhere() {
    each(Fill::Wrap, Combine::Rows(Meet::Sum), |place, inputs| {
        let dtype = inputs[0].tile.dtype;
        let [low, high] = range(dtype);
        let out = |(_, c): (u32, Vec<u64>)| !(low..=high).contains(&c.iter().map(|&b| integer(dtype, b)).sum());
        let enough = inputs[0].tile.valid_rows() > 1 && inputs[0].width() > 6;
        assert!(!enough || inputs[0].columns().any(out), "{place}");
    });
    each(Fill::Wrap, Combine::Pair(Meet::Sum), |place, inputs| {
        let dtype = inputs[0].tile.dtype;
        let [low, high] = range(dtype);
        let subtract = place.contains("tcolexpandsub");
        let elements = inputs[0].tile.valid_rows().min(8) * inputs[0].tile.valid_cols().min(inputs[1].tile.valid_cols());
        let out = |(col, c): (u32, Vec<u64>)| {
            let b = integer(dtype, inputs[1].at(0, col));
            c.iter().any(|&a| !(low..=high).contains(&(integer(dtype, a) + if subtract { -b } else { b })))
        };
        let common = inputs[0].columns().take_while(|(col, _)| *col < inputs[1].tile.valid_cols());
        assert!(elements < 64 || common.into_iter().any(out), "{place}");
    });
}
