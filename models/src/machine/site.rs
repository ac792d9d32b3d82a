//! Where decisions are made.

use ptoconf_schemas::Tuple;

/// Where a decision is made.
#[derive(Clone, Copy)]
pub struct Site<'a> {
    /// Name of the model.
    pub target: &'static str,
    /// The tuple.
    pub tuple: &'a Tuple,
    /// The case of the tuple.
    pub slot: u32,
}
