//! The files that a head lists, and those that are there.

use crate::Error;
use crate::names::is_container;
use crate::tree::{read_head, walk};
use ptoconf_schemas::{FileEntry, is_safe_name};
use std::collections::BTreeMap;
use std::path::Path;

/// Largest head of a set; one of 29 operations has a megabyte.
pub(crate) const MAX_HEAD: u64 = 16 << 20;

/// Whether a file of a set holds answers.
pub(crate) fn holds_answers(file: &FileEntry) -> bool {
    let name = file.path.rsplit('/').next().unwrap_or_default();
    name == "answers.jsonl" || is_container(name, "answers")
}

/// The files of an operation, by name.
pub(crate) fn below(files: &[FileEntry], op: &str) -> BTreeMap<String, FileEntry> {
    let prefix = format!("{op}/");
    files.iter().filter_map(|f| Some((f.path.strip_prefix(&prefix)?.to_owned(), f.clone()))).collect()
}

/// The digest of a head.
pub(crate) fn digest_of(text: &[u8]) -> String {
    blake3::hash(text).to_hex().to_string()
}

/// The head on disk still has this digest.
pub(crate) fn check_head(path: &Path, digest: &str) -> Result<(), Error> {
    let found = digest_of(&read_head(path, MAX_HEAD)?);
    if found == digest {
        return Ok(());
    }
    Err(Error::invalid(path, format!("its BLAKE3 is {found}, and was {digest} when it was opened")))
}

/// The list itself: safe paths, each once, in order.
pub(crate) fn check_files(files: &[FileEntry], head: &str) -> Result<(), String> {
    for file in files {
        if !file.path.split('/').all(is_safe_name) || file.path == head {
            return Err(format!("lists {:?}, expected a path below the set of letters, digits and -_.", file.path));
        }
        let digest = file.blake3.len() == 64 && file.blake3.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        if !digest {
            return Err(format!("digest of {} is {:?}, expected 64 lower-case hex digits", file.path, file.blake3));
        }
    }
    match files.windows(2).find(|w| w[0].path >= w[1].path) {
        Some(w) => Err(format!("lists {} after {}, expected files sorted by path, each once", w[1].path, w[0].path)),
        None => Ok(()),
    }
}

/// The files on disk: those that are listed, with their sizes, and no other.
pub(crate) fn check_tree<'a>(dir: &Path, files: impl IntoIterator<Item = &'a FileEntry>, head: &str) -> Result<(), Error> {
    let mut found = walk(dir)?;
    found.remove(head);
    for entry in files {
        let path = dir.join(&entry.path);
        match found.remove(&entry.path) {
            None => return Err(Error::invalid(&path, format!("missing, but {head} lists it"))),
            Some(bytes) if bytes != entry.bytes => {
                let (found, expected) = (format!("{bytes} bytes"), format!("{} bytes", entry.bytes));
                return Err(Error::Damaged { path, found, expected });
            }
            Some(_) => {}
        }
    }
    match found.keys().next() {
        Some(extra) => Err(Error::invalid(&dir.join(extra), format!("extra file: {head} does not list it"))),
        None => Ok(()),
    }
}
