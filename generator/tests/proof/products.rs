//! Data of products: exact where it should be, halfway, at the ends of the range.

use crate::classes::each;
use crate::common::{Input, integer, range};
use ptoconf_numeric::rounding::{Format, Rounding, value};
use ptoconf_reference::{Combine, Fill, Meet};
use ptoconf_schemas::DType;
use std::collections::BTreeMap;

const FLOATS: [DType; 3] = [DType::F16, DType::Bf16, DType::F32];

/// Calls `check` with the elements that are multiplied, in each case of a class.
fn products(fill: Fill, mut check: impl FnMut(&str, DType, u64, u64)) {
    each(fill, Combine::Pair(Meet::Product), |place, inputs: &[Input]| {
        for (col, column) in inputs[0].columns().take_while(|(col, _)| *col < inputs[1].tile.valid_cols()) {
            column.iter().for_each(|&a| check(place, inputs[0].tile.dtype, a, inputs[1].at(0, col)));
        }
    });
}

/// The product of two floats, which binary64 holds exactly, and the rounded one.
fn product(dtype: DType, a: u64, b: u64) -> [f64; 2] {
    let exact = value(dtype, a) * value(dtype, b);
    [exact, Format::of(dtype).expect("a float").round(exact, Rounding::NearestEven)]
}

/// The smallest normal and the largest number.
fn ends(dtype: DType) -> [f64; 2] {
    let (_, infinity, mantissa) = dtype.float_masks().expect("a float");
    [mantissa + 1, infinity - 1].map(|bits| value(dtype, bits))
}

#[test]
fn small_factors_have_exact_products() {
    products(Fill::ExactWindow, |place, dtype, a, b| {
        if dtype.is_int() {
            let product = integer(dtype, a) * integer(dtype, b);
            return assert!(product != 0 && (range(dtype)[0]..=range(dtype)[1]).contains(&product), "{place}: {a:x} * {b:x}");
        }
        let [exact, rounded] = product(dtype, a, b);
        assert!(exact == rounded && exact.abs() >= ends(dtype)[0], "{place}: {a:x} * {b:x}");
    });
}

#[test]
fn spread_products_are_normal_numbers() {
    products(Fill::Spread, |place, dtype, a, b| {
        let [low, high] = ends(dtype);
        assert!((low..=high).contains(&product(dtype, a, b)[1].abs()), "{place}: {a:x} * {b:x}");
    });
}

/// Ties to an even neighbour below and above, and products next to a tie.
#[test]
fn ties_of_products_are_met_from_both_sides() {
    let mut seen: BTreeMap<DType, [u32; 3]> = BTreeMap::new();
    products(Fill::Ties, |_, dtype, a, b| {
        let exact = value(dtype, a) * value(dtype, b);
        let format = Format::of(dtype).expect("a float");
        let [down, up, near] = [Rounding::Down, Rounding::Up, Rounding::NearestEven].map(|r| format.round(exact.abs(), r));
        let entry = seen.entry(dtype).or_default();
        match exact.abs() - down == up - exact.abs() {
            true if down != up => entry[usize::from(near == up)] += 1,
            _ => entry[2] += u32::from(down != up),
        }
    });
    assert!(FLOATS.iter().all(|d| seen.get(d).is_some_and(|n| n.iter().all(|&n| n > 50))), "{seen:?}");
}

/// The largest number exactly, beyond it but rounded down to it, halfway to the next, and beyond that.
#[test]
fn products_overflow_by_little_and_by_much() {
    let mut seen: BTreeMap<DType, [u32; 4]> = BTreeMap::new();
    products(Fill::Overflow, |place, dtype, a, b| {
        let exact = (value(dtype, a) * value(dtype, b)).abs();
        let largest = ends(dtype)[1];
        let (_, infinity, _) = dtype.float_masks().expect("a float");
        let half = (largest - value(dtype, infinity - 2)) / 2.0;
        assert!(exact >= largest || exact <= largest - 2.0 * half || product(dtype, a, b)[1].abs() <= largest, "{place}: {a:x} * {b:x}");
        let entry = seen.entry(dtype).or_default();
        if exact == largest {
            entry[0] += 1;
        } else if exact == largest + half {
            entry[1] += 1;
        } else if exact > largest + half {
            entry[2] += 1;
        } else if exact > largest {
            entry[3] += 1;
        }
    });
    assert!(FLOATS.iter().all(|d| seen.get(d).is_some_and(|n| n.iter().all(|&n| n > 20))), "{seen:?}");
}

/// Whether a product is subnormal is not a matter of when one looks: before or after rounding.
#[test]
fn subnormal_factors_and_products_are_met() {
    let mut seen: BTreeMap<DType, [u32; 3]> = BTreeMap::new();
    products(Fill::Subnormal, |place, dtype, a, b| {
        let low = ends(dtype)[0];
        let subnormal = |bits: u64| value(dtype, bits).abs() < low;
        let [exact, rounded] = product(dtype, a, b).map(f64::abs);
        assert_eq!(exact < low, rounded < low, "{place}: {a:x} * {b:x}");
        let factor = subnormal(a) || subnormal(b);
        let entry = seen.entry(dtype).or_default();
        entry[0] += u32::from(factor && rounded >= low);
        entry[1] += u32::from(!factor && rounded < low && rounded > 0.0);
        entry[2] += u32::from(factor && rounded < low && rounded > 0.0);
    });
    assert!(FLOATS.iter().all(|d| seen.get(d).is_some_and(|n| n.iter().all(|&n| n > 20))), "{seen:?}");
}

#[test]
fn integer_products_leave_the_range_on_both_sides() {
    let mut seen: BTreeMap<DType, [u32; 2]> = BTreeMap::new();
    products(Fill::Wrap, |_, dtype, a, b| {
        let (product, [low, high]) = (integer(dtype, a) * integer(dtype, b), range(dtype));
        let entry = seen.entry(dtype).or_default();
        entry[0] += u32::from(product < low);
        entry[1] += u32::from(product > high);
    });
    assert!(seen.len() > 3, "{seen:?}");
    assert!(seen.iter().all(|(dtype, n)| n[1] > 50 && (n[0] > 50 || !dtype.is_signed())), "{seen:?}");
}
