//! The enclosure of sums: no tree of additions ever leaves it, and where it is one value every tree
//! gives that value.

use crate::common::{Rng, format, normal, quick_add};
use crate::orders::sum;
use crate::soft::{self, FLOATS};
use ptoconf_numeric::{Interval, any_tree};
use ptoconf_reference::kernels::Order;
use ptoconf_schemas::{DType, SPECIAL_INF, SPECIAL_NAN, SPECIAL_NEG_INF};
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug)]
pub enum Data {
    Uniform,
    Wide,
    Cancel,
    NearOverflow,
    Subnormal,
    Zeros,
    Special,
    Window,
    OneAndHalfUlps,
}

pub const DATA: [Data; 9] = [
    Data::Uniform,
    Data::Wide,
    Data::Cancel,
    Data::NearOverflow,
    Data::Subnormal,
    Data::Zeros,
    Data::Special,
    Data::Window,
    Data::OneAndHalfUlps,
];

/// A column of `n` addends.
pub fn column(dtype: DType, data: Data, n: usize, rng: &mut Rng) -> Vec<u64> {
    let mut list: Vec<u64> = (0..n).map(|i| element(dtype, data, i, n, rng)).collect();
    if let Data::Cancel = data {
        let (sign, _, _) = dtype.float_masks().expect("a float");
        for i in (1..n).step_by(2) {
            list[i] = (list[i - 1] ^ sign) + rng.below(4);
        }
    }
    // The order of addends must not matter to the bound.
    for i in (1..n).rev() {
        list.swap(i, rng.below(i as u64 + 1) as usize);
    }
    list
}

fn element(dtype: DType, data: Data, i: usize, n: usize, rng: &mut Rng) -> u64 {
    let (sign, infinity, mantissa) = dtype.float_masks().expect("a float");
    let (p, bias) = format(dtype);
    let bits = match data {
        Data::Uniform | Data::Cancel => normal(dtype, rng.below(4) as i64 - 4, rng.next()),
        Data::Wide => normal(dtype, rng.below(2 * bias as u64 - 9) as i64 + 1 - bias, rng.next()),
        Data::NearOverflow if rng.below(3) == 0 => normal(dtype, bias - rng.below(n as u64 + 1).min(9) as i64, rng.next()),
        Data::NearOverflow => infinity - 1 - rng.below(2) * rng.below(mantissa),
        Data::Subnormal => rng.next() & (2 * mantissa + 1),
        Data::Zeros => 0,
        Data::Special if rng.below(n as u64 + 2) == 0 => [infinity, infinity, infinity | sign, infinity | 1][rng.below(4) as usize],
        Data::Special if rng.below(3) == 0 => infinity - 1,
        Data::Special => normal(dtype, 0, rng.next()),
        Data::Window => window(dtype, 1 + rng.below(((1 << p) / n as u64).max(1))),
        Data::OneAndHalfUlps => return normal(dtype, if i == 0 { 0 } else { -p }, 0),
    };
    bits ^ if rng.below(2) == 0 { sign } else { 0 }
}

/// A whole number up to 2^p as a float.
fn window(dtype: DType, number: u64) -> u64 {
    let (p, _) = format(dtype);
    let top = i64::from(number.ilog2());
    normal(dtype, top, number << (p - 1) >> top)
}

/// The order of the documentation of answers: the sign clear counts as m, set as -1 - m.
pub fn key(dtype: DType, bits: u64) -> i64 {
    let (sign, _, _) = dtype.float_masks().expect("a float");
    let magnitude = (bits & (sign - 1)) as i64;
    if bits & sign == 0 { magnitude } else { -1 - magnitude }
}

