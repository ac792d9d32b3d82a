//! Reads the tuples, cases, answers and arrays of one operation of a set.

use crate::answers_folder::OperationAnswers;
use crate::case_lines::case_line;
use crate::kind::{ANSWERS, SET};
use crate::lines::each_line;
use crate::names::is_safe_component;
use crate::{Error, Npz};
use ptoconf_schemas::{AnswerLine, CaseLine, DType, FileEntry, OperationInfo, TupleLine, is_safe_name};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Display;
use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Largest array: all cases of an operand.
pub(crate) const MAX_ARRAY: u128 = 1 << 30;

/// Takes a tuple and what is expected of it. No type parameter: reading lines is built in this crate alone.
type Receive<'a> = dyn FnMut(&TupleLine, AnswerLine) -> Result<(), Error> + 'a;

/// One operation of a set. May be shared by threads; a copy shares everything that was read.
#[derive(Clone, Debug)]
pub struct OperationReader {
    /// The tuples in the order of the set.
    pub tuples: Arc<Vec<TupleLine>>,
    dir: PathBuf,
    files: Arc<BTreeMap<String, FileEntry>>,
    /// Of a blind set, where they were joined.
    apart: Option<Arc<OperationAnswers>>,
    /// Whether the folder of the set holds no answers.
    withheld: bool,
    /// Positions in `tuples`, sorted by name.
    by_name: Arc<Vec<usize>>,
    answers: Arc<OnceLock<Vec<AnswerLine>>>,
    open: Arc<Mutex<BTreeMap<PathBuf, Arc<Npz>>>>,
}

impl OperationReader {
    pub(crate) fn open(
        dir: PathBuf,
        info: &OperationInfo,
        files: BTreeMap<String, FileEntry>,
        apart: Option<OperationAnswers>,
        withheld: bool,
    ) -> Result<Self, Error> {
        let mut reader = OperationReader::empty(dir, files, apart, withheld);
        let mut tuples = reader.read_tuples(info, Wanted(None))?;
        tuples.shrink_to_fit();
        reader.tuples = Arc::new(tuples);
        reader.sort_names()?;
        reader.check_counts(info)?;
        reader.check_cases(info)?;
        Ok(reader)
    }

    /// The tuples of these names alone, with their answers.
    pub(crate) fn few(
        dir: PathBuf,
        info: &OperationInfo,
        files: BTreeMap<String, FileEntry>,
        apart: Option<OperationAnswers>,
        withheld: bool,
        names: &BTreeSet<&str>,
    ) -> Result<Self, Error> {
        let mut reader = OperationReader::empty(dir, files, apart, withheld);
        if reader.withheld && reader.apart.is_none() {
            return Err(Error::Withheld { path: reader.dir });
        }
        let wanted = Wanted(Some(names));
        reader.tuples = Arc::new(reader.read_tuples(info, wanted)?);
        reader.sort_names()?;
        reader.answers = Arc::new(OnceLock::from(reader.read_answers(wanted)?));
        Ok(reader)
    }

    fn empty(dir: PathBuf, files: BTreeMap<String, FileEntry>, apart: Option<OperationAnswers>, withheld: bool) -> Self {
        let (answers, open, files) = (Arc::default(), Arc::default(), Arc::new(files));
        OperationReader { tuples: Arc::default(), dir, files, apart: apart.map(Arc::new), withheld, by_name: Arc::default(), answers, open }
    }

    /// What is expected of each tuple: as many as `tuples`, in the same order.
    pub fn answers(&self) -> Result<&[AnswerLine], Error> {
        if self.withheld && self.apart.is_none() {
            return Err(Error::Withheld { path: self.dir.clone() });
        }
        if let Some(answers) = self.answers.get() {
            return Ok(answers);
        }
        // Two threads may both get here; they read the same.
        let answers = self.read_answers(Wanted(None))?;
        Ok(self.answers.get_or_init(|| answers))
    }

    /// Hands on what is expected of each tuple, in the order of the set, and keeps nothing.
    ///
    /// # Errors
    /// `answers.jsonl` is withheld, missing or damaged; or the receiver's.
    pub fn each_answer(&self, mut f: impl FnMut(&TupleLine, AnswerLine) -> Result<(), Error>) -> Result<(), Error> {
        if self.withheld && self.apart.is_none() {
            return Err(Error::Withheld { path: self.dir.clone() });
        }
        self.each_wanted_answer(Wanted(None), &mut f)
    }

