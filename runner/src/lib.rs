//! Drives an implementation over a vector set and writes its results.
//!
//! It knows no device: an implementation is any program ([`Program`]), a tree of C++ headers ([`Cxx`]), an assembler
//! ([`ptoas`]), or code that is linked with this and takes a [`Run`].

mod cxx;
mod exec;
mod process;
pub mod ptoas;
mod reach;
mod run;
pub mod said;

pub use cxx::{Cxx, CxxOptions, Guess, Legality, Machine};
pub use exec::{CommandLine, Program};
pub use process::{Adoption, Limits, end_programs};
pub use reach::{Reach, Sight};
pub use run::{Called, Run, RunError, RunSummary, Select, TupleResults};
