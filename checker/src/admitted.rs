//! Which of the alternatives of a tuple the profile of a set admits, for those who write them elsewhere.

use crate::CheckError;
use crate::catalog::{Catalog, Known};
use crate::compare::{Enclosure, element_fits_within, ulps};
use crate::element::special_bit;
use ptoconf_schemas::{Alternative, AnswerLine, DType, Suite, Tuple};

/// The readings of a set, to ask what they admit.
pub struct Admitted<'a>(pub(crate) Catalog<'a>);

impl<'a> Admitted<'a> {
    /// # Errors
    /// The set contradicts itself.
    pub fn new(suite: &'a Suite) -> Result<Self, CheckError> {
        Catalog::new(suite, &[]).map(Admitted)
    }

    /// The alternatives that every reading admits and that accept the tuple, strongest first.
    ///
    /// # Errors
    /// The answers name a reading that the set does not have.
    pub fn alternatives<'b>(&self, tuple: &Tuple, answer: &'b AnswerLine) -> Result<Vec<&'b Alternative>, CheckError> {
        Ok(self.outcomes(tuple, answer)?.into_iter().filter(|a| !a.rejects).collect())
    }

    /// The alternatives that every reading admits, rejections among them.
    ///
    /// # Errors
    /// The answers name a reading that the set does not have.
    pub fn outcomes<'b>(&self, tuple: &Tuple, answer: &'b AnswerLine) -> Result<Vec<&'b Alternative>, CheckError> {
        let admitted = self.0.admitted_alternatives(tuple, &self.0.conditions(&tuple.op, answer, &Known::default())?);
        Ok(answer.alternatives.iter().enumerate().filter(|(i, _)| admitted >> i & 1 == 1).map(|(_, a)| a).collect())
    }
}

/// Whether an enclosure, an array each of lowest, highest and special values, holds every one of `values`.
pub fn encloses(dtype: DType, [lowest, highest, special]: [&[u8]; 3], values: &[u8]) -> bool {
    let enclosure = Enclosure { lowest, highest, special };
    (0..values.len() / dtype.bytes()).all(|i| element_fits_within(dtype, enclosure, i, dtype.read(values, i)))
}

/// Of results that may be some units in the last place away from a value each: those nearest to zero, and those furthest
/// from it, infinities and NaN included.
pub fn ulps_ends(dtype: DType, nearest: &[u8], ulps: &[u8]) -> [Vec<u8>; 2] {
    [false, true].map(|outward| {
        let mut ends = nearest.to_vec();
        for (at, ulps) in ulps.iter().enumerate() {
            dtype.write(&mut ends, at, ulps::end(dtype, dtype.read(nearest, at), *ulps, outward));
        }
        ends
    })
}

/// The same as an enclosure: lowest, highest and special values.
pub fn ulps_enclosure(dtype: DType, nearest: &[u8], ulps: &[u8]) -> [Vec<u8>; 3] {
    let (_, infinity, _) = dtype.float_masks().unwrap_or_default();
    let ends = ulps_ends(dtype, nearest, ulps);
    let [mut lowest, mut highest] = [nearest.to_vec(), nearest.to_vec()];
    let mut special = vec![0; ulps.len()];
    for (at, special) in special.iter_mut().enumerate() {
        let [inner, outer] = [0, 1].map(|end: usize| dtype.read(&ends[end], at));
        *special = special_bit(dtype, inner) | special_bit(dtype, outer);
        // The largest number, where infinity is the end.
        let last = if special_bit(dtype, outer) == 0 { outer } else { outer - 1 };
        let [low, high] = match special_bit(dtype, inner) {
            0 if dtype.order_key(inner) <= dtype.order_key(last) => [inner, last],
            0 => [last, inner],
            _ => [infinity - 1, 0],
        };
        dtype.write(&mut lowest, at, low);
        dtype.write(&mut highest, at, high);
    }
    [lowest, highest, special]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An element that is some numbers away passes one test if it passes the other.
    #[test]
    fn enclosures_of_units_in_the_last_place_accept_the_same() {
        let dtype = DType::F16;
        let row = |values: &[u16]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
        for nearest in [0x3C00u16, 0xBC01, 0, 0x8000, 2, 0x8002, 0x7BFE, 0x7C00, 0xFC00, 0xFBFF, 0x7E00] {
            for ulps in [0u8, 1, 3, 200] {
                let [lowest, highest, special] = ulps_enclosure(dtype, &row(&[nearest]), &[ulps]);
                for actual in 0..=u16::MAX {
                    let near = ulps::distance(dtype, nearest.into(), actual.into()).is_some_and(|d| d <= ulps.into());
                    let inside = encloses(dtype, [&lowest, &highest, &special], &row(&[actual]));
                    assert_eq!(near, inside, "{actual:x} at {ulps} from {nearest:x}");
                }
            }
        }
    }
}
