//! The sets that everything is judged with, and what the right models do on them.

use crate::Error;
use ptoconf_checker::{Disproved, FailingOperation, Options, Ran, Taken, check, drawings};
use ptoconf_models::{Asked, Bench, Job, Model, builtin};
use ptoconf_runner::{Called, Reach, Run, TupleResults};
use ptoconf_schemas::{
    AnswerLine, Array, CauseReport, Expectation, ONE_LOW_TREE, ONE_TREE, Outcome, ReadingInfo, Report, ResultLine, Role, Tuple, TupleLine,
};
use ptoconf_triage::Triage;
use ptoconf_vectors::{OperationReader, Outputs, ResultsReader, SetReader};
use rustc_hash::FxHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::OnceLock;

/// The folders of the sets of one profile.
pub struct ProfileSets {
    /// Profile, and name of the model that is judged against it.
    pub profile: String,
    /// The standard set.
    pub standard: PathBuf,
    /// The set of the tier to compare with; none where there is nothing to compare.
    pub against: Option<PathBuf>,
    /// The standard set of one operation, for cheats with many cases to a tuple.
    pub stacks: PathBuf,
    /// A small set of all operations, for cheats.
    pub small: PathBuf,
    /// A set of a few cases, to be cut short at every byte.
    pub tiny: PathBuf,
    /// The small set with other data.
    pub other: PathBuf,
    /// What the smoke tier has.
    pub smoke: SmokeTier,
}

/// What the smoke tier has of the sets of a profile.
#[derive(Clone, Copy)]
pub struct SmokeTier {
    /// How many cases a tuple has there.
    pub cases: fn(&Tuple) -> u32,
    /// The names of its tuples, by profile and operation, without twins; none for an operation without a choice.
    pub names: fn(&str, &str) -> Option<&'static BTreeSet<String>>,
}

/// Tuples with more bytes of operands, over all cases, are run for a mutant of a kernel only if it is
/// about large tiles, or nothing smaller kills it.
pub const LARGE: u64 = 64 << 10;

/// Tuples with data whose operands take more bytes, over all cases, are shared out among variants. They are most of what is computed
/// and moved, and a variant does in them what it does in smaller ones.
pub const SHARED_ABOVE: u64 = 4 << 10;

/// It is the turn of one of so many at such a tuple.
pub const SHARED_BY: usize = 8;

/// Tuples with other results than the right ones that are judged, the smallest first: who fails more fails these.
pub const JUDGED: usize = 300;

/// A set of one operation, with what the right model does with each tuple.
pub struct Arena {
    /// The set of this operation alone.
    pub set: SetReader,
    /// The operation.
    pub op: String,
    /// Tuples and inputs.
    pub reader: OperationReader,
    /// What is expected of each tuple.
    pub answers: Vec<AnswerLine>,
    /// What the right model says to each tuple.
    decisions: Vec<Decision>,
    /// What the right model returns for the cases of each tuple, in short, and what it asks; once it was run.
    returned: Vec<OnceLock<(Vec<u64>, Asked)>>,
    /// The first case of each tuple that is not large, by itself; once it was asked for.
    firsts: Vec<OnceLock<First>>,
    /// By form, the tuple with several cases in the smoke tier to accept that moves least.
    pub whole: BTreeSet<usize>,
    /// The tuples of the smoke tier as it is, with their twins.
    pub smoke: BTreeSet<usize>,
    /// The set of these.
    pub smoke_set: SetReader,
    smoke_cases: fn(&Tuple) -> u32,
    /// Whether a reading admits any order as long as it is one: then the order of sums is looked at.
    one_tree: bool,
}

/// The first case of a tuple: what every mutant is run on.
struct First {
    /// The tuple, with one case.
    line: TupleLine,
    /// The inputs of this case.
    inputs: Vec<Vec<u8>>,
    /// What the right model returns for it, in short.
    returned: u64,
    /// What it asks.
    asked: Asked,
}

