//! Writes results.

use crate::Error;
use crate::input::open_regular;
use crate::kind::RESULTS;
use crate::operation_write::json_line;
use crate::shelf::Shelf;
use crate::sink::Sink;
use crate::staging::Staging;
use crate::stored::Stored;
use ptoconf_schemas::{Array, ResultLine, ResultsHeader, is_safe_name};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Writes results into a hidden folder beside the final one, which appears with `finish`.
///
/// A writer that is dropped before, because of an error or otherwise, leaves nothing behind.
pub struct ResultsWriter {
    lines: Sink,
    text: Vec<u8>,
    operations: BTreeMap<String, Arrays>,
    /// The operation whose arrays were written last.
    last: String,
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
        Ok(ResultsWriter { lines, text, operations: BTreeMap::new(), last: String::new(), staging })
    }

    /// Appends lines to `results.jsonl`.
    pub fn lines(&mut self, lines: &[ResultLine]) -> Result<(), Error> {
        lines.iter().try_for_each(|line| json_line(&mut self.text, line, &mut self.lines))
    }

    /// Appends a line as another program wrote it, without its end.
    pub(crate) fn line(&mut self, text: &[u8]) -> Result<(), Error> {
        self.lines.write(text)?;
        self.lines.write(b"\n")
    }

    /// What writes the arrays of one operation, whatever is written of others meanwhile.
    pub(crate) fn arrays(&self, op: &str) -> Result<Arrays, Error> {
        let dir = self.staging.path().join(op);
        if !is_safe_name(op) {
            return Err(Error::unwritable(&dir, format!("operation {op:?}"), "expected letters, digits and -_."));
        }
        Ok(Arrays { shelf: Shelf::new(&dir, "outputs"), dir })
    }

    /// Writes arrays into a container `<op>/outputs-NNN.npz`; members are named
    /// `<tuple name>/<operand>.npy` and hold all cases of the tuple.
    ///
    /// When another operation begins, what is open of the one before is closed.
    pub fn outputs(&mut self, op: &str, arrays: &[Array]) -> Result<(), Error> {
        if self.last != op {
            self.operations.get_mut(&self.last).map_or(Ok(()), |last| last.shelf.close())?;
            op.clone_into(&mut self.last);
        }
        if !self.operations.contains_key(op) {
            let own = self.arrays(op)?;
            self.operations.insert(op.to_owned(), own);
        }
        self.operations.get_mut(op).map_or(Ok(()), |own| own.shelf.put(arrays).map(|_| ()))
    }

    /// Finishes all files and gives the folder its name.
    pub fn finish(self) -> Result<(), Error> {
        self.lines.finish()?;
        self.operations.into_values().try_for_each(Arrays::finish)?;
        self.staging.publish()
    }
}

/// Writes the arrays of one operation.
pub(crate) struct Arrays {
    dir: PathBuf,
    shelf: Shelf,
}

impl Arrays {
    /// Copies those of a tuple from containers of other results.
    pub fn copy(&mut self, members: &[Stored<'_>]) -> Result<(), Error> {
        self.shelf.copy(members)
    }

    /// Copies a loose one of other results.
    pub fn copy_loose(&self, tuple: &str, slot: u32, operand: &str, from: &Path) -> Result<(), Error> {
        let dir = self.dir.join(tuple).join(slot.to_string());
        fs::create_dir_all(&dir).map_err(Error::io(&dir, "create the folder"))?;
        let mut from_file = open_regular(from).map_err(Error::io(from, "open"))?;
        let to = dir.join(format!("{operand}.npy"));
        let mut to_file = File::create(&to).map_err(Error::io(&to, "create"))?;
        std::io::copy(&mut from_file, &mut to_file).map(|_| ()).map_err(Error::io(&to, "write"))
    }

    /// Finishes its files.
    pub fn finish(self) -> Result<(), Error> {
        self.shelf.finish().map(|_| ())
    }
}
