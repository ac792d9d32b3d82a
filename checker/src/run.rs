//! A whole check: operation after operation is read, judged and let go, so that memory holds one at a time.

use crate::cases::Cases;
use crate::catalog::Catalog;
use crate::choice::{CasePlace, Choices};
use crate::counted::Counted;
use crate::excuses::Excuses;
use crate::failing::{Said, tell};
use crate::failures::{failures, inconsistent};
use crate::followed::Followed;
use crate::index::Lines;
use crate::judge::{Buffers, Operation};
use crate::listing::listed;
use crate::observed::Observable;
use crate::options::Options;
use crate::state::{CaseState, Cause};
use crate::summary::Summary;
use crate::{CheckError, FailingOperation};
use ptoconf_parallel::{AHEAD, in_order};
use ptoconf_schemas::{
    AccuracyReport, BaselineReport, CaseId, FailureGroup, FailureKind, Judges, ListedCases, SetId, Suite, TupleLine, WaiverReport, Way,
};
use ptoconf_vectors::{ResultsReader, SetReader};
use std::collections::{BTreeMap, BTreeSet};

/// Tuples that a thread takes at once: they are so quickly judged that to hand on each by itself took a tenth of a check.
const TUPLES_AT_ONCE: usize = 16;

/// What is kept of an operation that was judged.
pub struct Judged {
    /// What became of its cases.
    pub cases: Cases,
    /// Its numbers.
    pub summary: Summary,
    /// Its failures.
    pub failures: Vec<FailureGroup>,
    /// How far its results are from the correctly rounded ones.
    pub accuracy: Vec<AccuracyReport>,
    /// What there was to observe in them.
    pub observable: Observable,
    /// What its failing cases follow, where somebody asks.
    followed: Followed,
    /// What its results say beyond verdicts, where somebody asks and a case failed.
    said: Said,
}

impl Judged {
    /// An operation all of whose cases passed, by its numbers alone.
    pub fn added_up(summary: Summary, observable: Observable) -> Judged {
        let (followed, said) = (Followed::default(), Said::default());
        Judged { cases: Cases::new(&[], &[]), summary, failures: vec![], accuracy: vec![], observable, followed, said }
    }
}

/// Every case of a set, judged.
pub struct Run<'a> {
    /// The head of the set.
    pub suite: &'a Suite,
    /// Its operations, in order.
    pub operations: Vec<Judged>,
    /// The choice that the results follow.
    pub choices: Choices,
    /// Results that belong to no case.
    pub extra: Vec<String>,
    /// Waivers, with what they covered.
    pub waivers: Vec<WaiverReport>,
    /// What became of what a baseline knows.
    pub baseline: Option<BaselineReport>,
}

impl<'a> Run<'a> {
    /// Judges every case, after what is known of the choices.
    pub fn new(
        set: &'a SetReader,
        results: &ResultsReader,
        catalog: &Catalog<'_>,
        options: &Options<'_>,
        choices: Choices,
    ) -> Result<Self, CheckError> {
        let mut pass = Pass::new(set, results, catalog, options, choices)?;
        let (mut operations, suite) = (vec![], set.suite());
        for at in 0..suite.operations.len() {
            operations.push(pass.operation(at)?);
        }
        let extra = pass.lines.strays().into_iter().chain(pass.extra).collect();
        let mut run = Run { suite, operations, choices: pass.choices, extra, waivers: vec![], baseline: None };
        run.settle(set, catalog, &mut pass.excuses, options.details)?;
        run.waivers = pass.excuses.waivers.reports();
        let legality_only = results.header().implementation.judges == Judges::Legality;
        run.baseline = options.baseline.as_ref().map(|_| run.known(&pass.excuses, legality_only));
        if let Some(failing) = options.failing {
            run.tell(set, failing, options.threads)?;
        }
        Ok(run)
    }

