//! Orders of additions as trees, and the columns that tell them apart.
//!
//! The generator writes the columns, and whoever reads results looks at the same [`Layout`].

mod chunks;
mod named;
mod probes;
mod tree;

pub use chunks::{BLOCK_SUMS, inside};
pub use named::{Line, NAMES, named};
pub use probes::{Layout, Probe};
pub use tree::{Inconsistent, Tree};
