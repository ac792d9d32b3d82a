//! Integers of a dtype, and products and quotients that may be beyond it.

use ptoconf_schemas::DType;

/// The number that these bits stand for.
pub fn value(dtype: DType, bits: u64) -> i128 {
    let unused = 64 - dtype.bits();
    if dtype.is_signed() { i128::from(((bits << unused) as i64) >> unused) } else { i128::from(bits & dtype.mask()) }
}

/// The smallest and the largest number.
pub fn limits(dtype: DType) -> (i128, i128) {
    let bits = dtype.bits();
    if dtype.is_signed() { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

/// A product of two numbers of a dtype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// Its low bits.
    pub low: u64,
    /// The nearest limit, where the product is beyond it.
    pub limit: Option<u64>,
}

/// The product of two numbers: sign and magnitude, because the largest of u64 are beyond i128.
pub fn product(dtype: DType, a: u64, b: u64) -> Product {
    let [a, b] = [a, b].map(|bits| value(dtype, bits));
    let magnitude = a.unsigned_abs() * b.unsigned_abs();
    let negative = (a < 0) != (b < 0);
    let (lowest, highest) = limits(dtype);
    let limit = if negative { lowest } else { highest };
    let low = if negative { (magnitude as u64).wrapping_neg() } else { magnitude as u64 };
    let beyond = magnitude > limit.unsigned_abs();
    Product { low: low & dtype.mask(), limit: beyond.then_some(limit as u64 & dtype.mask()) }
}

/// The whole numbers next to a quotient: the one towards zero, and the lower one. None over zero.
pub fn quotients(dtype: DType, a: u64, b: u64) -> Option<[i128; 2]> {
    let [a, b] = [a, b].map(|bits| value(dtype, bits));
    if b == 0 {
        return None;
    }
    let magnitude = (a.unsigned_abs() / b.unsigned_abs()) as i128;
    let negative = (a < 0) != (b < 0);
    let whole = if negative { -magnitude } else { magnitude };
    let is_above = negative && whole * b != a;
    Some([whole, if is_above { whole - 1 } else { whole }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Numbers;
    use ptoconf_schemas::DType::{I8, I16, I32, I64, U8, U16, U32, U64};

    fn check(dtype: DType, a: u64, b: u64) {
        let exact = value(dtype, a) * value(dtype, b);
        let (lowest, highest) = limits(dtype);
        let limit = (exact < lowest || exact > highest).then(|| exact.clamp(lowest, highest) as u64 & dtype.mask());
        assert_eq!(product(dtype, a, b), Product { low: exact as u64 & dtype.mask(), limit }, "{dtype} {a:#x} * {b:#x}");
    }

    #[test]
    fn products_wrap_or_end_at_the_limits() {
        for dtype in [I8, U8] {
            (0..1 << 16).for_each(|both| check(dtype, both & 0xFF, both >> 8));
        }
        let mut numbers = Numbers::new(0, "products");
        for dtype in [I16, U16, I32, U32, I64] {
            let top = 1 << (dtype.bits() - 1);
            let ends = [0, 1, 2, top - 1, top, top + 1, dtype.mask()];
            ends.iter().for_each(|&a| ends.iter().for_each(|&b| check(dtype, a, b)));
            for _ in 0..20_000 {
                // About half of the products fit.
                let [a, b] = [0; 2].map(|_| (numbers.number() & dtype.mask()) >> numbers.below(u64::from(dtype.bits())));
                check(dtype, a, b);
                check(dtype, a.wrapping_neg() & dtype.mask(), b);
            }
        }
    }

    #[test]
    fn quotients_are_next_to_each_other() {
        let of = |a: i64, b: i64| quotients(I16, a as u64 & 0xFFFF, b as u64 & 0xFFFF);
        assert_eq!([of(7, 2), of(-7, 2), of(7, -2), of(-7, -2)], [[3, 3], [-3, -4], [-3, -4], [3, 3]].map(Some));
        assert_eq!([of(-6, 2), of(0, -5), of(-32768, -1)], [[-3, -3], [0, 0], [32768, 32768]].map(Some));
        assert_eq!([of(1, 0), of(0, 0)], [None; 2]);
        assert_eq!(quotients(U64, u64::MAX, 1), Some([i128::from(u64::MAX); 2]));
        for (a, b) in (-128..128).flat_map(|a| (-128..128).map(move |b| (a, b))).filter(|(_, b)| *b != 0) {
            let [whole, lower] = quotients(I8, a as u64 & 0xFF, b as u64 & 0xFF).expect("a divisor");
            let (a, b) = (i128::from(a), i128::from(b));
            // The rest of the one has the sign of what was divided, that of the other the sign of the divisor.
            let [rest, other] = [whole, lower].map(|q| a - q * b);
            assert!(rest.abs() < b.abs() && rest * a >= 0, "{a} / {b}: {whole}");
            assert!(other.abs() < b.abs() && other * b >= 0, "{a} / {b}: {lower}");
        }
    }

    #[test]
    fn products_of_the_largest_type_are_beyond_128_bits_with_a_sign() {
        let of = |a: u64, b: u64| product(U64, a, b);
        assert_eq!(of(u64::MAX, u64::MAX), Product { low: 1, limit: Some(u64::MAX) });
        assert_eq!(of(u64::MAX, 1), Product { low: u64::MAX, limit: None });
        assert_eq!(of(1 << 32, 1 << 32), Product { low: 0, limit: Some(u64::MAX) });
        assert_eq!(of((1 << 32) - 1, (1 << 32) + 1), Product { low: u64::MAX, limit: None });
    }
}
