//! `cxx`: a tree of C++ headers with `pto/pto-inst.hpp` and the intrinsics of the pages.
//!
//! Tuples become case functions, many to a translation unit ([`unit`]). The compiler says which of
//! them compile ([`rounds`], [`diagnostics`]); the others run, each case in a process of its own
//! (`driver/`). What the headers do not have at all is found out first ([`facts`]).

mod batch;
mod batches;
mod build;
mod calls;
mod classify;
mod compiler;
mod diagnostics;
mod drive;
mod endings;
mod facts;
pub(crate) mod fuzzing;
mod jobs;
mod machine;
mod options;
mod place;
mod plan;
mod prepared;
mod rounds;
mod shared;
mod start;
mod tile_type;
mod unit;

pub use classify::Legality;
pub use drive::Cxx;
pub use machine::Machine;
pub use options::{CxxOptions, Guess};
