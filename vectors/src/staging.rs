//! A folder that appears whole or not at all.

use crate::Error;
use crate::belongings::stranger;
use crate::kind::Kind;
use crate::left_behind::{self, Hidden, Purpose};
use crate::unfinished::{Folders, unfinished};
use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A hidden folder beside the final one; removed on drop unless it was published.
pub(crate) struct Staging {
    target: PathBuf,
    partial: PathBuf,
    force: bool,
    kind: &'static Kind,
    published: bool,
    /// While it is there, nobody takes the folder for one that was left behind.
    _held: Option<fs::File>,
}

impl Staging {
    /// Checks that `dir` may be written and makes the hidden folder.
    pub fn create(dir: &Path, force: bool, kind: &'static Kind) -> Result<Staging, Error> {
        let target = Staging::target(dir, force, kind)?;
        left_behind::remove(&target);
        let mut folders = unfinished();
        let Hidden { path: partial, held } = left_behind::make(&target, Purpose::Partial)?;
        folders.insert(partial.clone());
        Ok(Staging { target, partial, force, kind, published: false, _held: held })
    }

    /// Checks that `dir` may be written; its real path.
    pub fn target(dir: &Path, force: bool, kind: &Kind) -> Result<PathBuf, Error> {
        let target = resolve(dir)?;
        check_target(&target, force, kind)?;
        Ok(target)
    }

    /// Where to write until then.
    pub fn path(&self) -> &Path {
        &self.partial
    }

    /// Gives the folder its final name, in place of one that [`Staging::create`] allowed to replace.
    pub fn publish(mut self) -> Result<(), Error> {
        let old = self.swap(&mut unfinished())?;
        remove(old)
    }

    /// Gives both folders their names, or neither.
    pub fn publish_both(mut self, mut other: Staging) -> Result<(), Error> {
        let mut folders = unfinished();
        let old = self.swap(&mut folders)?;
        match other.swap(&mut folders) {
            Ok(others) => {
                drop(folders);
                remove(old).and(remove(others))
            }
            Err(error) => {
                self.undo(old, &mut folders);
                self.published = false;
                folders.insert(self.partial.clone());
                drop(folders);
                Err(error)
            }
        }
    }

    /// Gives the folder its final name; where it took the place of another, where that is now.
    ///
    /// The list is held meanwhile, so that the program does not end between two names.
    fn swap(&mut self, folders: &mut Folders) -> Result<Option<PathBuf>, Error> {
        let old = match fs::rename(&self.partial, &self.target) {
            Ok(()) => None,
            Err(e) if matches!(e.kind(), ErrorKind::DirectoryNotEmpty | ErrorKind::AlreadyExists) => Some(self.replace()?),
            Err(e) => return Err(Error::io(&self.target, "rename the finished folder to this name")(e)),
        };
        self.published = true;
        folders.remove(&self.partial);
        folders.extend(old.clone());
        Ok(old)
    }

    /// Changes places with the old folder, in one step where the file system can: whoever is killed there leaves the one or
    /// the other.
    fn replace(&self) -> Result<PathBuf, Error> {
        // Once more: it may have come into being while this one was written.
        check_target(&self.target, self.force, self.kind)?;
        match exchange(&self.partial, &self.target) {
            Ok(()) => Ok(self.partial.clone()),
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => self.replace_in_two_steps(),
            Err(e) => Err(Error::io(&self.target, "rename the finished folder to this name")(e.into())),
        }
    }

    /// Moves the old folder out of the way first, and back if the new one cannot take its place. Whoever is killed between
    /// the two finds it there, in a hidden folder that nobody removes.
    fn replace_in_two_steps(&self) -> Result<PathBuf, Error> {
        let old = left_behind::make(&self.target, Purpose::Old)?.path;
        fs::rename(&self.target, &old).map_err(Error::io(&self.target, "move the old folder away"))?;
        if let Err(e) = fs::rename(&self.partial, &self.target) {
            let _ = fs::rename(&old, &self.target);
            return Err(Error::io(&self.target, "rename the finished folder to this name")(e));
        }
        Ok(old)
    }

    /// Back to what was there before, under the name that it has now, or to nothing.
    fn undo(&self, old: Option<PathBuf>, folders: &mut Folders) {
        match old {
            Some(old) if old == self.partial => drop(exchange(&self.partial, &self.target)),
            old => {
                let _ = fs::rename(&self.target, &self.partial);
                if let Some(old) = old {
                    folders.remove(&old);
                    let _ = fs::rename(old, &self.target);
                }
            }
        }
    }
}

/// Two folders change places.
fn exchange(one: &Path, other: &Path) -> Result<(), Errno> {
    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)
}