pub fn accepts(dtype: DType, interval: &Interval, bits: u64) -> bool {
    let (sign, infinity, _) = dtype.float_masks().expect("a float");
    let special = |bit: u8| interval.special & bit != 0;
    match bits {
        b if dtype.is_nan(b) => special(SPECIAL_NAN),
        b if b == infinity => special(SPECIAL_INF),
        b if b == infinity | sign => special(SPECIAL_NEG_INF),
        b => key(dtype, interval.lowest) <= key(dtype, b) && key(dtype, b) <= key(dtype, interval.highest),
    }
}

fn must_accept(dtype: DType, data: Data, list: &[u64], interval: &Interval, result: u64, what: &str) {
    assert!(accepts(dtype, interval, result), "{dtype} {data:?} {what}: {result:x} outside {interval:x?} of {list:x?}");
}

/// Every result of every binary tree over the addends: subset by subset.
fn every_tree(dtype: DType, list: &[u64]) -> BTreeSet<u64> {
    let full = (1usize << list.len()) - 1;
    let mut reach: Vec<BTreeSet<u64>> = vec![BTreeSet::new(); full + 1];
    for set in 1..=full {
        if set.is_power_of_two() {
            reach[set] = [list[set.trailing_zeros() as usize]].into();
            continue;
        }
        let mut left = (set - 1) & set;
        let mut results = BTreeSet::new();
        while left > 0 {
            if left > set ^ left {
                for &a in &reach[left] {
                    results.extend(reach[set ^ left].iter().map(|&b| soft::add(dtype, a, b)));
                }
            }
            left = (left - 1) & set;
        }
        reach[set] = results;
    }
    std::mem::take(&mut reach[full])
}

#[test]
fn every_tree_of_up_to_six_addends_is_accepted() {
    let mut rng = Rng(6);
    for dtype in FLOATS {
        for data in DATA {
            for n in 1..=6 {
                for _ in 0..60 {
                    let list = column(dtype, data, n, &mut rng);
                    let interval = any_tree(dtype, &list);
                    for result in every_tree(dtype, &list) {
                        must_accept(dtype, data, &list, &interval, result, "some tree");
                    }
                }
            }
        }
    }
}

/// A tree of random shape: two random subtrees are joined until one is left.
pub fn random_tree<T: Copy>(list: &[T], rng: &mut Rng, add: &dyn Fn(&T, &T) -> T) -> T {
    let mut forest = list.to_vec();
    // Half of the trees join neighbours of what was joined last, which makes them deep.
    let deep = rng.below(2) == 0;
    while forest.len() > 1 {
        let a = forest.swap_remove(rng.below(forest.len() as u64) as usize);
        let b = if deep && rng.below(8) > 0 { forest.len() - 1 } else { rng.below(forest.len() as u64) as usize };
        let b = forest.swap_remove(b);
        forest.push(add(&a, &b));
    }
    forest[0]
}

#[test]
fn named_orders_and_random_trees_are_accepted() {
    let mut rng = Rng(7);
    let mut evaluations = 0;
    for dtype in FLOATS {
        for data in DATA {
            for n in [1, 2, 3, 5, 8, 17, 31, 33, 64, 100, 128, 200, 257] {
                for _ in 0..24 {
                    let list = column(dtype, data, n, &mut rng);
                    let interval = any_tree(dtype, &list);
                    for &order in Order::OF_COLUMNS {
                        let result = sum(order, &list, 0, &|a, b| quick_add(dtype, a, b));
                        must_accept(dtype, data, &list, &interval, result, order.name());
                    }
                    for _ in 0..16 {
                        must_accept(
                            dtype,
                            data,
                            &list,
                            &interval,
                            random_tree(&list, &mut rng, &|a, b| quick_add(dtype, *a, *b)),
                            "a random tree",
                        );
                    }
                    evaluations += 16 + Order::OF_COLUMNS.len();
                }
            }
        }
    }
    assert!(evaluations > 170_000, "{evaluations}");
}

