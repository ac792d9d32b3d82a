//! Integer lanes against i128.

use crate::common::{Op, Rng, by_lane};
use ptoconf_numeric::{Fraction, IntOverflow, Policy};
use ptoconf_schemas::DType;

fn value(dtype: DType, bits: u64) -> i128 {
    let top = 1i128 << (dtype.bits() - 1);
    let bits = i128::from(bits);
    if dtype.is_signed() && bits >= top { bits - 2 * top } else { bits }
}

fn expected(dtype: DType, exact: i128, overflow: IntOverflow) -> u64 {
    let width = 1i128 << dtype.bits();
    let (low, high) = if dtype.is_signed() { (-width / 2, width / 2 - 1) } else { (0, width - 1) };
    match overflow {
        IntOverflow::Wrap => exact.rem_euclid(width) as u64,
        IntOverflow::Saturate => exact.clamp(low, high).rem_euclid(width) as u64,
    }
}

fn compare(dtype: DType, a: &[u64], b: &[u64]) {
    for overflow in [IntOverflow::Wrap, IntOverflow::Saturate] {
        for op in Op::ALL {
            let got = by_lane(dtype, a, b, op, Policy { overflow, ..Policy::default() });
            for i in 0..a.len() {
                let (left, right) = (value(dtype, a[i]), value(dtype, b[i]));
                let exact = match op {
                    Op::Add => left + right,
                    Op::Sub => left - right,
                    // A product of 64-bit numbers may leave 128 bits: what saturates stays beyond the range, what wraps keeps its low bits.
                    Op::Mul if overflow == IntOverflow::Saturate => left.saturating_mul(right),
                    Op::Mul => left.wrapping_mul(right),
                    Op::Div => left.checked_div(right).unwrap_or(0),
                };
                assert_eq!(got[i], expected(dtype, exact, overflow), "{dtype} {overflow:?} {:x} {op:?} {:x}", a[i], b[i]);
            }
        }
    }
}

#[test]
fn bytes_agree_on_every_pair() {
    let (a, b): (Vec<u64>, Vec<u64>) = (0..1 << 16).map(|i| (i >> 8, i & 0xFF)).unzip();
    compare(DType::I8, &a, &b);
    compare(DType::U8, &a, &b);
}

#[test]
fn wider_integers_agree_on_a_sample() {
    let mut rng = Rng(3);
    for dtype in [DType::I16, DType::U16, DType::I32, DType::U32, DType::I64, DType::U64] {
        let mask = dtype.mask();
        let mut number = || match rng.below(3) {
            0 => rng.next() & mask,
            1 => rng.pick(&[0, mask, mask >> 1, (mask >> 1) + 1]).wrapping_add(rng.below(5)).wrapping_sub(2) & mask,
            _ => (rng.next() & mask) >> rng.below(u64::from(dtype.bits())),
        };
        let (a, b): (Vec<u64>, Vec<u64>) = (0..100_000).map(|_| (number(), number())).unzip();
        compare(dtype, &a, &b);
    }
}

/// The whole number at or below a quotient, by the one below or above zero that is nearest to it from below.
#[test]
fn quotients_are_rounded_down_where_they_are_asked_to_be() {
    let policy = Policy { fraction: Fraction::Floor, ..Policy::default() };
    let mut rng = Rng(4);
    for &dtype in DType::ALL.iter().filter(|d| d.is_int()) {
        let mut number = || (rng.next() & dtype.mask()) >> rng.below(u64::from(dtype.bits()));
        let (mut a, mut b): (Vec<u64>, Vec<u64>) = (0..20_000).map(|_| (number(), number())).unzip();
        if dtype == DType::I8 {
            (a, b) = (0..1 << 16).map(|i| (i >> 8, i & 0xFF)).unzip();
        }
        for (got, (&a, &b)) in by_lane(dtype, &a, &b, Op::Div, policy).into_iter().zip(a.iter().zip(&b)) {
            let [left, right] = [a, b].map(|bits| value(dtype, bits));
            // Of a positive divisor the remainder is positive.
            let floor = if right > 0 {
                left.div_euclid(right)
            } else if right < 0 {
                (-left).div_euclid(-right)
            } else {
                0
            };
            assert_eq!(got, expected(dtype, floor, IntOverflow::Wrap), "{dtype} {a:x} / {b:x}");
        }
    }
}
