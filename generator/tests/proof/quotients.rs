//! Data of quotients: exact where it should be, next to halfway, at the ends of the range, and never by zero.

use crate::classes::each;
use crate::common::{Input, integer, range};
use ptoconf_numeric::rounding::{Format, Rounding, value};
use ptoconf_reference::{Combine, Fill, Meet};
use ptoconf_schemas::DType;
use std::collections::BTreeMap;

const FLOATS: [DType; 3] = [DType::F16, DType::Bf16, DType::F32];

/// Calls `check` with what is divided and what divides, in each case of a class: each of a column by the first divisor, and
/// the first by each.
fn quotients(fill: Fill, mut check: impl FnMut(&str, DType, u64, u64)) {
    each(fill, Combine::Pair(Meet::Quotient), |place, inputs: &[Input]| {
        let dtype = inputs[0].tile.dtype;
        for ((_, left), (_, right)) in inputs[0].columns().zip(inputs[1].columns()) {
            left.iter().for_each(|&a| check(place, dtype, a, right[0]));
            right.iter().for_each(|&b| check(place, dtype, left[0], b));
        }
    });
}

/// The quotient of two floats to 53 bits, and the rounded one.
fn quotient(dtype: DType, a: u64, b: u64) -> [f64; 2] {
    let wide = value(dtype, a) / value(dtype, b);
    [wide, Format::of(dtype).expect("a float").round(wide, Rounding::NearestEven)]
}

/// The smallest normal and the largest number.
fn ends(dtype: DType) -> [f64; 2] {
    let (_, infinity, mantissa) = dtype.float_masks().expect("a float");
    [mantissa + 1, infinity - 1].map(|bits| value(dtype, bits))
}

/// Each float type has met each of so many things so often.
fn all_met<const N: usize>(seen: &BTreeMap<DType, [u32; N]>, often: u32) {
    assert!(FLOATS.iter().all(|d| seen.get(d).is_some_and(|n| n.iter().all(|&n| n > often))), "{seen:?}");
}

#[test]
fn only_one_class_divides_by_zero() {
    let is_zero = |dtype: DType, bits: u64| bits & !dtype.float_masks().map_or(0, |(sign, ..)| sign) == 0;
    let others = [Fill::ExactWindow, Fill::Uniform, Fill::Spread, Fill::Ties, Fill::Zeros, Fill::Special, Fill::Overflow];
    for fill in others.into_iter().chain([Fill::Subnormal, Fill::Wrap, Fill::Fractions]) {
        quotients(fill, |place, dtype, _, b| assert!(!is_zero(dtype, b), "{place}: divided by zero"));
    }
    let mut seen: BTreeMap<DType, [u32; 3]> = BTreeMap::new();
    quotients(Fill::ZeroDivisor, |_, dtype, a, b| {
        let at = usize::from(is_zero(dtype, a)) + 2 * usize::from(!is_zero(dtype, b));
        seen.entry(dtype).or_default()[at.min(2)] += 1;
    });
    all_met(&seen, 20);
    assert!(seen.len() > 6 && seen.values().all(|n| n[0] > 20), "{seen:?}");
}

/// Multiplied by a rounded reciprocal, many would be others.
#[test]
fn whole_quotients_are_exact_and_need_a_division() {
    let mut by_reciprocal: BTreeMap<DType, [u32; 1]> = BTreeMap::new();
    quotients(Fill::ExactWindow, |place, dtype, a, b| {
        if dtype.is_int() {
            let [a, b] = [a, b].map(|bits| integer(dtype, bits));
            return assert!(a != 0 && a % b == 0 && (a / b).abs() <= range(dtype)[1], "{place}: {a} / {b}");
        }
        let [wide, rounded] = quotient(dtype, a, b);
        // The product of two numbers of at most 24 bits is exact.
        assert!(rounded * value(dtype, b) == value(dtype, a) && rounded.abs() >= ends(dtype)[0], "{place}: {a:x} / {b:x}");
        let round = |x| Format::of(dtype).expect("a float").round(x, Rounding::NearestEven);
        by_reciprocal.entry(dtype).or_default()[0] += u32::from(round(round(1.0 / value(dtype, b)) * value(dtype, a)) != wide);
    });
    all_met(&by_reciprocal, 50);
}

#[test]
fn spread_quotients_are_normal_numbers() {
    quotients(Fill::Spread, |place, dtype, a, b| {
        let [low, high] = ends(dtype);
        assert!((low..=high).contains(&quotient(dtype, a, b)[0].abs()), "{place}: {a:x} / {b:x}");
    });
}