    /// Some of its tuples, with what is expected of them.
    pub(crate) fn part(&self, keep: impl Fn(&TupleLine) -> bool) -> Result<Self, Error> {
        let lines = self.tuples.iter().zip(self.answers()?).filter(|(line, _)| keep(line));
        let (tuples, answers): (Vec<_>, Vec<_>) = lines.map(|(line, answer)| (line.clone(), answer.clone())).unzip();
        let mut part = OperationReader { tuples: Arc::new(tuples), answers: Arc::new(OnceLock::from(answers)), ..self.clone() };
        part.sort_names()?;
        Ok(part)
    }

    /// Position in `tuples` of the tuple of this name.
    pub fn index_of(&self, tuple_name: &str) -> Option<usize> {
        let name = |&i: &usize| self.tuples.get(i).map(|t| t.name.as_str());
        let found = self.by_name.binary_search_by(|i| name(i).cmp(&Some(tuple_name)));
        found.ok().and_then(|at| self.by_name.get(at).copied())
    }

    /// Reads an input operand of all cases of a tuple: `[cases, rows, cols]` of the physical tile.
    ///
    /// A tuple whose `inputs` is `None` carries no data; asking for it is an error.
    pub fn inputs(&self, tuple: &TupleLine, operand: &str, into: &mut Vec<u8>) -> Result<(), Error> {
        let fault = |reason: String| Error::invalid(&self.dir.join("tuples.jsonl"), format!("tuple {}: {reason}", tuple.name));
        let tile = tuple.tuple.tile(operand).ok_or_else(|| fault(format!("no operand {operand}")))?;
        let file = tuple.inputs.as_ref().ok_or_else(|| fault("it carries no data".into()))?;
        let shape = [tuple.cases.into(), tile.rows().into(), tile.cols().into()];
        Ok(self.container(&self.dir, &self.files, file)?.read(&tuple.member(operand), tile.dtype, &shape, into)?)
    }

    /// Reads an array that an alternative of `answer` names.
    pub fn answer_array(&self, answer: &AnswerLine, member: &str, dtype: DType, shape: &[u64], into: &mut Vec<u8>) -> Result<(), Error> {
        Ok(self.answer_container(answer, member)?.read(member, dtype, shape, into)?)
    }

    /// Reads an array like [`OperationReader::answer_array`], from a container that
    /// [`crate::SetReader::verify_file`] has found unaltered: without a look at its checksum.
    pub fn verified_answer_array(
        &self,
        answer: &AnswerLine,
        member: &str,
        dtype: DType,
        shape: &[u64],
        into: &mut Vec<u8>,
    ) -> Result<(), Error> {
        Ok(self.answer_container(answer, member)?.read_verified(member, dtype, shape, into)?)
    }

    fn answer_container(&self, answer: &AnswerLine, member: &str) -> Result<Arc<Npz>, Error> {
        let (dir, files, _) = self.answers_place();
        let fault = || Error::invalid(&dir.join("answers.jsonl"), format!("tuple {}: names {member}, but no file", answer.tuple));
        self.container(dir, files, answer.file.as_ref().ok_or_else(fault)?)
    }

    /// The folder and the files of the answers, and the head that lists them.
    fn answers_place(&self) -> (&Path, &BTreeMap<String, FileEntry>, &'static str) {
        let own = (self.dir.as_path(), &*self.files, SET.head);
        self.apart.as_ref().map_or(own, |apart| (&apart.dir, &apart.files, ANSWERS.head))
    }

    fn read_tuples(&self, info: &OperationInfo, wanted: Wanted<'_>) -> Result<Vec<TupleLine>, Error> {
        let mut tuples = Vec::new();
        self.each_tuple(info, wanted, |line| tuples.push(line))?;
        Ok(tuples)
    }

    fn each_tuple(&self, info: &OperationInfo, wanted: Wanted<'_>, mut f: impl FnMut(TupleLine)) -> Result<(), Error> {
        let path = self.dir.join("tuples.jsonl");
        each_line(&path, self.entry("tuples.jsonl")?, |number, text| {
            if !wanted.may_be(text, br#"{"name":""#) {
                return Ok(());
            }
            let mut line: TupleLine = parse(&path, number, text)?;
            if !wanted.has(&line.name) {
                return Ok(());
            }
            line.tuple.operands.shrink_to_fit();
            self.check_tuple(&line, info).map_err(|reason| Error::line(&path, number, format!("tuple {:?}: {reason}", line.name)))?;
            f(line);
            Ok(())
        })
    }

