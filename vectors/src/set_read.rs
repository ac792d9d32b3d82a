//! Opens and verifies a vector set.

use crate::Error;
use crate::answers_folder::AnswersFolder;
use crate::entries::{MAX_HEAD, below, check_files, check_head, check_tree, digest_of, holds_answers};
use crate::kind::SET;
use crate::lines::verify;
use crate::operation::OperationReader;
use crate::tree::{is_there, parse_head, read_head};
use crate::words::check_words;
use ptoconf_schemas::{FileEntry, OperationInfo, SET_FORMAT, Suite, TupleLine, is_safe_name};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A vector set whose head and list of files were checked.
#[derive(Debug)]
pub struct SetReader {
    dir: PathBuf,
    suite: Suite,
    digest: String,
    /// Whether the folder holds no answers.
    withheld: bool,
    /// Those of a blind set, where they were joined.
    answers: Option<AnswersFolder>,
    /// What is known from before, where it is kept.
    kept: Option<Mutex<Kept>>,
}

/// What a set remembers for whoever reads it again and again.
#[derive(Debug, Default)]
struct Kept {
    /// Those that were opened, where they are kept.
    operations: Option<BTreeMap<String, OperationReader>>,
    /// Files found to be what the set lists; parts of a set share them.
    verified: Arc<Mutex<BTreeSet<String>>>,
}

impl SetReader {
    /// Opens a set: `suite.json` is understood, and exactly the files that it lists are there,
    /// each with the size that it lists. Their content is verified as it is read, or by
    /// [`SetReader::verify_all`]. The answers may have been taken away, but only all of them.
    pub fn open(dir: &Path) -> Result<Self, Error> {
        let path = dir.join(SET.head);
        if !is_there(&path)? {
            return Err(Error::invalid(dir, "no vector set: there is no suite.json in it; `ptoconf gen` makes one"));
        }
        let text = read_head(&path, MAX_HEAD)?;
        let suite: Suite = parse_head(&path, &text, SET_FORMAT)?;
        check_files(&suite.files, SET.head).map_err(|reason| Error::invalid(&path, reason))?;
        check_operations(&suite).map_err(|reason| Error::invalid(&path, reason))?;
        check_words(&text).map_err(|reason| Error::invalid(&path, reason))?;
        let mut withheld = true;
        for file in suite.files.iter().filter(|file| holds_answers(file)) {
            withheld &= !is_there(&dir.join(&file.path))?;
        }
        let set = SetReader { dir: dir.to_owned(), suite, digest: digest_of(&text), withheld, answers: None, kept: None };
        check_tree(dir, set.there(), SET.head)?;
        Ok(set)
    }

    /// Joins a blind set with the folder of its answers, which has to name its digest. From then on it reads
    /// like any other.
    pub fn join(mut self, answers: &Path) -> Result<Self, Error> {
        if !self.suite.blind {
            return Err(Error::invalid(&self.dir, "no blind set: its answers are in it, so that it takes none from elsewhere"));
        }
        let mut folder = AnswersFolder::open(answers, &self.digest)?;
        self.suite.seed = folder.header.seed;
        for operation in &mut self.suite.operations {
            operation.reach = folder.header.reach.remove(&operation.name).unwrap_or_default();
        }
        self.answers = Some(folder);
        self.kept = None;
        Ok(self)
    }

    /// Verifies every file once, for whoever knows that nothing else writes to them.
    pub fn verifying_once(mut self) -> Self {
        self.kept = Some(Mutex::default());
        self
    }

    /// The same, and keeps every operation in memory once it was opened, for whoever reads a small set again and again.
    pub fn keeping_what_was_read(mut self) -> Self {
        self.kept = Some(Mutex::new(Kept { operations: Some(BTreeMap::new()), verified: Arc::default() }));
        self
    }

