//! What is to be run.

use ptoconf_schemas::{ProfileInfo, Tuple};

/// What is to be run: all cases of a tuple.
pub struct Job<'a> {
    /// The tuple.
    pub tuple: &'a Tuple,
    /// Number of cases.
    pub cases: usize,
    /// The profile of the set, for its limits.
    pub profile: &'a ProfileInfo,
    /// What outputs are filled with before.
    pub canary: u8,
    /// By operand, the stack of its data; empty for what is no input. None where the cases carry no data.
    pub inputs: Option<&'a [Vec<u8>]>,
}
