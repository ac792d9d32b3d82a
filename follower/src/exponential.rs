//! e to a difference: with twice the digits of `f64`, so that how it is rounded is sure.

use crate::float::{Exponential, Format};
use std::cell::RefCell;

/// How many exponentials a thread remembers.
const REMEMBERED: usize = 1 << 15;

/// e to `a - b`: of the difference as the format rounds it, and of the difference as it is. Hundreds of choices ask for those of
/// the same numbers, so that many are remembered.
pub fn exponentials(format: &Format, a: u64, b: u64) -> [Exponential; 2] {
    // The format by its infinity, both numbers, and both results.
    thread_local! {
        static KNOWN: RefCell<Vec<[u64; 4]>> = RefCell::new(vec![[0; 4]; REMEMBERED]);
    }
    // Formats have at most 32 bits.
    let numbers = a << 32 | b;
    let place = numbers.wrapping_mul(0x9E37_79B9_7F4A_7C15) as usize >> (usize::BITS - REMEMBERED.ilog2());
    KNOWN.with_borrow_mut(|known| match known[place] {
        [of, asked, rounded, exact] if (of, asked) == (format.infinity(), numbers) => [rounded, exact].map(Exponential::of_word),
        _ => {
            let results = [true, false].map(|rounds| exponential(format, a, b, rounds));
            let [rounded, exact] = results.map(Exponential::word);
            known[place] = [format.infinity(), numbers, rounded, exact];
            results
        }
    })
}

/// e to `a - b`; the difference is rounded to the format first, or not.
fn exponential(format: &Format, a: u64, b: u64, rounds: bool) -> Exponential {
    if format.is_nan(a) || format.is_nan(b) {
        return Exponential::Nan;
    }
    let [a, b] = [a, b].map(|bits| format.decode(bits));
    let whole = a - b;
    if whole.is_nan() {
        return Exponential::Nan;
    }
    let rounded = Twice { high: format.decode(format.encode(whole)), low: 0.0 };
    let difference = if rounds || whole.is_infinite() { rounded } else { Twice::sum(a, -b) };
    match difference.high {
        0.0 => Exponential::Exact(format.encode(1.0)),
        f64::INFINITY if a.is_finite() && b.is_finite() => Exponential::Steps { nearest: 1 << 60, highest: None },
        f64::INFINITY => Exponential::Exact(format.infinity()),
        f64::NEG_INFINITY => Exponential::Exact(0),
        high if high > 2000.0 => Exponential::Steps { nearest: 1 << 60, highest: None },
        high if high < -2000.0 => Exponential::Exact(0),
        _ => {
            let nearby = |value: f64, off: f64, power| format.steps(value, value * off, power);
            let (value, power) = about(difference);
            let (least, most) = (nearby(value, -OFF, power), nearby(value, OFF, power));
            if least == most { least } else { exactly(format, difference) }
        }
    }
}

/// e to a number, with twice the digits.
fn exactly(format: &Format, x: Twice) -> Exponential {
    let (value, power) = power_of_e(x);
    format.steps(value.high, value.low, power)
}

/// How far [`about`] is off at most, in parts of the value: many times what its roundings add up to.
const OFF: f64 = 1.0 / (1u64 << 46) as f64;

/// What the powers of a number count in the series of its exponential, the highest first.
const PARTS: [f64; 16] = {
    let mut parts = [1.0; 16];
    let mut at = 14;
    let mut product = 1_u64;
    loop {
        product *= 15 - at as u64;
        parts[at] = 1.0 / product as f64;
        if at == 0 {
            break parts;
        }
        at -= 1;
    }
};

/// e to a number with the digits of `f64`, and a power of two apart: enough for nearly all numbers, and quickly there.
fn about(x: Twice) -> (f64, i32) {
    let power = (x.high / LN2[0]).round();
    let rest = (x.high - power * LN2[0]) - (power * LN2[1] - x.low);
    let series = PARTS.iter().fold(0.0, |value, part| part + rest * value);
    (series, power as i32)
}

/// A number as the sum of two, the second of which is less than half a unit of the first.
#[derive(Clone, Copy)]
struct Twice {
    high: f64,
    low: f64,
}

impl Twice {
    fn sum(a: f64, b: f64) -> Twice {
        let high = a + b;
        let part = high - a;
        Twice { high, low: (a - (high - part)) + (b - part) }
    }

    fn product(a: f64, b: f64) -> Twice {
        // Each in two halves, whose products are exact.
        let halves = |x: f64| {
            let shifted = 134_217_729.0 * x;
            let first = shifted - (shifted - x);
            [first, x - first]
        };
        let ([a0, a1], [b0, b1], high) = (halves(a), halves(b), a * b);
        Twice { high, low: a1 * b1 - (((high - a0 * b0) - a1 * b0) - a0 * b1) }
    }

