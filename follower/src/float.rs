//! Small floats as `f64`, which holds all of them, and back.

use crate::choice::Ask;
use ptoconf_schemas::{DType, Kind};

/// What e to a difference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exponential {
    /// No number.
    Nan,
    /// Nothing else is right: of an infinite difference, or of none.
    Exact(u64),
    /// A number of steps of the format from zero up, as if there was no largest one.
    Steps {
        /// The nearest.
        nearest: u64,
        /// The most that an error can make of it, where it is zero.
        highest: Option<u64>,
    },
}

impl Exponential {
    const EXACT: u64 = 1 << 63;
    const HIGHEST: u64 = 1 << 62;

    /// As one number.
    pub fn word(self) -> u64 {
        match self {
            Exponential::Nan => u64::MAX,
            Exponential::Exact(bits) => bits | Self::EXACT,
            Exponential::Steps { nearest, highest: None } => nearest,
            Exponential::Steps { highest: Some(highest), .. } => highest | Self::HIGHEST,
        }
    }

    /// What gives this number.
    pub fn of_word(word: u64) -> Exponential {
        match word {
            u64::MAX => Exponential::Nan,
            _ if word & Self::EXACT != 0 => Exponential::Exact(word & !Self::EXACT),
            _ if word & Self::HIGHEST != 0 => Exponential::Steps { nearest: 0, highest: Some(word & !Self::HIGHEST) },
            nearest => Exponential::Steps { nearest, highest: None },
        }
    }
}

/// What a product or a quotient is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// No number: of a NaN, of zero and an infinity, or a quotient of two zeros or infinities.
    Nan,
    /// An infinity, because one of the two is, or the divisor is zero.
    Infinite(u64),
    /// That of two finite numbers, which may be rounded to an infinity.
    Finite(u64),
}

/// The format of a float: significand bits with the implicit one, and the exponent of the smallest normal number.
#[derive(Clone, Copy)]
pub struct Format {
    precision: i32,
    smallest: i32,
    sign: u64,
    infinity: u64,
}

impl Format {
    /// The format of a dtype; none for integers.
    pub fn of(dtype: DType) -> Option<Format> {
        let (sign, infinity, _) = dtype.float_masks()?;
        let Kind::Float { precision, exponent_bits } = dtype.kind() else { return None };
        Some(Format { precision: precision as i32, smallest: 2 - (1 << (exponent_bits - 1)), sign, infinity })
    }

    /// The sign bit.
    pub fn sign(&self) -> u64 {
        self.sign
    }

    /// +infinity.
    pub fn infinity(&self) -> u64 {
        self.infinity
    }

    /// Whether these are the bits of a NaN.
    pub fn is_nan(&self, bits: u64) -> bool {
        bits & !self.sign > self.infinity
    }

    /// Whether these are the bits of a number, not zero, below the normal ones.
    pub fn is_subnormal(&self, bits: u64) -> bool {
        let magnitude = bits & !self.sign;
        magnitude != 0 && magnitude < 1 << (self.precision - 1)
    }

    /// A subnormal number as the zero of its sign; everything else as it is.
    pub fn flushed(&self, bits: u64) -> u64 {
        if self.is_subnormal(bits) { bits & self.sign } else { bits }
    }

    /// The quiet NaN with a clear sign and no payload.
    pub fn canonical_nan(&self) -> u64 {
        self.infinity | 1 << (self.precision - 2)
    }

    /// Any NaN.
    pub fn any_nan(&self, ask: &mut dyn Ask) -> u64 {
        let canonical = self.canonical_nan();
        [canonical | self.sign | 5, self.infinity | 1, self.sign | canonical][ask.free("NaN", 3) as usize]
    }

    /// The product of two numbers, rounded once.
    pub fn product(&self, a: u64, b: u64) -> Product {
        if self.is_nan(a) || self.is_nan(b) {
            return Product::Nan;
        }
        // f64 has every product of two significands, and every exponent: it is exact, or of an infinity.
        let exact = self.decode(a) * self.decode(b);
        match exact {
            _ if exact.is_nan() => Product::Nan,
            _ if exact.is_infinite() => Product::Infinite(self.encode(exact)),
            _ => Product::Finite(self.encode(exact)),
        }
    }

    /// The quotient of two numbers, rounded once.
    pub fn quotient(&self, a: u64, b: u64) -> Product {
        if self.is_nan(a) || self.is_nan(b) {
            return Product::Nan;
        }
        let [a, b] = [self.decode(a), self.decode(b)];
        // f64 rounds to 53 bits what has at most 24: that leaves every middle of two numbers on its side.
        let near = a / b;
        match near {
            _ if near.is_nan() => Product::Nan,
            _ if a.is_infinite() || b == 0.0 => Product::Infinite(self.encode(near)),
            _ => Product::Finite(self.encode(near)),
        }
    }

