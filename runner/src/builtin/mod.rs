//! Embedded models of three devices, written from the pages alone.
//!
//! A model has a memory of bytes, a vector unit and kernels in terms of it, so that the bugs of
//! real kernels have a place to live; [`Faults`] puts them there.

mod arith;
mod drive;
mod execute;
mod expand_arith;
mod faults;
mod legality;
mod memory;
mod model;
mod operation;
mod plan;
mod target;
mod tcolexpand;
mod tcolexpandadd;
mod tcolexpandsub;
mod tcolsum;
mod tconcat;
mod unit;

pub use execute::{Bench, Job, TupleResults};
pub use faults::Faults;
pub use model::{Model, Refusal, builtin, builtin_names};
