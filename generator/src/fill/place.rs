//! Elements of a column of which the largest or the smallest is sought, with its place.
//!
//! In every class but one the largest element of a column is a single one, and so is the smallest; each class asks one
//! question. Numbers are taken from the type's own scale, on which they stand in order.

use super::Target;
use super::extreme::places;
use super::format::Format;
use crate::rng::Stream;
use ptoconf_reference::Fill;
use ptoconf_schemas::DType;

pub(super) fn fill(target: &mut Target, fill: Fill, stream: &mut Stream) {
    let (scale, rows) = (Scale::of(target.dtype()), target.tile.rows() as usize);
    let start = stream.next() as u32 & 0xFFFF;
    let cols = if rows == 0 { 0 } else { target.tile.cols() };
    for col in 0..cols {
        // The ends come first, then places that differ from case to case.
        let number = col + target.slot;
        let line = Line {
            scale: &scale,
            rows,
            valid: target.tile.valid_rows().min(target.tile.rows()).max(1),
            number,
            at: if number < 2 { number } else { 2 + start + number },
        };
        let column = match fill {
            Fill::Peak => line.peak(stream),
            Fill::Equals => line.equals(target.dtype(), stream),
            Fill::Zeros => line.zeros(stream),
            Fill::Special => line.special(target.dtype(), stream),
            Fill::Subnormal => line.subnormal(target.dtype(), stream),
            _ => line.numbers(stream),
        };
        target.set_column(col, &column);
    }
}

/// The numbers of a type in order: every integer; of floats the normal ones, the infinities and +0.
struct Scale {
    /// The last place.
    top: u64,
    /// The place of zero, of floats.
    zero: u64,
    /// Of floats: the sign, +infinity and the mantissa field.
    masks: Option<(u64, u64, u64)>,
    /// Of signed integers: half of them.
    half: u64,
}

impl Scale {
    fn of(dtype: DType) -> Scale {
        let half = if dtype.is_signed() { dtype.mask() / 2 + 1 } else { 0 };
        match dtype.float_masks() {
            masks @ Some((_, infinity, mantissa)) => Scale { top: 2 * (infinity - mantissa), zero: infinity - mantissa, masks, half },
            None => Scale { top: dtype.mask(), zero: 0, masks: None, half },
        }
    }

    /// The bits of the number at a place.
    #[inline]
    fn at(&self, place: u64) -> u64 {
        match self.masks {
            Some((sign, infinity, _)) if place < self.zero => sign | (infinity - place),
            Some((_, _, mantissa)) if place > self.zero => mantissa + (place - self.zero),
            Some(_) => 0,
            None => place ^ self.half,
        }
    }
}

/// A column to be made.
struct Line<'a> {
    scale: &'a Scale,
    /// Physical rows.
    rows: usize,
    /// Valid rows.
    valid: u32,
    /// Which of its kind it is.
    number: u32,
    /// Which places its ends have.
    at: u32,
}

/// The places on the scale of the smallest and the largest number of a column; there are others between.
type Ends = [u64; 2];