    /// The steps from zero to a number `(high + low) * 2^power`, between 0.7 and 1.5 times that power, as if there was no
    /// largest one.
    pub fn steps(&self, high: f64, low: f64, power: i32) -> Exponential {
        let exponent = if high < 1.0 { power - 1 } else { power };
        let unit = exponent.max(self.smallest) - (self.precision - 1);
        if power - unit < -60 {
            return Exponential::Steps { nearest: 0, highest: None };
        }
        let [high, low] = [high, low].map(|part| part * self::power(power - unit));
        let floor = high as u64;
        let up = high - floor as f64 - 0.5 + low > 0.0;
        let field = (unit + self.precision - 1 - self.smallest) as u64;
        let nearest = (field << (self.precision - 1)) + floor + u64::from(up);
        Exponential::Steps { nearest, highest: (nearest == 0 && high >= 0.25).then_some(1) }
    }

    /// The value of what is no NaN.
    pub fn decode(&self, bits: u64) -> f64 {
        let magnitude = bits & !self.sign;
        let value = if magnitude >= self.infinity {
            f64::INFINITY
        } else {
            let (significand, exponent) = self.parts(magnitude);
            significand as f64 * power(exponent)
        };
        if bits & self.sign != 0 { -value } else { value }
    }

    /// The magnitude of a finite number as a whole number and a power of two.
    pub fn parts(&self, bits: u64) -> (u64, i32) {
        let magnitude = bits & !self.sign;
        let (field, rest) = (magnitude >> (self.precision - 1), magnitude & ((1 << (self.precision - 1)) - 1));
        let significand = if field == 0 { rest } else { rest | 1 << (self.precision - 1) };
        (significand, field.max(1) as i32 - 1 + self.smallest - (self.precision - 1))
    }

    /// The value nearest to a large whole number, lowest digit first, times a power of two; ties to even.
    pub fn nearest(&self, digits: &[u32], exponent: i64) -> u64 {
        let (precision, smallest) = (i64::from(self.precision), i64::from(self.smallest));
        let bit = |at: i64| at >= 0 && digits.get(at as usize / 32).is_some_and(|digit| digit >> (at % 32) & 1 == 1);
        let length = (0..32 * digits.len() as i64).rev().find(|at| bit(*at)).map_or(0, |top| top + 1);
        let top = (length - 1 + exponent).max(smallest);
        if top > 1 - smallest {
            return self.infinity;
        }
        let dropped = top - (precision - 1) - exponent;
        let steps = (0..precision).map(|at| u64::from(bit(at + dropped)) << at).sum::<u64>();
        let beyond_half = (0..dropped - 1).any(bit);
        let up = bit(dropped - 1) && (beyond_half || steps & 1 == 1);
        ((((top - smallest) as u64) << (precision - 1)) + steps + u64::from(up)).min(self.infinity)
    }

    /// The nearest value of this format, ties to even; what is too large becomes infinity.
    pub fn encode(&self, value: f64) -> u64 {
        let sign = if value.is_sign_negative() { self.sign } else { 0 };
        let magnitude = value.abs();
        if magnitude == 0.0 {
            return sign;
        }
        if magnitude.is_infinite() {
            return sign | self.infinity;
        }
        // All values of the formats, and sums, products and quotients of two, are normal in f64.
        let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(self.smallest);
        let unit = exponent - (self.precision - 1);
        let steps = round_to_even(magnitude * power(-unit));
        // A carry into the next exponent comes out right by itself, up to infinity.
        let field = (exponent - self.smallest) as u64;
        sign | ((field << (self.precision - 1)) + steps).min(self.infinity)
    }
}

