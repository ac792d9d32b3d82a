//! Vector sets and results on disk: write, read, verify.
//!
//! - [`NpzWriter`], [`Npz`], [`read_npy`]: containers of arrays, and loose arrays;
//! - [`SetWriter`], [`OperationWriter`], [`WrittenOperation`], [`SealedSet`], [`SetReader`], [`OperationReader`]: vector sets;
//! - [`ResultsWriter`], [`ResultsFolder`], [`ResultsReader`], [`Stretch`], [`Outputs`]: results;
//! - [`Share`], [`merge()`]: parts of a set, and their results made into those of the whole;
//! - [`read_parts`], [`copy_piece`]: what parts of the exhaustive tier leave;
//! - [`ExportWriter`]: loose files for other tools;
//! - [`read_input`]: any other file of the user;
//! - [`end_writing`]: for a program that is told to end.
//!
//! Writers leave a whole folder or none. Readers trust nothing: names become paths only after a
//! check, no memory is taken for a size that a file states before it was compared with what is
//! expected, and every error names the file and what was expected of it.

mod answers_folder;
mod belongings;
mod case_lines;
mod dict;
mod entries;
mod error;
mod export_write;
mod input;
mod kind;
mod left_behind;
mod lines;
mod names;
mod npy;
mod npz;
mod npz_write;
mod operation;
mod operation_write;
mod outputs;
mod parts;
mod questions;
mod removed;
mod results_digest;
mod results_folder;
mod results_read;
mod results_write;
mod set_read;
mod set_write;
mod shelf;
mod sink;
mod staging;
mod stored;
mod tree;
mod unfinished;
mod words;
mod written;
mod zip;

pub use error::{ArrayError, Error};
pub use export_write::ExportWriter;
pub use input::read_input;
pub use left_behind::{hold, remove_files_left_behind, remove_left_behind};
pub use npz::{Npz, read_npy};
pub use npz_write::NpzWriter;
pub use operation::OperationReader;
pub use operation_write::{OperationWriter, WrittenOperation};
pub use outputs::{Outputs, Slots};
pub use parts::{Merged, Share, copy_piece, merge, part_digest, part_file, piece_results, piece_set, read_parts};
pub use removed::{may_remove_results, remove_results, remove_set};
pub use results_folder::ResultsFolder;
pub use results_read::{ResultsReader, Stretch};
pub use results_write::ResultsWriter;
pub use set_read::SetReader;
pub use set_write::{SealedSet, SetWriter};
pub use sink::FileDigest;
pub use unfinished::{Ended, end_writing, remove_all};
