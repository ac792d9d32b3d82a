//! The sets that everything is judged with, and what the right models do on them.

use crate::Error;
use crate::kills::{Kill, kills};
use ptoconf_checker::{Disproved, Options, Ran, check};
use ptoconf_runner::{Bench, Job, Model, Reach, Run, TupleResults, builtin};
use ptoconf_schemas::{AnswerLine, Expectation, ONE_LOW_TREE, ONE_TREE, Outcome, ReadingInfo, Report, Role, Tuple, TupleLine};
use ptoconf_vectors::{OperationReader, Outputs, ResultsReader, SetReader};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The folders of the sets of one profile.
pub struct ProfileSets {
    /// Profile, and name of the model that is judged against it.
    pub profile: String,
    /// A set of each operation.
    pub operations: Vec<PathBuf>,
    /// A set of each operation of the tier to compare with; none where there is nothing to compare.
    pub against: Vec<PathBuf>,
    /// A small set of all operations, for cheats.
    pub small: PathBuf,
    /// A set of a few cases, to be cut short at every byte.
    pub tiny: PathBuf,
    /// The small set with other data.
    pub other: PathBuf,
    /// How many cases a tuple has in the smoke tier.
    pub smoke_cases: fn(&Tuple) -> u32,
}

/// A set of one operation, with what the right model does with each tuple.
pub struct Arena {
    /// The set.
    pub set: SetReader,
    /// Its operation.
    pub op: String,
    /// Tuples and inputs.
    pub reader: OperationReader,
    /// What is expected of each tuple.
    pub answers: Vec<AnswerLine>,
    /// What the right model says to each tuple.
    decisions: Vec<Decision>,
    /// What the right model returns for the first case of each tuple that it runs, in short; once it was asked.
    returned: Vec<OnceLock<u64>>,
    /// By form, the tuple with several cases in the smoke tier to accept that moves least.
    pub whole: BTreeSet<usize>,
    smoke_cases: fn(&Tuple) -> u32,
    /// Whether a reading admits any order as long as it is one: then the order of sums is looked at.
    one_tree: bool,
}

/// Which cases to run: tuple and slot.
pub type Select<'a> = dyn Fn(&TupleLine, u32) -> bool + Sync + 'a;

/// The name of the legal twin of a tuple that has one.
pub fn twin(answer: &AnswerLine) -> Option<&str> {
    answer.expect.twin()
}

/// Whether a tuple runs, and if not, whether its destination was written nevertheless.
type Decision = (Option<Outcome>, bool);

fn decision(model: &Model, line: &TupleLine) -> Decision {
    model.accepts(&line.tuple).map_or_else(|r| (Some(r.outcome), r.late), |()| (None, false))
}

fn smallest_of_several(tuples: &[TupleLine], answers: &[AnswerLine], smoke_cases: fn(&Tuple) -> u32) -> BTreeSet<usize> {
    let mut smallest: BTreeMap<&str, (u64, usize)> = BTreeMap::new();
    let accepted = |answer: &AnswerLine| matches!(answer.expect, Expectation::Accept { .. });
    for (at, line) in tuples.iter().enumerate().filter(|(at, line)| smoke_cases(&line.tuple) > 1 && accepted(&answers[*at])) {
        let own = (line.tuple.elements(), at);
        smallest.entry(&line.tuple.form).and_modify(|least| *least = own.min(*least)).or_insert(own);
    }
    smallest.into_values().map(|(_, at)| at).collect()
}

/// The right model of a profile.
pub fn right(profile: &str) -> Model {
    builtin(profile).unwrap_or_else(|| unreachable!("there is a model of {profile}"))
}

