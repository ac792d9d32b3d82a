//! Whether an exponential is above a number, with as many bits as that takes.
//!
//! Numbers are whole multiples of 2^-64n, and n grows until the answer is sure. It always is in the end: e to a rational
//! number other than zero is irrational, so it is no number that it is compared with.

use std::cmp::Ordering;

/// Words after the binary point to begin with.
const FIRST: usize = 2;
/// A bound of the error of an exponential, in units. The rest of a division by ln 2 is off by less than 300 of them (the
/// whole number of times is below 2^8), an exponential of less than 1.5 by five times that, and each term of its series
/// by less than five more; there are fewer than 500 terms up to 4096 bits.
const ERROR: u64 = 1 << 13;

/// Whether e to `high + low`, not zero, is above `times * 2^exponent`. Both are at most 1024 in magnitude.
pub(super) fn is_above(high: f64, low: f64, times: u64, exponent: i32) -> bool {
    for words in FIRST.. {
        let (significand, k) = exponential(high, low, words);
        let mut bound = Number::zero(words);
        bound.add_scaled(times, exponent - k);
        let (larger, difference) = match significand.compare(&bound) {
            Ordering::Less => (false, bound.minus(&significand)),
            _ => (true, significand.minus(&bound)),
        };
        if difference.0[1..].iter().any(|word| *word != 0) || difference.0[0] > ERROR {
            return larger;
        }
    }
    unreachable!("no exponential is a number that it is compared with")
}

/// e to `high + low` as a number and a power of two.
fn exponential(high: f64, low: f64, words: usize) -> (Number, i32) {
    // One less than there are: the rest is between 0.6 and 1.5, and not below zero.
    let k = (high * std::f64::consts::LOG2_E).floor() as i32 - 1;
    let mut parts = [Number::zero(words), Number::zero(words)];
    for part in [high, low] {
        parts[usize::from(part < 0.0)].add_float(part.abs());
    }
    let turns = Number::ln_2(words).times_small(u64::from(k.unsigned_abs()));
    parts[usize::from(k > 0)].add(&turns);
    let rest = parts[0].minus(&parts[1]);
    let mut term = Number::zero(words);
    term.add_scaled(1, 0);
    let mut sum = term.clone();
    for i in 1.. {
        term = term.times(&rest).divided(i);
        if term.0.iter().all(|word| *word == 0) {
            break;
        }
        sum.add(&term);
    }
    (sum, k)
}

/// A number that is not negative: words after the binary point, the lowest first, and two before it.
#[derive(Clone, Debug)]
struct Number(Vec<u64>);

impl Number {
    fn zero(words: usize) -> Number {
        Number(vec![0; words + 2])
    }

    fn words(&self) -> usize {
        self.0.len() - 2
    }

    fn add(&mut self, other: &Number) {
        let mut carry = false;
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            let (sum, first) = own.overflowing_add(*other);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (*own, carry) = (sum, first | second);
        }
    }

    /// The difference to a number that is not larger.
    fn minus(&self, other: &Number) -> Number {
        let mut borrow = false;
        let each = |(own, other): (&u64, &u64)| {
            let (difference, first) = own.overflowing_sub(*other);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            borrow = first | second;
            difference
        };
        Number(self.0.iter().zip(&other.0).map(each).collect())
    }

    fn compare(&self, other: &Number) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }

    /// Adds `times * 2^exponent`, cut off below the unit.
    fn add_scaled(&mut self, times: u64, exponent: i32) {
        let shift = exponent + 64 * self.words() as i32;
        let mut own = Number::zero(self.words());
        if shift < 0 {
            own.0[0] = times.checked_shr(shift.unsigned_abs()).unwrap_or(0);
        } else {
            let wide = u128::from(times) << (shift % 64);
            let at = shift as usize / 64;
            for (place, word) in own.0.iter_mut().skip(at).zip([wide as u64, (wide >> 64) as u64]) {
                *place = word;
            }
        }
        self.add(&own);
    }

    /// Adds a number of binary64 that is not negative.
    fn add_float(&mut self, x: f64) {
        let field = (x.to_bits() >> 52) as i32;
        let rest = x.to_bits() & ((1 << 52) - 1);
        self.add_scaled(if field > 0 { rest | 1 << 52 } else { rest }, field.max(1) - 1075);
    }

    /// The product, cut off.
    fn times(&self, other: &Number) -> Number {
        let (words, len) = (self.words(), self.0.len());
        let mut product = vec![0u64; 2 * len];
        for (i, a) in self.0.iter().enumerate() {
            let mut carry = 0u128;
            for (j, b) in other.0.iter().enumerate() {
                let sum = u128::from(*a) * u128::from(*b) + u128::from(product[i + j]) + carry;
                product[i + j] = sum as u64;
                carry = sum >> 64;
            }
            product[i + len] = carry as u64;
        }
        Number(product[words..words + len].to_vec())
    }

    fn times_small(&self, factor: u64) -> Number {
        let mut carry = 0u128;
        let each = |word: &u64| {
            let product = u128::from(*word) * u128::from(factor) + carry;
            carry = product >> 64;
            product as u64
        };
        Number(self.0.iter().map(each).collect())
    }

    /// The quotient, cut off.
    fn divided(mut self, by: u64) -> Number {
        let mut rest = 0u128;
        for word in self.0.iter_mut().rev() {
            let part = rest << 64 | u128::from(*word);
            *word = (part / u128::from(by)) as u64;
            rest = part % u128::from(by);
        }
        self
    }

    /// ln 2 = 2 (1/3 + 1/(3 27) + 1/(5 243) + ...), off by less than one unit for every bit: with a word more, by none.
    fn ln_2(words: usize) -> Number {
        let mut power = Number::zero(words + 1);
        power.add_scaled(2, 0);
        power = power.divided(3);
        let mut sum = Number::zero(words + 1);
        for i in (1..).step_by(2) {
            if power.0.iter().all(|word| *word == 0) {
                break;
            }
            sum.add(&power.clone().divided(i));
            power = power.divided(9);
        }
        Number(sum.0[1..].to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_have_their_digits() {
        // ln 2 and e, in hexadecimal.
        assert_eq!(Number::ln_2(2).0[..2], [0xC9E3_B398_03F2_F6AF, 0xB172_17F7_D1CF_79AB]);
        let (significand, k) = exponential(1.0, 0.0, 2);
        // e = 2.B7E15162 8AED2A6A BF715880 9CF4F3C7, over a power of two.
        let e = significand.times_small(1 << (k + 8)).0;
        assert_eq!((e[2], e[1]), (0x2B7, 0xE151_628A_ED2A_6ABF));
    }

    #[test]
    fn what_is_close_is_told_apart() {
        // e to 2^-300 is above one by 2^-300, and e to -2^-300 below.
        let tiny = f64::from_bits((1023 - 300) << 52);
        assert!(is_above(tiny, 0.0, 1, 0) && !is_above(-tiny, 0.0, 1, 0));
        assert!(is_above(1.0, 0.0, 2, 0) && !is_above(1.0, 0.0, 3, 0));
        assert!(is_above(-1.0, tiny, 5, -4) && !is_above(-1.0, tiny, 6, -4), "0.3679");
    }
}
