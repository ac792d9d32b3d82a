//! An operation, whole.

use crate::cases::Cases;
use ptoconf_schemas::{AnswerLine, OperationInfo, TupleLine};

/// An operation with what became of its cases.
#[derive(Clone, Copy)]
pub struct Counted<'a> {
    /// Its part of the head of the set.
    pub info: &'a OperationInfo,
    /// Its tuples.
    pub tuples: &'a [TupleLine],
    /// Its answers, in the order of the tuples.
    pub answers: &'a [AnswerLine],
    /// What became of its cases.
    pub cases: &'a Cases,
}