impl Arena {
    /// Opens a set of one operation.
    ///
    /// # Errors
    /// The set cannot be read.
    pub fn open(dir: &Path, model: &Model, smoke_cases: fn(&Tuple) -> u32) -> Result<Arena, Error> {
        let set = SetReader::open(dir)?.keeping_what_was_read();
        let op = set.suite().operations.first().map(|o| o.name.clone()).unwrap_or_default();
        let reader = set.operation(&op)?;
        let answers = reader.answers()?.to_vec();
        let decisions = reader.tuples.iter().map(|line| decision(model, line)).collect();
        let whole = smallest_of_several(&reader.tuples, &answers, smoke_cases);
        let demanding = |r: &ReadingInfo| r.admitted.iter().any(|o| o == ONE_TREE || o == ONE_LOW_TREE);
        let one_tree = set.suite().operations.iter().flat_map(|o| &o.readings).any(demanding);
        let returned = reader.tuples.iter().map(|_| OnceLock::new()).collect();
        Ok(Arena { set, op, reader, answers, decisions, returned, whole, smoke_cases, one_tree })
    }

    /// Runs a model on some cases and has the results judged; gives the report and the verdicts.
    ///
    /// # Errors
    /// Something cannot be read or written.
    pub fn judge(&self, model: &Model, select: &Select) -> Result<(Report, Vec<u8>), Error> {
        let folder = tempfile::tempdir()?;
        let out = folder.path().join("results");
        model.run(&Run { set: &self.set, out: &out, force: false, threads: 1, select, reach: &Reach::default(), progress: None })?;
        let results = ResultsReader::open(&out)?;
        let disprove = |op: &str, reader: &OperationReader, outputs: &Outputs, ran: &Ran| match self.one_tree {
            true => Ok(ptoconf_order::of_operation(&self.set, op, reader, outputs, ran)?.disproved),
            false => Ok(Disproved::new()),
        };
        let options = Options { filter: Box::new(select), details: 0, disprove: Box::new(disprove), ..Options::default() };
        let mut verdicts = Vec::new();
        let report = check(&self.set, &results, &options, Some(&mut verdicts))?;
        Ok((report, verdicts))
    }

    /// How many cases a tuple has in the smoke tier.
    pub fn smoke_cases(&self, line: &TupleLine) -> u32 {
        (self.smoke_cases)(&line.tuple).min(line.cases)
    }

    /// The tuples that kill a model, of some cases.
    ///
    /// # Errors
    /// Something cannot be read or written.
    pub fn kills(&self, model: &Model, select: &Select) -> Result<BTreeMap<usize, Kill>, Error> {
        Ok(kills(self, &self.judge(model, select)?.1))
    }

    /// Names of the tuples whose first case a model that decides as the right one does gives another result for, of those
    /// with at most so many bytes of operands, and of a few others, so that it is seen what else the model follows.
    ///
    /// # Errors
    /// The inputs cannot be read.
    pub fn returned_otherwise(&self, right: &Model, other: &Model, largest: u64) -> Result<BTreeSet<&str>, Error> {
        let bytes = |line: &TupleLine| {
            let one: u64 = line.tuple.operands.iter().map(|o| o.tile.bytes()).sum();
            one * u64::from(line.cases)
        };
        let runs = |at: &usize| self.decisions[*at].0.is_none() && bytes(&self.reader.tuples[*at]) <= largest;
        let (mut bench, mut changed, mut companions) = (Bench::default(), BTreeSet::new(), Companions::default());
        for at in (0..self.reader.tuples.len()).filter(runs) {
            let (line, answer) = (&self.reader.tuples[at], &self.answers[at]);
            let inputs = self.inputs(line)?;
            let mut run = |model: &Model| {
                let job = Job { line, inputs: &inputs, canary: self.set.suite().canary };
                in_short(&model.execute(&job, &mut bench, &|slot| slot == 0))
            };
            let expected = *self.returned[at].get_or_init(|| run(right));
            if run(other) != expected {
                changed.insert(line.name.as_str());
                changed.extend(twin(answer));
            } else if companions.wants(line, answer) {
                companions.names.insert(line.name.as_str());
            }
        }
        if !changed.is_empty() {
            changed.append(&mut companions.names);
        }
        Ok(changed)
    }

