//! Writes the files of one operation of a set.

use crate::case_lines::case_line;
use crate::names::is_safe_component;
use crate::shelf::Shelf;
use crate::sink::Sink;
use crate::{Error, FileDigest};
use ptoconf_schemas::{FileEntry, Stack, is_safe_name};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// An operation that was written, to be taken into its set.
pub struct WrittenOperation {
    pub(crate) name: String,
    pub(crate) tuples: u64,
    pub(crate) cases: u64,
    pub(crate) files: Vec<FileEntry>,
    /// Those of a blind set's answers.
    pub(crate) answer_files: Vec<FileEntry>,
}

/// Writes the files of one operation.
pub struct OperationWriter {
    name: String,
    dir: PathBuf,
    tuples: Sink,
    cases: Sink,
    answers: Sink,
    /// Whether the answers lie apart.
    blind: bool,
    input_arrays: Shelf,
    answer_arrays: Shelf,
    names: BTreeSet<String>,
    case_count: u64,
    /// Whether every tuple is there that was to be written.
    is_whole: bool,
    text: Vec<u8>,
}

impl OperationWriter {
    pub(crate) fn create(set: &Path, answers: Option<&Path>, op: &str) -> Result<OperationWriter, Error> {
        let folder = |root: &Path| {
            let dir = root.join(op);
            fs::create_dir(&dir).map_err(Error::io(&dir, "create the folder"))?;
            Ok::<_, Error>(dir)
        };
        let dir = folder(set)?;
        let apart = answers.map(folder).transpose()?;
        let answer_dir = apart.as_ref().unwrap_or(&dir);
        Ok(OperationWriter {
            name: op.to_owned(),
            tuples: Sink::create(&dir.join("tuples.jsonl"))?,
            cases: Sink::create(&dir.join("cases.jsonl"))?,
            answers: Sink::create(&answer_dir.join("answers.jsonl"))?,
            blind: apart.is_some(),
            input_arrays: Shelf::new(&dir, "inputs"),
            answer_arrays: Shelf::new(answer_dir, "answers"),
            dir,
            names: BTreeSet::new(),
            case_count: 0,
            is_whole: true,
            text: Vec::new(),
        })
    }

    /// Writes a tuple with its cases, answers and arrays.
    ///
    /// Sets `line.inputs` and `answer.file`, and hands the stack back so that its buffers can be used again. After an error
    /// the operation cannot be finished.
    pub fn put(&mut self, mut stack: Stack) -> Result<Stack, Error> {
        let was_whole = std::mem::take(&mut self.is_whole);
        self.check(&stack).map_err(|reason| Error::unwritable(&self.dir, format!("tuple {}", stack.line.name), reason))?;
        stack.line.inputs = self.input_arrays.put(&stack.inputs)?;
        stack.answer.file = self.answer_arrays.put(&stack.answers)?;
        json_line(&mut self.text, &stack.line, &mut self.tuples)?;
        json_line(&mut self.text, &stack.answer, &mut self.answers)?;
        self.text.clear();
        for slot in 0..stack.line.cases {
            case_line(&self.name, &stack.line.name, slot, &mut self.text);
        }
        self.cases.write(&self.text)?;
        self.case_count += u64::from(stack.line.cases);
        self.names.insert(stack.line.name.clone());
        self.is_whole = was_whole;
        Ok(stack)
    }

    /// What the reader will check again.
    fn check(&self, stack: &Stack) -> Result<(), String> {
        let line = &stack.line;
        if !is_safe_name(&line.name) {
            return Err("expected a name of letters, digits and -_.".into());
        }
        if self.names.contains(&line.name) {
            return Err("a tuple of this name was written before".into());
        }
        if line.tuple.op != self.name || stack.answer.tuple != line.name {
            return Err(format!("its operation is {} and its answers are for {}", line.tuple.op, stack.answer.tuple));
        }
        if line.cases == 0 {
            return Err("it has no cases".into());
        }
        if let Some(o) = line.tuple.operands.iter().find(|o| !is_safe_component(&o.name)) {
            return Err(format!("operand {:?}: expected a name of letters, digits and -_.", o.name));
        }
        Ok(())
    }

    /// Writes what is left of it.
    ///
    /// # Errors
    /// A tuple could not be written before, or this cannot.
    pub fn finish(self) -> Result<WrittenOperation, Error> {
        if !self.is_whole {
            return Err(Error::unwritable(&self.dir, format!("operation {}", self.name), "a tuple of it could not be written"));
        }
        let named = |name: &str, sink: Sink| Ok::<_, Error>((name.to_owned(), sink.finish()?));
        let mut files = vec![named("tuples.jsonl", self.tuples)?, named("cases.jsonl", self.cases)?];
        files.extend(self.input_arrays.finish()?);
        let mut answer_files = vec![named("answers.jsonl", self.answers)?];
        answer_files.extend(self.answer_arrays.finish()?);
        if !self.blind {
            files.append(&mut answer_files);
        }
        let entry = |(name, digest): (String, FileDigest)| FileEntry {
            path: format!("{}/{name}", self.name),
            bytes: digest.bytes,
            blake3: digest.blake3,
        };
        let [files, answer_files] = [files, answer_files].map(|list| list.into_iter().map(entry).collect());
        Ok(WrittenOperation { tuples: self.names.len() as u64, cases: self.case_count, name: self.name, files, answer_files })
    }
}

/// Writes `value` as one line of JSON.
pub(crate) fn json_line(text: &mut Vec<u8>, value: &impl serde::Serialize, into: &mut Sink) -> Result<(), Error> {
    text.clear();
    serde_json::to_writer(&mut *text, value).map_err(|e| Error::unwritable(into.path(), "a line", e.to_string()))?;
    text.push(b'\n');
    into.write(text)
}