impl Line<'_> {
    /// A number between the ends.
    fn between(&self, [low, high]: Ends, stream: &mut Stream) -> u64 {
        self.scale.at(low + 1 + stream.below(high - low - 1))
    }

    /// A column with one largest and one smallest element.
    fn with_ends(&self, ends: Ends, stream: &mut Stream) -> Vec<u64> {
        let [high, low] = places(self.at, self.valid);
        let mut column: Vec<u64> = (0..self.rows).map(|_| self.between(ends, stream)).collect();
        column[low as usize] = self.scale.at(ends[0]);
        column[high as usize] = self.scale.at(ends[1]);
        column
    }

    /// Numbers of the middle, one well above them and one well below.
    fn peak(&self, stream: &mut Stream) -> Vec<u64> {
        let quarter = self.scale.top / 4;
        let [high, low] = places(self.at, self.valid);
        let mut column: Vec<u64> = (0..self.rows).map(|_| self.between([quarter, self.scale.top - quarter], stream)).collect();
        column[low as usize] = self.scale.at(1 + stream.below(quarter - 1));
        column[high as usize] = self.scale.at(self.scale.top - 1 - stream.below(quarter - 1));
        column
    }

    /// Numbers of the whole range, of one half, alike but for the low bits, next to each other, around the middle, and at
    /// the limits; columns take turns.
    fn numbers(&self, stream: &mut Stream) -> Vec<u64> {
        let (top, half) = (self.scale.top, self.scale.top / 2);
        let ends = match self.number % 8 {
            0 => [0, top],
            1 => self.close(15, stream),
            2 => self.close(2, stream),
            3 => [half - 1 - stream.below(8), half + 2 + stream.below(8)],
            4 => [half + 1 + stream.below(half / 2), top - stream.below(half / 4)],
            5 => [stream.below(half / 4), half - 1 - stream.below(half / 4)],
            6 => [top - 3, top],
            _ => self.apart(stream),
        };
        self.with_ends(ends, stream)
    }

    /// Ends of which one is so much above the other.
    fn close(&self, width: u64, stream: &mut Stream) -> Ends {
        let low = stream.below(self.scale.top - width);
        [low, low + width]
    }

    /// Finite ends of the lower and of the upper half.
    fn apart(&self, stream: &mut Stream) -> Ends {
        let quarter = self.scale.top / 4;
        [1 + stream.below(quarter), self.scale.top - 1 - stream.below(quarter)]
    }

    /// Several largest elements and several smallest ones. In every other column the former stand where it matters, in the
    /// others the latter.
    fn equals(&self, dtype: DType, stream: &mut Stream) -> Vec<u64> {
        let ends = self.apart(stream);
        let chosen = self.where_it_matters(dtype, stream);
        let mut column: Vec<u64> = (0..self.rows).map(|_| self.between(ends, stream)).collect();
        let first = self.number % 2;
        chosen.iter().for_each(|&row| column[row as usize] = self.scale.at(ends[1 - first as usize]));
        let rest: Vec<u32> = (0..self.valid).filter(|row| !chosen.contains(row)).collect();
        for _ in 0..rest.len().min(2) {
            column[rest[stream.below(rest.len() as u64) as usize] as usize] = self.scale.at(ends[first as usize]);
        }
        column
    }

    /// Rows of equal elements: at both ends, side by side anywhere or across blocks and vectors, in one lane of two vectors,
    /// a few anywhere, and all.
    fn where_it_matters(&self, dtype: DType, stream: &mut Stream) -> Vec<u32> {
        let (valid, block, vector) = (self.valid, dtype.block(), dtype.vector());
        let mut any = |below: u32| stream.below(u64::from(below.max(1))) as u32;
        let across = |size: u32, turn: u32| {
            let edges = (valid - 1) / size;
            let edge = size * (1 + turn.checked_rem(edges).unwrap_or(0));
            if edges > 0 { vec![edge - 1, edge] } else { vec![0, valid - 1] }
        };
        let rows = match self.number / 2 % 8 {
            0 => vec![0, valid - 1],
            1 => {
                let row = any(valid.saturating_sub(1));
                vec![row, row + 1]
            }
            2 => across(vector, any(64)),
            3 => across(block, any(64)),
            4 => {
                let row = any(valid.saturating_sub(vector));
                vec![row, row + if valid > vector { vector } else { block }]
            }
            5 => (0..valid).collect(),
            6 => vec![any(valid), any(valid), any(valid)],
            _ => vec![valid.saturating_sub(2), valid - 1],
        };
        rows.into_iter().map(|row| row.min(valid - 1)).collect()
    }

    /// Two zeros of different signs that are the largest elements, or the smallest; the other end is a single one.
    fn zeros(&self, stream: &mut Stream) -> Vec<u64> {
        let (zero, quarter) = (self.scale.zero, self.scale.top / 8);
        let largest = self.number.is_multiple_of(2);
        let ends = if largest { [1 + stream.below(quarter), zero] } else { [zero, self.scale.top - 1 - stream.below(quarter)] };
        let mut column = self.with_ends(ends, stream);
        let sign = self.scale.masks.map_or(0, |(sign, ..)| sign);
        let [one, other] = places(self.at, self.valid);
        let place = if largest { one } else { other };
        let rest: Vec<u32> = (0..self.valid).filter(|row| ![one, other].contains(row)).collect();
        // In a column of two both are zeros.
        let second = if rest.is_empty() { if largest { other } else { one } } else { rest[stream.below(rest.len() as u64) as usize] };
        column[second as usize] = if stream.one_in(2) { sign } else { 0 };
        column[place as usize] = if column[second as usize] == 0 { sign } else { 0 };
        column
    }

    /// A NaN first, last, between, twice, or everywhere, among numbers with single ends; and infinities without one.
    fn special(&self, dtype: DType, stream: &mut Stream) -> Vec<u64> {
        let (format, valid) = (Format::of(dtype), self.valid);
        let any = stream.below(u64::from(valid)) as u32;
        let nans: Vec<u32> = match self.number % 7 {
            0 => vec![any],
            1 => vec![0],
            2 => vec![valid - 1],
            3 => vec![any, stream.below(u64::from(valid)) as u32],
            4 => vec![0, any],
            5 if (self.number / 7).is_multiple_of(4) => (0..valid).collect(),
            5 => (0..=any).collect(),
            _ => vec![],
        };
        let ends = if nans.is_empty() { [0, self.scale.top] } else { self.apart(stream) };
        let mut column: Vec<u64> = (0..self.rows).map(|_| self.between(ends, stream)).collect();
        let rest: Vec<u32> = (0..valid).filter(|row| !nans.contains(row)).collect();
        let [high, low] = places(self.at, rest.len() as u32);
        for (place, end) in [(low, ends[0]), (high, ends[1])] {
            if let Some(&row) = rest.get(place as usize) {
                column[row as usize] = self.scale.at(end);
            }
        }
        nans.into_iter().for_each(|row| column[row as usize] = format.nan(stream));
        column
    }

    /// A subnormal number above numbers that are all negative, or below positive ones: what it is compared as makes no
    /// difference.
    fn subnormal(&self, dtype: DType, stream: &mut Stream) -> Vec<u64> {
        let (format, zero, quarter) = (Format::of(dtype), self.scale.zero, self.scale.top / 8);
        let largest = self.number.is_multiple_of(2);
        let ends = if largest { [1 + stream.below(quarter), zero] } else { [zero, self.scale.top - 1 - stream.below(quarter)] };
        let mut column = self.with_ends(ends, stream);
        let [high, low] = places(self.at, self.valid);
        let bits = [1, format.mantissa, 1 + stream.below(format.mantissa)][stream.below(3) as usize];
        column[if largest { high } else { low } as usize] = format.signed(bits, stream);
        column
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_in_order_and_has_every_plain_number() {
        let f16 = Scale::of(DType::F16);
        let ends = [0, 1, f16.zero - 1, f16.zero, f16.zero + 1, f16.top - 1, f16.top].map(|place| f16.at(place));
        assert_eq!(ends, [0xFC00, 0xFBFF, 0x8400, 0, 0x0400, 0x7BFF, 0x7C00]);
        let values: Vec<f32> = (0..=f16.top).map(|place| half::f16::from_bits(f16.at(place) as u16).to_f32()).collect();
        assert!(values.is_sorted() && values.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!([0, 127, 128, 255].map(|place| Scale::of(DType::I8).at(place)), [0x80, 0xFF, 0, 0x7F]);
        assert_eq!([0, 255].map(|place| Scale::of(DType::U8).at(place)), [0, 255]);
        assert_eq!(Scale::of(DType::I64).at(u64::MAX), u64::MAX >> 1);
    }
}
