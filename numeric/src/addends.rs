//! The addends of a sum, exactly: their parts, and how many of them any order adds without rounding.
//!
//! Where the exponents lie close enough together, magnitudes are whole numbers of their common unit
//! in 128 bits; otherwise they are [`Fixed`]. Both are exact.

use super::fixed::{Fixed, bias};
use ptoconf_schemas::{DType, Kind};

/// Finite addends that are not zero.
pub(super) struct Addends {
    /// Sum of the positive ones.
    pub positive: Fixed,
    /// Sum of the magnitudes of the negative ones.
    pub negative: Fixed,
    /// How many there are.
    pub count: u64,
    /// The largest power of two that divides all of them, as an exponent.
    unit: i32,
    magnitudes: Magnitudes,
}

enum Magnitudes {
    /// In units of 2^unit, with their sum.
    Units(Vec<u128>, u128),
    Fixed(Vec<Fixed>),
}

/// A float taken apart: odd whole number, exponent, sign.
struct Parts {
    odd: u64,
    exponent: i32,
    negative: bool,
}

impl Parts {
    fn of(dtype: DType, bits: u64) -> Option<Parts> {
        let (sign, _, mantissa) = dtype.float_masks()?;
        let Kind::Float { precision, .. } = dtype.kind() else { return None };
        let field = ((bits & (sign - 1)) >> (precision - 1)) as i32;
        let significand = (bits & mantissa) | if field > 0 { mantissa + 1 } else { 0 };
        if significand == 0 {
            return None;
        }
        let zeros = significand.trailing_zeros();
        let exponent = field.max(1) - bias(dtype) - (precision as i32 - 1) + zeros as i32;
        Some(Parts { odd: significand >> zeros, exponent, negative: bits & sign != 0 })
    }

    fn top(&self) -> i32 {
        self.exponent + self.odd.ilog2() as i32
    }
}

impl Addends {
    /// Takes finite addends of a float type apart.
    pub fn of(dtype: DType, finite: &[u64]) -> Addends {
        let parts: Vec<Parts> = finite.iter().filter_map(|&b| Parts::of(dtype, b)).collect();
        let count = parts.len() as u64;
        let unit = parts.iter().map(|p| p.exponent).min().unwrap_or(0);
        let top = parts.iter().map(Parts::top).max().unwrap_or(0);
        let carry = count.max(1).ilog2() as i32 + 1;
        if top - unit + carry < 127 {
            return Addends::in_units(&parts, unit);
        }
        let fixed = |negative: bool| parts.iter().filter(move |p| p.negative == negative).map(|p| scaled(p.odd.into(), p.exponent));
        let [positive, negative] = [false, true].map(|n| fixed(n).fold(Fixed::ZERO, Fixed::plus));
        let magnitudes = Magnitudes::Fixed(fixed(false).chain(fixed(true)).collect());
        Addends { positive, negative, count, unit, magnitudes }
    }

    fn in_units(parts: &[Parts], unit: i32) -> Addends {
        let mut sums = [0u128; 2];
        let magnitude = |p: &Parts| {
            let value = u128::from(p.odd) << (p.exponent - unit);
            sums[usize::from(p.negative)] += value;
            value
        };
        let list = parts.iter().map(magnitude).collect();
        let magnitudes = Magnitudes::Units(list, sums[0] + sums[1]);
        let [positive, negative] = sums.map(|s| scaled(s, unit));
        Addends { positive, negative, count: parts.len() as u64, unit, magnitudes }
    }

    /// The largest number of addends, at least one, whose largest magnitudes sum to at most
    /// 2^precision units: so many any order adds without rounding.
    pub fn exact_prefix(self, precision: u32) -> u64 {
        let number = match self.magnitudes {
            Magnitudes::Units(list, total) if total <= 1 << precision => list.len() as u64,
            Magnitudes::Units(list, _) => prefix(list, 1 << precision, 0, |a, b| a + b),
            Magnitudes::Fixed(list) => prefix(list, Fixed::power_of_two(self.unit + precision as i32), Fixed::ZERO, Fixed::plus),
        };
        number.max(1)
    }
}

fn scaled(value: u128, exponent: i32) -> Fixed {
    Fixed::from_units(value, exponent)
}

/// How many of the largest numbers sum to at most `limit`.
fn prefix<T: Ord + Copy>(mut list: Vec<T>, limit: T, zero: T, plus: impl Fn(T, T) -> T) -> u64 {
    if list.iter().any(|m| *m > limit) {
        return 0;
    }
    list.sort_unstable_by(|a, b| b.cmp(a));
    let mut partial = zero;
    let fits = |m: &&T| {
        partial = plus(partial, **m);
        partial <= limit
    };
    list.iter().take_while(fits).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two representations agree, whatever the exponents.
    #[test]
    fn units_and_fixed_agree() {
        let mut bits = 0x1234_5678_9ABC_DEFFu64;
        for spread in [4u32, 20, 60, 120, 250] {
            let column: Vec<u64> = (0..40)
                .map(|_| {
                    bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let exponent = 1 + (bits >> 33) as u32 % spread;
                    u64::from((bits as u32 & 0x807F_FFFF) | exponent << 23)
                })
                .collect();
            let addends = Addends::of(DType::F32, &column);
            let exact = |negative: bool| {
                let own = column.iter().filter(|b| (**b >> 31 == 1) == negative);
                own.map(|&b| Fixed::from_float(DType::F32, b & 0x7FFF_FFFF)).fold(Fixed::ZERO, Fixed::plus)
            };
            assert_eq!((addends.positive, addends.negative), (exact(false), exact(true)), "spread {spread}");
        }
    }

    #[test]
    fn sums_of_more_than_128_bits_are_exact_too() {
        // 2^-100 and five numbers just below 2^26: 126 bits apart, and together three more.
        let large = 152 << 23 | 0x7F_FFFF;
        let column = [27 << 23, large, large, large, large, large];
        let exact = column.iter().map(|&b| Fixed::from_float(DType::F32, b)).fold(Fixed::ZERO, Fixed::plus);
        assert_eq!(Addends::of(DType::F32, &column).positive, exact);
    }

    #[test]
    fn the_exact_prefix_counts_the_largest_first() {
        assert_eq!(prefix(vec![1, 4, 2, 3], 9, 0, |a: u128, b| a + b), 3);
        assert_eq!(prefix(vec![1, 4], 3, 0, |a: u128, b| a + b), 0);
        assert_eq!(prefix(vec![1, 4], 5, 0, |a: u128, b| a + b), 2);
    }
}
