//! No level refuses what it promises to accept: results by other means against every level's interval,
//! over all float types, with sums that overflow, NaN and infinities among them.

use crate::common::{Rng, quick_add, to_f32};
use crate::enclosure::{DATA, accepts, column, random_tree};
use crate::orders::sum;
use crate::soft::{self, FLOATS};
use ptoconf_numeric::{Interval, any_tree, exact, saturating_tree, tree_of_height, wide};
use ptoconf_reference::kernels::Order;
use ptoconf_schemas::DType;

const ROWS: [usize; 13] = [1, 2, 3, 5, 8, 17, 31, 33, 64, 100, 128, 200, 257];

/// A level, and a result that it has to accept.
struct Level {
    name: &'static str,
    interval: fn(DType, &[u64]) -> Interval,
    result: fn(DType, &[u64], &mut Rng) -> u64,
    /// Different results of one column.
    results: usize,
}

const LEVELS: [Level; 5] = [
    Level { name: "any-tree", interval: any_tree, result: any, results: 16 },
    Level { name: "low-tree", interval: low, result: any_low, results: 16 },
    Level { name: "wide", interval: wide, result: any_wide, results: 16 },
    Level { name: "exact", interval: exact, result: rounded_once, results: 1 },
    Level { name: "any-tree, saturating", interval: saturating_tree, result: any_saturating, results: 16 },
];

fn any(dtype: DType, list: &[u64], rng: &mut Rng) -> u64 {
    random_tree(list, rng, &|a, b| quick_add(dtype, *a, *b))
}

fn any_saturating(dtype: DType, list: &[u64], rng: &mut Rng) -> u64 {
    let (sign, infinity, _) = dtype.float_masks().expect("a float");
    let finite = |bits: u64| bits & (sign - 1) < infinity;
    let saturating = |a: &u64, b: &u64| match quick_add(dtype, *a, *b) {
        sum if !finite(sum) && finite(*a) && finite(*b) => (infinity - 1) | (sum & sign),
        sum => sum,
    };
    random_tree(list, rng, &saturating)
}

fn low(dtype: DType, list: &[u64]) -> Interval {
    tree_of_height(dtype, list, 2 * list.len().ilog2())
}

/// A named tree, or one that cuts its rows in random places not far from the middle.
fn any_low(dtype: DType, list: &[u64], rng: &mut Rng) -> u64 {
    let add = |a: u64, b: u64| quick_add(dtype, a, b);
    match rng.below(4) {
        0 => sum(Order::A2a3Tree, list, 0, &add),
        1 => sum(Order::A5Tree, list, 0, &add),
        _ => cut(list, 2 * list.len().ilog2(), rng, &add),
    }
}

/// A tree of at most this height, which is enough for a balanced one.
fn cut(list: &[u64], height: u32, rng: &mut Rng, add: &dyn Fn(u64, u64) -> u64) -> u64 {
    let [only] = list else {
        let n = list.len() as u64;
        let most = (1u64 << (height - 1).min(40)).min(n - 1);
        let middle = (n - most).max(n / 3).max(1) + rng.below(n / 3 + 1);
        let (left, right) = list.split_at(middle.min(most) as usize);
        return add(cut(left, height - 1, rng, add), cut(right, height - 1, rng, add));
    };
    *only
}

/// A random tree in the next wider type, rounded once.
fn any_wide(dtype: DType, list: &[u64], rng: &mut Rng) -> u64 {
    let wide: Vec<f64> = list.iter().map(|&b| f64::from(to_f32(dtype, b))).collect();
    match dtype {
        DType::F32 => soft::round_f64(dtype, random_tree(&wide, rng, &|a, b| a + b)),
        _ => soft::round_f64(dtype, random_tree(&wide, rng, &|a, b| f64::from(*a as f32 + *b as f32))),
    }
}

/// The exact sum as an expansion of numbers that do not overlap, then rounded to odd in binary64: so
/// that the last rounding cannot go wrong.
fn rounded_once(dtype: DType, list: &[u64], _: &mut Rng) -> u64 {
    let values: Vec<f64> = list.iter().map(|&b| f64::from(to_f32(dtype, b))).collect();
    if values.iter().any(|x| !x.is_finite()) || values.iter().all(|x| x.is_sign_negative() && *x == 0.0) {
        return soft::round_f64(dtype, values.iter().sum());
    }
    let mut expansion: Vec<f64> = vec![];
    for x in values {
        let mut carry = x;
        for part in &mut expansion {
            let sum = carry + *part;
            let shared = sum - carry;
            *part = (carry - (sum - shared)) + (*part - shared);
            carry = sum;
        }
        expansion.push(carry);
    }
    expansion.retain(|part| *part != 0.0);
    let Some((&last, rest)) = expansion.split_last() else { return 0 };
    let odd = match rest.last() {
        None => last,
        Some(below) if below.is_sign_negative() == last.is_sign_negative() => f64::from_bits(last.to_bits() | 1),
        Some(_) => f64::from_bits((last.to_bits() - 1) | 1),
    };
    soft::round_f64(dtype, odd)
}

/// Wrong rejections in so many evaluations of a level; the first one in words.
fn refused(level: &Level, evaluations: u64, seed: u64) -> (u64, u64, Option<String>) {
    let (mut rng, mut done, mut wrong, mut first) = (Rng(seed), 0, 0, None);
    while done < evaluations {
        for dtype in FLOATS {
            for data in DATA {
                for n in ROWS {
                    let list = column(dtype, data, n, &mut rng);
                    let interval = (level.interval)(dtype, &list);
                    for _ in 0..level.results {
                        let result = (level.result)(dtype, &list, &mut rng);
                        if !accepts(dtype, &interval, result) {
                            wrong += 1;
                            first.get_or_insert_with(|| format!("{dtype} {data:?}: {result:x} outside {interval:x?} of {list:x?}"));
                        }
                    }
                    done += level.results as u64;
                }
            }
        }
    }
    (done, wrong, first)
}

fn all_levels(evaluations: u64, seed: u64) {
    for level in &LEVELS {
        let (done, wrong, first) = refused(level, evaluations, seed);
        println!("{}: {wrong} wrong rejections in {done} evaluations", level.name);
        assert_eq!(first, None, "{}", level.name);
    }
}

#[test]
fn no_level_refuses_what_it_promises() {
    all_levels(20_000, 11);
}

/// `cargo test --release -p ptoconf-reference --test proof three_million -- --ignored --nocapture`
#[test]
#[ignore = "takes a minute"]
fn no_level_refuses_what_it_promises_in_three_million() {
    all_levels(3_000_000, 12);
}
