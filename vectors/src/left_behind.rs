//! Hidden folders, and those that a program left behind when it was killed.

use crate::Error;
use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};
use std::ffi::OsStr;
use std::fs::{self, File, FileType};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What a hidden folder is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// It is being written. Left behind, nobody wants it.
    Partial,
    /// It is the old folder, out of the way for a moment. Left behind, it is all that there is, and stays.
    Old,
}

/// A new hidden folder.
pub(crate) struct Hidden {
    /// Where it is.
    pub path: PathBuf,
    /// A lock on it, which the system takes back from whoever is killed; none where the file system has no locks, and there
    /// nobody takes a folder for one that was left behind.
    pub held: Option<File>,
}

/// Makes a new hidden folder beside `target`. The process id in its name keeps two writers apart.
pub(crate) fn make(target: &Path, purpose: Purpose) -> Result<Hidden, Error> {
    for attempt in 0u32.. {
        let path = target.with_file_name(format!("{}{}-{attempt}", prefix(target, purpose), std::process::id()));
        match fs::create_dir(&path) {
            Ok(()) => return Ok(Hidden { held: hold(&path).ok(), path }),
            Err(e) if e.kind() == ErrorKind::AlreadyExists && attempt < 1000 => {}
            Err(e) => return Err(Error::io(&path, "create the folder")(e)),
        }
    }
    Err(Error::invalid(target, "no name left for a folder beside it"))
}

/// Removes hidden folders beside `target` whose writer was killed.
pub(crate) fn remove(target: &Path) {
    if let Some(parent) = target.parent() {
        remove_left_behind(parent, &prefix(target, Purpose::Partial));
    }
}

fn prefix(target: &Path, purpose: Purpose) -> String {
    let purpose = match purpose {
        Purpose::Partial => "partial",
        Purpose::Old => "old",
    };
    format!(".{}.{purpose}-", target.file_name().unwrap_or_default().to_string_lossy())
}

/// Removes the folders in `dir` whose names are `prefix`, the number of a process, `-` and letters or digits, where that
/// process is not there any more and nobody holds the folder. What cannot be removed stays: it is in nobody's way.
pub fn remove_left_behind(dir: &Path, prefix: &str) {
    remove_all(dir, prefix, FileType::is_dir, |path| fs::remove_dir_all(path));
}

/// The same of files.
pub fn remove_files_left_behind(dir: &Path, prefix: &str) {
    remove_all(dir, prefix, FileType::is_file, |path| fs::remove_file(path));
}

fn remove_all(dir: &Path, prefix: &str, is_kind: fn(&FileType) -> bool, remove: fn(&Path) -> std::io::Result<()>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let ended = process_of(&entry.file_name(), prefix).is_some_and(|process| !is_alive(process));
        // A link is followed nowhere, and what somebody holds is being written, on another machine perhaps.
        if ended && entry.file_type().is_ok_and(|kind| is_kind(&kind)) && hold(&entry.path()).is_ok() {
            let _ = remove(&entry.path());
        }
    }
}

/// The process that made a folder of this name; none where the name is not one of ours.
fn process_of(name: &OsStr, prefix: &str) -> Option<Pid> {
    let (process, rest) = name.to_str()?.strip_prefix(prefix)?.split_once('-')?;
    let is_ours = !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_alphanumeric());
    is_ours.then(|| process.parse().ok().and_then(Pid::from_raw)).flatten()
}

fn is_alive(process: Pid) -> bool {
    !matches!(test_kill_process(process), Err(Errno::SRCH))
}

/// Locks a folder or file for as long as the result is there; whoever is killed loses the lock.
///
/// # Errors
/// Somebody else holds it, or it cannot be opened.
pub fn hold(folder: &Path) -> std::io::Result<File> {
    let file = File::open(folder)?;
    file.try_lock()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// More than any system has.
    const NOBODY: &str = "2147483647";

    #[test]
    fn what_was_left_behind_goes_and_all_else_stays() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("set");
        let own = make(&target, Purpose::Partial).unwrap();
        let gone = [format!(".set.partial-{NOBODY}-0"), format!(".set.partial-{NOBODY}-12")];
        let held = format!(".set.partial-{NOBODY}-1");
        let stays = [
            format!(".set.old-{NOBODY}-0"),
            format!(".other.partial-{NOBODY}-0"),
            format!(".set.partial-{NOBODY}"),
            format!("set.partial-{NOBODY}-0"),
            held.clone(),
        ];
        for name in gone.iter().chain(&stays).chain([&".set.partial-1-0".to_owned(), &".set.partial-x-0".to_owned()]) {
            fs::create_dir(dir.path().join(name)).unwrap();
            fs::write(dir.path().join(name).join("file"), "x").unwrap();
        }
        fs::write(dir.path().join(format!(".set.partial-{NOBODY}-2")), "a file").unwrap();
        std::os::unix::fs::symlink(&stays[0], dir.path().join(format!(".set.partial-{NOBODY}-3"))).unwrap();
        let names = || fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect::<BTreeSet<_>>();
        let (before, lock) = (names(), hold(&dir.path().join(held)).unwrap());
        remove(&target);
        assert_eq!(before.difference(&names()).collect::<Vec<_>>(), gone.iter().collect::<Vec<_>>());
        assert!(own.path.exists() && dir.path().join(&stays[0]).join("file").exists(), "links are not followed");
        drop(lock);
        remove(&target);
        assert_eq!(before.len() - names().len(), 3, "and what is held no more");
        remove_files_left_behind(dir.path(), ".set.partial-");
        assert_eq!(before.len() - names().len(), 4, "and a file, where files are meant");
    }
}
