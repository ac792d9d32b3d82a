//! Which of the alternatives of a tuple the profile of a set admits, for those who write them elsewhere.

use crate::CheckError;
use crate::catalog::Catalog;
use ptoconf_schemas::{Alternative, AnswerLine, Suite};

/// The readings of a set, to ask what they admit.
pub struct Admitted<'a>(Catalog<'a>);

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
    pub fn alternatives<'b>(&self, op: &str, answer: &'b AnswerLine) -> Result<Vec<&'b Alternative>, CheckError> {
        let admitted = self.0.admitted_alternatives(op, answer)?;
        let chosen = answer.alternatives.iter().enumerate().filter(|(i, a)| admitted >> i & 1 == 1 && !a.rejects);
        Ok(chosen.map(|(_, a)| a).collect())
    }
}
