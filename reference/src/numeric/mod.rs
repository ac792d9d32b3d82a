//! Arithmetic in the element types: rounded once, after every operation, to nearest even.

mod binary16;
mod addends;
mod enclosure;
mod fixed;
mod lane;
mod levels;

pub use enclosure::{Interval, any_tree, tree_of_height};
pub use fixed::Fixed;
pub use levels::{exact, wide};
pub use lane::{Flush, IntOverflow, Lane, Policy};

use ptoconf_schemas::DType;

/// Replaces every NaN by the quiet NaN with a clear sign and no payload, so that written answers
/// do not depend on how a machine propagates payloads. Integers stay as they are.
pub fn canonical_nans(dtype: DType, data: &mut [u8]) {
    let Some((_, infinity, mantissa)) = dtype.float_masks() else { return };
    let quiet = infinity | (mantissa + 1) >> 1;
    for i in 0..data.len() / dtype.bytes() {
        if dtype.is_nan(dtype.read(data, i)) {
            dtype.write(data, i, quiet);
        }
    }
}