/// Removes a folder that may be replaced: its name goes first and at once, so that no half of it is ever found under that.
///
/// # Errors
/// It is of another kind, holds files that are not its own, or cannot be removed.
pub(crate) fn discard(dir: &Path, kind: &'static Kind) -> Result<(), Error> {
    let target = Staging::target(dir, true, kind)?;
    let mut folders = unfinished();
    let hidden = left_behind::make(&target, Purpose::Partial)?;
    folders.insert(hidden.path.clone());
    // A link to the folder goes on leading to one.
    let kept = || if dir.is_symlink() { fs::create_dir(&target) } else { Ok(()) };
    let moved = fs::rename(&target, &hidden.path).and_then(|()| kept()).map_err(Error::io(&target, "move the old folder away"));
    drop(folders);
    moved.and(remove(Some(hidden.path)))
}

fn remove(old: Option<PathBuf>) -> Result<(), Error> {
    let Some(old) = old else { return Ok(()) };
    let removed = fs::remove_dir_all(&old).map_err(Error::io(&old, "remove the replaced folder"));
    unfinished().remove(&old);
    removed
}

impl Drop for Staging {
    fn drop(&mut self) {
        if !self.published {
            let _ = fs::remove_dir_all(&self.partial);
            unfinished().remove(&self.partial);
        }
    }
}

/// The real path of `dir`; its parents are made where they do not exist.
fn resolve(dir: &Path) -> Result<PathBuf, Error> {
    match fs::canonicalize(dir) {
        Ok(path) => return Ok(path),
        Err(e) if e.kind() == ErrorKind::NotFound => {}
        Err(e) => return Err(Error::io(dir, "open")(e)),
    }
    let Some(name) = dir.file_name() else {
        return Err(Error::invalid(dir, "expected a path that ends in the name of the folder to write"));
    };
    let parent = dir.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(Error::io(parent, "create the folder"))?;
    let parent = fs::canonicalize(parent).map_err(Error::io(parent, "open"))?;
    Ok(parent.join(name))
}

fn check_target(target: &Path, force: bool, kind: &Kind) -> Result<(), Error> {
    let taken = |reason: String| Err(Error::Exists { path: target.to_owned(), reason });
    let mut entries = match fs::read_dir(target) {
        Ok(entries) => entries,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(()),
        Err(e) if e.kind() == ErrorKind::NotADirectory => return taken("is a file; choose another folder".into()),
        Err(e) => return Err(Error::io(target, "list")(e)),
    };
    if entries.next().is_none() {
        return Ok(());
    }
    let (article, name) = (kind.article, kind.name);
    match (kind.is_of(target), force) {
        (true, true) => match stranger(target, kind) {
            Ok(None) => Ok(()),
            Ok(Some(file)) => {
                taken(format!("holds {file}, which is not of the {name}, so it is not replaced; move that away, or choose another folder"))
            }
            Err(error) => taken(format!("is not replaced, since its files cannot be told from others: {error}")),
        },
        (true, false) => taken(format!("holds {article} {name} already; choose another folder, or --force to replace it")),
        (false, _) => taken(format!("exists, is not empty and is no {name}, so it is never replaced; choose another folder or remove it")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::SET;

    fn names(dir: &Path) -> Vec<String> {
        fs::read_dir(dir).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect()
    }

    /// Puts the new folder in the place of the old, and tells where that is then.
    type Step = fn(&Staging) -> PathBuf;

    /// A new folder, and an old one in its place.
    fn both(target: &Path) -> Staging {
        let staging = Staging::create(target, true, &SET).unwrap();
        fs::create_dir(target).unwrap();
        fs::write(target.join("old"), "").unwrap();
        fs::write(staging.path().join("new"), "").unwrap();
        staging
    }

    #[test]
    fn in_one_step_or_in_two_the_new_folder_takes_the_place_of_the_old_and_back() {
        let steps: [Step; 2] = [
            |staging| exchange(&staging.partial, &staging.target).map(|()| staging.partial.clone()).unwrap(),
            |staging| staging.replace_in_two_steps().unwrap(),
        ];
        for replace in steps {
            let dir = tempfile::tempdir().unwrap();
            let target = dir.path().join("set");
            let staging = both(&target);
            let old = replace(&staging);
            assert_eq!((names(&target), names(&old)), (vec!["new".to_owned()], vec!["old".to_owned()]));
            staging.undo(Some(old), &mut Folders::new());
            assert_eq!((names(&target), names(staging.path())), (vec!["old".to_owned()], vec!["new".to_owned()]));
        }
    }

    /// Whoever is killed between the two steps leaves the old folder out of the way, and the next writer does not touch it.
    #[test]
    fn an_old_folder_out_of_the_way_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("set");
        let staging = both(&target);
        let old = staging.replace_in_two_steps().unwrap();
        // As if by a process that is no more, killed before it had moved the new one.
        let left = dir.path().join(".set.old-2147483647-0");
        fs::rename(&old, &left).unwrap();
        fs::remove_dir_all(&target).unwrap();
        drop(Staging::create(&target, false, &SET).unwrap());
        assert_eq!(names(&left), ["old"]);
    }
}
