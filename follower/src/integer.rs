//! Integers of a dtype, and products that may be beyond it.

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
    fn products_of_the_largest_type_are_beyond_128_bits_with_a_sign() {
        let of = |a: u64, b: u64| product(U64, a, b);
        assert_eq!(of(u64::MAX, u64::MAX), Product { low: 1, limit: Some(u64::MAX) });
        assert_eq!(of(u64::MAX, 1), Product { low: u64::MAX, limit: None });
        assert_eq!(of(1 << 32, 1 << 32), Product { low: 0, limit: Some(u64::MAX) });
        assert_eq!(of((1 << 32) - 1, (1 << 32) + 1), Product { low: u64::MAX, limit: None });
    }
}
