//! Writes a vector set.

use crate::Error;
use crate::kind::{ANSWERS, SET};
use crate::operation_write::{OperationWriter, WrittenOperation};
use crate::staging::Staging;
use ptoconf_schemas::{ANSWERS_FORMAT, AnswersHeader, FileEntry, SET_FORMAT, Stack, Suite, is_safe_name};
use std::fs;
use std::path::Path;

/// Writes a set into a hidden folder beside the final one, which appears with `finish`.
///
/// A writer that is dropped before, because of an error or otherwise, leaves nothing behind.
pub struct SetWriter {
    operations: Vec<WrittenOperation>,
    current: Option<Box<OperationWriter>>,
    staging: Staging,
    /// Where the answers go, if not into the set.
    answers: Option<Staging>,
}

impl SetWriter {
    /// Begins a set. A folder that exists and is not empty is an error; with `force` a vector
    /// set is replaced, and nothing else ever is.
    pub fn create(dir: &Path, force: bool) -> Result<Self, Error> {
        Ok(SetWriter { operations: Vec::new(), current: None, staging: Staging::create(dir, force, &SET)?, answers: None })
    }

    /// Begins a blind set with its answers in a folder of their own; both appear with `finish`.
    pub fn create_blind(dir: &Path, answers: &Path, force: bool) -> Result<Self, Error> {
        let mut writer = SetWriter::create(dir, force)?;
        writer.answers = Some(Staging::create(answers, force, &ANSWERS)?);
        Ok(writer)
    }

    /// Begins the operation `op`; the stacks that follow belong to it.
    pub fn operation(&mut self, op: &str) -> Result<(), Error> {
        self.close_operation()?;
        self.current = Some(Box::new(self.begin(op)?));
        Ok(())
    }

    /// Begins the operation `op` apart from others, which may be written at the same time; [`add`](Self::add) takes it into the set.
    pub fn begin(&self, op: &str) -> Result<OperationWriter, Error> {
        if !is_safe_name(op) {
            let reason = "expected a name of letters, digits and -_.";
            return Err(Error::unwritable(self.staging.path(), format!("operation {op}"), reason));
        }
        OperationWriter::create(self.staging.path(), self.answers.as_ref().map(Staging::path), op)
    }

    /// Takes an operation into the set, after those that were taken before.
    pub fn add(&mut self, operation: WrittenOperation) {
        self.operations.push(operation);
    }

    /// Writes a tuple with its cases, answers and arrays.
    ///
    /// Sets `line.inputs` and `answer.file`, and hands the stack back so that its buffers can be
    /// used again. After an error the set cannot be finished.
    pub fn put(&mut self, stack: Stack) -> Result<Stack, Error> {
        match &mut self.current {
            Some(operation) => operation.put(stack),
            None => Err(Error::unwritable(self.staging.path(), format!("tuple {}", stack.line.name), "no operation was begun")),
        }
    }

    fn close_operation(&mut self) -> Result<(), Error> {
        if let Some(operation) = self.current.take() {
            self.add(operation.finish()?);
        }
        Ok(())
    }

    /// Fills in `suite.files`, writes `suite.json` and gives the folder its name.
    ///
    /// Operations and counts of `suite` have to be those that were written. Returns the BLAKE3
    /// of `suite.json` in lower-case hex: the digest of the set.
    pub fn finish(self, suite: Suite) -> Result<String, Error> {
        self.seal(suite)?.publish()
    }

    /// Like [`SetWriter::finish`], but the whole set does not have its name yet and can be looked at.
    pub fn seal(mut self, mut suite: Suite) -> Result<SealedSet, Error> {
        self.close_operation()?;
        self.check_suite(&suite)?;
        let mut header = AnswersHeader {
            format: ANSWERS_FORMAT.to_owned(),
            suite: String::new(),
            seed: suite.seed,
            reach: suite.operations.iter().map(|o| (o.name.clone(), o.reach.clone())).collect(),
            files: files(&mut self.operations, |o| &mut o.answer_files),
        };
        suite.files = files(&mut self.operations, |o| &mut o.files);
        if self.answers.is_some() {
            (suite.blind, suite.seed) = (true, 0);
            suite.operations.iter_mut().for_each(|o| o.reach.clear());
        }
        header.suite = write_head(&self.staging.path().join(SET.head), &suite)?;
        if let Some(answers) = &self.answers {
            write_head(&answers.path().join(ANSWERS.head), &header)?;
        }
        Ok(SealedSet { staging: self.staging, answers: self.answers, digest: header.suite })
    }

    fn check_suite(&self, suite: &Suite) -> Result<(), Error> {
        let refuse = |reason: String| Err(Error::unwritable(self.staging.path(), SET.head, reason));
        if suite.format != SET_FORMAT || suite.blind {
            return refuse(format!("expected format {SET_FORMAT} and answers that are not withheld"));
        }
        let said: Vec<_> = suite.operations.iter().map(|o| (o.name.as_str(), o.tuples, o.cases)).collect();
        let written: Vec<_> = self.operations.iter().map(|o| (o.name.as_str(), o.tuples, o.cases)).collect();
        if said != written {
            return refuse(format!("it says (operation, tuples, cases) {said:?}, but {written:?} were written"));
        }
        Ok(())
    }
}

/// A whole set that does not have its name yet. Dropped, it leaves nothing behind.
pub struct SealedSet {
    staging: Staging,
    answers: Option<Staging>,
    digest: String,
}

impl SealedSet {
    /// The hidden folder that it is in.
    pub fn path(&self) -> &Path {
        self.staging.path()
    }

    /// The hidden folder of the answers of a blind set.
    pub fn answers_path(&self) -> Option<&Path> {
        self.answers.as_ref().map(Staging::path)
    }

    /// Gives the folder its name, and that of the answers with it. Returns the digest of the set.
    pub fn publish(self) -> Result<String, Error> {
        match self.answers {
            Some(answers) => answers.publish_both(self.staging)?,
            None => self.staging.publish()?,
        }
        Ok(self.digest)
    }
}

/// Files of all operations, sorted by path.
fn files(operations: &mut [WrittenOperation], of: impl Fn(&mut WrittenOperation) -> &mut Vec<FileEntry>) -> Vec<FileEntry> {
    let mut files: Vec<FileEntry> = operations.iter_mut().flat_map(|o| std::mem::take(of(o))).collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// Writes a head; its BLAKE3 in lower-case hex.
fn write_head(path: &Path, head: &impl serde::Serialize) -> Result<String, Error> {
    let mut text = serde_json::to_vec_pretty(head).map_err(|e| Error::unwritable(path, "the head", e.to_string()))?;
    text.push(b'\n');
    fs::write(path, &text).map_err(Error::io(path, "write"))?;
    Ok(blake3::hash(&text).to_hex().to_string())
}
