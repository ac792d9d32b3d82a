//! Orders of additions as trees, and the columns that tell them apart.
//!
//! The generator writes the columns, and whoever reads results looks at the same [`Layout`].

mod named;
mod probes;
mod tree;

pub use named::{NAMES, named};
pub use probes::{Layout, Probe};
pub use tree::{Inconsistent, Tree};
