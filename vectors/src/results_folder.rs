//! Results that another program writes.

use crate::names::is_container;
use crate::staging::{RESULTS, Staging};
use crate::tree::list;
use crate::{Error, Npz};
use ptoconf_schemas::{ResultLine, ResultsHeader};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The folder that the program makes.
const MADE: &str = ".made";

/// A folder in a hidden one beside the final one, for another program to make and fill.
///
/// One that is dropped before it is published leaves nothing behind.
pub struct ResultsFolder {
    staging: Staging,
    path: PathBuf,
}

impl ResultsFolder {
    /// Checks that `dir` may be written, as [`crate::ResultsWriter::create`] does.
    pub fn create(dir: &Path, force: bool) -> Result<Self, Error> {
        let staging = Staging::create(dir, force, &RESULTS)?;
        let path = staging.path().join(MADE);
        Ok(ResultsFolder { staging, path })
    }

    /// Where the program is to write. There is nothing yet, but the folder around it is there.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a detail to what the head says of the implementation, where it can be read.
    pub fn note(&self, name: &str, detail: &str) -> Result<(), Error> {
        let head = self.path.join(RESULTS.head);
        let Some(mut header) = fs::read(&head).ok().and_then(|text| serde_json::from_slice::<ResultsHeader>(&text).ok()) else {
            return Ok(());
        };
        header.implementation.details.insert(name.to_owned(), detail.to_owned());
        write_head(&head, &header)
    }

    /// Makes what a failed program left readable: adds what is missing, and drops a half-written last
    /// line and containers that are cut short.
    pub fn repair(&self, header: &ResultsHeader) -> Result<(), Error> {
        fs::create_dir_all(self.path()).map_err(Error::io(self.path(), "create the folder"))?;
        let head = self.path().join(RESULTS.head);
        if !is_json(&head) {
            write_head(&head, header)?;
        }
        self.cut_last_line()?;
        for folder in list(self.path())?.iter().filter(|e| e.is_dir) {
            for file in list(&folder.path)?.iter().filter(|e| !e.is_dir && is_container(&e.name, "outputs")) {
                if Npz::open(&file.path).is_err() {
                    fs::remove_file(&file.path).map_err(Error::io(&file.path, "remove"))?;
                }
            }
        }
        Ok(())
    }

    /// Appends lines to `results.jsonl`.
    pub fn append(&self, lines: &[ResultLine]) -> Result<(), Error> {
        let path = self.lines();
        let mut text = Vec::new();
        for line in lines {
            serde_json::to_writer(&mut text, line).map_err(|e| Error::unwritable(&path, &line.case, e.to_string()))?;
            text.push(b'\n');
        }
        let file = OpenOptions::new().append(true).open(&path);
        file.and_then(|mut f| f.write_all(&text)).map_err(Error::io(&path, "write"))
    }

    /// Gives the folder its name.
    pub fn publish(self) -> Result<(), Error> {
        let (from, to) = (&self.path, self.staging.path());
        for entry in fs::read_dir(from).map_err(Error::io(from, "list"))? {
            let entry = entry.map_err(Error::io(from, "list"))?;
            fs::rename(entry.path(), to.join(entry.file_name())).map_err(Error::io(&entry.path(), "move"))?;
        }
        fs::remove_dir(from).map_err(Error::io(from, "remove"))?;
        self.staging.publish()
    }

    fn lines(&self) -> PathBuf {
        self.path().join("results.jsonl")
    }

    fn cut_last_line(&self) -> Result<(), Error> {
        let path = self.lines();
        let text = if path.exists() { fs::read(&path).map_err(Error::io(&path, "read"))? } else { Vec::new() };
        let whole = text.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        fs::write(&path, &text[..whole]).map_err(Error::io(&path, "write"))
    }
}

fn write_head(path: &Path, header: &ResultsHeader) -> Result<(), Error> {
    let mut text = serde_json::to_vec_pretty(header).map_err(|e| Error::unwritable(path, "the head", e.to_string()))?;
    text.push(b'\n');
    fs::write(path, text).map_err(Error::io(path, "write"))
}

fn is_json(path: &Path) -> bool {
    fs::read(path).is_ok_and(|text| serde_json::from_slice::<serde_json::Value>(&text).is_ok())
}
