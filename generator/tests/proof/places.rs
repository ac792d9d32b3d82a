//! Data of which a place is sought: but for one class every line has one largest and one smallest element, and what may be
//! asked of it is asked by one class each.

use crate::classes::each;
use crate::common::{Input, integer};
use ptoconf_numeric::rounding::value;
use ptoconf_reference::{Combine, Fill, Meet};
use ptoconf_schemas::DType;
use std::collections::{BTreeMap, BTreeSet};

const LINES: Combine = Combine::Rows(Meet::Place);

/// A key that orders numbers; zeros of both signs are alike.
fn key(dtype: DType, bits: u64) -> i128 {
    match dtype.float_masks() {
        None => integer(dtype, bits),
        Some((sign, ..)) if bits & sign != 0 => -i128::from(bits & !sign),
        Some(_) => i128::from(bits),
    }
}

/// Calls `check` for every line of a class.
fn lines(fill: Fill, mut check: impl FnMut(&str, DType, &[u64])) {
    each(fill, LINES, |place, inputs: &[Input]| {
        let dtype = inputs[0].tile.dtype;
        inputs[0].columns().for_each(|(_, line)| check(place, dtype, &line));
    });
}

/// Where the largest and the smallest numbers of a line are; NaN is left out.
fn ends(dtype: DType, line: &[u64]) -> [Vec<usize>; 2] {
    let numbers: Vec<(usize, i128)> =
        line.iter().enumerate().filter(|(_, bits)| !dtype.is_nan(**bits)).map(|(i, bits)| (i, key(dtype, *bits))).collect();
    let at = |end: Option<i128>| numbers.iter().filter(|(_, key)| Some(*key) == end).map(|(i, _)| *i).collect();
    [at(numbers.iter().map(|n| n.1).max()), at(numbers.iter().map(|n| n.1).min())]
}

#[test]
fn ends_are_single_where_nothing_else_is_asked() {
    for fill in [Fill::Peak, Fill::Numbers, Fill::Subnormal, Fill::Special] {
        let (mut count, mut seen) = (0, BTreeMap::<usize, BTreeSet<(usize, usize)>>::new());
        lines(fill, |place, dtype, line| {
            let [largest, smallest] = ends(dtype, line);
            let number = line.iter().filter(|bits| !dtype.is_nan(**bits)).count();
            let single = |end: &[usize]| end.len() == 1;
            assert!(number == 0 || single(&largest) && single(&smallest), "{place} {fill:?}: {line:x?}");
            count += 1;
            if fill == Fill::Peak {
                seen.entry(line.len()).or_default().insert((largest[0], smallest[0]));
            }
        });
        assert!(count > 1000, "{fill:?}: {count}");
        let tried: Vec<_> = seen.into_iter().filter(|(length, ends)| (2..40).contains(length) && ends.len() > 12 * length).collect();
        assert!(fill != Fill::Peak || tried.len() > 5, "{}", tried.len());
        for (length, ends) in tried {
            let all = |pick: fn(&(usize, usize)) -> usize| (0..length).all(|i| ends.iter().any(|e| pick(e) == i));
            assert!(all(|e| e.0) && all(|e| e.1), "{length}: not every place is an end somewhere");
        }
    }
}

/// First and last, side by side, across a block and a vector, in one lane of two vectors, and everywhere.
#[test]
fn equal_elements_stand_where_it_matters() {
    let mut seen = [[0u32; 6]; 2];
    lines(Fill::Equals, |place, dtype, line| {
        let (block, vector) = (dtype.block() as usize, dtype.vector() as usize);
        assert!(line.iter().all(|bits| !dtype.is_nan(*bits)), "{place}");
        for (seen, at) in seen.iter_mut().zip(ends(dtype, line)) {
            let pairs = || at.windows(2).map(|w| [w[0], w[1]]);
            let across = |size: usize| pairs().any(|[a, b]| b == a + 1 && b % size == 0);
            let whole = at.len() == line.len() && at.len() > 2;
            let here = [
                at.len() == 2 && at[0] == 0 && at[1] + 1 == line.len() && line.len() > 2,
                pairs().any(|[a, b]| b == a + 1) && !whole,
                across(block) && !whole,
                across(vector) && !whole,
                pairs().any(|[a, b]| b == a + vector),
                whole,
            ];
            seen.iter_mut().zip(here).for_each(|(n, here)| *n += u32::from(here));
        }
    });
    assert!(seen.as_flattened().iter().all(|n| *n > 20), "{seen:?}");
}

/// One zero of either sign, at one end; the other end is a single element.
#[test]
fn zeros_meet_in_twos() {
    let mut seen = [[0u32; 2]; 2];
    lines(Fill::Zeros, |place, dtype, line| {
        if line.len() < 3 {
            return;
        }
        let zeros: Vec<usize> = (0..line.len()).filter(|&i| value(dtype, line[i]) == 0.0).collect();
        assert!(zeros.len() == 2 && line[zeros[0]] != line[zeros[1]], "{place}: {line:x?}");
        let ends = ends(dtype, line);
        let end = ends.iter().position(|end| *end == zeros).expect("zeros are an end");
        assert_eq!(ends[1 - end].len(), 1, "{place}: {line:x?}");
        seen[end][usize::from(line[zeros[0]] == 0)] += 1;
    });
    assert!(seen.as_flattened().iter().all(|n| *n > 100), "{seen:?}");
}

#[test]
fn a_nan_stands_first_last_between_twice_and_everywhere() {
    let mut seen = [0u32; 6];
    lines(Fill::Special, |_, dtype, line| {
        let nan: Vec<usize> = (0..line.len()).filter(|&i| dtype.is_nan(line[i])).collect();
        let last = line.len() - 1;
        let infinite = line.iter().any(|bits| dtype.float_masks().is_some_and(|(sign, infinity, _)| bits & !sign == infinity));
        let here = [
            line.len() > 2 && nan == [0],
            line.len() > 2 && nan == [last],
            nan.len() == 1 && nan[0] > 0 && nan[0] < last,
            nan.len() == 2 && line.len() > 2,
            nan.len() == line.len(),
            nan.is_empty() && infinite,
        ];
        seen.iter_mut().zip(here).for_each(|(n, here)| *n += u32::from(here));
    });
    assert!(seen.iter().all(|n| *n > 50), "{seen:?}");
}

/// The unsigned numbers of some lines lie on both sides of the top bit, and those of others next to each other.
#[test]
fn numbers_straddle_the_top_bit_and_stand_close() {
    let mut seen: BTreeMap<DType, [u32; 2]> = BTreeMap::new();
    lines(Fill::Numbers, |_, dtype, line| {
        let keys: Vec<i128> = line.iter().map(|bits| key(dtype, *bits)).collect();
        let (low, high) = (keys.iter().min().copied().unwrap_or(0), keys.iter().max().copied().unwrap_or(0));
        let middle = if dtype.is_float() || dtype.is_signed() { 0 } else { 1 << (dtype.bits() - 1) };
        let seen = seen.entry(dtype).or_default();
        seen[0] += u32::from(low < middle && high >= middle);
        seen[1] += u32::from(line.len() > 2 && high - low == 2);
    });
    assert!(seen.len() > 6 && seen.values().flatten().all(|n| *n > 0), "{seen:?}");
}