    /// The inputs of all cases of a tuple.
    fn inputs(&self, line: &TupleLine) -> Result<Vec<Vec<u8>>, Error> {
        let mut inputs = vec![Vec::new(); line.tuple.operands.len()];
        if line.inputs.is_some() {
            for (operand, into) in line.tuple.operands.iter().zip(&mut inputs).filter(|(o, _)| o.role == Role::In) {
                self.reader.inputs(line, &operand.name, into)?;
            }
        }
        Ok(inputs)
    }

    /// Names of the tuples that a model decides otherwise than the right one, and of their twins;
    /// and the number of cases of the former.
    pub fn decided_otherwise(&self, model: &Model) -> (BTreeSet<&str>, u64) {
        let (mut names, mut cases) = (BTreeSet::new(), 0);
        for ((line, right), answer) in self.reader.tuples.iter().zip(&self.decisions).zip(&self.answers) {
            if decision(model, line) != *right {
                names.insert(line.name.as_str());
                names.extend(twin(answer));
                cases += u64::from(line.cases);
            }
        }
        (names, cases)
    }

    /// Number of cases on which two models give other results.
    ///
    /// # Errors
    /// The inputs cannot be read.
    pub fn differences(&self, right: &Model, other: &Model) -> Result<u64, Error> {
        let mut benches = [Bench::default(), Bench::default()];
        let mut count = 0;
        for line in self.reader.tuples.iter() {
            let inputs = match right.accepts(&line.tuple).is_ok() || other.accepts(&line.tuple).is_ok() {
                true => self.inputs(line)?,
                false => vec![Vec::new(); line.tuple.operands.len()],
            };
            let job = Job { line, inputs: &inputs, canary: self.set.suite().canary };
            let [a, b] = &mut benches;
            let (a, b) = (right.execute(&job, a, &|_| true), other.execute(&job, b, &|_| true));
            count += differing(line, &a, &b);
        }
        Ok(count)
    }
}

/// Tuples that show what a model follows where it is right: some of each kind, and those that show the order of sums.
#[derive(Default)]
struct Companions<'a> {
    number: BTreeMap<(&'a str, &'a str, String), usize>,
    names: BTreeSet<&'a str>,
}

impl<'a> Companions<'a> {
    /// Tuples of each kind.
    const EACH: usize = 2;

    fn wants(&mut self, line: &'a TupleLine, answer: &'a AnswerLine) -> bool {
        let dtype = line.tuple.operands.first().map_or("", |o| o.tile.dtype.name());
        let number = self.number.entry((&answer.class, dtype, format!("{} {:?}", line.tuple.form, line.tuple.attributes))).or_default();
        *number += 1;
        *number <= Self::EACH || answer.strategy == "order"
    }
}

/// A number that results with other lines or other outputs do not share.
fn in_short(results: &TupleResults) -> u64 {
    let mut hasher = DefaultHasher::new();
    for line in &results.lines {
        format!("{:?} {:?}", line.outcome, line.touched).hash(&mut hasher);
    }
    results.outputs.iter().for_each(|array| array.data.hash(&mut hasher));
    hasher.finish()
}

/// Number of cases with other lines or other outputs.
fn differing(line: &TupleLine, a: &TupleResults, b: &TupleResults) -> u64 {
    let size = |data: &[u8]| data.len() / (line.cases as usize).max(1);
    let differs = |slot: usize| {
        let (x, y) = (a.lines.get(slot), b.lines.get(slot));
        let lines = x.map(|l| (l.outcome, &l.touched)) != y.map(|l| (l.outcome, &l.touched));
        let tile = |data: &'_ [u8]| slot * size(data)..(slot + 1) * size(data);
        let mut arrays = a.outputs.iter().zip(&b.outputs);
        lines || a.outputs.len() != b.outputs.len() || arrays.any(|(x, y)| x.data[tile(&x.data)] != y.data[tile(&y.data)])
    };
    (0..line.cases as usize).filter(|slot| differs(*slot)).count() as u64
}
