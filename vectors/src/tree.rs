//! Lists the files below a folder, and refuses what is neither file nor folder.

use crate::Error;
use crate::input::read_input;
use std::collections::BTreeMap;
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

/// Whether there is something of this name. What cannot be looked at is an error, and not missing.
pub(crate) fn is_there(path: &Path) -> Result<bool, Error> {
    path.try_exists().map_err(Error::io(path, "look at"))
}

/// An entry of a folder.
pub(crate) struct Entry {
    pub name: String,
    pub path: PathBuf,
    pub is_dir: bool,
}

/// The entries of a folder, sorted by name. Links and devices are errors: a link may lead out of
/// the folder, and reading a device may never end.
pub(crate) fn list(dir: &Path) -> Result<Vec<Entry>, Error> {
    let entries = fs::read_dir(dir).map_err(Error::io(dir, "list"))?;
    let mut list = Vec::new();
    for entry in entries {
        list.push(checked(&entry.map_err(Error::io(dir, "list"))?)?);
    }
    list.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(list)
}

fn checked(entry: &DirEntry) -> Result<Entry, Error> {
    let path = entry.path();
    let kind = entry.file_type().map_err(Error::io(&path, "look at"))?;
    if kind.is_symlink() {
        return Err(Error::invalid(&path, "is a symbolic link, expected a file or a folder"));
    }
    if !kind.is_file() && !kind.is_dir() {
        return Err(Error::invalid(&path, "is a device or a pipe, expected a file or a folder"));
    }
    let Ok(name) = entry.file_name().into_string() else {
        return Err(Error::invalid(&path, "has a name that is not UTF-8"));
    };
    Ok(Entry { name, is_dir: kind.is_dir(), path })
}

/// Every file below `root` with its size in bytes, by path below `root` with `/`.
pub(crate) fn walk(root: &Path) -> Result<BTreeMap<String, u64>, Error> {
    let mut files = BTreeMap::new();
    let mut folders = vec![(root.to_owned(), String::new())];
    while let Some((dir, prefix)) = folders.pop() {
        for entry in list(&dir)? {
            let below = format!("{prefix}{}", entry.name);
            if entry.is_dir {
                folders.push((entry.path, below + "/"));
            } else {
                let size = fs::symlink_metadata(&entry.path).map_err(Error::io(&entry.path, "look at"))?.len();
                files.insert(below, size);
            }
        }
    }
    Ok(files)
}

/// Reads a file of at most `limit` bytes that has to be a regular one.
pub(crate) fn read_head(path: &Path, limit: u64) -> Result<Vec<u8>, Error> {
    let meta = fs::symlink_metadata(path).map_err(Error::io(path, "open"))?;
    if !meta.is_file() {
        return Err(Error::invalid(path, "expected a regular file"));
    }
    read_input(path, limit, "a file")
}

/// Parses a head, whose `format` has to be `format`; that is checked first, because another
/// version may have other fields.
pub(crate) fn parse_head<T: serde::de::DeserializeOwned>(path: &Path, text: &[u8], format: &str) -> Result<T, Error> {
    match format_of(text).map_err(|e| Error::invalid(path, format!("not JSON: {e}")))? {
        Some(found) if found == format => {}
        found => return Err(Error::invalid(path, format!("format is {}, expected {format}", found.as_deref().unwrap_or("absent")))),
    }
    serde_json::from_slice(text).map_err(|e| Error::invalid(path, format!("not as {format} says: {e}")))
}

/// The `format` that a head states, if it states one. Whatever else is in it takes no memory.
///
/// # Errors
/// It is not JSON.
pub(crate) fn format_of(text: &[u8]) -> Result<Option<String>, serde_json::Error> {
    #[derive(serde::Deserialize)]
    struct Head {
        format: Option<String>,
    }
    // A list of values could be read as a head as well.
    let is_object = text.trim_ascii_start().starts_with(b"{");
    match serde_json::from_slice::<Head>(text) {
        Ok(head) => Ok(head.format.filter(|_| is_object)),
        Err(error) if error.is_data() => Ok(None),
        Err(error) => Err(error),
    }
}
