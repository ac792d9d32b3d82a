//! The files of one worker: one for each operand, used again from case to case.

use crate::run::RunError;
use ptoconf_schemas::Names;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
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
    pub fn files<'a>(&self, operands: impl Iterator<Item = &'a String>) -> Names<String> {
        operands.map(|name| (name.clone(), self.path(name).to_string_lossy().into_owned())).collect()
    }

    /// Writes the content of an operand.
    pub fn write(&self, operand: &str, data: &[u8]) -> Result<(), RunError> {
        let path = self.path(operand);
        make_way(&path).and_then(|()| overwrite(&path, data)).map_err(|e| unusable(&path, "write", &e))
    }

    /// Reads an operand of this size; the error says what is wrong with the file.
    pub fn read(&self, operand: &str, into: &mut [u8]) -> Result<(), String> {
        let path = self.path(operand);
        let found = fs::symlink_metadata(&path).map_err(|e| format!("file of {operand}: {e}"))?;
        if !found.is_file() || found.len() != into.len() as u64 {
            let kind = if found.is_file() { format!("{} bytes", found.len()) } else { "no regular file".to_owned() };
            return Err(format!("file of {operand}: {kind}, expected {} bytes", into.len()));
        }
        let read = File::open(&path).and_then(|mut file| file.read_exact(into));
        read.map_err(|e| format!("file of {operand}: {e}"))
    }

    fn path(&self, operand: &str) -> PathBuf {
        self.folder.join(format!("{operand}.bin"))
    }
}

/// Removes what is no regular file: a worker may have left a pipe, which blocks whoever opens it.
fn make_way(path: &Path) -> std::io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => fs::remove_dir_all(path),
        Ok(found) if !found.is_file() => fs::remove_file(path),
        _ => Ok(()),
    }
}

/// Not by emptying the file first: file systems take that as a reason to write it to disk.
fn overwrite(path: &Path, data: &[u8]) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    file.write_all(data)?;
    if file.metadata()?.len() == data.len() as u64 { Ok(()) } else { file.set_len(data.len() as u64) }
}

fn unusable(path: &Path, doing: &str, error: &std::io::Error) -> RunError {
    RunError::Unusable(format!("{}: cannot {doing}: {error}; TMPDIR names another place for temporary files", path.display()))
}
