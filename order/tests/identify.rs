//! Orders are named, unknown trees recovered, and nothing is named that is not there.

mod common;

use common::{FLOATS, Random, found, found_of, fresh_trees, identify_named, recover_random};
use ptoconf_numeric::exact;
use ptoconf_numeric::orders::{Line, NAMES, named};
use ptoconf_numeric::rounding::{Format, Rounding, element, value};
use ptoconf_order::replay::Accumulator;
use ptoconf_order::{Column, Evidence, identify};
use ptoconf_schemas::DType;

#[test]
fn named_orders_are_identified() {
    let (_, wrong) = identify_named(Line::Column, &[2, 3, 5, 7, 8, 13, 33, 64].into_iter(), Accumulator::Same);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Of rows, too, also where a row is several vectors: of f32 64 elements, of f16 128.
#[test]
fn named_orders_of_rows_are_identified() {
    let (_, wrong) = identify_named(Line::Row, &[2, 5, 8, 13, 65, 193, 321].into_iter(), Accumulator::Same);
    assert!(wrong.is_empty(), "{wrong:#?}");
    let (tree, size) = (Line::Row.named("a5-chunks", DType::F32, 193).unwrap(), 193);
    let finding = found_of(Line::Row, DType::F32, &tree, Accumulator::Same, Rounding::NearestEven, true);
    assert_eq!((&finding.orders[..], tree.leaves()), (&["a5-chunks-from-zero".to_owned()][..], size));
}

#[test]
fn wider_accumulators_are_told_from_the_element_type() {
    for dtype in [DType::F16, DType::Bf16] {
        for rows in [3, 5, 8, 13, 64] {
            for name in NAMES {
                let tree = named(name, rows).unwrap();
                let finding = found(dtype, &tree, Accumulator::F32, Rounding::NearestEven, false);
                assert_eq!(
                    (&finding.accumulator[..], &finding.orders),
                    (&["f32".to_owned()][..], &common::names(Line::Column, dtype, &tree, false)),
                    "{dtype} {rows} {name}"
                );
            }
        }
    }
}

/// A binary tree of additions in the element type is low; a fold is one tree, and not low; a wider accumulator is neither,
/// and what has too little evidence is not disproved.
#[test]
fn trees_that_are_too_tall_or_too_wide_are_disproved() {
    for dtype in [DType::F16, DType::Bf16] {
        for rows in [7, 8, 13, 33, 64] {
            let disproved = |name: &str, accumulator| {
                let finding = found(dtype, &named(name, rows).unwrap(), accumulator, Rounding::NearestEven, false);
                [finding.no_tree, finding.no_low_tree]
            };
            for low in ["a2a3-tree", "a5-tree", "carry-tree", "halves"] {
                assert_eq!(disproved(low, Accumulator::Same), [false, false], "{dtype} {rows} {low}");
                assert_eq!(disproved(low, Accumulator::F32), [true, true], "{dtype} {rows} {low}");
            }
            for tall in ["left-fold", "reverse"] {
                assert_eq!(disproved(tall, Accumulator::Same), [false, true], "{dtype} {rows} {tall}");
            }
        }
        let nothing = identify(&Evidence::of(Line::Column, dtype, 7, |_, _| f64::NAN));
        assert!(nothing.no_tree && nothing.no_low_tree, "{nothing:?}");
    }
}

#[test]
fn directions_of_rounding_are_seen() {
    for dtype in FLOATS {
        for rounding in Rounding::ALL {
            let finding = found(dtype, &named("a2a3-tree", 13).unwrap(), Accumulator::Same, rounding, false);
            // Downwards, -0 + 0 is -0, so that a zero in front cannot be seen.
            let names: &[&str] = if rounding == Rounding::Down { &["a2a3-tree", "a2a3-tree-from-zero"] } else { &["a2a3-tree"] };
            assert_eq!(
                (&finding.orders[..], &finding.rounding[..]),
                (&names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>()[..], &[rounding.name().to_owned()][..]),
                "{dtype}"
            );
        }
    }
}

#[test]
fn exact_sums_have_no_order() {
    for dtype in FLOATS {
        let sum = |rows: &[f64], _| {
            let bits: Vec<u64> = rows.iter().map(|&x| element(dtype, x)).collect();
            let interval = exact(dtype, &bits);
            value(dtype, interval.lowest)
        };
        let mut evidence = Evidence::of(Line::Column, dtype, 7, sum);
        evidence.pairs.clear();
        let finding = identify(&evidence);
        assert!(finding.orders.is_empty() && finding.accumulator.contains(&"exact".to_owned()), "{dtype}: {finding:?}");
    }
}

#[test]
fn random_trees_are_recovered() {
    let (_, wrong) = recover_random(60, 1);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_fresh_tree_for_each_column_has_no_name() {
    let (_, named) = fresh_trees([3, 4, 5, 8, 16, 33].into_iter());
    assert!(named.is_empty(), "{named:#?}");
}

/// In order in whole vectors, backwards in the tail.
#[test]
fn an_order_that_depends_on_the_lane_is_seen() {
    for dtype in FLOATS {
        let format = Format::of(dtype).unwrap();
        let add = |a: f64, b: &f64| format.add(a, *b, Rounding::NearestEven);
        let evidence = Evidence::of(Line::Column, dtype, 9, |rows, lane| match lane {
            2 => rows[..8].iter().rev().fold(rows[8], add),
            _ => rows[1..].iter().fold(rows[0], add),
        });
        let finding = identify(&evidence);
        let expected = ["vector 0: left-fold", "vector 1: left-fold", "tail: reverse"].map(|s| format!("{s} in {dtype}"));
        assert_eq!((finding.orders.len(), &finding.lanes[..]), (0, &expected[..]));
    }
}

#[test]
fn rounding_vectors_have_to_follow() {
    let mut random = Random(3);
    let format = Format::F32;
    let fold = |rows: &[f64]| rows[1..].iter().fold(rows[0], |a, b| format.add(a, *b, Rounding::NearestEven));
    let mut evidence = Evidence::of(Line::Column, DType::F32, 12, |rows, _| fold(rows));
    let rows: Vec<f64> = (0..12).map(|_| random.below(1 << 24) as f64 / 1000.0).map(|x| format.round(x, Rounding::TowardZero)).collect();
    evidence.rounding.push(Column { sum: fold(&rows), rows, lane: 0, probe: None });
    let finding = identify(&evidence);
    assert!(finding.consistent && finding.orders == ["left-fold"], "{finding:?}");
    evidence.rounding[0].sum = evidence.rounding[0].sum.next_up();
    let finding = identify(&evidence);
    assert!(!finding.consistent && finding.orders == ["left-fold"] && finding.reason.is_some(), "{finding:?}");
}

/// A sum of three rows at once is no binary tree.
#[test]
fn wide_additions_are_no_tree() {
    let sum = |rows: &[f64], _| Format::F32.round(rows.iter().sum::<f64>() * 1.000_000_1, Rounding::NearestEven);
    let finding = identify(&Evidence::of(Line::Column, DType::F32, 6, sum));
    assert!(finding.orders.is_empty() && finding.tree.is_none() && finding.reason.is_some(), "{finding:?}");
}

#[test]
#[ignore = "the full count: a minute or two"]
fn every_row_count() {
    let rows = (2..=64).chain([127, 128, 255, 256]);
    for accumulator in [Accumulator::Same, Accumulator::F32] {
        let dtypes = if accumulator == Accumulator::Same { "f16 bf16 f32" } else { "f16 bf16" };
        let (tried, wrong) = identify_named(Line::Column, &rows, accumulator);
        println!("named orders, 2..=64 127 128 255 256 rows, {dtypes}, {accumulator:?}: {} of {tried}", tried as usize - wrong.len());
        assert!(wrong.is_empty(), "{} wrong: {:#?}", wrong.len(), &wrong[..wrong.len().min(20)]);
    }
}

#[test]
#[ignore = "the full count: a minute or two"]
fn six_hundred_random_trees() {
    let (tried, wrong) = recover_random(600, 2);
    println!("random trees of 3 to 40 rows: {} of {tried} recovered", tried - wrong.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    let (tried, named) = fresh_trees((3..=64).chain([127, 128, 255, 256]));
    println!("a fresh tree for each column: {} of {tried} named", named.len());
    assert!(named.is_empty(), "{named:#?}");
}
