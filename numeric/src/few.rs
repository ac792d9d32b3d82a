//! What trees of additions can make of a few addends, and trees of multiplications of a few factors: the ends over every tree.
//!
//! Rounding keeps order, so the lowest result over all trees of a set of addends is the lowest over all ways to part it
//! in two of the rounded sum of the lowest results of the parts; the highest likewise. The same holds of magnitudes that
//! are multiplied. No tree has to be written down.

use super::binary16;
use super::interval::{Interval, none};
use super::rounding::{Format, Rounding};
use half::{bf16, f16};
use ptoconf_schemas::{DType, SPECIAL_INF, SPECIAL_NEG_INF};

/// Most addends that are not zero, and most factors that are not one; three to this power are the steps for each height.
const MOST: usize = 6;

/// What every tree of at most this height gives, of finite addends of which a few are not zero. `None` where they are
/// more, or where partial sums can reach both infinities.
pub(super) fn every_tree(dtype: DType, finite: &[u64], height: u32) -> Option<Interval> {
    let (sign, infinity, _) = dtype.float_masks()?;
    let addends: Vec<f32> = finite.iter().filter(|&&b| b & (sign - 1) != 0).take(MOST + 1).map(|&b| widen(dtype, b)).collect();
    if addends.is_empty() || addends.len() > MOST {
        return None;
    }
    let [low, high] = ends(dtype, &addends, height)?;
    let bits = |x: f32| narrow(dtype, x);
    Some(match (low, high) {
        (f32::INFINITY, _) => none(infinity, SPECIAL_INF),
        (_, f32::NEG_INFINITY) => none(infinity, SPECIAL_NEG_INF),
        (_, f32::INFINITY) => Interval { lowest: bits(low), highest: infinity - 1, special: SPECIAL_INF },
        (f32::NEG_INFINITY, _) => Interval { lowest: (infinity - 1) | sign, highest: bits(high), special: SPECIAL_NEG_INF },
        _ => Interval { lowest: bits(low), highest: bits(high), special: 0 },
    })
}

/// The lowest and the highest sum, where no partial sums can reach both infinities.
fn ends(dtype: DType, addends: &[f32], height: u32) -> Option<[f32; 2]> {
    let found = by_set(addends, height, |a, b| add(dtype, a, b));
    let reached = |end: f32| found.iter().flatten().any(|ends| ends.contains(&end));
    if reached(f32::INFINITY) && reached(f32::NEG_INFINITY) {
        return None;
    }
    *found.last()?
}

/// The lowest and the highest product of magnitudes that are finite and not zero, in a format of which every product of two
/// numbers has at most 53 bits. `None` where many are no ones, or where partial products can reach both zero and infinity.
pub(super) fn products(format: Format, magnitudes: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    let factors: Vec<f64> = magnitudes.filter(|x| *x != 1.0).take(MOST + 1).collect();
    if factors.is_empty() || factors.len() > MOST {
        return None;
    }
    let found = by_set(&factors, factors.len() as u32 - 1, |a, b| format.round(a * b, Rounding::NearestEven));
    let reached = |end: f64| found.iter().flatten().any(|ends| ends.contains(&end));
    if reached(0.0) && reached(f64::INFINITY) {
        return None;
    }
    *found.last()?
}

/// The lowest and the highest result of every set of numbers, of which two results meet in a way that keeps their order;
/// sets that no tree of the height reaches have none.
fn by_set<T: Copy + PartialOrd>(numbers: &[T], height: u32, meet: impl Fn(T, T) -> T) -> Vec<Option<[T; 2]>> {
    let sets = 1usize << numbers.len();
    let mut found: Vec<Option<[T; 2]>> = vec![None; sets];
    numbers.iter().enumerate().for_each(|(i, &x)| found[1 << i] = Some([x, x]));
    for _ in 0..height.min(numbers.len() as u32 - 1) {
        let lower = found.clone();
        for set in (1..sets).filter(|set| set.count_ones() > 1) {
            // Each way to part the set once: the part with the last number is the second one.
            let last = 1 << set.ilog2();
            let mut part = (set - 1) & set;
            while part > 0 {
                if let (0, Some(a), Some(b)) = (part & last, lower[part], lower[set ^ part]) {
                    let [l, h] = [meet(a[0], b[0]), meet(a[1], b[1])];
                    let wider = |[low, high]: [T; 2]| [if l < low { l } else { low }, if h > high { h } else { high }];
                    found[set] = Some(found[set].map_or([l, h], wider));
                }
                part = (part - 1) & set;
            }
        }
    }
    found
}

