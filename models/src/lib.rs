//! Embedded models of three devices, written from the pages alone.
//!
//! They were written apart from the reference, so that a mistake in one does not hide in the other.
//! A model has a [machine](Decisions) with a memory of bytes and a vector unit, and kernels in terms of it, so that
//! the bugs of real kernels have a place to live; a [`Change`] puts one there.

mod change;
mod drive;
mod execute;
mod legality;
mod machine;
mod model;
mod operation;
mod ops;

pub use change::{Change, CheckChange, How, Predicate};
pub use execute::{Bench, Job};
pub use machine::arith::{OnNan, OnZeros, Op, Picks, exp};
pub use machine::asked::Asked;
pub use machine::decisions::{Candidate, ColumnSum, Counts, Decisions, Element, Lane, Level, Order};
pub use machine::scene::Scene;
pub use machine::site::Site;
pub use model::{Model, Refusal, builtin, builtin_names};
