//! Elements of which the larger or the smaller is picked, of two or of a column.

use super::format::Format;
use super::{Target, bits};
use crate::rng::Stream;
use ptoconf_reference::{Combine, Fill};
use ptoconf_schemas::{DType, Kind};

pub(super) fn fill(target: &mut Target, fill: Fill, stream: &mut Stream) {
    match fill {
        Fill::Peak => peak(target, stream),
        Fill::Zeros => zeros(target, stream),
        Fill::Special => special(target, stream),
        Fill::Subnormal => subnormal(target, stream),
        _ => numbers(target, stream),
    }
}

fn is_column(target: &Target) -> bool {
    matches!(target.combine, Combine::Rows(_))
}

/// The rows of a column's largest and smallest element: at the ends first, then all over.
pub(super) fn places(number: u32, rows: u32) -> [u32; 2] {
    match number {
        _ if rows < 2 => [0, 0],
        0 => [rows - 1, 0],
        1 => [0, rows - 1],
        n => {
            // Steps of about the golden ratio come near every row soon; the other step is that of the square root of two.
            let part = |step: u64, of: u32| ((u64::from(n) * step % (1 << 32) * u64::from(of)) >> 32) as u32;
            let (high, low) = (part(2_654_435_769, rows), part(1_779_033_703, rows - 1));
            [high, low + u32::from(low >= high)]
        }
    }
}

/// Numbers around the middle of the range, one well above them and one well below.
fn peak(target: &mut Target, stream: &mut Stream) {
    let (dtype, rows, slot) = (target.dtype(), target.tile.valid_rows(), target.slot);
    let cols = target.tile.valid_cols();
    target.each(|row, col| {
        let [high, low] = places(col + slot * cols, rows);
        level(dtype, [row == high, row == low], stream)
    });
}

/// A random number of the middle, the upper or the lower part.
fn level(dtype: DType, [high, low]: [bool; 2], stream: &mut Stream) -> u64 {
    if let Kind::Float { .. } = dtype.kind() {
        let format = Format::of(dtype);
        let magnitude = format.normal(if high || low { 2 } else { -(stream.below(3) as i64) }, stream.next());
        return if high || (!low && stream.one_in(2)) { magnitude } else { magnitude | format.sign };
    }
    // By quarters of the range in order: signed numbers are moved by half of it.
    let quarter = (dtype.mask() >> 2) + 1;
    let number = match (high, low) {
        (true, _) => 3,
        (_, true) => 0,
        _ => 1 + stream.below(2),
    };
    in_order(dtype, number * quarter + stream.next() % quarter)
}

/// The integer at this place of the range, from the smallest on.
fn in_order(dtype: DType, place: u64) -> u64 {
    let half = if dtype.is_signed() { dtype.mask() / 2 + 1 } else { 0 };
    (place ^ half) & dtype.mask()
}

/// What a column of numbers is like.
enum Kinds {
    /// Any of the type, edges among them.
    Any,
    /// Of the upper or of the lower half, edges among them.
    Half(bool),
    /// Only the largest or only the smallest.
    End(bool),
    /// Alike but for the low bits.
    Close(u64),
}

/// Numbers without a NaN, a subnormal number or a negative zero; columns take turns in what they show.
fn numbers(target: &mut Target, stream: &mut Stream) {
    let (dtype, column, slot) = (target.dtype(), is_column(target), target.slot);
    let cols = target.tile.cols();
    let mut random = target.data.to_vec();
    random.chunks_exact_mut(dtype.bytes()).for_each(|element| dtype.write(element, 0, stream.next() & dtype.mask()));
    bits::fill(target, stream);
    let edges = target.data.to_vec();
    target.each(|row, col| {
        let at = (row * cols + col) as usize;
        let (random, edge) = (dtype.read(&random, at), dtype.read(&edges, at));
        // One infinity among other numbers would be the result of the whole column.
        let (number, finite) = match kinds(col + slot, column) {
            Kinds::Any if column => (random, true),
            Kinds::Any => (edge, false),
            Kinds::Half(upper) => (half(dtype, edge, upper), false),
            Kinds::End(upper) => (end(dtype, upper), false),
            Kinds::Close(base) => (base & dtype.mask() & !15 | random & 15, column),
        };
        plain(dtype, number, finite)
    });
}

fn kinds(number: u32, column: bool) -> Kinds {
    let base = u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    match number % 8 {
        1 | 5 => Kinds::Close(base ^ base >> 32),
        2 if column => Kinds::Half(true),
        3 if column => Kinds::Half(false),
        6 if column => Kinds::End(true),
        7 if column => Kinds::End(false),
        _ => Kinds::Any,
    }
}

/// The number moved to the upper or the lower half of the range.
fn half(dtype: DType, bits: u64, upper: bool) -> u64 {
    let top = dtype.mask() / 2 + 1;
    // The sign bit is set in the lower half of signed numbers and floats, in the upper of unsigned integers.
    if upper == (dtype.is_int() && !dtype.is_signed()) { bits | top } else { bits & !top }
}

