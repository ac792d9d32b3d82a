//! Reads results.

use crate::Error;
use crate::lines::{Line, Lines};
use crate::outputs::Outputs;
use crate::staging::RESULTS;
use crate::tree::{list, parse_head, read_head};
use ptoconf_schemas::{ResultLine, ResultsHeader, is_safe_name};
use std::path::{Path, PathBuf};

/// Largest `results.json`.
const MAX_HEAD: u64 = 1 << 20;
/// Longest line of `results.jsonl`.
const MAX_LINE: u64 = 1 << 20;

/// Results whose head was checked.
#[derive(Debug)]
pub struct ResultsReader {
    dir: PathBuf,
    header: ResultsHeader,
}

impl ResultsReader {
    /// Opens results: `results.json` is understood, and `results.jsonl` is there.
    pub fn open(dir: &Path) -> Result<Self, Error> {
        let path = dir.join(RESULTS.head);
        if !path.exists() {
            return Err(Error::invalid(dir, "no results: there is no results.json in it"));
        }
        let header = parse_head(&path, &read_head(&path, MAX_HEAD)?, ResultsHeader::FORMAT)?;
        // Links and devices at the top are refused here.
        if !list(dir)?.iter().any(|e| e.name == "results.jsonl" && !e.is_dir) {
            return Err(Error::invalid(&dir.join("results.jsonl"), "missing; expected a line for each case"));
        }
        Ok(ResultsReader { dir: dir.to_owned(), header })
    }

    /// The head.
    pub fn header(&self) -> &ResultsHeader {
        &self.header
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Hands each line of `results.jsonl` to `f`, with its number from 1, in the order of the file.
    ///
    /// A line that is longer than 1 MiB or not a result is handed on as an error; what follows it
    /// is still read. Stops at the first error that `f` returns.
    pub fn for_each_line(&self, mut f: impl FnMut(usize, Result<ResultLine, Error>) -> Result<(), Error>) -> Result<(), Error> {
        let path = self.dir.join("results.jsonl");
        let mut lines = Lines::open(&path, MAX_LINE)?;
        let mut number = 0;
        while let Some(line) = lines.next()? {
            number += 1;
            let fault = |reason| Error::line(&path, number, reason);
            let parsed = match line {
                Line::Text(text) => serde_json::from_slice(text).map_err(|e| fault(format!("not a result: {e}"))),
                Line::TooLong => Err(fault(format!("longer than {MAX_LINE} bytes"))),
            };
            f(number, parsed)?;
        }
        Ok(())
    }

    /// Opens the arrays of an operation; there may be none.
    pub fn outputs(&self, op: &str) -> Result<Outputs, Error> {
        if !is_safe_name(op) {
            return Err(Error::invalid(&self.dir, format!("operation {op:?}: expected letters, digits and -_.")));
        }
        Outputs::open(&self.dir.join(op))
    }
}
