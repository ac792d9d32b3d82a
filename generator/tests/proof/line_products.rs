//! Data of products along a line: exact in every order, within the range or out of it as they should be.

use crate::classes::each;
use crate::common::{Input, integer, range};
use ptoconf_numeric::products::{any_tree, exact};
use ptoconf_numeric::rounding::{Format, Rounding, element, value};
use ptoconf_reference::{Combine, Fill, Meet};
use ptoconf_schemas::{DType, SPECIAL_INF, SPECIAL_NAN, SPECIAL_NEG_INF};
use std::collections::BTreeMap;

const FLOATS: [DType; 3] = [DType::F16, DType::Bf16, DType::F32];
const INFINITE: u8 = SPECIAL_INF | SPECIAL_NEG_INF;

/// Calls `check` with each line of the class, in each case.
fn lines(fill: Fill, mut check: impl FnMut(&str, DType, &[u64])) {
    each(fill, Combine::Rows(Meet::Product), |place, inputs: &[Input]| {
        inputs[0].columns().for_each(|(_, line)| check(place, inputs[0].tile.dtype, &line));
    });
}

/// A multiplication in a float type.
fn times(dtype: DType, a: u64, b: u64) -> u64 {
    // Exact in binary64.
    element(dtype, Format::of(dtype).expect("a float").round(value(dtype, a) * value(dtype, b), Rounding::NearestEven))
}

fn fold(dtype: DType, line: &[u64]) -> u64 {
    line[1..].iter().fold(line[0], |acc, &x| times(dtype, acc, x))
}

/// Two rows at a time, as on A5.
fn pairs(dtype: DType, line: &[u64]) -> u64 {
    line[1..].chunks(2).fold(line[0], |acc, two| times(dtype, acc, if two.len() == 2 { times(dtype, two[0], two[1]) } else { two[0] }))
}

fn smallest_normal(dtype: DType) -> f64 {
    let (_, _, mantissa) = dtype.float_masks().expect("a float");
    value(dtype, mantissa + 1)
}

#[test]
fn exact_products_are_exact_in_every_order_and_elements_show() {
    let mut ends: BTreeMap<DType, [u32; 2]> = BTreeMap::new();
    let mut ones = [0u32; 2];
    lines(Fill::ExactWindow, |place, dtype, line| {
        if dtype.is_int() {
            let [low, high] = range(dtype);
            let magnitude = line.iter().fold(1i128, |p, &x| p.saturating_mul(integer(dtype, x).abs()));
            let product = line.iter().fold(1i128, |p, &x| p.saturating_mul(integer(dtype, x)));
            assert!(product != 0 && (low..=high).contains(&product) && magnitude <= -low.min(-high), "{place}: {line:x?}");
            let entry = ends.entry(dtype).or_default();
            entry[0] += u32::from(product == high && line.len() > 1);
            entry[1] += u32::from(product == if dtype.is_signed() { low } else { (high + 1) / 2 } && line.len() > 1);
            return;
        }
        let any = any_tree(dtype, line);
        assert!(any.lowest == any.highest && any.special == 0 && any == exact(dtype, line), "{place}: {line:x?}");
        assert_eq!(fold(dtype, line), any.lowest, "{place}");
        let (sign, _, mantissa) = dtype.float_masks().expect("a float");
        let entry = ends.entry(dtype).or_default();
        entry[0] += u32::from(value(dtype, any.lowest).abs() == f64::from(2 * mantissa as u32 + 1));
        entry[1] += u32::from(any.lowest & !sign == mantissa + 1);
        line.iter().for_each(|bits| ones[usize::from(bits & !sign != sign >> 1 & !(sign >> 2) && value(dtype, *bits) != 1.0)] += 1);
    });
    assert!(ends.values().all(|n| n.iter().all(|&n| n > 5)) && ends.len() > 7, "{ends:?}");
    // An element that is one is not seen.
    assert!(ones[0] < 2 * ones[1], "{ones:?}");
}

/// No partial product leaves the range of normal numbers, and orders that differ differ in many lines.
#[test]
fn revealing_products_stay_normal_and_tell_orders_apart() {
    let mut told: BTreeMap<DType, [u32; 2]> = BTreeMap::new();
    lines(Fill::Reveal, |place, dtype, line| {
        let any = any_tree(dtype, line);
        let (sign, infinity, mantissa) = dtype.float_masks().expect("a float");
        let ends = [any.lowest, any.highest].map(|bits| bits & !sign);
        assert!(any.special == 0 && ends.iter().all(|end| (mantissa + 1..infinity).contains(end)), "{place}: {line:x?}");
        if (3..200).contains(&line.len()) {
            let entry = told.entry(dtype).or_default();
            entry[usize::from(fold(dtype, line) != pairs(dtype, line))] += 1;
        }
    });
    assert!(FLOATS.iter().all(|d| told.get(d).is_some_and(|[alike, differ]| *differ > 50 && differ * 8 > *alike)), "{told:?}");
}

