//! Results that another program writes.

use crate::input::open_no_link;
use crate::kind::RESULTS;
use crate::lines::Lines;
use crate::names::is_container;
use crate::results_read::{MAX_HEAD, MAX_LINE};
use crate::staging::Staging;
use crate::tree::{list, read_head};
use crate::{Error, Npz, ResultsReader};
use ptoconf_schemas::{ResultLine, ResultsHeader};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{FileExt, MetadataExt};
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
        let Some(mut header) = read_head(&head, MAX_HEAD).ok().and_then(|text| serde_json::from_slice::<ResultsHeader>(&text).ok()) else {
            return Ok(());
        };
        header.implementation.details.insert(name.to_owned(), detail.to_owned());
        write_head(&head, &header)
    }

    /// Opens what the program wrote: a folder, and no link to one that is somewhere else.
    pub fn open(&self) -> Result<ResultsReader, Error> {
        match fs::symlink_metadata(&self.path) {
            Ok(found) if !found.is_dir() => Err(Error::invalid(&self.path, "is a link or a file, expected a folder")),
            _ => ResultsReader::open(&self.path),
        }
    }

    /// Makes what a failed program left readable: adds what is missing, and drops a half-written last
    /// line, containers that are cut short, and whatever is neither file nor folder.
    pub fn repair(&self, header: &ResultsHeader) -> Result<(), Error> {
        if fs::symlink_metadata(&self.path).is_ok_and(|found| !found.is_dir()) {
            fs::remove_file(&self.path).map_err(Error::io(&self.path, "remove"))?;
        }
        fs::create_dir_all(self.path()).map_err(Error::io(self.path(), "create the folder"))?;
        remove_odd(self.path())?;
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
        let file = open_no_link(OpenOptions::new().append(true), &path);
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

    /// Leaves whole lines. The program may have made the file out of one that is not its own: that stays as it is.
    fn cut_last_line(&self) -> Result<(), Error> {
        let path = self.lines();
        match fs::symlink_metadata(&path) {
            Ok(found) if found.nlink() > 1 => separate(&path).map_err(Error::io(&path, "copy"))?,
            Ok(_) => {}
            Err(_) => return fs::write(&path, "").map_err(Error::io(&path, "write")),
        }
        let whole = whole_lines(&path)?;
        let file = open_no_link(OpenOptions::new().write(true), &path);
        file.and_then(|file| file.set_len(whole)).map_err(Error::io(&path, "write"))
    }
}

/// Makes a file that has other names, too, one of its own.
fn separate(path: &Path) -> std::io::Result<()> {
    let mut from = open_no_link(OpenOptions::new().read(true), path)?;
    fs::remove_file(path)?;
    let mut to = OpenOptions::new().write(true).create_new(true).open(path)?;
    std::io::copy(&mut from, &mut to).map(|_| ())
}

/// Bytes of a file up to the end of its last whole line, or to one that never ends.
fn whole_lines(path: &Path) -> Result<u64, Error> {
    let mut lines = Lines::open(path, MAX_LINE)?;
    let (mut last, mut end) = (0, 0);
    while let Ok(Some(_)) = lines.next() {
        (last, end) = (end, lines.at());
    }
    let mut byte = [0];
    let file = open_no_link(OpenOptions::new().read(true), path).map_err(Error::io(path, "open"))?;
    let read = end.checked_sub(1).map_or(Ok(()), |at| file.read_exact_at(&mut byte, at));
    read.map_err(Error::io(path, "read"))?;
    Ok(if byte[0] == b'\n' { end } else { last })
}

/// Removes links, pipes and devices: what is behind them is somewhere else, or has no end.
fn remove_odd(dir: &Path) -> Result<(), Error> {
    let mut folders = vec![dir.to_owned()];
    while let Some(dir) = folders.pop() {
        for entry in fs::read_dir(&dir).map_err(Error::io(&dir, "list"))? {
            let entry = entry.map_err(Error::io(&dir, "list"))?;
            let (path, kind) = (entry.path(), entry.file_type().map_err(Error::io(&entry.path(), "look at"))?);
            if kind.is_dir() {
                folders.push(path);
            } else if !kind.is_file() {
                fs::remove_file(&path).map_err(Error::io(&path, "remove"))?;
            }
        }
    }
    Ok(())
}

/// Writes a head in place of what the program left there, which may have another name elsewhere.
fn write_head(path: &Path, header: &ResultsHeader) -> Result<(), Error> {
    let mut text = serde_json::to_vec_pretty(header).map_err(|e| Error::unwritable(path, "the head", e.to_string()))?;
    text.push(b'\n');
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_dir()) {
        fs::remove_file(path).map_err(Error::io(path, "remove"))?;
    }
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    file.and_then(|mut file| file.write_all(&text)).map_err(Error::io(path, "write"))
}

fn is_json(path: &Path) -> bool {
    read_head(path, MAX_HEAD).is_ok_and(|text| serde_json::from_slice::<serde_json::Value>(&text).is_ok())
}