    /// Looks for the choice that explains all results, and marks those that it does not explain.
    fn settle(&mut self, set: &SetReader, catalog: &Catalog<'_>, excuses: &mut Excuses<'_>, details: usize) -> Result<(), CheckError> {
        let mut concerned: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
        for (operation, tuple, slot) in self.choices.solve()? {
            concerned.entry(operation).or_default().push((tuple, slot));
        }
        let mut allowed = self.choices.left_out(catalog);
        // These are read once more, to add them up anew.
        for (number, places) in concerned {
            let info = &self.suite.operations[number as usize];
            let reader = set.operation(&info.name)?;
            let answers = reader.answers()?;
            let inputs: BTreeSet<&String> = places.iter().filter_map(|(tuple, _)| reader.tuples[*tuple as usize].inputs.as_ref()).collect();
            inputs.into_iter().try_for_each(|file| set.verify_file(&format!("{}/{file}", info.name)))?;
            for &(tuple, slot) in &places {
                if let Some(words) = allowed.remove(&(number, tuple, slot)) {
                    self.operations[number as usize].followed.contradicts((tuple, slot), words);
                }
            }
            let followed = &self.operations[number as usize].followed;
            let way = |(tuple, slot): (u32, u32)| {
                let tuple = tuple as usize;
                followed.way((tuple, slot), &reader.tuples[tuple], &answers[tuple], FailureKind::InconsistentReading)
            };
            let name = |(tuple, _): (u32, u32)| &reader.tuples[tuple as usize].name;
            for tuple in places.chunk_by(|a, b| a.0 == b.0) {
                excuses.known.note(&info.name, name(tuple[0]), &tuple.iter().map(|&place| way(place)).collect::<Vec<_>>());
            }
            let ways: Vec<Way> = places.iter().map(|&place| way(place)).collect();
            for (place, way) in places.into_iter().zip(ways) {
                let case = CaseId { op: &info.name, tuple: name(place), slot: place.1 };
                let cause = excuses.apply(Cause::Inconsistent, case, |_| way.clone());
                self.operations[number as usize].cases.set(place.0 as usize, place.1, cause);
            }
            let counted = Counted { info, tuples: &reader.tuples, answers, cases: &self.operations[number as usize].cases };
            let contradiction =
                |(tuple, slot): (usize, u32)| self.choices.contradiction(catalog, (number, tuple as u32, slot), |case| self.id(case));
            let (summary, more) = (Summary::of(counted)?, inconsistent(counted, details, contradiction)?);
            let own = &mut self.operations[number as usize];
            own.summary = summary;
            own.failures.extend(more);
            own.failures.sort_by_key(|group| group.kind);
        }
        Ok(())
    }

