//! Sums that are more precise than the element type: accumulated in a wider type and rounded once,
//! or rounded once from the exact sum.

use super::enclosure::Bounds;
use super::fixed::{Fixed, overflow_threshold};
use super::interval::{Interval, none};
use ptoconf_schemas::{DType, SPECIAL_INF, SPECIAL_NAN, SPECIAL_NEG_INF};

/// What any tree of additions in the next wider type (f32 for f16 and bf16, binary64 for f32) and one
/// rounding to the element type can make of these addends.
///
/// Rounding keeps order, so the results are those between the rounded ends of the wide type's interval.
pub fn wide(dtype: DType, column: &[u64]) -> Interval {
    let (wide_precision, wide_threshold) = match dtype {
        // 2^1024 needs no care: no sum of f32 values comes near it.
        DType::F32 => (53, None),
        _ => (24, Some(overflow_threshold(DType::F32))),
    };
    rounded(dtype, column, |finite| Bounds::with_precision(dtype, finite, wide_precision), wide_threshold)
}

/// The exact sum, rounded once.
pub fn exact(dtype: DType, column: &[u64]) -> Interval {
    let no_error = |finite: &[u64]| Bounds { error: Fixed::ZERO, ..Bounds::of(dtype, finite) };
    rounded(dtype, column, no_error, None)
}

fn rounded(dtype: DType, column: &[u64], bounds: impl Fn(&[u64]) -> Bounds, threshold: Option<Fixed>) -> Interval {
    let (sign, infinity, _) = dtype.float_masks().expect("sums of floats have levels");
    let has = |bits: u64| column.contains(&bits);
    if column.iter().any(|&b| dtype.is_nan(b)) || (has(infinity) && has(infinity | sign)) {
        return none(infinity, SPECIAL_NAN);
    }
    let finite: Vec<u64> = column.iter().copied().filter(|b| b & (sign - 1) < infinity).collect();
    let bounds = bounds(&finite);
    let reaches = |part: Fixed| threshold.is_some_and(|t| part.plus(bounds.error) >= t);
    let (up, down) = (reaches(bounds.positive), reaches(bounds.negative));
    if has(infinity) {
        return none(infinity, SPECIAL_INF | if down { SPECIAL_NAN } else { 0 });
    }
    if has(infinity | sign) {
        return none(infinity, SPECIAL_NEG_INF | if up { SPECIAL_NAN } else { 0 });
    }
    let ends = [bounds.sum.minus(bounds.error), bounds.sum.plus(bounds.error)].map(|end| end.nearest(dtype));
    let mut special = if up && down { SPECIAL_NAN } else { 0 };
    if up || ends[1] == infinity {
        special |= SPECIAL_INF;
    }
    if down || ends[0] == infinity | sign {
        special |= SPECIAL_NEG_INF;
    }
    finite_part(dtype, ends, special, finite.iter().all(|&b| b == sign), bounds.error.is_zero())
}

/// The finite results between two ends, which may be infinite.
fn finite_part(dtype: DType, [low, high]: [u64; 2], special: u8, all_negative_zero: bool, certain: bool) -> Interval {
    let (sign, infinity, _) = dtype.float_masks().expect("a float");
    if low == infinity || high == infinity | sign {
        return none(infinity, special);
    }
    let largest = infinity - 1;
    let lowest = match low {
        _ if low == infinity | sign => largest | sign,
        0 if all_negative_zero || !certain => sign,
        other => other,
    };
    let highest = match high {
        _ if high == infinity => largest,
        // A sum that ends below zero can still be cancelled to +0 on the way.
        _ if high == sign => 0,
        other => other,
    };
    Interval { lowest, highest, special }
}

#[cfg(test)]
mod tests {
    use super::*;
    use half::f16;

    fn bits(column: &[f32]) -> Vec<u64> {
        column.iter().map(|&x| u64::from(f16::from_f32(x).to_bits())).collect()
    }

    #[test]
    fn one_rounding_keeps_what_many_lose() {
        // 2048 + 1 + 1: every f16 addition of 1 to 2048 is lost, the exact sum is not.
        let column = bits(&[2048.0, 1.0, 1.0]);
        let expected = u64::from(f16::from_f32(2050.0).to_bits());
        assert_eq!(exact(DType::F16, &column), Interval { lowest: expected, highest: expected, special: 0 });
        assert_eq!(wide(DType::F16, &column), exact(DType::F16, &column));
    }

    #[test]
    fn overflow_on_the_way_does_not_count() {
        let column = bits(&[65504.0, 65504.0, -65504.0, -65504.0]);
        assert_eq!(wide(DType::F16, &column), Interval { lowest: 0, highest: 0, special: 0 });
        let up = bits(&[65504.0, 65504.0]);
        assert_eq!(exact(DType::F16, &up).special, SPECIAL_INF);
        assert!(exact(DType::F16, &up).lowest > exact(DType::F16, &up).highest);
    }
}
