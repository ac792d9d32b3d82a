//! The fields of a float type, and its numbers by them.

use crate::rng::Stream;
use ptoconf_schemas::{DType, Kind};

/// The fields of a float type.
pub(super) struct Format {
    pub precision: u32,
    pub bias: i64,
    pub sign: u64,
    pub infinity: u64,
    pub mantissa: u64,
    pub one: u64,
    pub mask: u64,
}

impl Format {
    pub fn of(dtype: DType) -> Format {
        let (sign, infinity, mantissa) = dtype.float_masks().unwrap_or((1, 1, 0));
        let Kind::Float { precision, exponent_bits } = dtype.kind() else {
            return Format { precision: 1, bias: 0, sign, infinity, mantissa, one: 0, mask: 0 };
        };
        let bias = (1 << (exponent_bits - 1)) - 1;
        Format { precision, bias, sign, infinity, mantissa, one: (bias as u64) << (precision - 1), mask: dtype.mask() }
    }

    /// The normal number with this exponent and mantissa field.
    pub fn normal(&self, exponent: i64, mantissa: u64) -> u64 {
        ((exponent + self.bias) as u64) << (self.precision - 1) | (mantissa & self.mantissa)
    }

    pub fn power_of_two(&self, exponent: i64) -> u64 {
        self.normal(exponent, 0)
    }

    pub fn signed(&self, bits: u64, stream: &mut Stream) -> u64 {
        if stream.one_in(2) { bits | self.sign } else { bits }
    }

    /// A random sign and mantissa, and an exponent in `[low, high]`.
    pub fn random(&self, low: i64, high: i64, stream: &mut Stream) -> u64 {
        let exponent = low + stream.below((high - low + 1) as u64) as i64;
        let mantissa = stream.next();
        self.signed(self.normal(exponent, mantissa), stream)
    }

    /// A small whole number, at most 2^precision.
    pub fn integer(&self, value: u64) -> u64 {
        match value.checked_ilog2() {
            None => 0,
            Some(top) => self.normal(i64::from(top), value << (self.precision - 1) >> top),
        }
    }

    /// A quiet NaN for a signalling one, and a small normal number for a subnormal one.
    pub fn plain(&self, bits: u64) -> u64 {
        match (bits & self.infinity, bits & self.mantissa) {
            (_, 0) => bits,
            (0, _) => bits | (self.mantissa + 1),
            (exponent, _) if exponent == self.infinity => bits | (self.mantissa + 1) >> 1,
            _ => bits,
        }
    }

    /// A NaN with a random sign and payload, quiet or signalling.
    pub fn nan(&self, stream: &mut Stream) -> u64 {
        let payload = 1 + stream.below(self.mantissa);
        self.signed(self.infinity | payload, stream)
    }

    pub fn largest(&self) -> u64 {
        self.infinity - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_patterns_show_no_policy() {
        let f16 = Format::of(DType::F16);
        let plain = [0x7C01, 0xFC01, 0x7E01, 0x7C00, 0x0001, 0x83FF, 0x0000, 0x3C01].map(|b| f16.plain(b));
        assert_eq!(plain, [0x7E01, 0xFE01, 0x7E01, 0x7C00, 0x0401, 0x87FF, 0x0000, 0x3C01]);
    }

    #[test]
    fn fields_make_the_numbers_they_name() {
        let f16 = Format::of(DType::F16);
        assert_eq!([f16.one, f16.power_of_two(-14), f16.integer(2048), f16.integer(3)], [0x3C00, 0x0400, 0x6800, 0x4200]);
        let f32_ = Format::of(DType::F32);
        assert_eq!([f32_.one, f32_.integer(5), f32_.largest()], [1f32, 5f32, f32::MAX].map(|x| u64::from(x.to_bits())));
    }
}
