//! Arithmetic in the element types, which knows no operation and no set.
//!
//! - [`Lane`], [`Policy`]: a single operation, rounded once, under the choices that an implementation has.
//! - [`Fixed`], [`Interval`]: exact sums, and what orders of additions can make of a sum.
//! - [`products`]: what orders of multiplications can make of a product.
//! - [`orders`]: orders of additions as trees, and the columns that tell them apart.
//! - [`exponential`]: e to a difference, rounded once, and what is near it.
//! - [`Pick`]: the larger or the smaller of two numbers.
//! - [`rounding`]: additions in every direction of rounding.
//! - [`Work`], [`widest`]: the widest vector instructions that the processor has.

mod addends;
mod binary16;
mod enclosure;
mod exponential;
mod few;
mod fixed;
mod interval;
mod lane;
mod levels;
pub mod orders;
mod pick;
pub mod products;
mod quotient;
pub mod rounding;
mod vectors;

pub use enclosure::{any_tree, saturating_tree, tree_of_height};
pub use exponential::{Difference, Exponential, ExponentialPolicy, Room, exponential};
pub use fixed::Fixed;
pub use interval::Interval;
pub use lane::{FloatOverflow, Flush, Fraction, IntOverflow, Lane, NanResult, Policy};
pub use levels::{exact, wide};
pub use pick::{Pick, PickNan, PickZero};
pub use vectors::{Work, widest};

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
