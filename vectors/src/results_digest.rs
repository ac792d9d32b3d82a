//! A digest of results.

use crate::tree::walk;
use crate::{Error, ResultsReader};
use std::fs::File;
use std::path::Path;

impl ResultsReader {
    /// BLAKE3 of all files of the folder, in lower-case hex: of a line for each, sorted by path, with its own digest, a space
    /// and its path below the folder. `b3sum` prints such lines, with two spaces.
    ///
    /// # Errors
    /// What is neither file nor folder, or cannot be read.
    pub fn content_digest(&self) -> Result<String, Error> {
        let mut list = blake3::Hasher::new();
        for path in walk(self.dir())?.keys() {
            if path.chars().any(char::is_control) {
                return Err(Error::invalid(&self.dir().join(path), "has a name with a control character"));
            }
            list.update(format!("{} {path}\n", of_file(&self.dir().join(path))?).as_bytes());
        }
        Ok(list.finalize().to_hex().to_string())
    }
}

fn of_file(path: &Path) -> Result<blake3::Hash, Error> {
    let mut hasher = blake3::Hasher::new();
    let file = File::open(path).map_err(Error::io(path, "open"))?;
    hasher.update_reader(file).map_err(Error::io(path, "read"))?;
    Ok(hasher.finalize())
}
