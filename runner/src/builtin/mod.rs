//! Embedded models of three devices, written from the pages alone.
//!
//! A model has a memory of bytes, a vector unit and kernels in terms of it, so that the bugs of
//! real kernels have a place to live; a [`Change`] puts one there.

mod arith;
mod change;
mod decisions;
mod drive;
mod execute;
mod expand_arith;
mod legality;
mod memory;
mod model;
mod operation;
mod plan;
mod scene;
mod target;
mod tcolexpand;
mod tcolexpandadd;
mod tcolexpandsub;
mod tcolsum;
mod tconcat;
mod unit;

pub use arith::Op;
pub use change::{Change, CheckChange, How, Predicate};
pub use decisions::{ColumnSum, Counts, Decisions, Element, Lane, Level, Order, Site};
pub use execute::{Bench, Job, TupleResults};
pub use model::{Model, Refusal, builtin, builtin_names};
pub use scene::Scene;
