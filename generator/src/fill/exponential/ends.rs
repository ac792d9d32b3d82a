//! Differences whose exponentials are next to the middle of two numbers, or at the ends of the range.
//!
//! Each is made of two numbers in a few ways, and always exactly.

use super::{between, is_alone, is_second, number, of_column};
use crate::fill::Target;
use crate::fill::format::Format;
use crate::rng::Stream;

/// Differences whose exponentials are next to the middle of two numbers, below it and above in turn: to 0.001 units in the
/// last place in f16, and 0.000001 in f32.
const NEAR_F16: [u64; 14] =
    [0x25CF, 0xC13B, 0xA954, 0x497C, 0xA57F, 0xC1EF, 0x264C, 0xC64E, 0xA922, 0x3237, 0xAA0C, 0xBD3F, 0x2ED7, 0x4758];
const NEAR_F32: [u64; 14] = [
    0xC069_222D,
    0x3CAF_FE2E,
    0x41AE_A5EA,
    0xBEED_01AF,
    0xC286_4D62,
    0xC1C2_873D,
    0x4256_B883,
    0x423D_1C5F,
    0xBEBA_1183,
    0x3C93_7DEC,
    0xC007_AF30,
    0xBE2A_5162,
    0xBCC9_E878,
    0x3D9F_5A2C,
];

/// Differences at the largest number: the last whose exponential is not beyond it, the next one, and others beyond it; and
/// those with the other sign, whose exponential is zero.
const BEYOND_F16: [u64; 7] = [0x498B, 0x498C, 0x4A00, 0xD000, 0x4C00, 0x63D0, 0xE3D0];
const BEYOND_F32: [u64; 7] = [0x42B1_7217, 0x42B1_7218, 0x42B4_0000, 0xC348_0000, 0x4348_0000, 0x7149_F2CA, 0xF149_F2CA];

/// Differences of the list, among ordinary ones. In most columns one operand is zero throughout, and the other has them; in
/// some, one of them is made of its halves, or of its double and itself.
fn of_list(target: &mut Target, format: &Format, list: &[u64], wide: bool, stream: &mut Stream) {
    let (second, alone, slot, unit) = (is_second(target), is_alone(target), target.slot, format.mantissa + 1);
    let (range, places) = if wide { ([-80 << 17, 80 << 17], 17) } else { ([-9 << 7, 10 << 7], 7) };
    target.each(|_, col| {
        let of_column = list[(col + slot * 5) as usize % list.len()];
        match (if alone { 0 } else { col % 8 }, second) {
            (5, false) => of_column - unit,
            (5, true) => (of_column ^ format.sign) - unit,
            (7, false) => of_column + unit,
            (7, true) => of_column,
            _ if !alone && (col + slot).is_multiple_of(2) == second => 0,
            _ => {
                let ordinary = stream.one_in(3);
                let bits =
                    if ordinary { number(format, between(range, stream), places) } else { list[stream.below(list.len() as u64) as usize] };
                if second { bits ^ format.sign } else { bits }
            }
        }
    });
}

/// Exponentials next to the middle of two numbers.
pub(super) fn ties(target: &mut Target, format: &Format, wide: bool, stream: &mut Stream) {
    of_list(target, format, if wide { &NEAR_F32 } else { &NEAR_F16 }, wide, stream);
}

/// Exponentials at the largest number and far beyond it, and zeros.
pub(super) fn overflow(target: &mut Target, format: &Format, wide: bool, stream: &mut Stream) {
    of_list(target, format, if wide { &BEYOND_F32 } else { &BEYOND_F16 }, wide, stream);
}

/// Subnormal exponentials, those next to them that are normal, and such that are rounded to zero; and subnormal numbers that
/// are subtracted, or subtracted from. No result is so near to the smallest normal number that an error could take it there.
pub(super) fn subnormal(target: &mut Target, format: &Format, wide: bool, stream: &mut Stream) {
    let (second, slot, of_column) = (is_second(target), target.slot, of_column(target));
    // Thirty-seconds in f16, 1024ths in f32: the ranges of subnormal results, of zeros, and of small normal ones.
    let (places, ranges) = match wide {
        true => (10, [[-105_000, -89_498], [-108_000, -105_500], [-89_395, -80_000]]),
        false => (5, [[-555, -312], [-900, -556], [-304, -200]]),
    };
    target.each(|_, col| {
        if col % 8 == 6 {
            let smallest = format.mantissa + 1;
            let numbers = [1, smallest - 1, smallest / 2, 0];
            // One of the two is zero.
            let zero = (col / 8 + slot).is_multiple_of(2) == second;
            return if zero { 0 } else { format.signed(numbers[stream.below(4) as usize], stream) };
        }
        let own = of_column(col, 12) << places;
        let range = ranges[[0, 0, 1, 2, 2][stream.below(5) as usize]];
        number(format, if second { own } else { own + between(range, stream) }, places)
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::DType;

    #[test]
    fn lists_alternate_between_both_sides_of_a_middle() {
        for (dtype, list) in [(DType::F16, NEAR_F16), (DType::F32, NEAR_F32)] {
            let format = Format::of(dtype);
            assert!(list.iter().all(|bits| bits & !format.sign < format.infinity && *bits & format.infinity > format.mantissa));
            // Halves and doubles are numbers, too.
            assert!(list.iter().all(|bits| (bits & !format.sign) + format.mantissa + 1 < format.infinity));
        }
    }
}