/// Two numbers whose product lies halfway, or next to there, among ones.
#[test]
fn ties_are_met_from_both_sides() {
    let mut seen: BTreeMap<DType, [u32; 3]> = BTreeMap::new();
    lines(Fill::Ties, |place, dtype, line| {
        let product: f64 = line.iter().map(|&bits| value(dtype, bits)).product();
        let format = Format::of(dtype).expect("a float");
        let [down, up, near] = [Rounding::Down, Rounding::Up, Rounding::NearestEven].map(|r| format.round(product.abs(), r));
        assert!(line.iter().filter(|bits| value(dtype, **bits).abs() != 1.0).count() <= 2, "{place}: {line:x?}");
        let entry = seen.entry(dtype).or_default();
        match product.abs() - down == up - product.abs() {
            true if down != up => entry[usize::from(near == up)] += 1,
            _ => entry[2] += u32::from(down != up),
        }
    });
    assert!(FLOATS.iter().all(|d| seen.get(d).is_some_and(|n| n.iter().all(|&n| n > 20))), "{seen:?}");
}

/// Lines that overflow in one order and not in another, in all, at the very edge, and never on the small side.
#[test]
fn products_leave_the_range_on_the_way_or_in_the_end() {
    let mut seen: BTreeMap<DType, [u32; 4]> = BTreeMap::new();
    lines(Fill::Overflow, |place, dtype, line| {
        let (any, (sign, infinity, _)) = (any_tree(dtype, line), dtype.float_masks().expect("a float"));
        let small = any.special == 0 && [any.lowest, any.highest].iter().any(|end| end & !sign == 0);
        assert!(any.special & SPECIAL_NAN == 0 && !small, "{place}: {line:x?}");
        let orders = [fold(dtype, line), pairs(dtype, line)].map(|bits| bits & !sign == infinity);
        let entry = seen.entry(dtype).or_default();
        entry[0] += u32::from(orders[0] != orders[1]);
        entry[1] += u32::from(orders == [true; 2]);
        entry[2] += u32::from(any.special & INFINITE != 0 && exact(dtype, line).special == 0);
        entry[3] += u32::from(any.special == 0);
    });
    assert!(FLOATS.iter().all(|d| seen.get(d).is_some_and(|n| n.iter().all(|&n| n > 10))), "{seen:?}");
}

/// Subnormal factors with subnormal and with normal products, and normal factors of which all together alone are subnormal.
#[test]
fn subnormal_numbers_come_in_each_way() {
    let mut seen: BTreeMap<DType, [u32; 4]> = BTreeMap::new();
    lines(Fill::Subnormal, |place, dtype, line| {
        let low = smallest_normal(dtype);
        let factor = line.iter().any(|&bits| value(dtype, bits).abs() < low);
        let product = value(dtype, fold(dtype, line)).abs();
        assert!(line.iter().all(|&bits| value(dtype, bits) != 0.0), "{place}: {line:x?}");
        let entry = seen.entry(dtype).or_default();
        entry[0] += u32::from(factor && product < low && product > 0.0);
        entry[1] += u32::from(factor && product >= low);
        entry[2] += u32::from(!factor && product < low && product > 0.0);
        entry[3] += u32::from(product == 0.0);
        if !factor && product > 0.0 {
            for left_out in 0..line.len() {
                let rest = line.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, &bits)| value(dtype, bits));
                assert!(rest.product::<f64>().abs() >= low, "{place}: {line:x?} without {left_out}");
            }
        }
    });
    assert!(FLOATS.iter().all(|d| seen.get(d).is_some_and(|n| n.iter().all(|&n| n > 10))), "{seen:?}");
}

#[test]
fn special_products_and_zeros_are_the_same_in_every_order() {
    for (fill, wanted) in [(Fill::Special, [true, true, false]), (Fill::Zeros, [false, false, true])] {
        let mut seen = [0u32; 3];
        lines(fill, |place, dtype, line| {
            let any = any_tree(dtype, line);
            let both = [fold(dtype, line), pairs(dtype, line)];
            let (sign, infinity, _) = dtype.float_masks().expect("a float");
            let alike = both[0] == both[1] || both.iter().all(|bits| dtype.is_nan(*bits));
            assert!(alike && (any.special.count_ones() == 1) != (any.lowest == any.highest), "{place}: {line:x?} {any:x?}");
            seen[0] += u32::from(dtype.is_nan(both[0]));
            seen[1] += u32::from(both[0] & !sign == infinity);
            seen[2] += u32::from(both[0] & !sign == 0);
        });
        assert!(seen.iter().zip(wanted).all(|(n, wanted)| (*n > 100) == wanted), "{fill:?} {seen:?}");
    }
}

/// Products beyond the range on both sides, of which hardly any is zero.
#[test]
fn integer_products_leave_the_range() {
    let mut seen: BTreeMap<DType, [u32; 3]> = BTreeMap::new();
    lines(Fill::Wrap, |_, dtype, line| {
        let [low, high] = range(dtype);
        let product = line.iter().fold(1i128, |p, &x| p.saturating_mul(integer(dtype, x)).clamp(2 * low - 1, 2 * high));
        let wrapped = line.iter().fold(1u64, |p, &x| p.wrapping_mul(x)) & dtype.mask();
        let entry = seen.entry(dtype).or_default();
        entry[0] += u32::from(product < low || (low == 0 && product > high));
        entry[1] += u32::from(product > high);
        entry[2] += u32::from(wrapped == 0);
    });
    assert!(seen.len() > 4 && seen.values().all(|[under, over, zero]| *under > 5 && *over > 5 && zero * 8 < under + over), "{seen:?}");
}