/// 2 to a power that f64 has as a normal number.
fn power(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

fn round_to_even(value: f64) -> u64 {
    let whole = value as u64;
    let rest = value - whole as f64;
    if rest > 0.5 || (rest == 0.5 && whole & 1 == 1) { whole + 1 } else { whole }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_small_float_survives_and_f32_rounds_as_the_machine_does() {
        for dtype in [DType::F16, DType::Bf16] {
            let format = Format::of(dtype).expect("a float");
            for bits in (0..1u64 << 16).filter(|b| !format.is_nan(*b)) {
                assert_eq!(format.encode(format.decode(bits)), bits, "{dtype} {bits:#x}");
            }
        }
        let format = Format::of(DType::F32).expect("a float");
        let mut numbers = crate::Numbers::new(0, "floats");
        for _ in 0..200_000 {
            let [a, b] = [numbers.number() as u32, numbers.number() as u32].map(f32::from_bits);
            let sum = a + b;
            if sum.is_nan() {
                continue;
            }
            let own = format.encode(format.decode(a.to_bits().into()) + format.decode(b.to_bits().into()));
            assert_eq!(own, u64::from(sum.to_bits()), "{a:e} + {b:e}");
        }
    }

    /// Numbers of every exponent with a few mantissas, both signs, and what is no number.
    fn sample(format: Format, bits: u32) -> Vec<u64> {
        let mut numbers = crate::Numbers::new(0, "sample");
        let step = 1u64 << (format.precision - 1);
        let ends = (0..1u64 << bits).step_by(step as usize).flat_map(|e| [e, e | 1, e | (step - 1)]);
        ends.chain((0..200).map(|_| numbers.number() & ((1 << bits) - 1))).collect()
    }

    /// Compares all products of a sample with those of a function that rounds once.
    fn compare(dtype: DType, sample: &[u64], expected: impl Fn(u64, u64) -> (u64, bool)) {
        let format = Format::of(dtype).expect("a float");
        let is_infinite = |bits: u64| bits & !format.sign() == format.infinity();
        for &a in sample {
            for &b in sample {
                let (bits, nan) = expected(a, b);
                let product = match nan {
                    true => Product::Nan,
                    false if is_infinite(a) || is_infinite(b) => Product::Infinite(bits),
                    false => Product::Finite(bits),
                };
                assert_eq!(format.product(a, b), product, "{dtype} {a:#x} * {b:#x}");
            }
        }
    }

    #[test]
    fn products_are_rounded_once() {
        let of = |dtype| sample(Format::of(dtype).expect("a float"), dtype.bits());
        // f32 has every product of two f16, f64 that of two bf16.
        compare(DType::F16, &of(DType::F16), |a, b| {
            let [a, b] = [a, b].map(|bits| half::f16::from_bits(bits as u16).to_f32());
            (half::f16::from_f32(a * b).to_bits().into(), (a * b).is_nan())
        });
        compare(DType::Bf16, &of(DType::Bf16), |a, b| {
            let [a, b] = [a, b].map(|bits| half::bf16::from_bits(bits as u16).to_f64());
            (half::bf16::from_f64(a * b).to_bits().into(), (a * b).is_nan())
        });
        let few: Vec<u64> = of(DType::F32).into_iter().step_by(2).collect();
        compare(DType::F32, &few, |a, b| {
            let product = f32::from_bits(a as u32) * f32::from_bits(b as u32);
            (product.to_bits().into(), product.is_nan())
        });
    }

    /// Against the division of whole numbers: a number is the nearest one if twice what is off is no more than a unit.
    #[test]
    fn exponentials_come_back_from_their_words() {
        let steps = |nearest, highest| Exponential::Steps { nearest, highest };
        let all = [Exponential::Nan, Exponential::Exact(0), Exponential::Exact(0x7F80_0000), steps(0, None), steps(0, Some(1))];
        for exponential in all.into_iter().chain([steps(0x7F7F_FFFF, None), steps(1 << 60, None)]) {
            assert_eq!(Exponential::of_word(exponential.word()), exponential);
        }
    }

    #[test]
    fn quotients_are_rounded_once() {
        for dtype in [DType::F16, DType::Bf16, DType::F32] {
            let format = Format::of(dtype).expect("a float");
            let numbers: Vec<u64> = sample(format, dtype.bits()).into_iter().step_by(if dtype == DType::F32 { 2 } else { 1 }).collect();
            for &a in &numbers {
                for &b in &numbers {
                    let Product::Finite(bits) = format.quotient(a, b) else { continue };
                    let [x, y] = [a, b].map(|bits| format.decode(bits).abs());
                    let (magnitude, sign) = (bits & !format.sign(), (a ^ b) & format.sign());
                    assert_eq!(bits & format.sign(), sign, "{dtype} {a:#x} / {b:#x}");
                    // Middles have a bit more, and their products with a divisor are exact.
                    let middle = |low: u64| match low + 1 == format.infinity() {
                        true => format.decode(low) + (format.decode(low) - format.decode(low - 1)) / 2.0,
                        false => (format.decode(low) + format.decode(low + 1)) / 2.0,
                    };
                    let is_even = magnitude & 1 == 0;
                    if magnitude > 0 {
                        let low = middle(magnitude - 1) * y;
                        assert!(x > low || (x == low && is_even), "{dtype} {a:#x} / {b:#x} is below {bits:#x}");
                    }
                    if magnitude < format.infinity() {
                        let high = middle(magnitude) * y;
                        assert!(x < high || (x == high && is_even), "{dtype} {a:#x} / {b:#x} is above {bits:#x}");
                    }
                }
            }
            assert_eq!(format.quotient(0, format.sign()), Product::Nan);
            assert_eq!(format.quotient(format.infinity(), format.infinity()), Product::Nan);
            assert_eq!(format.quotient(1, format.sign()), Product::Infinite(format.infinity() | format.sign()));
            assert_eq!(format.quotient(1, format.infinity()), Product::Finite(0));
        }
    }
}
