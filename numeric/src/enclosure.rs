//! What any order of additions can give: an interval for a sum in working precision.
//!
//! With s the exact sum, A the sum of magnitudes, P and N the sums of the positive and of the
//! magnitudes of the negative addends, n addends that are not zero, u = 2^-p half an ulp of one:
//! the result of every summation tree with rounding to nearest lies within E of s, where
//! E = min((n-1) u A, (n-m0) u 2^floor(log2 M)), M = A + (n-1) u A, and m0 is the largest number
//! of addends whose largest magnitudes sum to at most 2^p q, q being the largest power of two that
//! divides every addend. The first bound is by induction over the tree; the second counts the nodes
//! that can round at all. E is zero where every order is exact. Zeros do not count: adding one is exact.
//! Of a few addends every tree is tried instead.

use super::addends::Addends;
use super::few::every_tree;
use super::fixed::{Fixed, overflow_threshold};
use super::interval::{Interval, none};
use ptoconf_schemas::{DType, Kind, SPECIAL_INF, SPECIAL_NAN, SPECIAL_NEG_INF};

/// What any tree of additions in the element type can make of these addends.
pub fn any_tree(dtype: DType, column: &[u64]) -> Interval {
    enclose(dtype, column, u32::MAX, Bounds::of)
}

/// What any tree of at most this height can make of them: each addend meets at most `height`
/// roundings, so the result lies within `A ((1+u)^height - 1) <= A height / (2^p - height)` too.
pub fn tree_of_height(dtype: DType, column: &[u64], height: u32) -> Interval {
    enclose(dtype, column, height, |dtype, finite| Bounds::of(dtype, finite).with_height(dtype, height))
}

/// What any tree of additions that saturate can make of finite addends.
///
/// With L the largest finite number, the result is at least s - max(P - L, 0) - E and at most
/// s + max(N - L, 0) + E, within [-L, L]: a sum that is cut at L loses what its own positive addends
/// have above L, by induction over the tree, and a cut partial sum is no larger than without, so that
/// E bounds the roundings as before.
pub fn saturating_tree(dtype: DType, column: &[u64]) -> Interval {
    let (sign, infinity, _) = dtype.float_masks().expect("sums of floats have an enclosure");
    if column.iter().any(|&b| b & (sign - 1) >= infinity) {
        return any_tree(dtype, column);
    }
    let largest = Fixed::from_float(dtype, infinity - 1);
    let bounds = Bounds::of(dtype, column);
    let cut = |part: Fixed| part.minus(largest).max(Fixed::ZERO);
    let [low, high] = bounds.ends();
    let low = low.minus(cut(bounds.positive)).max(largest.negated());
    let high = high.plus(cut(bounds.negative)).min(largest);
    finite(dtype, [low, high], bounds.can_be_negative_zero(dtype, column), 0)
}

fn enclose(dtype: DType, column: &[u64], height: u32, bounds: impl Fn(DType, &[u64]) -> Bounds) -> Interval {
    let (sign, infinity, _) = dtype.float_masks().expect("sums of floats have an enclosure");
    let has = |bits: u64| column.contains(&bits);
    if column.iter().any(|&b| dtype.is_nan(b)) || (has(infinity) && has(infinity | sign)) {
        return none(infinity, SPECIAL_NAN);
    }
    let finite: Vec<u64> = column.iter().copied().filter(|b| b & (sign - 1) < infinity).collect();
    let few = if finite.len() == column.len() { every_tree(dtype, &finite, height) } else { None };
    let bounds = bounds(dtype, &finite);
    let (up, down) = bounds.overflows(dtype);
    if has(infinity) {
        return none(infinity, SPECIAL_INF | if down { SPECIAL_NAN } else { 0 });
    }
    if has(infinity | sign) {
        return none(infinity, SPECIAL_NEG_INF | if up { SPECIAL_NAN } else { 0 });
    }
    let mut special = 0;
    if up {
        special |= SPECIAL_INF;
    }
    if down {
        special |= SPECIAL_NEG_INF;
    }
    if up && down {
        special |= SPECIAL_NAN;
    }
    let whole = self::finite(dtype, bounds.ends(), bounds.can_be_negative_zero(dtype, &finite), special);
    few.map_or(whole, |few| few.within(dtype, &whole))
}

