//! The journal of a run: the results of every finished tuple, as soon as there are any.
//!
//! It lies hidden beside the results. An interrupted run leaves it; the next one, by the same command on
//! the same set, goes on from there. It is private to ptoconf: what a user sees is made from it.
//!
//! A head in a line of JSON; then for each tuple a line of JSON and the bytes of its outputs. A process
//! that is killed can only leave the last record cut short, which its length and checksum show.

use crate::run::RunError;
use ptoconf_schemas::{ResultLine, ResultsHeader};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const FORMAT: &str = "ptoconf-journal/2";

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Head {
    journal: String,
    results: ResultsHeader,
}

/// The results of one tuple.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Record {
    /// `<op>/<tuple name>`.
    pub tuple: String,
    /// A line for each case.
    pub lines: Vec<ResultLine>,
    /// Size of the outputs, one after another.
    bytes: u64,
    /// CRC-32 of the lines and the outputs.
    crc: u32,
    #[serde(skip)]
    pub outputs: Vec<u8>,
}

impl Record {
    /// A record of what became of a tuple.
    pub fn new(tuple: String, lines: Vec<ResultLine>, outputs: Vec<u8>) -> Record {
        let mut record = Record { tuple, lines, bytes: outputs.len() as u64, crc: 0, outputs };
        record.crc = record.checksum();
        record
    }

    /// Of all that it says.
    fn checksum(&self) -> u32 {
        let mut crc = crc32fast::Hasher::new();
        crc.update(format!("{:?}", (&self.tuple, &self.lines)).as_bytes());
        crc.update(&self.outputs);
        crc.finalize()
    }
}

/// An open journal. No other process writes to it.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    /// Where each record begins.
    places: BTreeMap<String, u64>,
    end: u64,
}

/// Locks a file. A process that is being started has the files of this one for a moment, so it tries for a while.
fn lock(file: &std::fs::File) -> Result<(), TryLockError> {
    for _ in 0..20 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(std::time::Duration::from_millis(25)),
            other => return other,
        }
    }
    file.try_lock()
}

