//! Integers of the classes that a sum or difference can be exact or overflow in.

use super::Target;
use crate::rng::Stream;
use ptoconf_reference::{Combine, Fill, Meet};

pub(super) fn fill(target: &mut Target, fill: Fill, stream: &mut Stream) {
    match fill {
        Fill::ExactWindow => exact_window(target, stream),
        Fill::Signature => signature(target),
        Fill::Wrap => wrap(target, stream),
        _ => {}
    }
}

/// The largest value.
fn max(target: &Target) -> u64 {
    let mask = target.dtype().mask();
    if target.dtype().is_signed() { mask >> 1 } else { mask }
}

/// Nonzero numbers of at most `max / terms`, or the root of it where they are multiplied; where that is below one, ones in
/// a share of the rows that moves from column to column.
///
/// The left operand of a pair is in the upper half and the right one in the lower, so that
/// differences of unsigned numbers stay in range too.
fn exact_window(target: &mut Target, stream: &mut Stream) {
    let (terms, mask, signed) = (target.terms.max(1), target.dtype().mask(), target.dtype().is_signed());
    let limit = if target.combine == Combine::Pair(Meet::Product) { max(target).isqrt() } else { max(target) / terms };
    let share = terms.div_ceil(max(target));
    let half = (limit / 2).max(1);
    let pair = target.combine == Combine::Pair(Meet::Sum) && !signed;
    let position = target.position as u64;
    target.each(|row, col| {
        if limit == 0 {
            return u64::from((u64::from(row) + u64::from(col)).is_multiple_of(share));
        }
        let magnitude = match (pair, position) {
            (true, 0) => half + 1 + stream.below(half),
            (true, _) => 1 + stream.below(half),
            _ => 1 + stream.below(limit.min(1 << 32)),
        };
        let negative = signed && stream.one_in(2);
        (if negative { magnitude.wrapping_neg() } else { magnitude }) & mask
    });
}

/// Column j: row i holds 2^k with k = (i - j p) mod n where that is below p, else zero.
fn signature(target: &mut Target) {
    let terms = target.terms.max(1);
    let p = u64::from(target.dtype().bits() - 1);
    target.each(|row, col| {
        let k = (u64::from(row) + terms * (u64::from(col) * p).div_ceil(terms) - u64::from(col) * p) % terms;
        if k < p { 1 << k } else { 0 }
    });
}

/// Numbers near the limits among random ones.
fn wrap(target: &mut Target, stream: &mut Stream) {
    let (mask, max) = (target.dtype().mask(), max(target));
    target.each(|_, _| {
        let random = stream.next();
        let near = (random >> 8) % 4;
        (match random % 3 {
            0 => max.wrapping_sub(near),
            1 => max.wrapping_add(1).wrapping_add(near),
            _ => random >> 11,
        }) & mask
    });
}
