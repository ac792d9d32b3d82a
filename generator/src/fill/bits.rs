//! Random patterns, with those of the type's edges among them.
//!
//! A copy goes wrong where it is no copy: through a float unit that knows no integer, a conversion that saturates, a
//! counter of the wrong sign. Whatever is special to an integer or a float of the same width is an edge.

use super::{Target, float};
use crate::rng::Stream;
use ptoconf_schemas::DType;

/// One element in so many holds an edge.
const SHARE: u64 = 8;

/// Shapes random bytes: floats get no pattern that shows a policy, and some elements an edge.
pub(super) fn fill(target: &mut Target, stream: &mut Stream) {
    float::plain(target);
    let (dtype, edges) = (target.dtype(), edges(target.dtype()));
    let offset = stream.below(SHARE) as usize;
    for at in (offset..target.data.len() / dtype.bytes()).step_by(SHARE as usize) {
        dtype.write(target.data, at, edges[stream.below(edges.len() as u64) as usize]);
    }
}

/// The patterns at the limits of the type: of integers 0, 1, the ends of both signs, and what floats of the same width
/// take, with either sign, for an infinity, a NaN of either kind, the ends of the normal and of the subnormal numbers; of
/// floats the largest and the smallest normal numbers of both signs, zeros, infinities, and the quiet NaNs whose bits are
/// the ends of integers, which every policy copies.
fn edges(dtype: DType) -> Vec<u64> {
    let top = dtype.mask() >> 1;
    if let Some((sign, infinity, mantissa)) = dtype.float_masks() {
        let numbers = [0, mantissa + 1, infinity - 1, infinity, infinity | mantissa];
        return numbers.iter().flat_map(|&n| [n, n | sign]).collect();
    }
    let like = |float: &&DType| float.is_float() && float.bytes() == dtype.bytes();
    let floats = DType::ALL.iter().filter(like).filter_map(|d| d.float_masks());
    let taken = floats.flat_map(|(sign, infinity, mantissa)| {
        let quiet = infinity | (mantissa + 1) >> 1;
        let numbers = [infinity, infinity | 1, infinity | mantissa, quiet, infinity - 1, mantissa + 1, mantissa, 1];
        numbers.into_iter().flat_map(move |n| [n, n | sign])
    });
    [0, 1, top - 1, top, top + 1, top + 2, dtype.mask()].into_iter().chain(taken).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_those_of_the_type() {
        assert_eq!(&edges(DType::I8), &[0, 1, 0x7E, 0x7F, 0x80, 0x81, 0xFF]);
        let words = edges(DType::U16);
        assert!([0x8000, 0xFFFF, 0x7C00, 0xFC01, 0x7F80, 0xFF81, 0x0400, 0xFBFF, 0x7F7F].iter().all(|e| words.contains(e)), "{words:x?}");
        let f32_ = [0, 0x80_0000, 0x7F7F_FFFF, 0x7F80_0000, 0x7FFF_FFFF].map(|bits| [bits, bits | 0x8000_0000]);
        assert_eq!(edges(DType::F32), f32_.as_flattened());
    }
}
