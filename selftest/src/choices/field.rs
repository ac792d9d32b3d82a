//! A set on which followers are judged: every tuple with all that they ever made of it.

use super::memo::{Memo, Recorder};
use super::variables::{Choice, Variables};
use crate::Error;
use ptoconf_checker::{Decision, Judged, Judgements};
use ptoconf_follower::{Followed, Job, MEANINGLESS, follow};
use ptoconf_schemas::{Array, Implementation, Outcome, ResultLine, ResultsHeader, Role, Suite, TupleLine};
use ptoconf_vectors::{OperationReader, ResultsWriter, SetReader};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};

/// What tells the result of a case apart from others; none for a rejection.
type Identity = Option<u64>;

/// Stands for the results of a tuple on which a choice was not followed.
const LEFT_OUT: u32 = u32::MAX;

/// Most elements of a tuple, in the outputs of all of its cases, that is not a large one.
const LARGE: u64 = 2 << 10;

/// Seeds that are tried for what a choice leaves free.
const SEEDS: u64 = 32;

/// All that followers made of one tuple.
#[derive(Default)]
struct Tuple {
    memo: Memo,
    /// By what identifies the result of each case.
    known: BTreeMap<Vec<Identity>, usize>,
    judged: Vec<Judged>,
}

/// A set with what followers made of it.
pub struct Field<'a> {
    /// The readings.
    pub variables: Variables<'a>,
    set: &'a SetReader,
    readers: &'a [OperationReader],
    judgements: Judgements<'a>,
    tuples: Vec<RwLock<Tuple>>,
    /// Operation and tuple.
    places: Vec<(usize, usize)>,
    starts: Vec<usize>,
    /// What is made of tuples that were left out, by number of cases.
    left_out: BTreeMap<u32, Judged>,
    threads: usize,
}

/// By tuple, which of the results known for it a choice leads to.
pub type Outcomes = Vec<u32>;

impl<'a> Field<'a> {
    /// A set on which nothing was followed yet.
    pub fn new(set: &'a SetReader, readers: &'a [OperationReader], judgements: Judgements<'a>, threads: usize) -> Field<'a> {
        let mut places = vec![];
        let mut starts = vec![];
        for (o, reader) in readers.iter().enumerate() {
            starts.push(places.len());
            places.extend((0..reader.tuples.len()).map(|t| (o, t)));
        }
        let tuples = places.iter().map(|_| RwLock::default()).collect();
        let left_out = readers.iter().flat_map(|r| r.tuples.iter()).map(|line| (line.cases, Judged::left_out(line.cases))).collect();
        Field { variables: Variables::of(set.suite(), readers), set, readers, judgements, tuples, places, starts, left_out, threads }
    }

    fn suite(&self) -> &'a Suite {
        self.set.suite()
    }

    fn line(&self, at: usize) -> &TupleLine {
        let (o, t) = self.places[at];
        &self.readers[o].tuples[t]
    }

    /// The variable of a reading for a tuple.
    pub fn variable(&self, at: usize, reading: &str) -> Option<usize> {
        let (o, t) = self.places[at];
        self.variables.groups[self.variables.group_of[o][t]].get(reading).copied()
    }

    /// What some choices lead to.
    ///
    /// # Errors
    /// The set cannot be read, or a choice cannot be followed.
    pub fn follow(&self, choices: &[Choice]) -> Result<Vec<Outcomes>, Error> {
        self.follow_all(choices, |_, _| false)
    }

    /// What choices lead to, the first of which has this number, each on one of so many of the large tuples and on all others.
    ///
    /// # Errors
    /// As for [`Field::follow`].
    pub fn follow_spread(&self, first: u64, choices: &[Choice], every: u64) -> Result<Vec<Outcomes>, Error> {
        let is_left_out = |at: usize, choice: usize| !(first + choice as u64 + at as u64).is_multiple_of(every) && self.is_large(at);
        self.follow_all(choices, is_left_out)
    }

    fn is_large(&self, at: usize) -> bool {
        let line = self.line(at);
        let outputs = line.tuple.with_role(Role::Out).map(|o| u64::from(o.tile.rows()) * u64::from(o.tile.cols()));
        outputs.sum::<u64>() * u64::from(line.cases) > LARGE
    }

    /// The same where they are followed in one operation and all others are left out; without an operation, everywhere.
    ///
    /// # Errors
    /// As for [`Field::follow`].
    pub fn follow_in(&self, operation: Option<&str>, choices: &[Choice]) -> Result<Vec<Outcomes>, Error> {
        self.follow_all(choices, |at, _| operation.is_some_and(|operation| self.operation(at) != operation))
    }

