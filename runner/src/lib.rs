//! Drives an implementation over a vector set and writes its results.
//!
//! The implementations embedded here are models of three devices: [`builtin`]. They were written
//! from the pages, apart from the reference, so that a mistake in one does not hide in the other.
//! Any program can be driven as well: [`Program`]. So can a tree of C++ headers: [`Cxx`].

mod builtin;
mod cxx;
mod exec;
mod process;
pub mod ptoas;
mod reach;
mod run;

pub use builtin::{
    Bench, Change, CheckChange, ColumnSum, Counts, Decisions, Element, How, Job, Lane, Level, Model, Op, Order, Predicate, Refusal, Scene,
    Site, TupleResults, builtin, builtin_names,
};
pub use cxx::{Cxx, CxxOptions, Legality};
pub use exec::{CommandLine, Program};
pub use process::Limits;
pub use reach::{Reach, Sight};
pub use run::{Run, RunError, RunSummary, Select};
