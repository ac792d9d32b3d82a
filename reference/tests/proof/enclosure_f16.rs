//! The enclosure of f16 sums against whole numbers: everything in units of 2^-80 in an i128.
//!
//! With the bound computed apart from the reference, it can also be shrunk: 1 % less must refuse a
//! result that a tree of additions gives.

use crate::common::Rng;
use crate::enclosure::{DATA, accepts, column, key};
use crate::orders::sum;
use crate::soft;
use ptoconf_numeric::{Fixed, Interval, any_tree};
use ptoconf_reference::kernels::Order;
use ptoconf_schemas::DType;
use std::cmp::Ordering;

const DTYPE: DType = DType::F16;
/// 2^-24, the smallest subnormal, in units.
const SMALLEST: i128 = 1 << 56;

/// A finite f16 in units.
fn units(bits: u64) -> i128 {
    let (field, mantissa) = ((bits >> 10 & 31) as u32, i128::from(bits & 0x3FF));
    let magnitude = if field == 0 { mantissa * SMALLEST } else { ((mantissa + 1024) * SMALLEST) << (field - 1) };
    if bits & 0x8000 == 0 { magnitude } else { -magnitude }
}

struct Parts {
    sum: i128,
    error: i128,
}

/// The exact sum, and the bound of the enclosure's documentation.
fn parts(list: &[u64]) -> Parts {
    let values: Vec<i128> = list.iter().map(|&b| units(b)).filter(|&v| v != 0).collect();
    let sum = values.iter().sum();
    let mut magnitudes: Vec<i128> = values.iter().map(|v| v.abs()).collect();
    magnitudes.sort_by(|a, b| b.cmp(a));
    let n = magnitudes.len() as i128;
    if n == 0 {
        return Parts { sum, error: 0 };
    }
    let total: i128 = magnitudes.iter().sum();
    let q = 1i128 << magnitudes.iter().map(|m| m.trailing_zeros()).min().unwrap_or(0);
    let (mut window, mut exact) = (0, 0);
    for m in &magnitudes {
        window += m;
        if window > q << 11 {
            break;
        }
        exact += 1;
    }
    let first = ((n - 1) * total) >> 11;
    let second = (n - exact.max(1)) * ((1i128 << (total + first).ilog2()) >> 11);
    Parts { sum, error: first.min(second) }
}

/// The f16 values from `sum - error` to `sum + error`, by search; the zeros as documented.
fn interval(list: &[u64], error: i128) -> [i64; 2] {
    let sum = parts(list).sum;
    let finite = (0..0x7C00).chain(0x8000..0xFC00);
    let all_negative_zero = list.iter().all(|&b| b == 0x8000);
    let inside = finite.filter(|&b| (sum - error..=sum + error).contains(&units(b)) && (b != 0x8000 || error > 0 || all_negative_zero));
    let keys: Vec<i64> = inside.map(|b| key(DTYPE, b)).collect();
    [keys.iter().min().copied().unwrap_or(1), keys.iter().max().copied().unwrap_or(0)]
}

#[test]
fn intervals_agree_with_whole_numbers() {
    let mut rng = Rng(9);
    for data in DATA {
        for n in [1, 2, 3, 4, 7, 8, 31, 64, 257] {
            for _ in 0..12 {
                let list = column(DTYPE, data, n, &mut rng);
                if list.iter().any(|b| b & 0x7C00 == 0x7C00) {
                    continue;
                }
                let got = any_tree(DTYPE, &list);
                let want = interval(&list, parts(&list).error);
                let got = [key(DTYPE, got.lowest), key(DTYPE, got.highest)];
                let both_empty = got[0] > got[1] && want[0] > want[1];
                // Of a few addends every tree is tried, so that the interval may be narrower.
                let few = list.iter().filter(|b| *b & 0x7FFF != 0).count() <= 6;
                let as_wanted = if few { want[0] <= got[0] && got[1] <= want[1] } else { got == want };
                assert!(both_empty || as_wanted, "{data:?} {got:?} {want:?} {list:x?}");
            }
        }
    }
}

#[test]
fn fixed_sums_agree_with_whole_numbers() {
    let mut rng = Rng(10);
    for data in DATA {
        for n in [1, 2, 5, 33, 257] {
            let list: Vec<u64> = column(DTYPE, data, n, &mut rng).iter().map(|b| if b & 0x7C00 == 0x7C00 { 1 } else { *b }).collect();
            let exact = list.iter().fold(Fixed::ZERO, |s, &b| s.plus(Fixed::from_float(DTYPE, b)));
            let want: i128 = list.iter().map(|&b| units(b)).sum();
            assert_eq!(exact.is_negative(), want < 0);
            let units = want.unsigned_abs();
            let mut number = Fixed::ZERO;
            (0..128).filter(|bit| units >> bit & 1 == 1).for_each(|bit| number = number.plus(Fixed::power_of_two(bit - 80)));
            assert_eq!(exact.magnitude().cmp(&number), Ordering::Equal, "{data:?} {list:x?}");
        }
    }
}

#[test]
fn a_smaller_bound_refuses_what_trees_give() {
    for n in [3usize, 9, 33, 129] {
        // 1 and halves of its ulp.
        let mut list = vec![0x1000; n];
        list[0] = 0x3C00;
        let result = sum(Order::LeftFold, &list, 0, &|a, b| soft::add(DTYPE, a, b));
        let error = parts(&list).error;
        let bounded = |error: i128| {
            let bits = |k: i64| if k < 0 { (-1 - k) as u64 | 0x8000 } else { k as u64 };
            let [lowest, highest] = interval(&list, error).map(bits);
            Interval { lowest, highest, special: 0 }
        };
        assert!(accepts(DTYPE, &bounded(error), result), "{n}");
        assert!(!accepts(DTYPE, &bounded(error * 99 / 100), result), "{n}");
    }
}
