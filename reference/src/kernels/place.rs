//! Where the largest or the smallest element of each row, or of each column, is, and what it is.

use super::{Input, Slot, View};
use crate::operation::{EncloseKernel, Kernel};
use ptoconf_schemas::{DType, SPECIAL_INF, SPECIAL_NEG_INF};

/// The lines of an operand of which one element each is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Rows, from column 0 on: so many columns.
    Row(u32),
    /// Columns, from row 0 on: so many rows.
    Column(u32),
}

/// Which of equal elements is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first.
    First,
    /// The last.
    Last,
}

/// What becomes of NaN. Of a line of nothing else the first is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nans {
    /// It is ignored, unless it stands first: then it is taken.
    First,
    /// Numbers alone count.
    Number,
    /// The first NaN is taken.
    Taken,
    /// The search begins anew with every NaN, which no comparison keeps: what stands after the last one counts, and where
    /// nothing does, it is taken.
    Restart,
}

/// The largest or the smallest element of each line of an operand.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The operand.
    pub operand: &'static str,
    /// Its lines.
    pub line: Line,
    /// Whether the largest is sought.
    pub larger: bool,
    /// Which of equal elements is taken.
    pub ties: Ties,
    /// What becomes of NaN.
    pub nan: Nans,
    /// Whether +0 is larger than -0, in place of equal to it.
    pub ordered_zeros: bool,
}

impl Place {
    /// An output that holds the places, counted from 0.
    ///
    /// Shapes: an element of the view for each line, in order.
    pub fn indices(self, dtype: DType) -> Kernel {
        Box::new(move |slot: &Slot, out: &mut View| {
            let places = self.of(slot, out.rows * out.cols);
            places.enumerate().for_each(|(i, (place, _))| dtype.write(out.data, i, place as u64));
        })
    }

    /// An output that holds the elements there, bit for bit. Shapes as above.
    pub fn values(self) -> Kernel {
        Box::new(move |slot: &Slot, out: &mut View| {
            let dtype = slot.input(self.operand).tile.dtype;
            self.of(slot, out.rows * out.cols).enumerate().for_each(|(i, (_, bits))| dtype.write(out.data, i, bits));
        })
    }

    /// Where the element may be, whichever of equal ones is taken: from the first to the last of them.
    pub fn any_index(self, dtype: DType) -> EncloseKernel {
        let ends = [Ties::First, Ties::Last].map(|ties| Place { ties, ..self });
        Box::new(move |slot: &Slot, [first, last, special]: &mut [&mut [u8]; 3]| {
            for (place, into) in ends.iter().zip([first, last]) {
                place.of(slot, special.len()).enumerate().for_each(|(i, (place, _))| dtype.write(into, i, place as u64));
            }
        })
    }

    /// What the element may be then: of zeros, one of either sign.
    pub fn any_value(self) -> EncloseKernel {
        Box::new(move |slot: &Slot, [lowest, highest, special]: &mut [&mut [u8]; 3]| {
            let dtype = slot.input(self.operand).tile.dtype;
            let (sign, infinity, _) = dtype.float_masks().unwrap_or_default();
            for (i, (_, bits)) in self.of(slot, special.len()).enumerate() {
                let zero = dtype.is_float() && bits & !sign == 0;
                dtype.write(lowest, i, if zero { sign } else { bits });
                dtype.write(highest, i, if zero { 0 } else { bits });
                special[i] = match dtype.is_float() && bits & !sign == infinity {
                    true if bits & sign == 0 => SPECIAL_INF,
                    true => SPECIAL_NEG_INF,
                    false => 0,
                };
            }
        })
    }

    /// Place and bits of the element of each of so many lines.
    fn of<'a>(self, slot: &'a Slot, lines: usize) -> impl Iterator<Item = (usize, u64)> + 'a {
        let src = slot.input(self.operand);
        (0..lines as u32).map(move |at| {
            let line = self.line.elements(src, at);
            let place = self.taken(src.tile.dtype, &line);
            (place, line.get(place).copied().unwrap_or_default())
        })
    }

    /// The place of the element of a line that is taken; 0 of an empty one.
    fn taken(self, dtype: DType, line: &[u64]) -> usize {
        let scale = Scale::of(dtype, self);
        let is_nan = |bits: &u64| scale.is_nan(*bits);
        let first_nan = line.iter().position(is_nan);
        let last_nan = first_nan.and_then(|_| line.iter().rposition(is_nan));
        let from = match (self.nan, first_nan, last_nan) {
            (Nans::Taken, Some(place), _) | (Nans::First, Some(place @ 0), _) => return place,
            (Nans::Restart, _, Some(place)) if place + 1 == line.len() => return place,
            (Nans::Restart, _, Some(place)) => place + 1,
            _ => 0,
        };
        let (mut place, mut best) = (0, None);
        for (i, &bits) in line.iter().enumerate().skip(from).filter(|(_, bits)| !scale.is_nan(**bits)) {
            let rank = Some(scale.rank(bits));
            if rank > best || rank == best && self.ties == Ties::Last {
                (place, best) = (i, rank);
            }
        }
        place
    }
}

/// The numbers of a type by how good they are.
struct Scale {
    is_float: bool,
    sign: u64,
    infinity: u64,
    larger: bool,
    ordered_zeros: bool,
}

impl Scale {
    /// Between negative numbers and positive ones.
    const MIDDLE: u64 = 1 << 63;

    fn of(dtype: DType, Place { larger, ordered_zeros, .. }: Place) -> Scale {
        let masks = dtype.float_masks();
        let of_int = (if dtype.is_signed() { 1 << (dtype.bits() - 1) } else { 0 }, u64::MAX, 0);
        let (sign, infinity, _) = masks.unwrap_or(of_int);
        Scale { is_float: masks.is_some(), sign, infinity, larger, ordered_zeros }
    }

    fn is_nan(&self, bits: u64) -> bool {
        bits & !self.sign > self.infinity
    }

    /// A number that is the larger the better the element.
    fn rank(&self, bits: u64) -> u64 {
        let magnitude = bits & !self.sign;
        let value = match self.is_float {
            // A negative zero comes just before a positive one, or is the same.
            true if bits & self.sign != 0 => Scale::MIDDLE - magnitude - u64::from(self.ordered_zeros),
            true => Scale::MIDDLE + magnitude,
            false => bits ^ self.sign,
        };
        if self.larger { value } else { !value }
    }
}

impl Line {
    fn elements(self, src: &Input, at: u32) -> Vec<u64> {
        match self {
            Line::Row(cols) => (0..cols).map(|col| src.bits(at, col)).collect(),
            Line::Column(rows) => {
                let mut column = vec![0; rows as usize];
                src.column(at, &mut column);
                column
            }
        }
    }
}
