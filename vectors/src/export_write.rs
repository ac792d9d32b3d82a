//! Writes an export: loose files, and an index that names them.

use crate::Error;
use crate::kind::EXPORT;
use crate::names::is_safe_component;
use crate::npy;
use crate::operation_write::json_line;
use crate::sink::Sink;
use crate::staging::Staging;
use ptoconf_schemas::{DType, ExportFormat, ExportHeader, ExportLine};
use std::fs;
use std::path::Path;

/// Writes an export into a hidden folder beside the final one, which appears with `finish`.
///
/// A writer that is dropped before, because of an error or otherwise, leaves nothing behind.
pub struct ExportWriter {
    index: Sink,
    text: Vec<u8>,
    bytes: Vec<u8>,
    cases: u64,
    staging: Staging,
}

impl ExportWriter {
    /// Begins an export. A folder that exists and is not empty is an error; with `force` an older
    /// export is replaced, and nothing else ever is.
    pub fn create(dir: &Path, force: bool) -> Result<Self, Error> {
        let staging = Staging::create(dir, force, &EXPORT)?;
        let index = Sink::create(&staging.path().join("index.jsonl"))?;
        Ok(ExportWriter { index, text: Vec::new(), bytes: Vec::new(), cases: 0, staging })
    }

    /// Writes a file; `path` is below the export, with `/`.
    pub fn file(&self, path: &str, content: &[u8]) -> Result<(), Error> {
        let target = self.staging.path().join(path);
        if !path.split('/').all(is_safe_component) {
            return Err(Error::unwritable(&target, format!("file {path:?}"), "expected letters, digits and -_."));
        }
        let Some(parent) = target.parent() else { return Ok(()) };
        fs::create_dir_all(parent).map_err(Error::io(parent, "create the folder"))?;
        fs::write(&target, content).map_err(Error::io(&target, "write"))
    }

    /// Writes an array of little-endian elements in C order as `format` says.
    pub fn array(&mut self, path: &str, format: ExportFormat, dtype: DType, shape: [u32; 2], data: &[u8]) -> Result<(), Error> {
        let mut bytes = std::mem::take(&mut self.bytes);
        match format {
            ExportFormat::Hex => hex(dtype, data, &mut bytes),
            ExportFormat::Npy => npy::header(dtype, &shape.map(u64::from), &mut bytes),
            ExportFormat::Bin | ExportFormat::Pto => bytes.clear(),
        }
        if format != ExportFormat::Hex {
            bytes.extend_from_slice(data);
        }
        let written = self.file(path, &bytes);
        self.bytes = bytes;
        written
    }

    /// Appends a case to `index.jsonl`.
    pub fn line(&mut self, line: &ExportLine) -> Result<(), Error> {
        self.cases += 1;
        json_line(&mut self.text, line, &mut self.index)
    }

    /// Number of cases so far.
    pub fn cases(&self) -> u64 {
        self.cases
    }

    /// Writes the head, which counts the cases, and gives the folder its name.
    pub fn finish(self, header: ExportHeader) -> Result<(), Error> {
        let header = ExportHeader { cases: self.cases, ..header };
        self.index.finish()?;
        let path = self.staging.path().join(EXPORT.head);
        let mut text = serde_json::to_vec_pretty(&header).map_err(|e| Error::unwritable(&path, "the head", e.to_string()))?;
        text.push(b'\n');
        fs::write(&path, &text).map_err(Error::io(&path, "write"))?;
        self.staging.publish()
    }
}

/// An element a line, its most significant digit first.
fn hex(dtype: DType, data: &[u8], into: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    into.clear();
    for element in data.chunks_exact(dtype.bytes()) {
        for byte in element.iter().rev() {
            into.extend([DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
        }
        into.push(b'\n');
    }
}
