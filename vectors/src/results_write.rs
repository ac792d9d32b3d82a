//! Writes results.

use crate::Error;
use crate::kind::RESULTS;
use crate::operation_write::json_line;
use crate::shelf::Shelf;
use crate::sink::Sink;
use crate::staging::Staging;
use ptoconf_schemas::{Array, ResultLine, ResultsHeader, is_safe_name};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes results into a hidden folder beside the final one, which appears with `finish`.
///
/// A writer that is dropped before, because of an error or otherwise, leaves nothing behind.
pub struct ResultsWriter {
    lines: Sink,
    text: Vec<u8>,
    shelves: BTreeMap<String, Shelf>,
    staging: Staging,
}

impl ResultsWriter {
    /// The real path of the folder, after the check that [`ResultsWriter::create`] begins with.
    pub fn target(dir: &Path, force: bool) -> Result<PathBuf, Error> {
        Staging::target(dir, force, &RESULTS)
    }

    /// Begins results. A folder that exists and is not empty is an error; with `force` older
    /// results are replaced, and nothing else ever is.
    pub fn create(dir: &Path, header: &ResultsHeader, force: bool) -> Result<Self, Error> {
        let staging = Staging::create(dir, force, &RESULTS)?;
        let path = staging.path().join(RESULTS.head);
        let mut text = serde_json::to_vec_pretty(header).map_err(|e| Error::unwritable(&path, "the head", e.to_string()))?;
        text.push(b'\n');
        fs::write(&path, &text).map_err(Error::io(&path, "write"))?;
        let lines = Sink::create(&staging.path().join("results.jsonl"))?;
        Ok(ResultsWriter { lines, text, shelves: BTreeMap::new(), staging })
    }

    /// Appends lines to `results.jsonl`.
    pub fn lines(&mut self, lines: &[ResultLine]) -> Result<(), Error> {
        lines.iter().try_for_each(|line| json_line(&mut self.text, line, &mut self.lines))
    }

    /// Writes arrays into a container `<op>/outputs-NNN.npz`; members are named
    /// `<tuple name>/<operand>.npy` and hold all cases of the tuple.
    pub fn outputs(&mut self, op: &str, arrays: &[Array]) -> Result<(), Error> {
        if !self.shelves.contains_key(op) {
            let dir = self.staging.path().join(op);
            if !is_safe_name(op) {
                return Err(Error::unwritable(&dir, format!("operation {op:?}"), "expected letters, digits and -_."));
            }
            fs::create_dir(&dir).map_err(Error::io(&dir, "create the folder"))?;
            self.shelves.insert(op.to_owned(), Shelf::new(&dir, "outputs"));
        }
        if let Some(shelf) = self.shelves.get_mut(op) {
            shelf.put(arrays)?;
        }
        Ok(())
    }

    /// Finishes all files and gives the folder its name.
    pub fn finish(self) -> Result<(), Error> {
        self.lines.finish()?;
        for shelf in self.shelves.into_values() {
            shelf.finish()?;
        }
        self.staging.publish()
    }
}
