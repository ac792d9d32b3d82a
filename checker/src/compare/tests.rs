//! Each mode on small stacks, and the fast paths against the element-wise definition.

use super::*;
use proptest::prelude::*;
use ptoconf_schemas::{SPECIAL_INF, SPECIAL_NAN, SPECIAL_NEG_INF};

fn row(cols: usize) -> Geometry {
    Geometry { cases: 1, rows: 1, cols, region_rows: 1, region_cols: cols }
}

fn le16(values: &[u16]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

fn fits(dtype: DType, expected: Expected<'_>, mask: Option<&[u8]>, actual: &[u8]) -> bool {
    let comparison = Comparison { dtype, geometry: row(actual.len() / dtype.bytes()), expected, mask };
    let mut fits = [true];
    comparison.judge(actual, &mut fits);
    fits[0]
}

#[test]
fn bits_tell_zeros_and_nans_apart_and_values_only_zeros() {
    let (zero, minus_zero, nan, other_nan) = (le16(&[0]), le16(&[0x8000]), le16(&[0x7E00]), le16(&[0xFD01]));
    assert!(!fits(DType::F16, Expected::Bits(&zero), None, &minus_zero));
    assert!(!fits(DType::F16, Expected::Value(&zero), None, &minus_zero));
    assert!(!fits(DType::F16, Expected::Bits(&nan), None, &other_nan));
    assert!(fits(DType::F16, Expected::Value(&nan), None, &other_nan));
    assert!(!fits(DType::F16, Expected::Value(&nan), None, &le16(&[0x7C00])), "infinity is no NaN");
    assert!(!fits(DType::F16, Expected::Value(&le16(&[0x7C00])), None, &nan), "and NaN is no infinity");
    assert!(!fits(DType::I16, Expected::Value(&nan), None, &other_nan), "integers have no NaN");
    assert!(!fits(DType::U8, Expected::Value(&[0x7F]), None, &[0xFF]), "integers have no NaN");
}

#[test]
fn an_enclosure_orders_minus_zero_below_zero() {
    let (zero, minus_zero, tiny, minus_tiny) = (le16(&[0]), le16(&[0x8000]), le16(&[1]), le16(&[0x8001]));
    let within =
        |low, high, actual| fits(DType::F16, Expected::Within(Enclosure { lowest: low, highest: high, special: &[0] }), None, actual);
    assert!(within(&minus_zero, &zero, &zero) && within(&minus_zero, &zero, &minus_zero));
    assert!(!within(&zero, &tiny, &minus_zero));
    assert!(!within(&minus_tiny, &minus_zero, &zero));
    assert!(!within(&tiny, &zero, &zero), "an empty enclosure holds nothing");
}

#[test]
fn specials_are_accepted_only_where_listed() {
    let (low, high) = (le16(&[0xFBFF]), le16(&[0x7BFF]));
    let within = |special: u8, actual: u16| {
        fits(DType::F16, Expected::Within(Enclosure { lowest: &low, highest: &high, special: &[special] }), None, &le16(&[actual]))
    };
    assert!(within(0, 0x3C00) && !within(0, 0x7C00));
    assert!(!within(0, 0x7C00) && within(SPECIAL_INF, 0x7C00) && !within(SPECIAL_INF, 0xFC00));
    assert!(!within(SPECIAL_INF, 0x7E00) && within(SPECIAL_NAN, 0xFFFF));
}

#[test]
fn an_infinite_limit_admits_no_infinity() {
    let (low, high) = (le16(&[0xFC00; 70]), le16(&[0x7C00; 70]));
    for (at, pattern) in [(0, 0x7C00), (69, 0x7C00), (69, 0xFC00)] {
        let mut actual = [0; 70];
        actual[at] = pattern;
        let enclosure = Enclosure { lowest: &low, highest: &high, special: &[0; 70] };
        assert!(!fits(DType::F16, Expected::Within(enclosure), None, &le16(&actual)), "{pattern:x} at {at}");
    }
}

#[test]
fn masked_elements_are_not_judged() {
    let (expected, actual) = ([1, 2, 3], [1, 9, 3]);
    assert!(fits(DType::U8, Expected::Bits(&expected), Some(&[1, 0, 1]), &actual));
    assert!(!fits(DType::U8, Expected::Bits(&expected), Some(&[0, 1, 0]), &actual));
    assert!(fits(DType::U8, Expected::Unchanged(3), Some(&[0, 0, 1]), &actual));
}

#[test]
fn an_unchanged_element_has_every_byte_of_the_canary() {
    for &dtype in DType::ALL {
        let comparison = Comparison { dtype, geometry: row(1), expected: Expected::Unchanged(0xA5), mask: None };
        let canary = dtype.read(&[0xA5; 8], 0);
        assert!(comparison.element_fits(0, 0, 0, canary), "{dtype}");
        assert!((0..dtype.bits()).all(|bit| !comparison.element_fits(0, 0, 0, canary ^ 1 << bit)), "{dtype}");
    }
}

#[test]
fn an_enclosure_is_shown_with_all_that_it_accepts() {
    let shown = |low: u16, high: u16, special: u8| {
        let (low, high) = (le16(&[low]), le16(&[high]));
        let enclosure = Enclosure { lowest: &low, highest: &high, special: &[special] };
        Comparison { dtype: DType::F16, geometry: row(1), expected: Expected::Within(enclosure), mask: None }.show(0, 0, 0)
    };
    assert_eq!(shown(0x3C00, 0x4000, 0), "1.0 (0x3c00) to 2.0 (0x4000)");
    assert_eq!(shown(0x3C00, 0x3C00, SPECIAL_INF), "1.0 (0x3c00) to 1.0 (0x3c00) or inf");
    assert_eq!(shown(0x4000, 0x3C00, SPECIAL_NAN | SPECIAL_NEG_INF), "NaN or -inf");
    assert_eq!(shown(0x4000, 0x3C00, 0), "nothing");
}

#[test]
fn only_the_region_is_judged() {
    let geometry = Geometry { cases: 2, rows: 2, cols: 3, region_rows: 1, region_cols: 2 };
    let actual = [1, 2, 99, 99, 99, 99, 3, 5, 99, 99, 99, 99];
    let mut fits = [true, true];
    Comparison { dtype: DType::I8, geometry, expected: Expected::Bits(&[1, 2, 3, 4]), mask: None }.judge(&actual, &mut fits);
    assert_eq!(fits, [true, false]);
}

/// Patterns around everything that has a meaning of its own.
fn pattern(dtype: DType) -> BoxedStrategy<u64> {
    let (sign, infinity) = (1u64 << (dtype.bits() - 1), dtype.float_masks().map_or(100, |m| m.1));
    let special = prop::sample::select(vec![0, 1, sign, sign | 1, infinity - 1, infinity, infinity + 1, sign | infinity, dtype.mask()]);
    prop_oneof![special, any::<u64>().prop_map(move |bits| bits & dtype.mask())].boxed()
}

fn stack() -> impl Strategy<Value = (DType, Geometry, Vec<[u64; 5]>)> {
    let extents = (1usize..4, 1usize..4, 1usize..80);
    (prop::sample::select(DType::ALL.to_vec()), extents).prop_flat_map(|(dtype, (cases, rows, cols))| {
        let p = pattern(dtype);
        let element = (p.clone(), p, pattern(dtype), 0u64..8, prop::bool::weighted(0.99), prop::bool::weighted(0.9));
        let elements = prop::collection::vec(element, cases * rows * cols);
        (Just(dtype), 0..=rows, 0..=cols, elements).prop_map(move |(dtype, region_rows, region_cols, elements)| {
            let geometry = Geometry { cases, rows, cols, region_rows, region_cols };
            // Mostly equal, so that the fast paths and their neighbourhood are both reached.
            let element = |(actual, low, high, special, equal, judged): &(u64, u64, u64, u64, bool, bool)| {
                [*actual, if *equal { *actual } else { *low }, if *equal { *actual } else { *high }, *special, u64::from(*judged)]
            };
            (dtype, geometry, elements.iter().map(element).collect())
        })
    })
}

proptest! {
    #[test]
    fn whole_rows_are_judged_like_single_elements((dtype, geometry, elements) in stack(), masked in any::<bool>()) {
        let size = dtype.bytes();
        let array = |elements: &[[u64; 5]], which: usize, size: usize| -> Vec<u8> {
            elements.iter().flat_map(|e| e[which].to_le_bytes()[..size].to_vec()).collect()
        };
        let rows = (0..geometry.cases).flat_map(|case| (0..geometry.region_rows).map(move |row| case * geometry.tile() + row * geometry.cols));
        let judged: Vec<[u64; 5]> = rows.flat_map(|start| elements[start..start + geometry.region_cols].to_vec()).collect();
        let actual = array(&elements, 0, size);
        let (low, high, special, mask) = (array(&judged, 1, size), array(&judged, 2, size), array(&judged, 3, 1), array(&judged, 4, 1));
        let mask = masked.then_some(&mask[..]);
        let enclosure = Enclosure { lowest: &low, highest: &high, special: &special };
        for expected in [Expected::Bits(&low), Expected::Value(&low), Expected::Within(enclosure), Expected::Unchanged(0xA5)] {
            let comparison = Comparison { dtype, geometry, expected, mask };
            let mut fits = vec![true; geometry.cases];
            comparison.judge(&actual, &mut fits);
            for (case, fits) in fits.iter().enumerate() {
                let by_element = (0..geometry.region_rows).all(|row| (0..geometry.region_cols).all(|col| {
                    let bits = dtype.read(&actual, case * geometry.tile() + row * geometry.cols + col);
                    comparison.element_fits(case, row, col, bits)
                }));
                prop_assert_eq!(*fits, by_element, "{:?} case {}", expected, case);
            }
        }
    }
}

#[test]
fn the_nearest_accepted_bits_are_those_that_are_there_or_an_end_of_what_is_accepted() {
    let (low, high, empty) = (le16(&[0x3C00]), le16(&[0x3C04]), le16(&[0x0000]));
    let nearest = |expected, actual| Comparison { dtype: DType::F16, geometry: row(1), expected, mask: None }.nearest(0, (0, 0), actual);
    let within = |special: &'static [u8]| Expected::Within(Enclosure { lowest: &low, highest: &high, special });
    assert_eq!(nearest(within(&[0]), 0x3C02), Some(0x3C02));
    assert_eq!(nearest(within(&[0]), 0x3BFF), Some(0x3C00));
    assert_eq!(nearest(within(&[0]), 0x7BFF), Some(0x3C04));
    let only = |special: &'static [u8]| Expected::Within(Enclosure { lowest: &high, highest: &empty, special });
    assert_eq!(nearest(only(&[SPECIAL_INF]), 0x3C00), Some(0x7C00));
    assert_eq!(nearest(only(&[SPECIAL_NEG_INF]), 0x3C00), Some(0xFC00));
    assert!(nearest(only(&[SPECIAL_NAN]), 0x3C00).is_some_and(|bits| DType::F16.is_nan(bits)));
    assert_eq!(nearest(Expected::Bits(&high), 0x3C00), Some(0x3C04));
    assert_eq!(nearest(Expected::Value(&low), 0x3C00), Some(0x3C00));
    assert_eq!(nearest(Expected::Unchanged(0xA5), 0), Some(0xA5A5));
    assert_eq!(nearest(Expected::Unspecified, 0), None);
}
