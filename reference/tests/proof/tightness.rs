//! Intervals are no wider than they have to be: against exact sums, and against each other.

use half::f16;
use ptoconf_numeric::{Interval, any_tree, exact, tree_of_height, wide};
use ptoconf_schemas::{DType, SPECIAL_INF, SPECIAL_NAN, SPECIAL_NEG_INF};
use rustc_apfloat::ieee::{Double, Half};
use rustc_apfloat::{Float, FloatConvert, StatusAnd};

/// Both zeros, subnormal numbers, the limits of the range, ties, infinities and a NaN.
const VALUES: [u64; 16] =
    [0, 0x8000, 1, 0x8001, 0x0400, 0x8400, 0x3C00, 0xBC00, 0x3C01, 0x6800, 0x4C00, 0xCC00, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00];

/// The sum of so few f16 values is exact in binary64; it is rounded once.
fn summed(column: &[u64]) -> Interval {
    let sum: f64 = column.iter().map(|&b| f16::from_bits(b as u16).to_f64()).sum();
    let special = |special| Interval { lowest: 0x7BFF, highest: 0, special };
    let rounded: StatusAnd<Half> = Double::from_bits(sum.to_bits().into()).convert(&mut false);
    match rounded.value.to_bits() as u64 {
        _ if sum.is_nan() => special(SPECIAL_NAN),
        0x7C00 => special(SPECIAL_INF),
        0xFC00 => special(SPECIAL_NEG_INF),
        0 | 0x8000 if column.iter().all(|&b| b == 0x8000) => Interval { lowest: 0x8000, highest: 0, special: 0 },
        0x8000 => Interval { lowest: 0, highest: 0, special: 0 },
        bits => Interval { lowest: bits, highest: bits, special: 0 },
    }
}

#[test]
fn exact_sums_of_three_are_one_value() {
    for a in VALUES {
        for b in VALUES {
            for c in VALUES {
                assert_eq!(exact(DType::F16, &[a, b, c]), summed(&[a, b, c]), "{a:x} {b:x} {c:x}");
            }
        }
    }
    assert_eq!(exact(DType::F16, &[0x3C00, 0x7E01]), summed(&[0x7E01]));
}

#[test]
fn f32_is_accumulated_in_binary64() {
    // 2^24 + 1 is no f32 value, and one in binary64.
    let sum = |values: [f32; 3]| wide(DType::F32, &values.map(|x| u64::from(x.to_bits())));
    let only = |x: f32| Interval { lowest: x.to_bits().into(), highest: x.to_bits().into(), special: 0 };
    assert_eq!(sum([16_777_216.0, 1.0, 1.0]), only(16_777_218.0));
    assert_eq!(sum([-16_777_216.0, -1.0, -1.0]), only(-16_777_218.0));
}

#[test]
fn a_wide_sum_at_the_limit_is_the_largest_number_or_an_infinity() {
    // 65504 + 16 is the tie above the largest f16; what is 2^-24 less is lost on the way, or not.
    let (up, down) = ([0x7BFF, 0x4C00, 0x8001], [0xFBFF, 0xCC00, 1]);
    assert_eq!(wide(DType::F16, &up), Interval { lowest: 0x7BFF, highest: 0x7BFF, special: SPECIAL_INF });
    assert_eq!(wide(DType::F16, &down), Interval { lowest: 0xFBFF, highest: 0xFBFF, special: SPECIAL_NEG_INF });
}

#[test]
fn only_what_can_overflow_both_ways_can_be_nan() {
    let (largest, sign) = (0x7F7F, 0x8000);
    let special = |column: &[u64]| wide(DType::Bf16, column).special;
    assert_eq!(special(&[largest; 2]), SPECIAL_INF);
    assert_eq!(special(&[largest | sign; 2]), SPECIAL_NEG_INF);
    assert_eq!(special(&[largest, largest, largest | sign, largest | sign]), SPECIAL_INF | SPECIAL_NEG_INF | SPECIAL_NAN);
}

#[test]
fn low_trees_have_tighter_intervals_as_long_as_height_tells() {
    let key = |bits: u64| f16::from_bits(bits as u16).to_f64();
    let column: Vec<u64> = (0..512).map(|i| u64::from(f16::from_f64(1.0 + f64::from(i) / 1024.0).to_bits())).collect();
    let any = any_tree(DType::F16, &column);
    let intervals: Vec<Interval> = [9, 18, 36].map(|height| tree_of_height(DType::F16, &column, height)).into();
    assert!(intervals.is_sorted_by(|a, b| key(b.lowest) < key(a.lowest) && key(a.highest) < key(b.highest)), "{intervals:?}");
    assert!(key(any.lowest) < key(intervals[2].lowest) && key(intervals[2].highest) < key(any.highest));
    for height in [511, 2047, 2048, 5000] {
        assert_eq!(tree_of_height(DType::F16, &column, height), any, "no better than any tree: {height}");
    }
}