    /// Tells what became of each operation that has failing cases. These are read once more: memory holds one for each thread.
    fn tell(&self, set: &SetReader, failing: &(dyn Fn(&FailingOperation<'_>) + Sync), threads: usize) -> Result<(), CheckError> {
        let failed = |own: &Judged| own.cases.iter().flatten().any(|cause| cause.failure().is_some());
        let all: Vec<_> = self.suite.operations.iter().zip(&self.operations).filter(|(_, own)| failed(own)).collect();
        let one = |(): &mut (), at: usize| {
            let (info, own) = all[at];
            let reader = set.operation(&info.name)?;
            let counted = Counted { info, tuples: &reader.tuples, answers: reader.answers()?, cases: &own.cases };
            tell(counted, &own.said, failing);
            Ok(())
        };
        in_order(threads, threads, all.len(), || (), one, |_, ()| Ok(()))
    }

    /// What became of the failures that a baseline knows.
    fn known(&self, excuses: &Excuses<'_>, legality_only: bool) -> BaselineReport {
        let mut report = BaselineReport::default();
        for (info, own) in self.suite.operations.iter().zip(&self.operations) {
            excuses.known.add(&info.name, &own.cases, &own.followed, legality_only, &mut report);
        }
        excuses.known.add_missing(|op| self.suite.operation(op).is_some(), &mut report);
        report
    }

    /// Whether a case that is known to fail has results; those that are missing were not checked.
    pub fn has_known_results(&self) -> bool {
        let has_results = |cause: &Cause| matches!(cause, Cause::Known(kind) if *kind != FailureKind::Missing);
        self.operations.iter().any(|own| own.cases.iter().flatten().any(has_results))
    }

    /// Every judged case. Operations that have failing ones are read once more.
    pub fn listed(&self, set: &SetReader) -> Result<Vec<ListedCases>, CheckError> {
        let mut all = vec![];
        for (info, own) in self.suite.operations.iter().zip(&self.operations) {
            if own.cases.iter().flatten().any(|cause| cause.fails().is_some()) {
                let reader = set.operation(&info.name)?;
                all.extend(listed(&info.name, &own.cases, Some((&reader.tuples, reader.answers()?)), &own.followed));
            } else {
                all.extend(listed(&info.name, &own.cases, None, &own.followed));
            }
        }
        Ok(all)
    }

    /// The id of a case.
    pub fn id(&self, (operation, tuple, slot): CasePlace) -> String {
        let (info, own) = (&self.suite.operations[operation as usize], &self.operations[operation as usize]);
        CaseId { op: &info.name, tuple: own.cases.name(tuple as usize), slot }.to_string()
    }
}

/// The way through the operations, and what it gathers.
struct Pass<'a> {
    set: &'a SetReader,
    results: &'a ResultsReader,
    catalog: &'a Catalog<'a>,
    options: &'a Options<'a>,
    lines: Lines<'a>,
    choices: Choices,
    excuses: Excuses<'a>,
    extra: Vec<String>,
    /// Cases judged so far.
    done: u64,
}

impl<'a> Pass<'a> {
    fn new(
        set: &'a SetReader,
        results: &'a ResultsReader,
        catalog: &'a Catalog<'a>,
        options: &'a Options<'a>,
        choices: Choices,
    ) -> Result<Self, CheckError> {
        let names: Vec<&str> = set.suite().operations.iter().map(|o| o.name.as_str()).collect();
        let lines = Lines::find(results, &names)?;
        let excuses = Excuses::new(options, &SetId::new(set.suite(), set.digest()));
        Ok(Pass { set, results, catalog, options, lines, choices, excuses, extra: vec![], done: 0 })
    }

    /// Reads an operation, judges its cases and lets it go.
    fn operation(&mut self, at: usize) -> Result<Judged, CheckError> {
        let (suite, options) = (self.set.suite(), self.options);
        let info = &suite.operations[at];
        let reader = &self.set.operation(&info.name)?;
        let outputs = &self.results.outputs(&info.name)?;
        let index = &self.lines.index(at, reader)?;
        let disproved = &(options.disprove)(&info.name, reader, outputs, &|line, slot| index.ran(reader, line, slot))?;
        let legality_only = self.results.header().implementation.judges == Judges::Legality;
        if legality_only && !outputs.is_empty() {
            self.extra.push(format!("{}: there are arrays, but results.json says that these results judge legality only", info.name));
        }
        self.extra.extend(outputs.duplicates().iter().chain(outputs.extra()).cloned());
        let (answers, catalog) = (reader.answers()?, self.catalog);
        let known = &catalog.known(answers);
        let operation = Operation { suite, info, reader, answers, index, outputs, catalog, known, legality_only, disproved };
        verify(self.set, &operation, options)?;
        let mut states = self.states(at, &operation)?;
        let asked = options.listed || !self.excuses.is_empty();
        let followed = if asked { Followed::new(&operation, &states, options.threads)? } else { Followed::default() };
        self.excuse(&operation, &followed, &mut states);
        let accuracy = crate::accuracy::of_operation(&operation, &states, options.threads)?;
        let cases = Cases::new(&reader.tuples, &states);
        let summary = Summary::of(Counted { info, tuples: &reader.tuples, answers, cases: &cases })?;
        let observable = Observable::of(&operation, &states);
        let said = if options.failing.is_some() { Said::of(&operation, &states)? } else { Said::default() };
        let failures = failures(&operation, &states, options.details)?;
        Ok(Judged { cases, summary, failures, accuracy, observable, followed, said })
    }

