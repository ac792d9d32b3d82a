//! Results between two ends.

use ptoconf_schemas::DType;

/// Accepted results: finite ones between two values in bit order, and special ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// Bits of the lowest accepted finite value.
    pub lowest: u64,
    /// Bits of the highest; below `lowest` where no finite value is accepted.
    pub highest: u64,
    /// Accepted special values: `SPECIAL_NAN`, `SPECIAL_INF`, `SPECIAL_NEG_INF`.
    pub special: u8,
}

impl Interval {
    /// The finite values that are in both. Where a tree of a few addends overflows, its end says nothing of the others.
    pub(super) fn within(self, dtype: DType, whole: &Interval) -> Interval {
        let key = |bits: &u64| dtype.order_key(*bits);
        Interval {
            lowest: [self.lowest, whole.lowest].into_iter().max_by_key(key).unwrap_or(self.lowest),
            highest: [self.highest, whole.highest].into_iter().min_by_key(key).unwrap_or(self.highest),
            special: self.special,
        }
    }
}

/// No finite value, these special ones.
pub(super) fn none(infinity: u64, special: u8) -> Interval {
    Interval { lowest: infinity - 1, highest: 0, special }
}
