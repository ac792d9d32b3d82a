//! An implementation of all operations that follows any choice of options, with its checks in any order.
//!
//! It is written from the pages and the list of readings alone and shares nothing with the reference but the
//! descriptions of tiles: where the two disagree, one of them is wrong. [`follow`] runs the cases of a tuple; what it
//! has to choose on the way it asks an [`Ask`], so that one sees what a result depends on.

mod arithmetic;
mod checks;
mod choice;
mod error;
mod exact;
mod exponential;
mod float;
mod follow;
mod integer;
mod job;
mod memory;
mod moves;
mod ops;
mod orders;
mod pick;
mod place;
mod rows;
#[cfg(test)]
mod testing;

pub use choice::{Ask, Numbers, Unfollowable, place};
pub use follow::{Followed, follow};
pub use job::Job;
pub use memory::MEANINGLESS;
