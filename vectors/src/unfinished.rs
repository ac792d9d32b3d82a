//! Folders that are not finished, for whoever has to end the program before they are.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often the removal of a folder is tried: others may still write into it.
const TRIES: u32 = 100;
/// The time between.
const PAUSE: Duration = Duration::from_millis(5);

/// The folders that are to be removed where the program ends now.
pub(crate) type Folders = BTreeSet<PathBuf>;

static UNFINISHED: Mutex<Folders> = Mutex::new(BTreeSet::new());

/// The list. While somebody holds it, the program is not ended by [`end_writing`].
pub(crate) fn unfinished() -> MutexGuard<'static, Folders> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Proof that nothing is given its final name any more.
pub struct Ended(#[allow(dead_code)] MutexGuard<'static, Folders>);

/// Removes the folders of all writers that have not finished, so that the program can end in the middle of its work.
/// No writer finishes while the result is held.
pub fn end_writing() -> Ended {
    let folders = unfinished();
    folders.iter().for_each(|folder| remove_all(folder));
    Ended(folders)
}

/// Removes a folder into which others may still write.
pub fn remove_all(folder: &Path) {
    for _ in 0..TRIES {
        match fs::remove_dir_all(folder) {
            Err(e) if e.kind() != ErrorKind::NotFound || fs::symlink_metadata(folder).is_ok() => std::thread::sleep(PAUSE),
            _ => return,
        }
    }
}