    /// Hands on every tuple of an operation, in the order of the set, and keeps none.
    pub(crate) fn for_each(
        dir: PathBuf,
        info: &OperationInfo,
        files: BTreeMap<String, FileEntry>,
        f: impl FnMut(TupleLine),
    ) -> Result<(), Error> {
        OperationReader::empty(dir, files, None, true).each_tuple(info, Wanted(None), f)
    }

    fn check_tuple(&self, line: &TupleLine, info: &OperationInfo) -> Result<(), String> {
        if !is_safe_name(&line.name) {
            return Err("expected a name of letters, digits and -_.".into());
        }
        if line.tuple.op != info.name {
            return Err(format!("operation is {:?}, expected {}", line.tuple.op, info.name));
        }
        if line.cases == 0 {
            return Err("0 cases, expected at least 1".into());
        }
        check_listed(&self.files, SET.head, line.inputs.as_deref())?;
        let operands = &line.tuple.operands;
        for (i, operand) in operands.iter().enumerate() {
            let name = &operand.name;
            if !is_safe_component(name) || operands[..i].iter().any(|o| o.name == *name) {
                return Err(format!("operand {name:?}: expected a name of letters, digits and -_. that no other operand has"));
            }
            let [rows, cols] = operand.tile.shape.map(u128::from);
            let bytes = (rows * cols).saturating_mul(u128::from(line.cases) * operand.tile.dtype.bytes() as u128);
            if bytes > MAX_ARRAY {
                return Err(format!(
                    "operand {name}: {} cases of {rows} x {cols} are {bytes} bytes, expected at most {MAX_ARRAY}",
                    line.cases
                ));
            }
        }
        Ok(())
    }

    fn sort_names(&mut self) -> Result<(), Error> {
        let name = |i: usize| self.tuples.get(i).map(|t| t.name.as_str());
        let mut order: Vec<usize> = (0..self.tuples.len()).collect();
        order.sort_by_key(|&i| (name(i), i));
        if let Some(w) = order.windows(2).find(|w| name(w[0]) == name(w[1])) {
            let reason = format!("tuple {} is in line {} already", name(w[0]).unwrap_or_default(), w[0] + 1);
            return Err(Error::line(&self.dir.join("tuples.jsonl"), w[1] + 1, reason));
        }
        self.by_name = Arc::new(order);
        Ok(())
    }

    fn check_counts(&self, info: &OperationInfo) -> Result<(), Error> {
        let cases: u64 = self.tuples.iter().map(|t| u64::from(t.cases)).sum();
        let tuples = self.tuples.len() as u64;
        if (tuples, cases) == (info.tuples, info.cases) {
            return Ok(());
        }
        let reason = format!("{tuples} tuples with {cases} cases, but suite.json says {} with {}", info.tuples, info.cases);
        Err(Error::invalid(&self.dir.join("tuples.jsonl"), reason))
    }

    /// `cases.jsonl` has to be what follows from the tuples. The bytes are compared first, and a
    /// line is parsed only where they differ.
    fn check_cases(&self, info: &OperationInfo) -> Result<(), Error> {
        let path = self.dir.join("cases.jsonl");
        let mut slots = self.tuples.iter().flat_map(|t| (0..t.cases).map(move |slot| (t, slot)));
        let mut expected = Vec::new();
        each_line(&path, self.entry("cases.jsonl")?, |number, text| {
            let Some((tuple, slot)) = slots.next() else {
                return Err(Error::line(&path, number, format!("more cases than the {} of the tuples", info.cases)));
            };
            expected.clear();
            case_line(&info.name, &tuple.name, slot, &mut expected);
            if expected.strip_suffix(b"\n") == Some(text) {
                return Ok(());
            }
            let case: CaseLine = parse(&path, number, text)?;
            let id = format!("{}/{}/{slot}", info.name, tuple.name);
            if case.id != id || case.tuple != tuple.name || case.slot != slot {
                return Err(Error::line(&path, number, format!("case {:?}, expected {id}, as in tuples.jsonl", case.id)));
            }
            Ok(())
        })?;
        match slots.next() {
            Some((t, slot)) => Err(Error::invalid(&path, format!("ends before case {}/{}/{slot}", info.name, t.name))),
            None => Ok(()),
        }
    }