    /// Judges every case, by tuple and slot, and notes what it shows of the choice.
    fn states(&mut self, at: usize, operation: &Operation<'_>) -> Result<Vec<Vec<CaseState>>, CheckError> {
        let (options, all) = (self.options, self.set.suite().cases());
        let (filter, answers) = (&options.filter, &options.answers);
        let tuples = &operation.reader.tuples;
        let work = |buffers: &mut Buffers, batch: usize| {
            let judge = |tuple: usize| {
                let selected = |line: &TupleLine, slot| filter(line, slot) && answers(&operation.answers[tuple]);
                operation.judge(tuple, selected, buffers)
            };
            let first = batch * TUPLES_AT_ONCE;
            (first..tuples.len().min(first + TUPLES_AT_ONCE)).map(judge).collect::<Result<Vec<_>, CheckError>>()
        };
        let mut judged: Vec<Vec<CaseState>> = Vec::with_capacity(tuples.len());
        let batches = tuples.len().div_ceil(TUPLES_AT_ONCE);
        in_order(options.threads, options.threads * AHEAD, batches, Buffers::default, work, |_, batch| {
            for (states, plan) in batch {
                let tuple = judged.len();
                if let Some(plan) = plan.filter(|_| states.iter().any(|s| s.matched() != 0)) {
                    self.choices.add(operation.catalog, &plan, &tuples[tuple].tuple, (at, tuple), &states);
                }
                self.done += states.len() as u64;
                judged.push(states);
            }
            if let Some(progress) = options.progress {
                progress(self.done, all);
            }
            Ok::<_, CheckError>(())
        })?;
        Ok(judged)
    }

    fn excuse(&mut self, operation: &Operation<'_>, followed: &Followed, states: &mut [Vec<CaseState>]) {
        if self.excuses.is_empty() {
            return;
        }
        let (op, tuples) = (&operation.info.name, &operation.reader.tuples);
        let way = |at: (usize, u32), kind| followed.way(at, &tuples[at.0], &operation.answers[at.0], kind);
        if !self.excuses.known.is_empty() {
            for (tuple, states) in states.iter().enumerate() {
                if states.iter().all(|state| state.cause == Cause::Filtered) {
                    continue;
                }
                let failing = (0..).zip(states).filter_map(|(slot, state)| Some(way((tuple, slot), state.cause.failure()?)));
                self.excuses.known.judged(op, &tuples[tuple].name);
                self.excuses.known.note(op, &tuples[tuple].name, &failing.collect::<Vec<_>>());
            }
        }
        for (tuple, states) in states.iter_mut().enumerate() {
            for (slot, state) in (0..).zip(states) {
                let case = CaseId { op, tuple: &tuples[tuple].name, slot };
                state.cause = self.excuses.apply(state.cause, case, |kind| way((tuple, slot), kind));
            }
        }
    }
}

/// Verifies the containers of all tuples that are judged: answers are about to be trusted, and a verdict on a set whose inputs
/// were altered would be one on another set.
fn verify(set: &SetReader, operation: &Operation<'_>, options: &Options<'_>) -> Result<(), CheckError> {
    let mut files = BTreeSet::new();
    for (line, answer) in operation.reader.tuples.iter().zip(operation.answers) {
        if (options.answers)(answer) && (0..line.cases).any(|slot| (options.filter)(line, slot)) {
            files.extend(line.inputs.iter().chain(&answer.file));
        }
    }
    let files: Vec<String> = files.into_iter().map(|file| format!("{}/{file}", operation.info.name)).collect();
    let work = |(): &mut (), i: usize| set.verify_file(&files[i]);
    Ok(in_order(options.threads, options.threads * AHEAD, files.len(), || (), work, |_, ()| Ok(()))?)
}
