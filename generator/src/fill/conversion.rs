//! Numbers that become numbers of another type: both have them, or they lie between two of the other's, or at its ends.

use super::format::Format;
use super::{Target, bits, float, int};
use crate::rng::Stream;
use ptoconf_numeric::rounding::{self, Rounding, element, value};
use ptoconf_reference::Fill;
use ptoconf_schemas::{DType, Kind};

pub(super) fn fill(target: &mut Target, fill: Fill, stream: &mut Stream) {
    let [from, to] = [target.dtype(), target.result];
    match fill {
        Fill::Bits => bits::fill(target, stream),
        Fill::ExactWindow => target.each(|_, _| nearest(from, whole([from, to], stream))),
        Fill::Ties => target.each(|_, _| {
            let middle = nearest(from, middle(to, stream));
            beside(from, middle, stream)
        }),
        Fill::Overflow => target.each(|_, _| {
            let end = nearest(from, around_end(to, stream));
            beside(from, end, stream)
        }),
        _ if from.is_float() => float::fill(target, fill, stream),
        _ => int::fill(target, fill, stream),
    }
}

/// Bits of the whole numbers that a type has without a gap, and whether it has negative ones.
fn wholes(dtype: DType) -> (u32, bool) {
    match dtype.kind() {
        Kind::Float { precision, .. } => (precision, true),
        _ => (dtype.bits() - u32::from(dtype.is_signed()), dtype.is_signed()),
    }
}

/// A whole number that both types have.
fn whole(dtypes: [DType; 2], stream: &mut Stream) -> f64 {
    let [(a, a_signed), (b, b_signed)] = dtypes.map(wholes);
    let magnitude = (stream.next() & ((1 << a.min(b).min(24)) - 1)) as f64;
    if a_signed && b_signed && stream.one_in(2) { -magnitude } else { magnitude }
}

/// A number halfway between two neighbours of a type.
fn middle(to: DType, stream: &mut Stream) -> f64 {
    if to.is_float() {
        // Normal numbers of every type.
        let bits = Format::of(to).random(-8, 8, stream);
        return f64::midpoint(value(to, bits), value(to, bits + 1));
    }
    let (width, signed) = wholes(to);
    let magnitude = (stream.next() >> (64 - width) >> stream.below(u64::from(width))) as f64 + 0.5;
    if signed && stream.one_in(2) { -magnitude } else { magnitude }
}

/// The largest or the smallest number of a type, halfway to what would come after it, half of it, or twice as much.
fn around_end(to: DType, stream: &mut Stream) -> f64 {
    let (end, half) = end(to, stream.one_in(2));
    [end, end + half, end / 2.0, end * 2.0][stream.below(4) as usize]
}

/// The largest or the smallest number, and half a step away from zero.
fn end(to: DType, largest: bool) -> (f64, f64) {
    if to.is_float() {
        let bits = Format::of(to).largest();
        let (end, half) = (value(to, bits), (value(to, bits) - value(to, bits - 1)) / 2.0);
        return if largest { (end, half) } else { (-end, -half) };
    }
    let (width, signed) = wholes(to);
    let past = (1u128 << width) as f64;
    match (largest, signed) {
        (true, _) => (past - 1.0, 0.5),
        (false, true) => (-past, -0.5),
        (false, false) => (0.0, -0.5),
    }
}

/// The number of a type that is nearest, and none that is infinite.
fn nearest(dtype: DType, number: f64) -> u64 {
    match rounding::Format::of(dtype) {
        Some(format) => {
            let largest = value(dtype, Format::of(dtype).largest());
            element(dtype, format.round(number, Rounding::NearestEven).clamp(-largest, largest))
        }
        None if dtype.is_signed() => (number as i64).clamp(-1 << (dtype.bits() - 1), (dtype.mask() >> 1) as i64) as u64 & dtype.mask(),
        None => (number as u64).min(dtype.mask()),
    }
}

/// The number, or the next one on either side.
fn beside(dtype: DType, bits: u64, stream: &mut Stream) -> u64 {
    let next = match stream.below(3) {
        0 => bits,
        1 => bits.wrapping_add(1),
        _ => bits.wrapping_sub(1),
    } & dtype.mask();
    let is_near = dtype.float_masks().is_none_or(|(sign, infinity, _)| next & !sign < infinity && (next ^ bits) & sign == 0);
    if is_near { next } else { bits }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream() -> Stream {
        Stream::new(0, "", "", "conversion", 0)
    }

    #[test]
    fn whole_numbers_are_ones_of_both_types() {
        let stream = &mut stream();
        for (a, b) in DType::ALL.iter().flat_map(|a| DType::ALL.iter().map(move |b| (*a, *b))) {
            for _ in 0..50 {
                let number = whole([a, b], stream);
                let back = |dtype: DType| match dtype.is_float() {
                    true => value(dtype, nearest(dtype, number)),
                    false if dtype.is_signed() => ((nearest(dtype, number) << (64 - dtype.bits())) as i64 >> (64 - dtype.bits())) as f64,
                    false => nearest(dtype, number) as f64,
                };
                assert_eq!([back(a), back(b)], [number; 2], "{a} {b}");
            }
        }
    }

    #[test]
    fn middles_are_no_numbers_of_the_type() {
        let stream = &mut stream();
        for &to in DType::ALL {
            for _ in 0..50 {
                let middle = middle(to, stream);
                let is_one = match rounding::Format::of(to) {
                    Some(format) => format.round(middle, Rounding::Down) == middle,
                    None => middle.fract() == 0.0 && to.bits() < 53,
                };
                assert!(!is_one, "{to} {middle}");
            }
        }
    }

    #[test]
    fn ends_are_those_of_the_type() {
        assert_eq!([end(DType::I8, true), end(DType::I8, false)], [(127.0, 0.5), (-128.0, -0.5)]);
        assert_eq!([end(DType::U16, true), end(DType::U16, false)], [(65535.0, 0.5), (0.0, -0.5)]);
        assert_eq!(end(DType::F16, true), (65504.0, 16.0));
    }

    #[test]
    fn beside_a_number_is_a_number_of_its_sign() {
        let stream = &mut stream();
        let mut of = |bits: u64| (0..100).map(|_| beside(DType::F16, bits, stream)).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(of(0x3C00), [0x3BFF, 0x3C00, 0x3C01].into());
        assert_eq!(of(0x7BFF), [0x7BFE, 0x7BFF].into());
        assert_eq!(of(0x8000), [0x8000, 0x8001].into());
    }
}