/// Next to halfway from below and from above: off by so little that a few bits more would not tell.
#[test]
fn quotients_are_met_next_to_halfway() {
    let mut seen: BTreeMap<DType, [u32; 2]> = BTreeMap::new();
    quotients(Fill::Ties, |_, dtype, a, b| {
        let wide = quotient(dtype, a, b)[0].abs();
        let format = Format::of(dtype).expect("a float");
        let [down, up] = [Rounding::Down, Rounding::Up].map(|r| format.round(wide, r));
        let off = (wide - down - (up - wide)) / (up - down);
        if off != 0.0 && off.abs() < if dtype == DType::Bf16 { 0.1 } else { 0.02 } {
            seen.entry(dtype).or_default()[usize::from(off > 0.0)] += 1;
        }
    });
    all_met(&seen, 100);
}

/// The largest number exactly, rounded up to it, twice its power of two, and beyond that.
#[test]
fn quotients_overflow_by_little_and_by_much() {
    let mut seen: BTreeMap<DType, [u32; 4]> = BTreeMap::new();
    quotients(Fill::Overflow, |_, dtype, a, b| {
        let ([wide, rounded], largest) = (quotient(dtype, a, b).map(f64::abs), ends(dtype)[1]);
        let (_, infinity, _) = dtype.float_masks().expect("a float");
        let next = largest + (largest - value(dtype, infinity - 2));
        let at = match wide {
            _ if wide == largest => 0,
            _ if wide < largest && rounded == largest => 1,
            _ if wide == next => 2,
            _ if wide > next => 3,
            _ => return assert!(wide < largest, "{a:x} / {b:x}"),
        };
        seen.entry(dtype).or_default()[at] += 1;
    });
    all_met(&seen, 20);
}

/// Whether a quotient is subnormal is not a matter of when one looks, before or after rounding; none is past the largest
/// number. Some subnormal ones lie halfway between two.
#[test]
fn subnormal_operands_and_quotients_are_met() {
    let mut seen: BTreeMap<DType, [u32; 5]> = BTreeMap::new();
    quotients(Fill::Subnormal, |place, dtype, a, b| {
        let [low, high] = ends(dtype);
        let subnormal = |bits: u64| value(dtype, bits).abs() < low;
        let [wide, rounded] = quotient(dtype, a, b).map(f64::abs);
        assert!((wide < low) == (rounded < low) && rounded <= high, "{place}: {a:x} / {b:x}");
        let unit = value(dtype, 1);
        let entry = seen.entry(dtype).or_default();
        entry[0] += u32::from(subnormal(a) && rounded >= low);
        entry[1] += u32::from(subnormal(b) && rounded >= low);
        entry[2] += u32::from(!subnormal(a) && !subnormal(b) && rounded < low && rounded > 0.0);
        entry[3] += u32::from(subnormal(a) && rounded < low && rounded > 0.0);
        entry[4] += u32::from(rounded < low && (wide / unit).fract() == 0.5);
    });
    all_met(&seen, 10);
}

/// Nothing but the smallest number over -1 is past the range, and no quotient needs rounding but of unsigned types.
#[test]
fn the_smallest_integer_is_divided_by_minus_one() {
    let mut seen: BTreeMap<DType, [u32; 2]> = BTreeMap::new();
    quotients(Fill::Wrap, |place, dtype, a, b| {
        let ([a, b], [low, high]) = ([a, b].map(|bits| integer(dtype, bits)), range(dtype));
        assert!(a % b == 0 || !dtype.is_signed(), "{place}: {a} / {b}");
        let entry = seen.entry(dtype).or_default();
        entry[0] += u32::from(a == low && b == -1 && a / b > high);
        // As signed numbers these would be others.
        entry[1] += u32::from(!dtype.is_signed() && a > high / 2 && b > high / 2);
    });
    assert!(seen.len() > 3, "{seen:?}");
    assert!(seen.iter().all(|(dtype, n)| n[usize::from(!dtype.is_signed())] > 50), "{seen:?}");
}

/// Quotients that are no whole numbers, of either sign; some are off by as little as can be.
#[test]
fn integer_quotients_have_fractions_of_either_sign() {
    let mut seen: BTreeMap<DType, [u32; 4]> = BTreeMap::new();
    quotients(Fill::Fractions, |place, dtype, a, b| {
        let [a, b] = [a, b].map(|bits| integer(dtype, bits));
        assert!(b != 0 && b != -1, "{place}: {a} / {b}");
        let entry = seen.entry(dtype).or_default();
        entry[usize::from((a < 0) != (b < 0))] += u32::from(a % b != 0);
        entry[2] += u32::from(a % b == b.abs() - 1 || a % b == 1 - b.abs());
        entry[3] += u32::from((a % b).abs() == 1);
    });
    assert!(seen.len() > 3, "{seen:?}");
    for (dtype, n) in &seen {
        assert!(n[0] > 50 && n[2] > 20 && n[3] > 20 && (n[1] > 50 || !dtype.is_signed()), "{dtype} {n:?}");
    }
}