/// The exact sum of finite addends, its parts, and the error bound.
pub(super) struct Bounds {
    pub(super) sum: Fixed,
    pub(super) positive: Fixed,
    pub(super) negative: Fixed,
    pub(super) error: Fixed,
}

impl Bounds {
    pub(super) fn of(dtype: DType, finite: &[u64]) -> Bounds {
        Bounds::with_precision(dtype, finite, precision(dtype))
    }

    /// The bounds for additions with another precision.
    pub(super) fn with_precision(dtype: DType, finite: &[u64], precision: u32) -> Bounds {
        let addends = Addends::of(dtype, finite);
        let (positive, negative) = (addends.positive, addends.negative);
        Bounds { sum: positive.minus(negative), positive, negative, error: error_bound(precision, addends) }
    }

    fn with_height(mut self, dtype: DType, height: u32) -> Bounds {
        let room = (1u64 << precision(dtype)).saturating_sub(u64::from(height));
        if room > 0 {
            let total = self.positive.plus(self.negative);
            self.error = self.error.min(total.times(u64::from(height)).divided_up(room));
        }
        self
    }

    /// Whether some tree can reach +infinity, and -infinity.
    fn overflows(&self, dtype: DType) -> (bool, bool) {
        let threshold = overflow_threshold(dtype);
        (self.positive.plus(self.error) >= threshold, self.negative.plus(self.error) >= threshold)
    }

    fn ends(&self) -> [Fixed; 2] {
        [self.sum.minus(self.error), self.sum.plus(self.error)]
    }

    /// A sum can be -0 only if every addend is; an inexact one gets both zeros.
    fn can_be_negative_zero(&self, dtype: DType, finite: &[u64]) -> bool {
        let (sign, _, _) = dtype.float_masks().expect("a float");
        !self.error.is_zero() || finite.iter().all(|&b| b == sign)
    }
}

/// The values of the type between two numbers, with special values besides.
fn finite(dtype: DType, [low, high]: [Fixed; 2], negative_zero: bool, special: u8) -> Interval {
    let (sign, infinity, _) = dtype.float_masks().expect("a float");
    let lowest = match round_up(dtype, low) {
        0 if negative_zero => sign,
        bits => bits,
    };
    let highest = round_down(dtype, high);
    let unreachable = lowest == infinity || highest == infinity | sign;
    if unreachable { none(infinity, special) } else { Interval { lowest, highest, special } }
}

/// Significand bits of a float type.
pub(super) fn precision(dtype: DType) -> u32 {
    match dtype.kind() {
        Kind::Float { precision, .. } => precision,
        _ => 0,
    }
}

fn error_bound(precision: u32, addends: Addends) -> Fixed {
    let (n, u) = (addends.count, -(precision as i32));
    if n == 0 {
        return Fixed::ZERO;
    }
    let total = addends.positive.plus(addends.negative);
    let first = total.times(n - 1).shifted(u);
    let binade = total.plus(first).log2().unwrap_or(0);
    let second = Fixed::power_of_two(binade + u).times(n - addends.exact_prefix(precision));
    first.min(second)
}

/// Bits of the lowest value of the type that is not below the number; +infinity where there is none.
/// Zero is +0.
fn round_up(dtype: DType, number: Fixed) -> u64 {
    let (sign, _, _) = dtype.float_masks().expect("a float");
    let (floor, exact) = number.magnitude().floor_magnitude(dtype);
    match (number.is_negative(), exact) {
        (true, _) if floor == 0 => 0,
        (true, _) => floor | sign,
        (false, true) => floor,
        (false, false) => floor + 1,
    }
}

/// Bits of the highest value of the type that is not above the number; -infinity where there is none.
/// Zero is +0: below it there is a value for every number.
fn round_down(dtype: DType, number: Fixed) -> u64 {
    let (sign, _, _) = dtype.float_masks().expect("a float");
    let (floor, exact) = number.magnitude().floor_magnitude(dtype);
    match (number.is_negative(), exact) {
        (false, _) => floor,
        (true, true) => floor | sign,
        (true, false) => (floor + 1) | sign,
    }
}
