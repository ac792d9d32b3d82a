//! A tuple with the data of its cases, in memory: what a generator hands to a writer.

use crate::{AnswerLine, DType, TupleLine};

/// An array with a member name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// Member name in a container, with `.npy`.
    pub name: String,
    /// Element type; masks and special bytes are u8.
    pub dtype: DType,
    /// Extents, the case first.
    pub shape: Vec<u64>,
    /// Elements in C order, little-endian.
    pub data: Vec<u8>,
}

/// A tuple, what is expected of it, and the arrays of all its cases.
///
/// The writer sets the container names in `line.inputs` and `answer.file`.
#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    /// The tuple.
    pub line: TupleLine,
    /// What is expected.
    pub answer: AnswerLine,
    /// Inputs, members as [`TupleLine::member`] names them; empty where the cases carry no data.
    pub inputs: Vec<Array>,
    /// Arrays that the alternatives name.
    pub answers: Vec<Array>,
}