/// One addition in the element type: rounding an f32 sum once more is innocuous.
fn add(dtype: DType, a: f32, b: f32) -> f32 {
    match dtype {
        DType::F16 => binary16::rounded(a + b),
        DType::Bf16 => bf16::from_f32(a + b).to_f32(),
        _ => a + b,
    }
}

fn widen(dtype: DType, bits: u64) -> f32 {
    match dtype {
        DType::F16 => f16::from_bits(bits as u16).to_f32(),
        DType::Bf16 => bf16::from_bits(bits as u16).to_f32(),
        _ => f32::from_bits(bits as u32),
    }
}

fn narrow(dtype: DType, x: f32) -> u64 {
    match dtype {
        DType::F16 => f16::from_f32(x).to_bits().into(),
        DType::Bf16 => bf16::from_f32(x).to_bits().into(),
        _ => x.to_bits().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every tree, written down: a result for each choice of two that are added next.
    fn results(dtype: DType, addends: &[(f32, u32)], height: u32, found: &mut Vec<f32>) {
        if let [(x, own)] = addends {
            found.extend((*own <= height).then_some(*x));
            return;
        }
        for i in 0..addends.len() {
            for j in 0..i {
                let mut rest: Vec<(f32, u32)> = addends.to_vec();
                let (a, b) = (rest.remove(i), rest.remove(j));
                rest.push((add(dtype, a.0, b.0), 1 + a.1.max(b.1)));
                results(dtype, &rest, height, found);
            }
        }
    }

    #[test]
    fn the_ends_are_those_of_trees_that_are_written_down() {
        let mut state = 7u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        for round in 0..300 {
            let dtype = [DType::F16, DType::Bf16, DType::F32][round % 3];
            let number = 1 + round / 3 % 5;
            let height = (number as u32 - 1).saturating_sub(u32::from(round % 4 == 0 && number > 3));
            let of = |r: u64| widen(dtype, narrow(dtype, (r % 4096) as f32 * 2f32.powi((r >> 12) as i32 % 9 - 4) - 900.0));
            let addends: Vec<f32> = (0..number).map(|_| of(next())).filter(|x| *x != 0.0).collect();
            let pairs: Vec<(f32, u32)> = addends.iter().map(|&x| (x, 0)).collect();
            let mut found = vec![];
            results(dtype, &pairs, height, &mut found);
            let written = [f32::INFINITY, f32::NEG_INFINITY];
            let written = found.iter().fold(written, |[low, high], &x| [low.min(x), high.max(x)]);
            assert_eq!(ends(dtype, &addends, height), Some(written), "{dtype} {addends:?} {height}");
        }
    }

    #[test]
    fn two_addends_have_one_sum() {
        let column = [0, 0x7BFF, 0x8000, 0x4BFF, 0];
        assert_eq!(every_tree(DType::F16, &column, 4), Some(Interval { lowest: 0x7BFF, highest: 0x7BFF, special: 0 }));
        let column = [0x7BFF, 0x4C00];
        assert_eq!(every_tree(DType::F16, &column, 2).map(|i| i.special), Some(SPECIAL_INF));
        assert_eq!(every_tree(DType::F16, &[0x7BFF, 0x7BFF, 0xFBFF, 0xFBFF], 4), None);
    }
}
