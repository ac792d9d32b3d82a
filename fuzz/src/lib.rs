//! Tries every reader with documents that somebody damaged.
//!
//! A [`Target`] is a reader with documents that it reads well. [`mutate`] damages them; whatever comes of it, the reader says so
//! or reads it: it does not panic, and an altered set is never taken for the unaltered one. The number of an attempt and
//! the seed make the same damage again.

mod clock;
mod corpus;
mod dice;
mod documents;
mod folders;
mod json;
mod memory;
mod mutate;
mod place;
mod runs;
mod said;
mod target;
mod targets;

pub use clock::worked;
pub use memory::limit_memory;
pub use mutate::mutate;
pub use runs::{Damage, Finding, Found, attempt};
pub use target::{Read, Target};
pub use targets::targets;
