//! Exact sums: a fixed-point number wide enough for every f16, bf16 and f32 sum and its error bound.

use ptoconf_schemas::{DType, Kind};
use std::cmp::Ordering;

const LIMBS: usize = 6;
/// The unit is 2^-192: below the smallest f32 subnormal times the smallest rounding unit used in bounds.
const FRACTION: u32 = 192;

/// A number `int * 2^-192` with a 384-bit two's complement `int`.
///
/// Sums of up to 2^60 finite f16, bf16 or f32 values are exact; so are those sums times 2^-24.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixed([u64; LIMBS]);

impl Fixed {
    /// Zero.
    pub const ZERO: Fixed = Fixed([0; LIMBS]);

    /// 2^exponent, for exponents from -192 up to 190.
    pub fn power_of_two(exponent: i32) -> Fixed {
        let bit = (exponent + FRACTION as i32) as u32;
        let mut limbs = [0; LIMBS];
        limbs[(bit / 64) as usize] = 1 << (bit % 64);
        Fixed(limbs)
    }

    /// The value of a finite float of this type.
    pub fn from_float(dtype: DType, bits: u64) -> Fixed {
        let (sign, infinity, mantissa) = dtype.float_masks().unwrap_or((0, 0, 0));
        let Kind::Float { precision, .. } = dtype.kind() else { return Fixed::ZERO };
        let magnitude = bits & (sign - 1);
        debug_assert!(magnitude < infinity, "finite values only");
        let field = (magnitude >> (precision - 1)) as i32;
        let significand = (magnitude & mantissa) | if field > 0 { mantissa + 1 } else { 0 };
        let exponent = field.max(1) - bias(dtype) - (precision as i32 - 1);
        let value = Fixed::from_integer(significand).shifted(exponent + FRACTION as i32);
        if bits & sign == 0 { value } else { value.negated() }
    }

    fn from_integer(int: u64) -> Fixed {
        let mut limbs = [0; LIMBS];
        limbs[0] = int;
        Fixed(limbs)
    }

    /// `units * 2^exponent`, for numbers below 2^191 that are whole multiples of 2^-192.
    pub fn from_units(units: u128, exponent: i32) -> Fixed {
        let mut limbs = [0; LIMBS];
        limbs[0] = units as u64;
        limbs[1] = (units >> 64) as u64;
        Fixed(limbs).shifted(exponent + FRACTION as i32)
    }

    /// Sum; exact as long as it stays below 2^191.
    pub fn plus(self, other: Fixed) -> Fixed {
        let mut limbs = [0; LIMBS];
        let mut carry = false;
        for (i, limb) in limbs.iter_mut().enumerate() {
            let (sum, first) = self.0[i].overflowing_add(other.0[i]);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *limb = sum;
            carry = first | second;
        }
        Fixed(limbs)
    }

    /// The number with the other sign.
    pub fn negated(self) -> Fixed {
        let inverted = Fixed(self.0.map(|limb| !limb));
        inverted.plus(Fixed::from_integer(1))
    }

    /// Difference.
    pub fn minus(self, other: Fixed) -> Fixed {
        self.plus(other.negated())
    }

    /// Product with a small whole number.
    pub fn times(self, factor: u64) -> Fixed {
        let mut limbs = [0; LIMBS];
        let mut carry = 0u128;
        let magnitude = self.magnitude();
        for (limb, own) in limbs.iter_mut().zip(magnitude.0) {
            let product = u128::from(own) * u128::from(factor) + carry;
            *limb = product as u64;
            carry = product >> 64;
        }
        if self.is_negative() { Fixed(limbs).negated() } else { Fixed(limbs) }
    }

    /// A number that is not negative, over a whole number, rounded up to the unit.
    pub fn divided_up(self, by: u64) -> Fixed {
        debug_assert!(!self.is_negative() && by > 0);
        let mut limbs = [0; LIMBS];
        let mut rest = 0u128;
        for (limb, own) in limbs.iter_mut().zip(self.0).rev() {
            let part = rest << 64 | u128::from(own);
            *limb = (part / u128::from(by)) as u64;
            rest = part % u128::from(by);
        }
        if rest == 0 { Fixed(limbs) } else { Fixed(limbs).plus(Fixed::from_integer(1)) }
    }

