//! The order fingerprint: from the results of one vector set, without asking an implementation
//! anything more, in which order it adds rows, how precisely, from a zero or not, and how it rounds.
//!
//! [`identify()`] works on columns with their sums: it replays every named order in every accumulator
//! and rounding ([`replay`]), and where none fits, recovers the tree from masks ([`recover`](mod@recover)) and
//! replays that. [`fingerprint()`] reads the columns from a set and results, [`of_operation`] those of one operation.

mod evidence;
mod few;
mod fingerprint;
mod identify;
pub mod recover;
pub mod replay;

pub use evidence::{Column, Evidence};
pub use fingerprint::{Error, Fingerprint, Ran, belong_together, fingerprint, of_operation};
pub use identify::{Finding, identify};
