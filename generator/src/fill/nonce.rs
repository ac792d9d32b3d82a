//! Columns that bind the outputs of a case to its inputs.
//!
//! Sums of classes such as signatures or infinities are alike in many cases. In those classes a few columns
//! hold a random number that no other case has, so that its outputs fit no other case; the class has the
//! other columns. A sum of a nonce is one number and zeros, a product one number and ones: every order, precision and policy
//! gives it.

use super::Target;
use crate::rng::Stream;
use ptoconf_reference::{Class, Combine, Fill, Meet};
use ptoconf_schemas::{Binding, DType, Kind, Tile};
use std::ops::Range;

/// Bytes of a row that a nonce takes.
const BYTES: usize = 4;

/// The columns of an input tile that hold the nonce of a case: none where the class has random outputs, or
/// the tile no room. They move from case to case.
pub fn nonce_columns(class: Class, combine: Combine, tile: &Tile, slot: u32) -> Range<u32> {
    let alike = match class.fill {
        // The same number in every row would be equal elements, and which is taken another question.
        _ if combine == Combine::Rows(Meet::Place) => false,
        // Of these, most columns have the same sum in every case.
        Fill::Special | Fill::Subnormal => matches!(combine, Combine::Rows(_)),
        // The same number in one row and ones elsewhere: every order gives it.
        Fill::ExactWindow | Fill::Overflow if combine == Combine::Rows(Meet::Product) => true,
        Fill::Signature | Fill::NegativeZeros | Fill::Overflow | Fill::Wrap => combine == Combine::Rows(Meet::Sum),
        // So small are the numbers of many rows only in the narrowest types.
        Fill::ExactWindow => combine == Combine::Rows(Meet::Sum) && tile.dtype.bytes() == 1,
        Fill::Zeros => matches!(combine, Combine::None | Combine::Rows(_)),
        // The largest of many numbers of few values is mostly the same one.
        Fill::Peak | Fill::Numbers => matches!(combine, Combine::Rows(_)) && tile.dtype.bytes() == 1,
        _ => false,
    };
    let (cols, size) = (tile.valid_cols().min(tile.cols()), tile.dtype.bytes());
    if !alike || u64::from(cols) * (size as u64) < Binding::ROOM {
        return 0..0;
    }
    let number = BYTES.div_ceil(size) as u32;
    let first = (tile.valid_rows() + 7 * slot) % (cols - number + 1);
    first..first + number
}

/// One, of integers and of floats.
pub(super) fn one(dtype: DType) -> u64 {
    dtype.float_masks().map_or(1, |(_, infinity, mantissa)| infinity >> 1 & !mantissa)
}

/// Fills a column of the valid region: a random number in one row where rows are summed up or multiplied, the same one in
/// every row where one of them is picked, and any in every row elsewhere.
pub(super) fn fill(target: &mut Target, col: u32, stream: &mut Stream) {
    let rows = target.tile.valid_rows().min(target.tile.rows());
    let neutral = match target.combine {
        Combine::Rows(Meet::Sum) => Some(0),
        Combine::Rows(Meet::Product) => Some(one(target.dtype())),
        _ => None,
    };
    let only = neutral.map(|neutral| (neutral, stream.below(u64::from(rows)) as u32));
    let same = (target.combine == Combine::Rows(Meet::Extreme)).then(|| number(target, stream));
    for row in 0..rows {
        let other = only.filter(|(_, only)| *only != row);
        let bits = other.map_or_else(|| same.unwrap_or_else(|| number(target, stream)), |(neutral, _)| neutral);
        target.set(row, col, bits);
    }
}

/// Any integer, or any normal number.
fn number(target: &Target, stream: &mut Stream) -> u64 {
    let dtype = target.dtype();
    let bits = stream.next() & dtype.mask();
    let Kind::Float { precision, .. } = dtype.kind() else { return bits };
    let (_, infinity, _) = dtype.float_masks().unwrap_or_default();
    let exponents = (infinity >> (precision - 1)) - 1;
    bits & !infinity | (1 + stream.below(exponents)) << (precision - 1)
}