    /// The nearest value of the type, ties to even, as bits; infinity from the overflow threshold on.
    /// Zero is +0; a negative number that rounds to zero is -0.
    pub fn nearest(self, dtype: DType) -> u64 {
        let (sign, infinity, _) = dtype.float_masks().unwrap_or((0, 0, 0));
        let magnitude = self.magnitude();
        let sign = if self.is_negative() { sign } else { 0 };
        if magnitude >= overflow_threshold(dtype) {
            return infinity | sign;
        }
        let (floor, exact) = magnitude.floor_magnitude(dtype);
        if exact || floor + 1 == infinity {
            return floor | sign;
        }
        let value = |bits| Fixed::from_float(dtype, bits);
        let (below, above) = (magnitude.minus(value(floor)), value(floor + 1).minus(magnitude));
        let up = above < below || (above == below && floor & 1 == 1);
        (floor + u64::from(up)) | sign
    }

    /// A number that is not negative, times 2^by. Bits shifted below the unit are lost.
    pub fn shifted(self, by: i32) -> Fixed {
        debug_assert!(!self.is_negative());
        let (words, bits) = ((by.unsigned_abs() / 64) as usize, by.unsigned_abs() % 64);
        let at = |i: Option<usize>| i.and_then(|i| self.0.get(i)).copied().unwrap_or(0);
        let mut limbs = [0; LIMBS];
        for (i, limb) in limbs.iter_mut().enumerate() {
            *limb = if by >= 0 {
                let (own, below) = (at(i.checked_sub(words)), at(i.checked_sub(words + 1)));
                own << bits | if bits == 0 { 0 } else { below >> (64 - bits) }
            } else {
                let (own, above) = (at(Some(i + words)), at(Some(i + words + 1)));
                own >> bits | if bits == 0 { 0 } else { above << (64 - bits) }
            };
        }
        Fixed(limbs)
    }

    /// Whether it is below zero.
    pub fn is_negative(self) -> bool {
        self.0[LIMBS - 1] >> 63 == 1
    }

    /// Whether it is zero.
    pub fn is_zero(self) -> bool {
        self == Fixed::ZERO
    }

    /// Absolute value.
    pub fn magnitude(self) -> Fixed {
        if self.is_negative() { self.negated() } else { self }
    }

    /// The exponent of the highest bit of a positive number: floor(log2).
    pub fn log2(self) -> Option<i32> {
        let top = self.0.iter().rposition(|&limb| limb != 0)?;
        Some((top as u32 * 64 + 63 - self.0[top].leading_zeros()) as i32 - FRACTION as i32)
    }

    /// The exponent of the lowest bit set.
    pub fn lowest_bit(self) -> Option<i32> {
        let low = self.0.iter().position(|&limb| limb != 0)?;
        Some((low as u32 * 64 + self.0[low].trailing_zeros()) as i32 - FRACTION as i32)
    }

    /// The largest magnitude of the type that is not above a number that is not negative, as bits
    /// without a sign, and whether it is equal. Numbers beyond the largest finite value give that.
    pub fn floor_magnitude(self, dtype: DType) -> (u64, bool) {
        let (_, infinity, mantissa) = dtype.float_masks().unwrap_or((0, 1, 0));
        let Kind::Float { precision, .. } = dtype.kind() else { return (0, false) };
        let Some(exponent) = self.log2() else { return (0, true) };
        let smallest = 1 - bias(dtype);
        let field = (exponent - smallest + 1).max(0);
        let ulp = exponent.max(smallest) - (precision as i32 - 1);
        let significand = self.shifted(-ulp - FRACTION as i32).0[0];
        let exact = self.lowest_bit().is_none_or(|low| low >= ulp);
        let bits = (field as u64) << (precision - 1) | significand & mantissa;
        if field as u64 >= infinity >> (precision - 1) { (infinity - 1, false) } else { (bits, exact) }
    }
}

