//! The files of one worker: one for each operand, used again from case to case.

use crate::run::RunError;
use ptoconf_schemas::{Names, SmolStr};
use rustix::fs::OFlags;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// A folder of files that hold operands.
pub(super) struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    /// Makes the folder of this worker below a temporary one.
    pub fn create(root: &Path, number: usize) -> Result<Scratch, RunError> {
        let folder = root.join(format!("worker-{number}"));
        fs::create_dir(&folder).map_err(|e| unusable(&folder, "make the folder", &e))?;
        Ok(Scratch { folder })
    }

    /// Path of the file of each operand.
    pub fn files<'a>(&self, operands: impl Iterator<Item = &'a SmolStr>) -> Names<String> {
        operands.map(|name| (name.clone(), self.path(name).to_string_lossy().into_owned())).collect()
    }

    /// Writes the content of an operand.
    pub fn write(&self, operand: &str, data: &[u8]) -> Result<(), RunError> {
        let path = self.path(operand);
        keep_folder(&self.folder).and_then(|()| overwrite(&path, data)).map_err(|e| unusable(&path, "write", &e))
    }

    /// Reads an operand of this size; the error says what is wrong with the file.
    pub fn read(&self, operand: &str, into: &mut [u8]) -> Result<(), String> {
        let path = self.path(operand);
        let found = fs::symlink_metadata(&path).map_err(|e| format!("file of {operand}: {e}"))?;
        if !found.is_file() || found.len() != into.len() as u64 {
            let kind = if found.is_file() { format!("{} bytes", found.len()) } else { "no regular file".to_owned() };
            return Err(format!("file of {operand}: {kind}, expected {} bytes", into.len()));
        }
        let read = OpenOptions::new()
            .read(true)
            .custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32)
            .open(&path)
            .and_then(|mut file| file.read_exact(into));
        read.map_err(|e| format!("file of {operand}: {e}"))
    }

    fn path(&self, operand: &str) -> PathBuf {
        self.folder.join(format!("{operand}.bin"))
    }
}

/// The folder is the worker's to spoil: it may have removed it, or put a link to another in its place.
fn keep_folder(folder: &Path) -> std::io::Result<()> {
    match fs::symlink_metadata(folder) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => fs::remove_file(folder).and_then(|()| fs::create_dir(folder)),
        Err(_) => fs::create_dir_all(folder),
    }
}

/// Opens the file of an operand to be written. What a worker left there in its place is removed: a pipe blocks whoever
/// opens it, a link leads elsewhere, and a file with a second name is somebody else's, too.
fn open_own(path: &Path) -> std::io::Result<File> {
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32;
    let opened = OpenOptions::new().write(true).custom_flags(flags).open(path);
    if let Ok(file) = opened {
        let found = file.metadata()?;
        if found.is_file() && found.nlink() == 1 {
            return Ok(file);
        }
    }
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => fs::remove_dir_all(path)?,
        Ok(_) => fs::remove_file(path)?,
        Err(_) => {}
    }
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Not by emptying the file first: file systems take that as a reason to write it to disk.
fn overwrite(path: &Path, data: &[u8]) -> std::io::Result<()> {
    let mut file = open_own(path)?;
    file.write_all(data)?;
    if file.metadata()?.len() == data.len() as u64 { Ok(()) } else { file.set_len(data.len() as u64) }
}

fn unusable(path: &Path, doing: &str, error: &std::io::Error) -> RunError {
    RunError::Unusable(format!("{}: cannot {doing}: {error}; TMPDIR names another place for temporary files", path.display()))
}
