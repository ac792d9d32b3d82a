//! Opens input: files of somebody else, which may be no files at all.

use crate::Error;
use rustix::fs::OFlags;
use std::fs::{File, OpenOptions};
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Opens a regular file to read it, and nothing else: a pipe would block, and a device may never end.
pub(crate) fn open_regular(path: &Path) -> std::io::Result<File> {
    regular(OpenOptions::new().read(true), OFlags::empty(), path)
}

/// The same with what `options` allow; a link in its place is refused, too.
pub(crate) fn open_no_link(options: &mut OpenOptions, path: &Path) -> std::io::Result<File> {
    regular(options, OFlags::NOFOLLOW, path)
}

fn regular(options: &mut OpenOptions, flags: OFlags, path: &Path) -> std::io::Result<File> {
    // Looked at once it is open, so that nobody can put something else in its place in between.
    let file = options.custom_flags((flags | OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(std::io::Error::other("not a regular file")) }
}

/// Reads a whole file, which has to be a regular one of at most `limit` bytes; `expected` says what it should be.
///
/// # Errors
/// It is something else or larger, or cannot be read; names the file and what was expected.
pub fn read_input(path: &Path, limit: u64, expected: &str) -> Result<Vec<u8>, Error> {
    let wrong = |found: &str| Error::invalid(path, format!("{found}, expected {expected} of at most {limit} bytes"));
    let found = std::fs::metadata(path).map_err(Error::io(path, "open"))?;
    if !found.is_file() {
        return Err(wrong(if found.is_dir() { "a folder" } else { "not a regular file" }));
    }
    let mut bytes = Vec::new();
    if found.len() <= limit {
        let file = open_regular(path).map_err(Error::io(path, "open"))?;
        // It may have grown, or be one of those whose length is not known.
        file.take(limit + 1).read_to_end(&mut bytes).map_err(Error::io(path, "read"))?;
    }
    let length = found.len().max(bytes.len() as u64);
    if length > limit { Err(wrong(&format!("{length} bytes"))) } else { Ok(bytes) }
}
