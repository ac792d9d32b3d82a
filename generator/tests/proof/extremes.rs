//! Data of which the larger or the smaller is picked: what may be asked of it is asked by one class each.

use crate::classes::each;
use crate::common::{Input, integer};
use ptoconf_numeric::rounding::value;
use ptoconf_reference::{Combine, Fill, Meet};
use ptoconf_schemas::DType;
use std::collections::{BTreeMap, BTreeSet};

const COLUMNS: Combine = Combine::Rows(Meet::Extreme);
const PAIRS: Combine = Combine::Pair(Meet::Extreme);

/// A key that orders numbers.
fn key(dtype: DType, bits: u64) -> i128 {
    match dtype.float_masks() {
        None => integer(dtype, bits),
        Some((sign, ..)) if bits & sign != 0 => -i128::from(bits & !sign),
        Some(_) => i128::from(bits),
    }
}

/// Calls `check` for every column of a class: of one input, or the elements of two that meet.
fn columns(fill: Fill, combine: Combine, mut check: impl FnMut(&str, DType, u32, &[u64])) {
    each(fill, combine, |place, inputs: &[Input]| {
        let dtype = inputs[0].tile.dtype;
        for (col, mut column) in inputs[0].columns() {
            if combine == PAIRS {
                if col >= inputs[1].tile.valid_cols() {
                    break;
                }
                column.push(inputs[1].at(0, col));
            }
            check(place, dtype, col, &column);
        }
    });
}

#[test]
fn peaks_are_single_and_at_both_ends() {
    let (mut largest, mut smallest, mut widest) = (BTreeSet::new(), BTreeSet::new(), BTreeMap::<usize, u32>::new());
    columns(Fill::Peak, COLUMNS, |place, dtype, col, column| {
        let keys: Vec<i128> = column.iter().map(|&bits| key(dtype, bits)).collect();
        let places = |end: i128| -> Vec<usize> { (0..keys.len()).filter(|&i| keys[i] == end).collect() };
        let [max, min] = [keys.iter().max(), keys.iter().min()].map(|end| places(*end.expect("a row")));
        assert!(max.len() == 1 && min.len() == 1 && (max != min || keys.len() == 1), "{place}: {column:x?}");
        let width = widest.entry(keys.len()).or_default();
        *width = (*width).max(col);
        largest.insert((keys.len(), max[0]));
        smallest.insert((keys.len(), min[0]));
    });
    let tried: Vec<usize> = widest.into_iter().filter(|(rows, columns)| *columns as usize >= 8 * rows).map(|(rows, _)| rows).collect();
    assert!(tried.len() > 12 && tried.contains(&33), "{tried:?}");
    for rows in tried {
        let all = |places: &BTreeSet<(usize, usize)>| (0..rows).all(|row| places.contains(&(rows, row)));
        assert!(all(&largest) && all(&smallest), "{rows} rows: not every one is an end somewhere");
    }
}

#[test]
fn numbers_ask_nothing() {
    for combine in [COLUMNS, PAIRS] {
        let mut infinite = 0;
        columns(Fill::Numbers, combine, |place, dtype, _, column| {
            let Some((sign, infinity, mantissa)) = dtype.float_masks() else { return };
            let plain = |bits: &u64| match (bits & infinity, bits & mantissa) {
                (exponent, m) if exponent == infinity => m == 0,
                (0, m) => m == 0 && bits & sign == 0,
                _ => true,
            };
            assert!(column.iter().all(plain), "{place}: {column:x?}");
            infinite += column.iter().filter(|bits| **bits & !sign == infinity).count();
        });
        assert!(infinite > 100, "{infinite}");
    }
}

/// Columns whose largest element is a zero, and whose smallest one is, with zeros of both signs.
#[test]
fn zeros_meet_as_the_ends_of_columns() {
    let mut seen = [0; 2];
    columns(Fill::Zeros, COLUMNS, |_, dtype, _, column| {
        let zeros: BTreeSet<u64> = column.iter().copied().filter(|&bits| value(dtype, bits) == 0.0).collect();
        let end = |positive: bool| column.iter().all(|&bits| if positive { value(dtype, bits) >= 0.0 } else { value(dtype, bits) <= 0.0 });
        for (seen, positive) in seen.iter_mut().zip([false, true]) {
            *seen += u32::from(zeros.len() == 2 && end(positive));
        }
    });
    assert!(seen.iter().all(|&n| n > 200), "{seen:?}");
}

#[test]
fn a_nan_stands_first_last_between_and_everywhere() {
    let mut seen = [0; 4];
    columns(Fill::Special, COLUMNS, |_, dtype, _, column| {
        let nan: Vec<bool> = column.iter().map(|&bits| dtype.is_nan(bits)).collect();
        let number = nan.iter().filter(|&&n| n).count();
        let single = number == 1 && nan.len() > 2;
        let places = [single && nan[0], single && nan[nan.len() - 1], single && !nan[0] && !nan[nan.len() - 1], number == nan.len()];
        seen.iter_mut().zip(places).for_each(|(seen, here)| *seen += u32::from(here));
    });
    assert!(seen.iter().all(|&n| n > 50), "{seen:?}");
}

/// Of one sign, so that nothing depends on whether they are flushed before they are compared.
#[test]
fn subnormal_numbers_of_a_column_have_one_sign() {
    for combine in [COLUMNS, PAIRS] {
        let mut some = 0;
        columns(Fill::Subnormal, combine, |place, dtype, _, column| {
            let (sign, infinity, _) = dtype.float_masks().expect("a float class");
            let signs: BTreeSet<u64> = column.iter().map(|bits| bits & sign).collect();
            assert!(signs.len() == 1 && column.iter().all(|bits| bits & !sign != 0), "{place}: {column:x?}");
            some += column.iter().filter(|bits| **bits & infinity == 0).count();
        });
        assert!(some > 500, "{some}");
    }
}
