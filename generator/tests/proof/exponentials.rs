//! Data of exponentials: next to halfway, at the ends of the range, and normal elsewhere.

use crate::classes::each;
use crate::common::Input;
use ptoconf_numeric::rounding::{Format, Rounding, value};
use ptoconf_numeric::{Difference, ExponentialPolicy, Flush, exponential};
use ptoconf_reference::{Combine, Fill, Meet};
use ptoconf_schemas::DType;
use std::collections::BTreeMap;

const PLAIN: ExponentialPolicy =
    ExponentialPolicy { difference: Difference::Rounded, flush: Flush { inputs: false, results: false }, saturates: false };

/// Calls `check` with both operands of differences in each case of a class: each of a column less the first, and the first
/// less each.
fn differences(fill: Fill, mut check: impl FnMut(&str, DType, u64, u64)) {
    each(fill, Combine::Pair(Meet::Exponential), |place, inputs: &[Input]| {
        let dtype = inputs[0].tile.dtype;
        for ((_, left), (_, right)) in inputs[0].columns().zip(inputs[1].columns()) {
            left.iter().for_each(|&a| check(place, dtype, a, right[0]));
            right.iter().for_each(|&b| check(place, dtype, left[0], b));
        }
    });
}

/// The correctly rounded result, of the rounded and of the exact difference.
fn results(dtype: DType, a: u64, b: u64) -> [u64; 2] {
    [Difference::Rounded, Difference::Fused].map(|difference| exponential(dtype, a, b, ExponentialPolicy { difference, ..PLAIN }).nearest)
}

/// Both types have met each of so many things so often.
fn all_met<const N: usize>(seen: &BTreeMap<DType, [u32; N]>, often: u32) {
    assert!(seen.len() == 2 && seen.values().all(|n| n.iter().all(|&n| n > often)), "{seen:?}");
}

fn ends(dtype: DType) -> [u64; 2] {
    let (_, infinity, mantissa) = dtype.float_masks().expect("a float");
    [mantissa + 1, infinity - 1]
}

/// Everywhere but in the classes about it, results are normal numbers, and even sixteen numbers off they are none else.
#[test]
fn results_are_normal_where_nothing_else_is_asked() {
    for fill in [Fill::ExactWindow, Fill::Uniform, Fill::Spread, Fill::Cancel, Fill::Ties, Fill::Zeros] {
        differences(fill, |place, dtype, a, b| {
            let [low, high] = ends(dtype);
            for result in results(dtype, a, b) {
                assert!((low + 16..=high - 16).contains(&result), "{place}: {a:x} - {b:x} gives {result:x}");
            }
        });
    }
}

/// No option of the reading about differences is told apart in the classes about something else.
#[test]
fn differences_are_exact_where_they_are_not_asked_about() {
    for fill in [Fill::ExactWindow, Fill::Special, Fill::Overflow, Fill::Subnormal] {
        differences(fill, |place, dtype, a, b| {
            let [rounded, fused] = results(dtype, a, b);
            assert_eq!(rounded, fused, "{place}: {a:x} - {b:x}");
        });
    }
    let mut seen: BTreeMap<DType, [u32; 1]> = BTreeMap::new();
    for fill in [Fill::Uniform, Fill::Spread] {
        differences(fill, |_, dtype, a, b| {
            let [rounded, fused] = results(dtype, a, b);
            seen.entry(dtype).or_default()[0] += u32::from(rounded.abs_diff(fused) > 4);
        });
    }
    all_met(&seen, 500);
}

/// Whole differences: of another element, of swapped operands or of another base, results are at least e times as large.
#[test]
fn exact_windows_have_whole_differences() {
    let mut seen: BTreeMap<DType, [u32; 2]> = BTreeMap::new();
    differences(Fill::ExactWindow, |place, dtype, a, b| {
        let difference = value(dtype, a) - value(dtype, b);
        assert!(difference.fract() == 0.0, "{place}: {difference}");
        seen.entry(dtype).or_default()[usize::from(difference > 0.0)] += u32::from(difference.abs() > 3.0);
    });
    all_met(&seen, 200);
}

/// From below and from above, so near that a little more precision than the type has does not tell; binary64 does.
#[test]
fn results_are_met_next_to_halfway() {
    let mut seen: BTreeMap<DType, [u32; 2]> = BTreeMap::new();
    differences(Fill::Ties, |_, dtype, a, b| {
        let wide = wide_exp(value(dtype, a) - value(dtype, b));
        let format = Format::of(dtype).expect("a float");
        let [down, up] = [Rounding::Down, Rounding::Up].map(|r| format.round(wide, r));
        let off = (wide - down - (up - wide)) / (up - down);
        if off.abs() < if dtype == DType::F16 { 0.002 } else { 0.000_01 } {
            seen.entry(dtype).or_default()[usize::from(off > 0.0)] += 1;
        }
    });
    all_met(&seen, 100);
}

/// e to a number in binary64.
fn wide_exp(x: f64) -> f64 {
    // The series of a 1024th, squared ten times, is off by some 2^-43 of itself.
    let small = x / 1024.0;
    let mut value = (1..12).rev().fold(1.0, |sum, i| 1.0 + small * sum / f64::from(i));
    (0..10).for_each(|_| value *= value);
    value
}

#[test]
fn results_overflow_by_little_and_by_much() {
    let mut seen: BTreeMap<DType, [u32; 4]> = BTreeMap::new();
    differences(Fill::Overflow, |place, dtype, a, b| {
        let ([low, high], result) = (ends(dtype), results(dtype, a, b)[0]);
        let far = value(dtype, a) - value(dtype, b) > 95.0;
        let at = match result {
            0 => 3,
            _ if result > high => 1 + usize::from(far),
            _ if high - result < 200 => 0,
            _ => return assert!(result > low + 16, "{place}: {a:x} - {b:x}"),
        };
        seen.entry(dtype).or_default()[at] += 1;
    });
    all_met(&seen, 20);
}

/// Subnormal results, zeros, small normal ones, and subnormal operands. None is next to the smallest normal number.
#[test]
fn subnormal_operands_and_results_are_met() {
    let mut seen: BTreeMap<DType, [u32; 4]> = BTreeMap::new();
    differences(Fill::Subnormal, |place, dtype, a, b| {
        let ([low, _], result) = (ends(dtype), results(dtype, a, b)[0]);
        assert!(result.abs_diff(low) > 16, "{place}: {a:x} - {b:x} gives {result:x}");
        let (sign, ..) = dtype.float_masks().expect("a float");
        let subnormal = [a, b].iter().any(|bits| (1..low).contains(&(bits & !sign)));
        let at = match result {
            _ if subnormal => 3,
            0 => 1,
            _ if result < low => 0,
            _ => 2,
        };
        seen.entry(dtype).or_default()[at] += 1;
    });
    all_met(&seen, 20);
}

/// With NaN and infinities, every other difference is zero.
#[test]
fn special_results_are_exact() {
    let mut seen: BTreeMap<DType, [u32; 4]> = BTreeMap::new();
    differences(Fill::Special, |place, dtype, a, b| {
        let (_, infinity, _) = dtype.float_masks().expect("a float");
        let one = infinity >> 1 & infinity;
        let at = match results(dtype, a, b)[0] {
            0 => 0,
            bits if bits == infinity => 1,
            bits if bits == one => 2,
            bits => {
                assert!(dtype.is_nan(bits), "{place}: {a:x} - {b:x} gives {bits:x}");
                3
            }
        };
        seen.entry(dtype).or_default()[at] += 1;
    });
    all_met(&seen, 50);
}