impl PartialOrd for Fixed {
    fn partial_cmp(&self, other: &Fixed) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fixed {
    fn cmp(&self, other: &Fixed) -> Ordering {
        let sign = other.is_negative().cmp(&self.is_negative());
        sign.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

/// Exponent bias of a float type.
pub(super) fn bias(dtype: DType) -> i32 {
    match dtype.kind() {
        Kind::Float { exponent_bits, .. } => (1 << (exponent_bits - 1)) - 1,
        _ => 0,
    }
}

/// The smallest magnitude that an addition rounds to infinity: (2 - 2^-p) * 2^emax.
pub(super) fn overflow_threshold(dtype: DType) -> Fixed {
    let Kind::Float { precision, .. } = dtype.kind() else { return Fixed::ZERO };
    let emax = bias(dtype);
    Fixed::power_of_two(emax + 1).minus(Fixed::power_of_two(emax - precision as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_16_bit_float_comes_back() {
        for dtype in [DType::F16, DType::Bf16] {
            let (sign, infinity, _) = dtype.float_masks().expect("a float");
            for bits in 0..infinity {
                let value = Fixed::from_float(dtype, bits);
                assert_eq!(value.floor_magnitude(dtype), (bits, true), "{dtype} {bits:04x}");
                assert_eq!(Fixed::from_float(dtype, bits | sign), value.negated());
            }
        }
    }

    #[test]
    fn floors_between_neighbours_and_orders_like_numbers() {
        let dtype = DType::F16;
        let (_, infinity, _) = dtype.float_masks().expect("a float");
        for bits in 0..infinity - 1 {
            let (low, high) = (Fixed::from_float(dtype, bits), Fixed::from_float(dtype, bits + 1));
            assert!(low < high && high.negated() < low.negated());
            let between = low.plus(Fixed::power_of_two(-60));
            assert_eq!(between.floor_magnitude(dtype), (bits, false), "{bits:04x}");
        }
        assert_eq!(overflow_threshold(dtype), Fixed::from_integer(65520).shifted(192));
    }

    #[test]
    fn the_nearest_value_breaks_ties_to_even() {
        let dtype = DType::F16;
        let (sign, infinity, _) = dtype.float_masks().expect("a float");
        for bits in 0..infinity - 1 {
            let (low, high) = (Fixed::from_float(dtype, bits), Fixed::from_float(dtype, bits + 1));
            let middle = low.plus(high).shifted(-1);
            let unit = Fixed::power_of_two(-100);
            assert_eq!(middle.nearest(dtype), bits + (bits & 1), "{bits:04x}");
            assert_eq!(middle.minus(unit).nearest(dtype), bits);
            assert_eq!(middle.plus(unit).negated().nearest(dtype), (bits + 1) | sign);
        }
        assert_eq!(overflow_threshold(dtype).nearest(dtype), infinity);
        assert_eq!(overflow_threshold(dtype).minus(Fixed::power_of_two(-100)).nearest(dtype), infinity - 1);
    }

    #[test]
    fn division_rounds_up() {
        let seven = Fixed::from_integer(7).shifted(192);
        assert_eq!(seven.times(12).divided_up(12), seven);
        let third = Fixed::from_integer(1).divided_up(3);
        assert_eq!(third, Fixed::from_integer(1));
        assert!(seven.divided_up(3).times(3) >= seven);
    }

    #[test]
    fn arithmetic_agrees_with_i128() {
        let numbers = [0i128, 1, -1, 77, -12345, 1 << 90, -(1 << 100) + 3];
        let fixed = |n: i128| {
            let m = n.unsigned_abs();
            let value = Fixed::from_integer(m as u64).plus(Fixed::from_integer((m >> 64) as u64).shifted(64));
            if n < 0 { value.negated() } else { value }
        };
        for a in numbers {
            for b in numbers {
                assert_eq!(fixed(a).plus(fixed(b)), fixed(a + b));
                assert_eq!(fixed(a).minus(fixed(b)), fixed(a - b));
                assert_eq!(fixed(a).cmp(&fixed(b)), a.cmp(&b));
            }
            assert_eq!(fixed(a).times(255), fixed(a * 255));
        }
    }
}
