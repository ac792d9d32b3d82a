//! What kernels run on: memory with tiles in it, a vector unit, and the decisions that it asks for.

pub(crate) mod arith;
pub(crate) mod asked;
pub(crate) mod decisions;
pub(crate) mod memory;
pub(crate) mod placement;
pub(crate) mod scene;
pub(crate) mod site;
pub(crate) mod target;
pub(crate) mod unit;