    fn kept(&self) -> Option<MutexGuard<'_, Kept>> {
        self.kept.as_ref().map(|kept| kept.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether there are answers: always, but for a set whose answers were taken away, and for a blind one that
    /// was not joined with its own.
    pub fn has_answers(&self) -> bool {
        !self.withheld || self.answers.is_some()
    }

    /// The head.
    pub fn suite(&self) -> &Suite {
        &self.suite
    }

    /// BLAKE3 of `suite.json` in lower-case hex: the digest of the set.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The files of the answers of a blind set, where they were joined.
    pub fn answer_files(&self) -> &[FileEntry] {
        self.answers.as_ref().map_or(&[], |answers| &answers.header.files)
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Verifies size and digest of one file; `path` as in `suite.files`, or as in the list of the answers.
    pub fn verify_file(&self, path: &str) -> Result<(), Error> {
        let verified = self.kept().map(|kept| kept.verified.clone());
        let verified = || verified.as_ref().map(|verified| verified.lock().unwrap_or_else(PoisonError::into_inner));
        if verified().is_some_and(|verified| verified.contains(path)) {
            return Ok(());
        }
        let joined = self.answers.as_ref().and_then(|answers| answers.verify(path));
        joined.unwrap_or_else(|| verify(&self.dir.join(path), self.entry(path)?))?;
        verified().map(|mut verified| verified.insert(path.to_owned()));
        Ok(())
    }

    /// Verifies every file; of several that are damaged, reports the first in the order of the list.
    pub fn verify_all(&self, threads: usize) -> Result<(), Error> {
        let joined = self.answers.iter().flat_map(|a| &a.header.files);
        self.verify(&self.there().chain(joined).collect::<Vec<_>>(), threads)
    }

    /// Verifies that the disk still has what was opened, for whoever let somebody else write there since: the heads
    /// to the byte, and every file as the heads listed it then.
    pub fn verify_unchanged(&self, threads: usize) -> Result<(), Error> {
        check_head(&self.dir.join(SET.head), &self.digest)?;
        check_tree(&self.dir, self.there(), SET.head)?;
        self.answers.as_ref().map_or(Ok(()), AnswersFolder::verify_unchanged)?;
        self.verify_all(threads)
    }

    /// Verifies every file that an implementation may see, as [`SetReader::verify_all`] does.
    pub fn verify_questions(&self, threads: usize) -> Result<(), Error> {
        self.verify(&self.suite.files.iter().filter(|f| !holds_answers(f)).collect::<Vec<_>>(), threads)
    }

    /// The listed files that the folder of the set has.
    fn there(&self) -> impl Iterator<Item = &FileEntry> {
        self.suite.files.iter().filter(|f| !(self.withheld && holds_answers(f)))
    }

    fn verify(&self, files: &[&FileEntry], threads: usize) -> Result<(), Error> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut errors = Vec::new();
            while let Some((i, file)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, files.get(i)?))) {
                errors.extend(self.verify_file(&file.path).err().map(|e| (i, e)));
            }
            errors
        };
        let errors = std::thread::scope(|scope| {
            let threads: Vec<_> = (1..threads.min(files.len())).map(|_| scope.spawn(work)).collect();
            let mut errors = work();
            for thread in threads {
                match thread.join() {
                    Ok(more) => errors.extend(more),
                    Err(_) => errors.push((0, Error::invalid(&self.dir, "verification stopped: a thread failed"))),
                }
            }
            errors
        });
        errors.into_iter().min_by_key(|(i, _)| *i).map_or(Ok(()), |(_, e)| Err(e))
    }

    /// Opens an operation: reads and checks its tuples and cases.
    pub fn operation(&self, op: &str) -> Result<OperationReader, Error> {
        let Some(info) = self.suite.operation(op) else {
            let names: Vec<_> = self.suite.operations.iter().map(|o| o.name.as_str()).collect();
            return Err(Error::invalid(&self.dir, format!("no operation {op} in this set; it has {}", names.join(", "))));
        };
        let mut kept = self.kept();
        if let Some(open) = kept.as_ref().and_then(|kept| kept.operations.as_ref()?.get(op)) {
            return Ok(open.clone());
        }
        let answers = self.answers.as_ref().map(|answers| answers.operation(op));
        let reader = OperationReader::open(self.dir.join(op), info, below(&self.suite.files, op), answers, self.withheld)?;
        if let Some(operations) = kept.as_mut().and_then(|kept| kept.operations.as_mut()) {
            operations.insert(op.to_owned(), reader.clone());
        }
        Ok(reader)
    }

    /// Hands on every tuple of an operation, in the order of the set, for who keeps little of each. Names may be there twice.
    pub(crate) fn for_each_tuple(&self, info: &OperationInfo, f: impl FnMut(TupleLine)) -> Result<(), Error> {
        OperationReader::for_each(self.dir.join(&info.name), info, below(&self.suite.files, &info.name), f)
    }

    /// Some tuples of one operation by name, for who looks at a few of an operation that was read whole before: lines of others are
    /// hashed and not looked at.
    ///
    /// # Errors
    /// The set has no such operation, or it cannot be read.
    pub fn few(&self, op: &str, names: &BTreeSet<&str>) -> Result<OperationReader, Error> {
        if let Some(open) = self.kept().as_ref().and_then(|kept| kept.operations.as_ref()?.get(op)) {
            return open.part(|line| names.contains(line.name.as_str()));
        }
        let missing = || Error::invalid(&self.dir, format!("no operation {op} in this set"));
        let info = self.suite.operation(op).ok_or_else(missing)?;
        let answers = self.answers.as_ref().map(|answers| answers.operation(op));
        OperationReader::few(self.dir.join(op), info, below(&self.suite.files, op), answers, self.withheld, names)
    }

    /// Some tuples of one operation as if the set had no more, for whoever reads these again and again. What was read of
    /// the operation is shared. Its counts are those that are left; all else is said of the whole.
    ///
    /// # Errors
    /// The operation cannot be read.
    pub fn part(&self, op: &str, keep: impl Fn(&TupleLine) -> bool) -> Result<SetReader, Error> {
        let reader = self.operation(op)?.part(keep)?;
        let tuples = reader.tuples.len() as u64;
        let cases = reader.tuples.iter().map(|line| u64::from(line.cases)).sum();
        let own = self.suite.operation(op).cloned();
        let operations = own.into_iter().map(|info| OperationInfo { tuples, cases, ..info }).collect();
        let of_operation = |file: &&FileEntry| file.path.split_once('/').is_some_and(|(folder, _)| folder == op);
        let files = self.suite.files.iter().filter(of_operation).cloned().collect();
        let Suite { format, version, seed, tier, filters, canary, blind, profile, .. } = &self.suite;
        let (format, version, filters, profile) = (format.clone(), version.clone(), filters.clone(), profile.clone());
        let suite =
            Suite { format, version, seed: *seed, tier: *tier, filters, canary: *canary, blind: *blind, profile, operations, files };
        let verified = self.kept().map(|kept| kept.verified.clone()).unwrap_or_default();
        let kept = Kept { operations: Some(BTreeMap::from([(op.to_owned(), reader)])), verified };
        let (dir, digest, withheld) = (self.dir.clone(), self.digest.clone(), self.withheld);
        Ok(SetReader { dir, suite, digest, withheld, answers: None, kept: Some(Mutex::new(kept)) })
    }

    fn entry(&self, path: &str) -> Result<&FileEntry, Error> {
        let found = self.suite.files.binary_search_by(|f| f.path.as_str().cmp(path));
        let listed = found.ok().and_then(|i| self.suite.files.get(i));
        listed.ok_or_else(|| Error::invalid(&self.dir.join(SET.head), format!("{path} is not listed in it")))
    }
}

/// Operations: safe names, each once, with the files that each needs.
fn check_operations(suite: &Suite) -> Result<(), String> {
    for (i, operation) in suite.operations.iter().enumerate() {
        let name = &operation.name;
        if !is_safe_name(name) {
            return Err(format!("operation {name:?}: expected a name of letters, digits and -_."));
        }
        if suite.operations[..i].iter().any(|o| o.name == *name) {
            return Err(format!("operation {name} is there twice"));
        }
        let listed = |file: &str| suite.files.binary_search_by(|f| f.path.as_str().cmp(&format!("{name}/{file}"))).is_ok();
        for file in ["tuples.jsonl", "cases.jsonl"] {
            if !listed(file) {
                return Err(format!("operation {name}: {name}/{file} is not listed"));
            }
        }
        if listed("answers.jsonl") == suite.blind {
            let (is, should) =
                if suite.blind { ("listed", "a blind set withholds it") } else { ("not listed", "a set that is not blind has it") };
            return Err(format!("operation {name}: {name}/answers.jsonl is {is}, but {should}"));
        }
    }
    Ok(())
}