/// The tuples that a model changes, by position.
pub type Changed = BTreeSet<usize>;

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
    /// Opens one operation of a set.
    ///
    /// # Errors
    /// The operation cannot be read.
    pub fn new(set: &SetReader, op: &str, model: &Model, smoke: SmokeTier) -> Result<Arena, Error> {
        let (smoke_cases, op) = (smoke.cases, op.to_owned());
        let set = set.part(&op, |_| true)?;
        let reader = set.operation(&op)?;
        let answers = reader.answers()?.to_vec();
        let decisions = reader.tuples.iter().map(|line| decision(model, line)).collect();
        let whole = smallest_of_several(&reader.tuples, &answers, smoke_cases);
        let demanding = |r: &ReadingInfo| r.admitted.iter().any(|o| o == ONE_TREE || o == ONE_LOW_TREE);
        let one_tree = set.suite().operations.iter().flat_map(|o| &o.readings).any(demanding);
        let returned = reader.tuples.iter().map(|_| OnceLock::new()).collect();
        let firsts = reader.tuples.iter().map(|_| OnceLock::new()).collect();
        let names = (smoke.names)(&set.suite().profile.name, &op).into_iter().flatten();
        let chosen = names.filter_map(|name| reader.index_of(name));
        let with_twin = |at: usize| [Some(at), twin(&answers[at]).and_then(|name| reader.index_of(name))];
        let smoke: BTreeSet<usize> = chosen.flat_map(with_twin).flatten().collect();
        let smoke_set = set.part(&op, |line| reader.index_of(&line.name).is_some_and(|at| smoke.contains(&at)))?;
        Ok(Arena { set, op, reader, answers, decisions, returned, firsts, whole, smoke, smoke_set, smoke_cases, one_tree })
    }

    /// Runs a model on some cases of a set of this operation and has the results judged; gives the report and the
    /// verdicts.
    ///
    /// # Errors
    /// Something cannot be read or written.
    pub fn judge(&self, set: &SetReader, model: &Model, select: &Select) -> Result<(Report, Vec<u8>), Error> {
        let (_folder, results) = self.results(set, model, select)?;
        let disprove = |_: &str, reader: &OperationReader, outputs: &Outputs, ran: &Ran| self.disproved(set, reader, outputs, ran);
        let options = Options { filter: Box::new(select), details: 0, disprove: Box::new(disprove), ..Options::default() };
        let mut verdicts = Vec::new();
        let report = check(set, &results, &options, Some(&mut verdicts))?;
        Ok((report, verdicts))
    }

    /// What triage says of the failures of a model in some cases of the set.
    ///
    /// # Errors
    /// Something cannot be read or written.
    pub fn causes(&self, model: &Model, select: &Select) -> Result<Vec<CauseReport>, Error> {
        let set = &self.set;
        let triage = Triage::new(set.suite());
        let failing = |operation: &FailingOperation<'_>| triage.add(operation);
        let (_folder, results) = self.results(set, model, select)?;
        let disproved = std::cell::RefCell::new(Disproved::new());
        let disprove = |_: &str, reader: &OperationReader, outputs: &Outputs, ran: &Ran| {
            let own = self.disproved(set, reader, outputs, ran)?;
            disproved.borrow_mut().extend(own.clone());
            Ok(own)
        };
        let options =
            Options { filter: Box::new(select), details: 0, disprove: Box::new(disprove), failing: Some(&failing), ..Options::default() };
        check(set, &results, &options, None)?;
        drop(options);
        let disproved = disproved.into_inner();
        Ok(triage.finish(|cases| drawings(set, &results, &disproved, cases, Taken::Whole))?)
    }

    /// The orders of sums that results disprove, where these are looked at.
    fn disproved(
        &self,
        set: &SetReader,
        reader: &OperationReader,
        outputs: &Outputs,
        ran: &Ran,
    ) -> Result<Disproved, ptoconf_vectors::Error> {
        match self.one_tree {
            true => Ok(ptoconf_order::of_operation(set, &self.op, reader, outputs, ran)?.disproved),
            false => Ok(Disproved::new()),
        }
    }

    /// What a model returns, in a folder that is gone with the first of the two.
    fn results(&self, set: &SetReader, model: &Model, select: &Select) -> Result<(tempfile::TempDir, ResultsReader), Error> {
        let folder = tempfile::tempdir()?;
        let out = folder.path().join("results");
        model.run(&Run {
            set,
            out: &out,
            force: false,
            threads: 1,
            select,
            part: None,
            called: Called::default(),
            reach: &Reach::default(),
            progress: None,
        })?;
        let results = ResultsReader::open(&out)?;
        Ok((folder, results))
    }

    /// How many cases a tuple has in the smoke tier.
    pub fn smoke_cases(&self, line: &TupleLine) -> u32 {
        (self.smoke_cases)(&line.tuple).min(line.cases)
    }

    /// Whether a model does something else in the smoke tier than the right one.
    ///
    /// # Errors
    /// The inputs cannot be read.
    pub fn differs_in_smoke(&self, right: &Model, other: &Model) -> Result<bool, Error> {
        self.differs_in(right, other, self.smoke.iter().copied(), &|line| self.smoke_cases(line))
    }

    /// Whether a model does something else than the right one with the first case of a tuple, of those asked for.
    ///
    /// # Errors
    /// The inputs cannot be read.
    pub fn differs(&self, right: &Model, other: &Model, is_in: impl Fn(&TupleLine) -> bool) -> Result<bool, Error> {
        let chosen = (0..self.reader.tuples.len()).filter(|&at| is_in(&self.reader.tuples[at]));
        self.differs_in(right, other, chosen, &|_| 1)
    }

    /// Whether it is the turn of the model with this number at a tuple: what is rejected needs its legal twin beside it.
    pub fn is_turn_of(&self, line: &TupleLine, number: usize) -> bool {
        let Some(at) = self.reader.index_of(&line.name) else { return true };
        let at = twin(&self.answers[at]).and_then(|name| self.reader.index_of(name)).unwrap_or(at);
        let line = &self.reader.tuples[at];
        line.inputs.is_none() || bytes(line) <= SHARED_ABOVE || (at + number).is_multiple_of(SHARED_BY)
    }

    /// What a model says to a tuple.
    fn decision(&self, model: &Model, at: usize) -> Decision {
        let line = &self.reader.tuples[at];
        if model.decides_alike(&line.tuple) { self.decisions[at] } else { decision(model, line) }
    }

    /// Whether a model does something else with some tuples than the right one, by so many of their first cases.
    fn differs_in(
        &self,
        right: &Model,
        other: &Model,
        tuples: impl Iterator<Item = usize>,
        cases: &dyn Fn(&TupleLine) -> u32,
    ) -> Result<bool, Error> {
        let mut bench = Bench::default();
        for at in tuples {
            let line = &self.reader.tuples[at];
            let own = self.decision(other, at);
            if own != self.decisions[at] {
                return Ok(true);
            }
            if own.0.is_none() && self.returns_otherwise(right, other, at, cases(line), &mut bench)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The tuples whose first case a model returns something else for than the right one, of those that the right one runs, with at
    /// most so many bytes of operands.
    ///
    /// # Errors
    /// The inputs cannot be read.
    pub fn changed(&self, right: &Model, other: &Model, largest: u64) -> Result<Changed, Error> {
        let (mut bench, mut changed) = (Bench::default(), Changed::new());
        for at in self.run_by_right(largest) {
            if self.returns_otherwise(right, other, at, 1, &mut bench)? {
                changed.insert(at);
            }
        }
        Ok(changed)
    }

    /// The tuples that the right model runs, with at most so many bytes of operands.
    fn run_by_right(&self, largest: u64) -> impl Iterator<Item = usize> {
        (0..self.reader.tuples.len()).filter(move |&at| self.decisions[at].0.is_none() && bytes(&self.reader.tuples[at]) <= largest)
    }

    /// Names of the smallest of the tuples that a model changes, and of a few of the others with at most so many bytes, so that it is
    /// seen what else the model follows.
    pub fn to_be_judged(&self, changed: &Changed, largest: u64) -> BTreeSet<&str> {
        if changed.is_empty() {
            return BTreeSet::new();
        }
        let line = |at: usize| &self.reader.tuples[at];
        let mut companions = Companions::default();
        let others = self.run_by_right(largest).filter(|at| !changed.contains(at));
        let mut names: BTreeSet<&str> =
            others.filter(|&at| companions.wants(line(at), &self.answers[at])).map(|at| line(at).name.as_str()).collect();
        let mut smallest: Vec<(u64, usize)> = changed.iter().map(|&at| (line(at).tuple.elements(), at)).collect();
        smallest.sort_unstable();
        names.extend(smallest.into_iter().take(JUDGED).map(|(_, at)| line(at).name.as_str()));
        names
    }

    /// Whether a model returns something else than the right one for one of so many first cases of a tuple.
    fn returns_otherwise(&self, right: &Model, other: &Model, at: usize, cases: u32, bench: &mut Bench) -> Result<bool, Error> {
        let line = &self.reader.tuples[at];
        if cases == 1 && bytes(line) <= LARGE {
            let first = self.first(right, at)?;
            let is_alike = other.answers_alike(&line.tuple, &first.asked);
            return Ok(!is_alike && self.returns(other, &first.line, &first.inputs, bench, &|_| true) != [first.returned]);
        }
        let (expected, asked) = self.right_returns(right, at)?;
        if other.answers_alike(&line.tuple, asked) {
            return Ok(false);
        }
        Ok(self.returns(other, line, &self.inputs(line)?, bench, &|slot| slot < cases) != expected[..cases as usize])
    }

    /// The first case of a tuple, and what the right model returns for it.
    fn first(&self, right: &Model, at: usize) -> Result<&First, Error> {
        if let Some(first) = self.firsts[at].get() {
            return Ok(first);
        }
        let line = &self.reader.tuples[at];
        let mut inputs = self.inputs(line)?;
        inputs.iter_mut().for_each(|stack| {
            stack.truncate(stack.len() / line.cases as usize);
            stack.shrink_to_fit();
        });
        let line = TupleLine { cases: 1, ..line.clone() };
        let (returned, asked) = self.returns_and_asks(right, &line, &inputs);
        let returned = returned.first().copied().unwrap_or_default();
        Ok(self.firsts[at].get_or_init(|| First { line, inputs, returned, asked }))
    }

    /// What a model returns for some cases of a tuple, a number for each.
    fn returns(&self, model: &Model, line: &TupleLine, inputs: &[Vec<u8>], bench: &mut Bench, select: &dyn Fn(u32) -> bool) -> Vec<u64> {
        let job = Job { line, inputs, canary: self.set.suite().canary };
        let slots = (0..line.cases).filter(|&slot| select(slot));
        all_in_short(line, slots, &model.execute(&job, bench, select))
    }

    /// What the right model returns for all cases of a tuple, and what it asks.
    fn returns_and_asks(&self, right: &Model, line: &TupleLine, inputs: &[Vec<u8>]) -> (Vec<u64>, Asked) {
        let job = Job { line, inputs, canary: self.set.suite().canary };
        let (results, asked) = right.execute_and_note(&job, &mut Bench::default());
        (all_in_short(line, 0..line.cases, &results), asked)
    }

    fn right_returns(&self, right: &Model, at: usize) -> Result<&(Vec<u64>, Asked), Error> {
        if let Some(known) = self.returned[at].get() {
            return Ok(known);
        }
        let line = &self.reader.tuples[at];
        let returned = self.returns_and_asks(right, line, &self.inputs(line)?);
        Ok(self.returned[at].get_or_init(|| returned))
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

    /// Names of the tuples that a model decides otherwise than the right one, and the number of their cases.
    pub fn decided_otherwise(&self, model: &Model) -> (BTreeSet<&str>, u64) {
        let (mut names, mut cases) = (BTreeSet::new(), 0);
        for (at, line) in self.reader.tuples.iter().enumerate() {
            if self.decision(model, at) != self.decisions[at] {
                names.insert(line.name.as_str());
                cases += u64::from(line.cases);
            }
        }
        (names, cases)
    }

    /// Names of the tuples for which a kernel gives other results than the right one, and the number of their cases. Which tuples
    /// of at most so many bytes are among those that it `changed` by their first case is known.
    ///
    /// # Errors
    /// The inputs cannot be read.
    pub fn differing(&self, right: &Model, other: &Model, largest: u64, changed: &Changed) -> Result<(BTreeSet<&str>, u64), Error> {
        let (mut bench, mut names, mut count) = (Bench::default(), BTreeSet::new(), 0);
        for (at, line) in self.reader.tuples.iter().enumerate().filter(|(at, _)| self.decisions[*at].0.is_none()) {
            let own = match line.cases == 1 && bytes(line) <= largest {
                true => u64::from(changed.contains(&at)),
                false => self.cases_that_differ(right, other, at, &mut bench)?,
            };
            if own > 0 {
                count += own;
                names.insert(line.name.as_str());
            }
        }
        Ok((names, count))
    }

    /// In how many cases of a tuple a kernel gives another result than the right one.
    fn cases_that_differ(&self, right: &Model, other: &Model, at: usize, bench: &mut Bench) -> Result<u64, Error> {
        let line = &self.reader.tuples[at];
        let (expected, asked) = self.right_returns(right, at)?;
        if other.answers_alike(&line.tuple, asked) {
            return Ok(0);
        }
        let actual = self.returns(other, line, &self.inputs(line)?, bench, &|_| true);
        Ok(actual.iter().zip(expected).filter(|(a, b)| a != b).count() as u64)
    }

    /// These tuples and all that have a reading in common with one of them: what is no mistake by itself may contradict
    /// those. Besides, if asked for, those that show the order of sums.
    pub fn related(&self, names: &BTreeSet<&str>, orders: bool) -> BTreeSet<&str> {
        let pairs = || self.reader.tuples.iter().map(|line| line.name.as_str()).zip(&self.answers);
        let readings: BTreeSet<&str> =
            pairs().filter(|(name, _)| names.contains(name)).flat_map(|(_, answer)| readings_of(answer)).collect();
        let is_related = |name: &str, answer: &AnswerLine| {
            names.contains(name) || (orders && answer.strategy == "order") || readings_of(answer).any(|reading| readings.contains(reading))
        };
        pairs().filter(|(name, answer)| is_related(name, answer)).map(|(name, _)| name).collect()
    }
}

/// Bytes of the operands of all cases of a tuple.
pub fn bytes(line: &TupleLine) -> u64 {
    let one: u64 = line.tuple.operands.iter().map(|o| o.tile.bytes()).sum();
    one * u64::from(line.cases)
}

/// The readings on which it depends what a tuple leads to.
fn readings_of(answer: &AnswerLine) -> impl Iterator<Item = &str> {
    let values = answer.alternatives.iter().flat_map(|alternative| alternative.when.iter().map(|(reading, _)| reading));
    answer.contests.iter().filter_map(|contest| contest.reading.as_deref()).chain(values)
}

/// Tuples that show what a model follows where it is right: some of each kind, and those that show the order of sums.
#[derive(Default)]
struct Companions<'a> {
    number: BTreeMap<(&'a str, &'a str, String), usize>,
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

/// A number for each of some cases.
fn all_in_short(line: &TupleLine, slots: impl Iterator<Item = u32>, results: &TupleResults) -> Vec<u64> {
    slots.zip(&results.lines).map(|(slot, own)| in_short(line, slot as usize, own, &results.outputs)).collect()
}

/// A number for the result of a case, which another line or other outputs would not give.
fn in_short(line: &TupleLine, slot: usize, result: &ResultLine, outputs: &[Array]) -> u64 {
    let mut hasher = FxHasher::default();
    (result.outcome, &result.touched).hash(&mut hasher);
    for array in outputs {
        let size = array.data.len() / (line.cases as usize).max(1);
        array.data[slot * size..(slot + 1) * size].hash(&mut hasher);
    }
    hasher.finish()
}
