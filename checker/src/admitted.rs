//! Which of the alternatives of a tuple the profile of a set admits, for those who write them elsewhere.

use crate::CheckError;
use crate::catalog::{Catalog, Known};
use crate::compare::{Enclosure, element_fits_within};
use ptoconf_schemas::{Alternative, AnswerLine, DType, Suite, Tuple};

/// The readings of a set, to ask what they admit.
pub struct Admitted<'a>(pub(crate) Catalog<'a>);

impl<'a> Admitted<'a> {
    /// # Errors
    /// The set contradicts itself.
    pub fn new(suite: &'a Suite) -> Result<Self, CheckError> {
        Catalog::new(suite).map(Admitted)
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