    /// What choices lead to, but for tuples where one of them is left out.
    fn follow_all(&self, choices: &[Choice], is_left_out: impl Fn(usize, usize) -> bool + Sync) -> Result<Vec<Outcomes>, Error> {
        let next = AtomicUsize::new(0);
        let columns: Vec<Mutex<Result<Outcomes, Error>>> = self.places.iter().map(|_| Mutex::new(Ok(vec![]))).collect();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(column) = columns.get(at) else { return };
                        let found = self.follow_tuple(at, choices, &is_left_out);
                        if let Ok(mut column) = column.lock() {
                            *column = found;
                        }
                    }
                });
            }
        });
        let columns = columns.into_iter().map(|c| c.into_inner().unwrap_or(Ok(vec![]))).collect::<Result<Vec<_>, _>>()?;
        Ok((0..choices.len()).map(|c| columns.iter().map(|column| column[c]).collect()).collect())
    }

    fn follow_tuple(&self, at: usize, choices: &[Choice], is_left_out: impl Fn(usize, usize) -> bool) -> Result<Outcomes, Error> {
        if (0..choices.len()).all(|number| is_left_out(at, number)) {
            return Ok(vec![LEFT_OUT; choices.len()]);
        }
        let (o, t) = self.places[at];
        let group = self.variables.group_of[o][t];
        let mut inputs = None;
        let Ok(mut tuple) = self.tuples[at].write() else { return Ok(vec![0; choices.len()]) };
        let mut outcomes = vec![];
        for (number, choice) in choices.iter().enumerate() {
            if is_left_out(at, number) {
                outcomes.push(LEFT_OUT);
                continue;
            }
            let mut recorder = Recorder::new(&self.variables, group, choice);
            let known = tuple.memo.find(&recorder);
            let outcome = match known {
                Some(known) => known,
                None => {
                    let data = match &inputs {
                        Some(data) => data,
                        None => inputs.insert(self.inputs(at)?),
                    };
                    let followed = self.run(at, data.as_deref(), &mut recorder)?;
                    let outcome = self.keep(at, &mut tuple, followed)?;
                    tuple.memo.keep(recorder, outcome);
                    outcome
                }
            };
            outcomes.push(outcome as u32);
        }
        Ok(outcomes)
    }

    fn inputs(&self, at: usize) -> Result<Option<Vec<Vec<u8>>>, Error> {
        let line = self.line(at);
        if line.inputs.is_none() {
            return Ok(None);
        }
        let mut all = vec![];
        for operand in &line.tuple.operands {
            let mut data = vec![];
            if operand.role == Role::In {
                self.readers[self.places[at].0].inputs(line, &operand.name, &mut data)?;
            }
            all.push(data);
        }
        Ok(Some(all))
    }

    fn run(&self, at: usize, inputs: Option<&[Vec<u8>]>, recorder: &mut Recorder<'_>) -> Result<Followed, Error> {
        let line = self.line(at);
        let suite = self.suite();
        let job = Job { tuple: &line.tuple, cases: line.cases as usize, profile: &suite.profile, canary: suite.canary, inputs };
        follow(&job, recorder).map_err(|e| Error::Follow(line.id(), e))
    }

    /// Judges results that were not seen before.
    fn keep(&self, at: usize, tuple: &mut Tuple, followed: Followed) -> Result<usize, Error> {
        let results = identities(&followed);
        if let Some(known) = tuple.known.get(&results) {
            return Ok(*known);
        }
        let outcomes = outcomes(&followed);
        let names = self.line(at).tuple.with_role(Role::Out).map(|o| o.name.to_string());
        let judged = self.judgements.judge(self.places[at], &outcomes, names.zip(followed.outputs).collect())?;
        tuple.judged.push(judged);
        tuple.known.insert(results, tuple.judged.len() - 1);
        Ok(tuple.judged.len() - 1)
    }

    /// The operation of a tuple.
    pub fn operation(&self, at: usize) -> &str {
        &self.line(at).tuple.op
    }

    /// Number of cases of a tuple.
    pub fn cases(&self, at: usize) -> u32 {
        self.line(at).cases
    }

    /// Whether two results of a tuple are the same in one case.
    pub fn is_same(&self, at: usize, slot: u32, one: u32, other: u32) -> bool {
        one == other || self.identity(at, slot, one) == self.identity(at, slot, other)
    }

    /// What identifies the result of a case; none where it was rejected.
    fn identity(&self, at: usize, slot: u32, outcome: u32) -> Identity {
        let tuple = self.tuples[at].read().unwrap_or_else(std::sync::PoisonError::into_inner);
        let found = tuple.known.iter().find(|(_, known)| **known == outcome as usize);
        found.and_then(|(results, _)| results[slot as usize])
    }

    /// Whether a choice leads to some results of a tuple, by slot, with another order of its checks or in another of the ways
    /// that it leaves free; or lets anything be written.
    ///
    /// # Errors
    /// The set cannot be read, or the choice cannot be followed.
    pub fn may_give(&self, at: usize, results: &[(u32, u32)], choice: &Choice) -> Result<bool, Error> {
        let (o, t) = self.places[at];
        let inputs = self.inputs(at)?;
        let mut wanted: Vec<(u32, Identity)> = results.iter().map(|&(slot, outcome)| (slot, self.identity(at, slot, outcome))).collect();
        for seed in 0..SEEDS {
            if wanted.is_empty() {
                break;
            }
            let choice = Choice { seed, ..choice.clone() };
            let mut recorder = Recorder::new(&self.variables, self.variables.group_of[o][t], &choice);
            let given = identities(&self.run(at, inputs.as_deref(), &mut recorder)?);
            let is_open = recorder.asked_freely(MEANINGLESS);
            wanted.retain(|&(slot, result)| given[slot as usize] != result && (!is_open || result.is_none()));
        }
        Ok(wanted.is_empty())
    }

    /// Decides on results: `pick` says which of several each case takes, by tuple and slot.
    ///
    /// # Errors
    /// The checker cannot decide.
    pub fn decide(&self, of: &[&Outcomes], pick: impl Fn(usize, u32) -> usize) -> Result<Decision, Error> {
        let guards: Vec<_> = self.tuples.iter().map(|t| t.read().unwrap_or_else(std::sync::PoisonError::into_inner)).collect();
        let judged = |o: usize, t: usize, slot: u32| {
            let at = self.starts[o] + t;
            match of[pick(at, slot)][at] {
                LEFT_OUT => &self.left_out[&self.cases(at)],
                outcome => &guards[at].judged[outcome as usize],
            }
        };
        Ok(self.judgements.decide(judged)?)
    }

    /// Writes results as any implementation does, of one operation or all: `pick` says which of several choices each case
    /// follows, by tuple and slot.
    ///
    /// # Errors
    /// The set cannot be read or the results not be written.
    pub fn write(&self, choices: &[&Choice], pick: impl Fn(usize, u32) -> usize, operation: Option<&str>, dir: &Path) -> Result<(), Error> {
        let implementation = Implementation { name: "follower".to_owned(), ..Implementation::default() };
        let header =
            ResultsHeader { format: ResultsHeader::FORMAT.to_owned(), suite: self.set.digest().to_owned(), part: None, implementation };
        let mut writer = ResultsWriter::create(dir, &header, true)?;
        for (at, &(o, t)) in self.places.iter().enumerate() {
            let line = self.line(at);
            if operation.is_some_and(|operation| operation != line.tuple.op) {
                continue;
            }
            let inputs = self.inputs(at)?;
            let follow = |choice: &&Choice| {
                let mut recorder = Recorder::new(&self.variables, self.variables.group_of[o][t], choice);
                self.run(at, inputs.as_deref(), &mut recorder)
            };
            let followed = mixed(&choices.iter().map(follow).collect::<Result<Vec<_>, _>>()?, |slot| pick(at, slot));
            let of = |(slot, outcome)| ResultLine {
                case: format!("{}/{slot}", line.id()),
                outcome,
                stage: None,
                rule: None,
                message: None,
                touched: vec![],
            };
            writer.lines(&outcomes(&followed).into_iter().enumerate().map(of).collect::<Vec<_>>())?;
            if inputs.is_some() && followed.rejected.contains(&false) {
                writer.outputs(&line.tuple.op, &arrays(line, followed))?;
            }
        }
        Ok(writer.finish()?)
    }
}