#[test]
fn exact_windows_accept_exactly_the_sum() {
    let mut rng = Rng(8);
    for dtype in FLOATS {
        let capacity = 1u64 << format(dtype).0;
        for n in (1..=257usize).filter(|&n| n as u64 <= capacity) {
            let list = column(dtype, Data::Window, n, &mut rng);
            let interval = any_tree(dtype, &list);
            let result = sum(Order::LeftFold, &list, 0, &|a, b| soft::add(dtype, a, b));
            assert_eq!((interval.lowest, interval.highest, interval.special), (result, result, 0), "{dtype} {list:x?}");
        }
    }
}

#[test]
fn zeros_have_the_signs_that_orders_can_give() {
    for dtype in FLOATS {
        let (sign, infinity, _) = dtype.float_masks().expect("a float");
        let one = normal(dtype, 0, 0);
        for (list, want) in [
            (vec![sign; 4], vec![sign, 0]),
            (vec![sign], vec![sign, 0]),
            (vec![0; 3], vec![0]),
            (vec![sign, 0, sign], vec![0]),
            (vec![one, one | sign], vec![0]),
            (vec![one, sign, one | sign], vec![0]),
        ] {
            let interval = any_tree(dtype, &list);
            let near = [0, sign, 1, sign | 1, one, one | sign, infinity, infinity | sign, infinity | 1];
            for bits in near {
                assert_eq!(accepts(dtype, &interval, bits), want.contains(&bits), "{dtype} {list:x?} {bits:x}");
            }
        }
    }
}

/// Every special that some tree reaches is accepted, and none where nothing comes near the limits.
#[test]
fn specials_are_accepted_where_some_tree_gives_them() {
    for dtype in FLOATS {
        let (sign, infinity, mantissa) = dtype.float_masks().expect("a float");
        let (big, one, minus) = (infinity - 1, normal(dtype, 0, 0), infinity | sign);
        let nan = infinity | mantissa;
        // Where both signs come near the limits the bound may accept a special that no tree gives.
        for (list, exactly) in [
            (vec![nan, one], true),
            (vec![infinity, one], true),
            (vec![minus, big], true),
            (vec![infinity, minus], true),
            (vec![infinity, big | sign, big | sign], true),
            (vec![minus, big, big], true),
            (vec![big, big], true),
            (vec![big, big, big | sign], false),
            (vec![big, big, big | sign, big | sign], true),
            (vec![big | sign, big | sign], true),
            (vec![big, one], false),
            (vec![big, one | sign, one], false),
            (vec![one, one], true),
            (vec![normal(dtype, format(dtype).1 - 1, 0), one, normal(dtype, format(dtype).1 - 1, 0)], true),
        ] {
            let interval = any_tree(dtype, &list);
            let reached = every_tree(dtype, &list);
            let reaches_nan = reached.iter().any(|b| dtype.is_nan(*b));
            let specials = [(infinity, reached.contains(&infinity)), (minus, reached.contains(&minus)), (nan, reaches_nan)];
            for (bits, reached) in specials {
                let accepted = accepts(dtype, &interval, bits);
                assert!(accepted == reached || (!exactly && accepted), "{dtype} {bits:x} of {list:x?}: {interval:x?}");
            }
            let finite = reached.iter().any(|b| b & (sign - 1) < infinity);
            assert!(finite || !exactly || key(dtype, interval.lowest) > key(dtype, interval.highest), "{dtype} {list:x?}: {interval:x?}");
        }
    }
}

/// One and many halves of its ulp: a left fold loses all of them, which is the whole of the bound.
/// A bound that is smaller by anything would refuse it.
#[test]
fn the_bound_is_reached() {
    for dtype in FLOATS {
        let one = normal(dtype, 0, 0);
        for n in [3usize, 4, 5, 9, 17, 33, 65] {
            let mut list = vec![normal(dtype, -format(dtype).0, 0); n];
            list[0] = one;
            assert_eq!(sum(Order::LeftFold, &list, 0, &|a, b| soft::add(dtype, a, b)), one);
            assert_eq!(any_tree(dtype, &list).lowest, one, "{dtype} {n}");
        }
    }
}