    fn plus(self, other: Twice) -> Twice {
        let (high, low) = (Twice::sum(self.high, other.high), Twice::sum(self.low, other.low));
        let first = Twice::sum(high.high, high.low + low.high);
        Twice::sum(first.high, first.low + low.low)
    }

    fn times(self, other: Twice) -> Twice {
        let product = Twice::product(self.high, other.high);
        Twice::sum(product.high, product.low + (self.high * other.low + self.low * other.high))
    }

    fn over(self, by: f64) -> Twice {
        let high = self.high / by;
        let whole = Twice::product(high, by);
        Twice::sum(high, ((self.high - whole.high) - whole.low + self.low) / by)
    }
}

/// ln 2 in three parts; the first has so few digits that its product with a small whole number is exact.
const LN2: [f64; 3] = [f64::from_bits(0x3FE6_2E42_FEE0_0000), f64::from_bits(0x3DEA_39EF_3579_3C76), f64::from_bits(0x3A8C_C01F_97B5_7A08)];

/// e to a number, with a power of two apart.
fn power_of_e(x: Twice) -> (Twice, i32) {
    let power = (x.high / LN2[0]).round();
    let less = |x: Twice, part: Twice| x.plus(Twice { high: -part.high, low: -part.low });
    let rest = LN2.iter().fold(x, |rest, &part| less(rest, Twice::product(power, part)));
    // A 256th of it has a short series; then it is squared eight times.
    let small = Twice { high: rest.high / 256.0, low: rest.low / 256.0 };
    let one = Twice { high: 1.0, low: 0.0 };
    let mut value = one;
    for i in (1..=12).rev() {
        value = one.plus(small.times(value).over(f64::from(i)));
    }
    for _ in 0..8 {
        value = value.times(value);
    }
    (value, power as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::DType;

    fn nearest(dtype: DType, a: u64, b: u64, rounds: bool) -> u64 {
        match exponential(&Format::of(dtype).expect("a float"), a, b, rounds) {
            Exponential::Steps { nearest, .. } | Exponential::Exact(nearest) => nearest,
            Exponential::Nan => u64::MAX,
        }
    }

    /// Known values: e, e squared, its root, and what is hard to round.
    #[test]
    fn exponentials_are_rounded_once() {
        let f32 = |x: f32| f32::from_bits(nearest(DType::F32, x.to_bits().into(), 0, true) as u32);
        assert_eq!([f32(1.0), f32(2.0), f32(0.5), f32(-1.0)], [2.718_281_7, 7.389_056, 1.648_721_2, 0.367_879_45]);
        assert_eq!([f32(-87.5), f32(-103.0)], [9.982_351e-39, 1.4e-45]);
        let f16 = |bits: u64| nearest(DType::F16, bits, 0, true);
        assert_eq!([f16(0x3C00), f16(0xC900), f16(0x3E00), f16(0x498B)], [0x4170, 762, 0x447B, 0x7BF7]);
        assert_eq!([f16(0xD000), f16(0xFBFF), f16(0xFC00), f16(0x7C00), f16(0x7E00)], [0, 0, 0, 0x7C00, u64::MAX]);
        assert!(f16(0x498C) > 0x7C00 && f16(0x7BFF) > 0x7C00, "the numbers go on");
    }

    /// What is nearby says the same as twice the digits, at the ends of every format too.
    #[test]
    fn the_quick_way_leads_to_the_same_place() {
        let mut number = 1_u64;
        for format in [DType::F16, DType::Bf16, DType::F32].map(|dtype| Format::of(dtype).expect("a float")) {
            for step in 0..60_000 {
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let range = [1.0, 1e-9, 90.0, 720.0, 2000.0][step % 5];
                let high = range * ((number >> 11) as f64 / (1u64 << 52) as f64 - 1.0);
                let x = Twice { high, low: high * 1e-17 };
                let ((value, power), (exact, its_power)) = (about(x), power_of_e(x));
                assert_eq!(power, its_power);
                assert!((value - exact.high).abs() <= value * OFF / 16.0, "{high}: {value} is not {}", exact.high);
                let quick = [-OFF, OFF].map(|off| format.steps(value, value * off, power));
                assert!(quick[0] != quick[1] || quick[0] == exactly(&format, x), "{high}");
            }
        }
    }

    #[test]
    fn differences_are_rounded_or_not() {
        let of = |rounds| nearest(DType::F32, 0x4280_0000, 0x3600_0000, rounds);
        assert_eq!(of(true), nearest(DType::F32, 0x4280_0000, 0, true), "64 less a little");
        assert!((15..33).contains(&(of(true) - of(false))), "{}", of(true) - of(false));
        assert_eq!(exponential(&Format::of(DType::F16).expect("a float"), 0x4400, 0x4400, false), Exponential::Exact(0x3C00));
    }
}
