//! What can go wrong, in words that name the file and what was expected of it.

use std::path::{Path, PathBuf};
use thiserror::Error;

/// A set or results that cannot be written or read.
#[derive(Debug, Error)]
pub enum Error {
    /// The operating system refused.
    #[error("{}: cannot {doing}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was tried, such as `write`.
        doing: &'static str,
        /// Why it failed.
        source: std::io::Error,
    },
    /// The place to write to is taken.
    #[error("{}: {reason}", path.display())]
    Exists {
        /// The folder.
        path: PathBuf,
        /// What is there and what to do.
        reason: String,
    },
    /// A file of the set or the results is not what it should be.
    #[error("{}: {reason}", path.display())]
    Invalid {
        /// The file or folder.
        path: PathBuf,
        /// What was found and what was expected.
        reason: String,
    },
    /// A line of a `.jsonl` file is not what it should be.
    #[error("{}:{line}: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// What was found and what was expected.
        reason: String,
    },
    /// The content is not the one that the head of the set lists.
    #[error("{}: damaged or changed: {found}, but suite.json lists {expected}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Size or digest found.
        found: String,
        /// Size or digest listed.
        expected: String,
    },
    /// The set has no answers.
    #[error("{}: answers withheld: they are not in this folder; those of a blind set are in a folder of their own, --answers DIR", path.display())]
    Withheld {
        /// Folder of the set.
        path: PathBuf,
    },
    /// The writer was handed something that the format cannot hold.
    #[error("{}: cannot write {what}: {reason}", path.display())]
    Unwritable {
        /// The file or folder being written.
        path: PathBuf,
        /// The array, tuple or operation.
        what: String,
        /// Why not.
        reason: String,
    },
    /// An array that cannot be used.
    #[error(transparent)]
    Array(#[from] ArrayError),
}

impl Error {
    /// For `map_err`: wraps an I/O error.
    pub(crate) fn io(path: &Path, doing: &'static str) -> impl FnOnce(std::io::Error) -> Error {
        move |source| Error::Io { path: path.to_owned(), doing, source }
    }

    /// A file that is not what it should be.
    pub(crate) fn invalid(path: &Path, reason: impl Into<String>) -> Error {
        Error::Invalid { path: path.to_owned(), reason: reason.into() }
    }

    /// A line that is not what it should be.
    pub(crate) fn line(path: &Path, line: usize, reason: impl Into<String>) -> Error {
        Error::Line { path: path.to_owned(), line, reason: reason.into() }
    }

    /// Something that the format cannot hold.
    pub(crate) fn unwritable(path: &Path, what: impl Into<String>, reason: impl Into<String>) -> Error {
        Error::Unwritable { path: path.to_owned(), what: what.into(), reason: reason.into() }
    }
}

/// An array that cannot be used. `place` names the file, and the member where there is one.
#[derive(Debug, Error)]
pub enum ArrayError {
    /// It is not there.
    #[error("{place}: missing; expected {expected}")]
    Missing {
        /// File and member.
        place: String,
        /// Dtype and shape expected.
        expected: String,
    },
    /// It has another element type.
    #[error("{place}: dtype is {found}, expected {expected}")]
    WrongDtype {
        /// File and member.
        place: String,
        /// The numpy type string found.
        found: String,
        /// The numpy type string expected.
        expected: String,
    },
    /// It has another shape.
    #[error("{place}: shape is {found}, expected {expected}")]
    WrongShape {
        /// File and member.
        place: String,
        /// Shape found.
        found: String,
        /// Shape expected.
        expected: String,
    },
    /// It is in Fortran order.
    #[error("{place}: array is in Fortran order, expected C order (numpy.ascontiguousarray)")]
    FortranOrder {
        /// File and member.
        place: String,
    },
    /// It is not little-endian.
    #[error("{place}: byte order of dtype {found} is not little-endian, expected {expected}")]
    ByteOrder {
        /// File and member.
        place: String,
        /// The numpy type string found.
        found: String,
        /// The numpy type string expected.
        expected: String,
    },
    /// It cannot be understood, or its checksum is wrong.
    #[error("{place}: damaged: {reason}")]
    Damaged {
        /// File and member.
        place: String,
        /// What was found and what was expected.
        reason: String,
    },
    /// It is there twice.
    #[error("{place}: duplicate: also in {other}")]
    Duplicate {
        /// File and member.
        place: String,
        /// The other file.
        other: String,
    },
    /// The operating system refused.
    #[error("{place}: cannot read: {source}")]
    Io {
        /// File and member.
        place: String,
        /// Why it failed.
        source: std::io::Error,
    },
}

impl ArrayError {
    /// What is wrong with it, in a few words that are the same for every array.
    pub const fn gist(&self) -> &'static str {
        match self {
            ArrayError::Missing { .. } => "missing",
            ArrayError::WrongDtype { .. } => "another element type",
            ArrayError::WrongShape { .. } => "another shape",
            ArrayError::FortranOrder { .. } => "Fortran order",
            ArrayError::ByteOrder { .. } => "not little-endian",
            ArrayError::Damaged { .. } => "damaged",
            ArrayError::Duplicate { .. } => "there twice",
            ArrayError::Io { .. } => "cannot be read",
        }
    }
}
