//! What a part of the exhaustive tier in which a case fails keeps beside its document: a set, and its results.

use crate::Error;
use crate::kind::{Kind, RESULTS, SET};
use crate::staging::Staging;
use crate::tree::walk;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the set of that piece is.
pub fn piece_set(dir: &Path) -> PathBuf {
    dir.join("vectors")
}

/// Where its results are.
pub fn piece_results(dir: &Path) -> PathBuf {
    dir.join("results")
}

/// Copies set and results of a part into another folder, both or neither; `force` replaces those that are there.
///
/// # Errors
/// They cannot be read, there are others, or they cannot be written.
pub fn copy_piece(from: &Path, to: &Path, force: bool) -> Result<(), Error> {
    let set = copied(&piece_set(from), &piece_set(to), force, &SET)?;
    copied(&piece_results(from), &piece_results(to), force, &RESULTS)?.publish_both(set)
}

fn copied(from: &Path, to: &Path, force: bool, kind: &'static Kind) -> Result<Staging, Error> {
    let files = walk(from)?;
    let staging = Staging::create(to, force, kind)?;
    for path in files.keys() {
        let (from, to) = (from.join(path), staging.path().join(path));
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder).map_err(Error::io(folder, "create the folder"))?;
        }
        fs::copy(&from, &to).map_err(Error::io(&to, "write"))?;
    }
    Ok(staging)
}
