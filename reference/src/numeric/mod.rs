//! Arithmetic in the element types: rounded once, after every operation, to nearest even.

mod addends;
mod binary16;
mod enclosure;
mod few;
mod fixed;
mod lane;
mod levels;
mod vectors;

pub use enclosure::{Interval, any_tree, saturating_tree, tree_of_height};
pub use fixed::Fixed;
pub use lane::{FloatOverflow, Flush, IntOverflow, Lane, NanResult, Policy};
pub use levels::{exact, wide};
pub(crate) use vectors::{Work, widest};

use ptoconf_schemas::DType;

/// Replaces every NaN by the quiet NaN with a clear sign and no payload, so that written answers
/// do not depend on how a machine propagates payloads. Integers stay as they are.
pub fn canonical_nans(dtype: DType, data: &mut [u8]) {
    let Some((_, infinity, mantissa)) = dtype.float_masks() else { return };
    let quiet = infinity | (mantissa + 1) >> 1;
    // Selected, not branched to: so it is done many elements at a time.
    if dtype.bytes() == 2 {
        let (infinity, quiet) = (infinity as u16, quiet as u16);
        for element in data.as_chunks_mut().0 {
            let bits = u16::from_le_bytes(*element);
            *element = if bits & 0x7FFF > infinity { quiet } else { bits }.to_le_bytes();
        }
    } else {
        let (infinity, quiet) = (infinity as u32, quiet as u32);
        for element in data.as_chunks_mut().0 {
            let bits = u32::from_le_bytes(*element);
            *element = if bits & 0x7FFF_FFFF > infinity { quiet } else { bits }.to_le_bytes();
        }
    }
}
