//! Parts of a set: which tuples each has, and the results of all of them made into those of the whole.

mod deal;
mod files;
mod heads;
mod lines;
mod merge;
mod outputs;
mod piece;
mod tuples;

pub use deal::Share;
pub use files::{part_digest, part_file, read_parts};
pub use merge::{Merged, merge};
pub use piece::{copy_piece, piece_results, piece_set};