impl Journal {
    /// Opens the journal of the results that will be at `target`: the one of an interrupted run with
    /// `resume`, else a new one; an old one is thrown away only with `force`.
    pub fn open(target: &Path, results: &ResultsHeader, resume: bool, force: bool) -> Result<Journal, RunError> {
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let path = target.with_file_name(format!(".{name}.journal"));
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(failed(&path, "open"))?;
        match lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(unusable(&path, "another run is writing these results; wait for it, or end it")),
            Err(TryLockError::Error(e)) => return Err(failed(&path, "lock")(e)),
        }
        let mut journal = Journal { path, file, places: BTreeMap::new(), end: 0 };
        let head = Head { journal: FORMAT.to_owned(), results: results.clone() };
        let size = journal.file.metadata().map_err(failed(&journal.path, "look at"))?.len();
        if size > 0 && !resume && !force {
            let next = "--resume goes on with it, --force begins anew";
            return Err(unusable(&journal.path, &format!("results of an interrupted run are here; {next}")));
        }
        if size == 0 || !resume || !journal.read(&head)? {
            journal.begin(&head)?;
        }
        Ok(journal)
    }

    /// Whether the results of this tuple are there.
    pub fn has(&self, tuple: &str) -> bool {
        self.places.contains_key(tuple)
    }

    /// Number of tuples.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Appends the results of a tuple.
    pub fn append(&mut self, record: &Record) -> Result<(), RunError> {
        let mut bytes = serde_json::to_vec(record).map_err(|e| unusable(&self.path, &e.to_string()))?;
        bytes.push(b'\n');
        bytes.extend_from_slice(&record.outputs);
        self.write(&bytes)?;
        self.places.insert(record.tuple.clone(), self.end - bytes.len() as u64);
        Ok(())
    }

    /// The results of a tuple; `None` if there are none.
    pub fn record(&self, tuple: &str) -> Result<Option<Record>, RunError> {
        let Some(place) = self.places.get(tuple) else { return Ok(None) };
        let mut reader = BufReader::new(&self.file);
        reader.seek(SeekFrom::Start(*place)).map_err(failed(&self.path, "read"))?;
        let record = read_record(&mut reader, self.end - place).map_err(failed(&self.path, "read"))?;
        record.map(|(record, _)| Some(record)).ok_or_else(|| unusable(&self.path, "was changed by someone else; begin anew with --force"))
    }

    /// Removes it: it is no longer needed.
    pub fn remove(self) -> Result<(), RunError> {
        std::fs::remove_file(&self.path).map_err(failed(&self.path, "remove"))
    }

    /// Finds the records and cuts off a tail that is none. False if there is not even a whole head.
    fn read(&mut self, head: &Head) -> Result<bool, RunError> {
        let size = self.file.metadata().map_err(failed(&self.path, "look at"))?.len();
        let mut reader = BufReader::with_capacity(1 << 20, &self.file);
        let mut line = Vec::new();
        self.end = reader.read_until(b'\n', &mut line).map_err(failed(&self.path, "read"))? as u64;
        if !line.ends_with(b"\n") {
            return Ok(false);
        }
        match serde_json::from_slice::<Head>(&line) {
            Ok(found) if found == *head => {}
            Ok(found) => return Err(unusable(&self.path, &difference(&found, head))),
            Err(e) => return Err(unusable(&self.path, &format!("no journal of this version: {e}; begin anew with --force"))),
        }
        while let Some((record, length)) = read_record(&mut reader, size - self.end).map_err(failed(&self.path, "read"))? {
            self.places.insert(record.tuple, self.end);
            self.end += length;
        }
        self.cut()?;
        Ok(true)
    }

    fn begin(&mut self, head: &Head) -> Result<(), RunError> {
        self.end = 0;
        self.cut()?;
        let mut line = serde_json::to_vec(head).map_err(|e| unusable(&self.path, &e.to_string()))?;
        line.push(b'\n');
        self.write(&line)
    }

    fn cut(&self) -> Result<(), RunError> {
        self.file.set_len(self.end).map_err(failed(&self.path, "cut"))
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), RunError> {
        let mut file = &self.file;
        let written = file.seek(SeekFrom::Start(self.end)).and_then(|_| file.write_all(bytes));
        written.map_err(failed(&self.path, "write"))?;
        self.end += bytes.len() as u64;
        Ok(())
    }
}

/// Reads a record and its length; `None` where the rest of `left` bytes is no whole record.
pub(super) fn read_record(reader: &mut impl BufRead, left: u64) -> std::io::Result<Option<(Record, u64)>> {
    let mut line = Vec::new();
    let length = reader.read_until(b'\n', &mut line)? as u64;
    let Ok(mut record) = serde_json::from_slice::<Record>(&line) else { return Ok(None) };
    if !line.ends_with(b"\n") || record.bytes > left.saturating_sub(length) {
        return Ok(None);
    }
    record.outputs.resize(record.bytes as usize, 0);
    match reader.read_exact(&mut record.outputs) {
        Err(e) if e.kind() == ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let whole = record.checksum() == record.crc;
    Ok(whole.then_some(length + record.bytes).map(|length| (record, length)))
}

fn difference(found: &Head, wanted: &Head) -> String {
    let command = |h: &Head| h.results.implementation.details.get("command").cloned().unwrap_or_default();
    let part = |h: &Head| h.results.part.map_or_else(|| "the whole set".to_owned(), |part| part.to_string());
    let what = if found.results.suite != wanted.results.suite {
        format!("the interrupted run was on another set, {}, and not on {}", found.results.suite, wanted.results.suite)
    } else if found.results.part != wanted.results.part {
        format!("the interrupted run was of {} and not of {}", part(found), part(wanted))
    } else {
        format!("the interrupted run was of `{}` and not of `{}`", command(found), command(wanted))
    };
    format!("{what}; choose another --out, or begin anew with --force instead of --resume")
}

fn failed(path: &Path, doing: &'static str) -> impl FnOnce(std::io::Error) -> RunError {
    let path = path.display().to_string();
    move |e| RunError::Unusable(format!("{path}: cannot {doing}: {e}"))
}

fn unusable(path: &Path, reason: &str) -> RunError {
    RunError::Unusable(format!("{}: {reason}", path.display()))
}

#[cfg(test)]
mod tests;