    fn read_answers(&self, wanted: Wanted<'_>) -> Result<Vec<AnswerLine>, Error> {
        let mut answers: Vec<AnswerLine> = Vec::with_capacity(self.tuples.len());
        // Alternatives under the same choices are many: with a copy for each, a check of extensive took a fourth more memory.
        let (mut conditions, mut contests, mut reasons) = (HashSet::new(), HashSet::new(), HashSet::new());
        self.each_wanted_answer(wanted, &mut |_, mut line| {
            line.alternatives.shrink_to_fit();
            share(&mut line.contests, &mut contests);
            share(&mut line.why, &mut reasons);
            line.alternatives.iter_mut().for_each(|alternative| share(&mut alternative.when, &mut conditions));
            answers.push(line);
            Ok(())
        })?;
        answers.shrink_to_fit();
        Ok(answers)
    }

    fn each_wanted_answer(&self, wanted: Wanted<'_>, f: &mut Receive<'_>) -> Result<(), Error> {
        let (dir, files, head) = self.answers_place();
        let path = dir.join("answers.jsonl");
        let mut tuples = self.tuples.iter();
        each_line(&path, entry(dir, files, "answers.jsonl")?, |number, text| {
            if !wanted.may_be(text, br#"{"tuple":""#) {
                return Ok(());
            }
            let line: AnswerLine = parse(&path, number, text)?;
            if !wanted.has(&line.tuple) {
                return Ok(());
            }
            let fault = |reason| Error::line(&path, number, format!("answers for {:?}: {reason}", line.tuple));
            let tuple = tuples.next().ok_or_else(|| fault("more lines than tuples.jsonl has".into()))?;
            if tuple.name != line.tuple {
                return Err(fault(format!("expected answers for {}, as in tuples.jsonl", tuple.name)));
            }
            check_listed(files, head, line.file.as_deref()).map_err(fault)?;
            f(tuple, line)
        })?;
        match tuples.len() {
            0 => Ok(()),
            left => {
                let all = self.tuples.len();
                Err(Error::invalid(&path, format!("{} lines, expected one for each of {all} tuples", all - left)))
            }
        }
    }

    fn entry(&self, file: &str) -> Result<&FileEntry, Error> {
        entry(&self.dir, &self.files, file)
    }

    /// The open container of this path. Containers stay open: there are few.
    fn container(&self, dir: &Path, files: &BTreeMap<String, FileEntry>, file: &str) -> Result<Arc<Npz>, Error> {
        entry(dir, files, file)?;
        let path = dir.join(file);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(npz) = open.get(&path) {
            return Ok(Arc::clone(npz));
        }
        let npz = Arc::new(Npz::open(&path)?);
        open.insert(path, Arc::clone(&npz));
        Ok(npz)
    }
}

/// Replaces a value by one like it that is known.
fn share<T: Clone + Eq + Hash>(value: &mut T, known: &mut HashSet<T>) {
    match known.get(value) {
        Some(known) => *value = known.clone(),
        None => drop(known.insert(value.clone())),
    }
}

fn entry<'a>(dir: &Path, files: &'a BTreeMap<String, FileEntry>, file: &str) -> Result<&'a FileEntry, Error> {
    files.get(file).ok_or_else(|| Error::invalid(&dir.join(file), "the head of the folder does not list it"))
}

/// A container that a line names has to be a listed file beside it.
fn check_listed(files: &BTreeMap<String, FileEntry>, head: &str, file: Option<&str>) -> Result<(), String> {
    match file {
        Some(file) if !file.ends_with(".npz") || !files.contains_key(file) => {
            Err(format!("names the file {file:?}, which is no container that {head} lists"))
        }
        _ => Ok(()),
    }
}

/// The tuples that are read, by name; none for all of them.
#[derive(Clone, Copy)]
struct Wanted<'a>(Option<&'a BTreeSet<&'a str>>);

impl Wanted<'_> {
    fn has(self, name: &str) -> bool {
        self.0.is_none_or(|names| names.contains(name))
    }

    /// Whether a line may be that of one of them. One that begins as it is written says its name at once; of any other it has to be
    /// read.
    fn may_be(self, text: &[u8], begin: &[u8]) -> bool {
        let name = text.strip_prefix(begin).and_then(|rest| rest.split(|byte| *byte == b'"').next());
        name.and_then(|name| std::str::from_utf8(name).ok()).is_none_or(|name| self.has(name) || name.contains('\\'))
    }
}

fn parse<T: serde::de::DeserializeOwned>(path: &Path, number: usize, text: &[u8]) -> Result<T, Error> {
    let wrong = |e: &dyn Display| Error::line(path, number, format!("not a line of this file: {e}"));
    // Text that is known to be text is not looked at once more for every string in it.
    let text = std::str::from_utf8(text).map_err(|e| wrong(&e))?;
    serde_json::from_str(text).map_err(|e| wrong(&e))
}