fn end(dtype: DType, upper: bool) -> u64 {
    match dtype.float_masks() {
        Some((sign, infinity, _)) => infinity | if upper { 0 } else { sign },
        None => in_order(dtype, if upper { dtype.mask() } else { 0 }),
    }
}

/// A number about which nothing is asked: a finite one for a NaN, a normal one for a subnormal one, a positive zero; where
/// all are to be finite, a finite one for an infinity, too.
fn plain(dtype: DType, bits: u64, finite: bool) -> u64 {
    let Some((sign, infinity, mantissa)) = dtype.float_masks() else { return bits };
    match (bits & infinity, bits & mantissa) {
        (exponent, 0) if exponent == infinity && !finite => bits,
        (exponent, _) if exponent == infinity => bits & !(mantissa + 1),
        (0, 0) => bits & !sign,
        (0, _) => bits | (mantissa + 1),
        _ => bits,
    }
}

/// Zeros of both signs, which are the largest elements of their column, or the smallest; of two elements any of zeros and
/// ones.
fn zeros(target: &mut Target, stream: &mut Stream) {
    let (format, column, slot) = (Format::of(target.dtype()), is_column(target), target.slot);
    target.each(|_, col| {
        let below = (col + slot).is_multiple_of(2);
        match stream.below(4) {
            0 => format.one | if column && !below { 0 } else { format.sign },
            1 if !column => format.one,
            2 => 0,
            _ => format.sign,
        }
    });
}

/// NaN and infinities among small numbers; in columns a NaN in one row, in row 0, or everywhere.
fn special(target: &mut Target, stream: &mut Stream) {
    let (format, slot, rows) = (Format::of(target.dtype()), target.slot, target.tile.valid_rows().max(1));
    let column = is_column(target);
    let rows_of_nan: Vec<u32> = (0..target.tile.cols()).map(|_| stream.below(u64::from(rows)) as u32).collect();
    target.each(|row, col| {
        let (number, place) = (col + slot, rows_of_nan[col as usize]);
        let is_nan = match number % 6 {
            _ if !column => stream.one_in(4),
            0 => row == place,
            1 => row == 0,
            2 => row == rows - 1,
            3 => (number / 6).is_multiple_of(4) || row <= place,
            _ => false,
        };
        if is_nan {
            return format.nan(stream);
        }
        let infinite = if column { number % 6 == 4 && row == place } else { stream.one_in(5) };
        let small = 1 + stream.below(4);
        format.signed(if infinite { format.infinity } else { format.integer(small) }, stream)
    });
}

/// Subnormal numbers and a few small normal ones, of one sign in a column: which of two is picked does not depend on what
/// becomes of them, nor on how zeros compare.
fn subnormal(target: &mut Target, stream: &mut Stream) {
    let (format, slot, column) = (Format::of(target.dtype()), target.slot, is_column(target));
    let smallest = format.mantissa + 1;
    let edges = [1, smallest - 1, smallest / 2, smallest, smallest + 1, 2 * smallest];
    target.each(|_, col| {
        let number = col + slot;
        let few = if column { 3 } else { edges.len() as u64 };
        let bits = match number / 2 % 2 {
            0 => edges[stream.below(if column && number / 4 % 4 == 3 { 6 } else { few }) as usize],
            _ => 1 + stream.below(format.mantissa),
        };
        if number.is_multiple_of(2) { bits } else { bits | format.sign }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_two_rows_and_reach_every_row() {
        for rows in 2..40 {
            let all: Vec<[u32; 2]> = (0..8 * rows).map(|n| places(n, rows)).collect();
            assert!(all.iter().all(|[high, low]| high != low && *high < rows && *low < rows), "{rows}");
            assert!((0..rows).all(|row| all.iter().any(|p| p[0] == row) && all.iter().any(|p| p[1] == row)), "{rows}");
        }
        assert_eq!(places(5, 1), [0, 0]);
    }

    #[test]
    fn halves_and_ends_are_those_of_the_type() {
        assert_eq!([half(DType::I8, 0xFF, true), half(DType::I8, 1, false), half(DType::U8, 1, true)], [0x7F, 0x81, 0x81]);
        assert_eq!([end(DType::I8, true), end(DType::I8, false), end(DType::U16, true), end(DType::U16, false)], [0x7F, 0x80, 0xFFFF, 0]);
        assert_eq!([end(DType::F16, true), end(DType::F16, false)], [0x7C00, 0xFC00]);
        let plain = [0x7C00, 0x7E01, 0x8000, 0x0001].map(|b| [false, true].map(|finite| plain(DType::F16, b, finite)));
        assert_eq!(plain, [[0x7C00, 0x7800], [0x7A01; 2], [0; 2], [0x0401; 2]]);
    }
}