/// Each case as the choice has it that was picked for it.
fn mixed<'f>(followed: &'f [Followed], pick: impl Fn(u32) -> usize) -> Followed {
    let cases = followed.first().map_or(0, |f| f.rejected.len());
    let picked: Vec<&Followed> = (0..cases as u32).map(|slot| &followed[pick(slot)]).collect();
    let output = |output: usize| {
        let own = |(slot, f): (usize, &&'f Followed)| -> &'f [u8] {
            let size = f.outputs[output].len() / cases;
            &f.outputs[output][slot * size..(slot + 1) * size]
        };
        picked.iter().enumerate().map(own).collect::<Vec<_>>().concat()
    };
    let outputs = followed.first().map_or(0, |f| f.outputs.len());
    Followed {
        rejected: picked.iter().enumerate().map(|(slot, f)| f.rejected[slot]).collect(),
        outputs: (0..outputs).map(output).collect(),
    }
}

fn identities(followed: &Followed) -> Vec<Identity> {
    let cases = followed.rejected.len();
    let of = |(slot, rejected): (usize, &bool)| {
        let mut hasher = blake3::Hasher::new();
        for output in &followed.outputs {
            let size = output.len() / cases;
            hasher.update(&output[slot * size..(slot + 1) * size]);
        }
        let hash = hasher.finalize();
        (!rejected).then(|| hash.as_bytes()[..8].iter().fold(0, |all, byte| all << 8 | u64::from(*byte)))
    };
    followed.rejected.iter().enumerate().map(of).collect()
}

fn outcomes(followed: &Followed) -> Vec<Outcome> {
    followed.rejected.iter().map(|r| if *r { Outcome::Rejected } else { Outcome::Ok }).collect()
}

fn arrays(line: &TupleLine, followed: Followed) -> Vec<Array> {
    let shape = |o: &ptoconf_schemas::Operand| vec![line.cases.into(), o.tile.rows().into(), o.tile.cols().into()];
    let array =
        |(o, data): (&ptoconf_schemas::Operand, Vec<u8>)| Array { name: line.member(&o.name), dtype: o.tile.dtype, shape: shape(o), data };
    line.tuple.with_role(Role::Out).zip(followed.outputs).map(array).collect()
}
