//! Quotients as near to halfway between two numbers as there are.
//!
//! No quotient of two numbers lies halfway itself, as long as it is normal. With a divisor b of p bits and a middle m of
//! p + 1 bits, both odd, m b + r is a multiple of 2^p for one small odd r each: that multiple, over b, is off the middle by
//! r / b units of a bit more.

use super::{divides, of_column};
use crate::fill::Target;
use crate::fill::format::Format;
use crate::rng::Stream;

/// How far the dividends of a divisor are off: below a middle and above.
const OFF: [i64; 6] = [-1, 1, -3, 3, -5, 5];

/// Divisors of the column, and numbers that they bring next to the middle of two.
pub(super) fn ties(target: &mut Target, format: &Format, stream: &mut Stream) {
    let (second, slot, p) = (divides(target), target.slot, format.precision);
    target.each(|_, col| {
        // Of the lower half of its binade, so that the quotient may be anywhere in most of its own.
        let divisor = 1 << (p - 1) | 1 | of_column(col, slot, 1 << (p - 3)) << 1;
        let number = if second { divisor } else { dividend(divisor, OFF[stream.below(6) as usize], p) };
        let scaled = format.integer(number) + stream.below(3) * (format.mantissa + 1);
        format.signed(scaled - (format.mantissa + 1), stream)
    });
}

/// The number of at most p bits that is next to a middle, over the divisor. Where it had a bit more, the next one off does.
fn dividend(divisor: u64, off: i64, p: u32) -> u64 {
    let found = (0..128).map(|more| off + off.signum() * 6 * more).find_map(|off| {
        let modulus = 1u64 << p;
        // m = -r / b modulo 2^p, and the one of p + 1 bits of those.
        let middle = (inverse(divisor).wrapping_mul(off.wrapping_neg() as u64) & (modulus - 1)) | modulus;
        let product = i128::from(middle) * i128::from(divisor) + i128::from(off);
        let number = (product >> p) as u64;
        (number < modulus).then_some(number)
    });
    found.unwrap_or(divisor)
}

/// The inverse of an odd number modulo 2^64: each step doubles the bits that are right.
fn inverse(odd: u64) -> u64 {
    (0..5).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dividend_is_next_to_a_middle() {
        for p in [8u32, 11] {
            for divisor in (1u64 << (p - 1)..3 << (p - 2)).filter(|d| d % 2 == 1) {
                for off in OFF {
                    let number = dividend(divisor, off, p);
                    // The quotient to p + 1 bits, or one more where that is even: a middle.
                    let middle = ((number << p) / divisor) | 1;
                    let past = (number << p).abs_diff(middle * divisor);
                    assert!((1 << (p - 1)..1 << p).contains(&number), "{number} / {divisor}");
                    assert!(past % 2 == 1 && 2 * past < divisor, "{number} / {divisor}: {past}");
                }
            }
        }
    }
}
