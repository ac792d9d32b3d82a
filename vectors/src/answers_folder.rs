//! Reads the folder with the answers of a blind set.

use crate::Error;
use crate::entries::{MAX_HEAD, below, check_files, check_head, check_tree, digest_of};
use crate::kind::ANSWERS;
use crate::lines::verify;
use crate::tree::{is_there, parse_head, read_head};
use ptoconf_schemas::{ANSWERS_FORMAT, AnswersHeader, FileEntry};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The answers of a blind set.
#[derive(Debug)]
pub(crate) struct AnswersFolder {
    dir: PathBuf,
    /// Of `answers.json`.
    digest: String,
    pub header: AnswersHeader,
}

/// The part of it that belongs to one operation.
#[derive(Debug)]
pub(crate) struct OperationAnswers {
    pub dir: PathBuf,
    pub files: BTreeMap<String, FileEntry>,
}

impl AnswersFolder {
    /// Opens the folder: it has to hold the answers of the set of this digest, and exactly the files that
    /// `answers.json` lists.
    pub fn open(dir: &Path, digest: &str) -> Result<AnswersFolder, Error> {
        let path = dir.join(ANSWERS.head);
        if !is_there(&path)? {
            return Err(Error::invalid(dir, "no answers: there is no answers.json in it; gen --blind writes that folder"));
        }
        let text = read_head(&path, MAX_HEAD)?;
        let header: AnswersHeader = parse_head(&path, &text, ANSWERS_FORMAT)?;
        if header.suite != digest {
            let reason = format!("answers of another set: they belong to suite {}, this set is {digest}", header.suite);
            return Err(Error::invalid(&path, reason));
        }
        check_files(&header.files, ANSWERS.head).map_err(|reason| Error::invalid(&path, reason))?;
        check_tree(dir, &header.files, ANSWERS.head)?;
        Ok(AnswersFolder { dir: dir.to_owned(), digest: digest_of(&text), header })
    }

    /// Verifies that the head is the one that was opened, and that exactly its files are there.
    pub fn verify_unchanged(&self) -> Result<(), Error> {
        check_head(&self.dir.join(ANSWERS.head), &self.digest)?;
        check_tree(&self.dir, &self.header.files, ANSWERS.head)
    }

    /// Verifies size and digest of a file, if it is one of these.
    pub fn verify(&self, path: &str) -> Option<Result<(), Error>> {
        let found = self.header.files.binary_search_by(|f| f.path.as_str().cmp(path)).ok()?;
        Some(verify(&self.dir.join(path), &self.header.files[found]))
    }

    /// The part of an operation.
    pub fn operation(&self, op: &str) -> OperationAnswers {
        OperationAnswers { dir: self.dir.join(op), files: below(&self.header.files, op) }
    }
}
