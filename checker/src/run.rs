//! A whole check: operation after operation is read, judged and let go, so that memory holds one at a time.

use crate::cases::Cases;
use crate::catalog::Catalog;
use crate::choice::{CasePlace, Choices};
use crate::counted::Counted;
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
use crate::waivers::Waivers;
use crate::{CheckError, FailingOperation};
use ptoconf_parallel::{AHEAD, in_order};
use ptoconf_schemas::{CaseId, FailureGroup, Judges, ListedCases, Suite, TupleLine};
use ptoconf_vectors::{ResultsReader, SetReader};
use std::collections::BTreeSet;

/// Tuples for each thread that may be judged and not yet taken: they are quickly judged, and little is kept of them.
const TUPLES_AHEAD: usize = 32;

/// What is kept of an operation that was judged.
pub struct Judged {
    /// What became of its cases.
    pub cases: Cases,
    /// Its numbers.
    pub summary: Summary,
    /// Its failures.
    pub failures: Vec<FailureGroup>,
    /// What there was to observe in them.
    pub observable: Observable,
    /// What its failing cases follow, where somebody asks.
    followed: Followed,
    /// What its results say beyond verdicts, where somebody asks and a case failed.
    said: Said,
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
    /// Waivers that covered nothing.
    pub stale_waivers: Vec<String>,
}

impl<'a> Run<'a> {
    /// Judges every case.
    pub fn new(set: &'a SetReader, results: &ResultsReader, catalog: &Catalog<'_>, options: &Options<'_>) -> Result<Self, CheckError> {
        let mut pass = Pass::new(set, results, catalog, options)?;
        let (mut operations, suite) = (vec![], set.suite());
        for at in 0..suite.operations.len() {
            operations.push(pass.operation(at)?);
        }
        let extra = pass.lines.strays().into_iter().chain(pass.extra).collect();
        let mut run = Run { suite, operations, choices: pass.choices, extra, stale_waivers: vec![] };
        run.settle(set, catalog, &mut pass.waivers, options.details)?;
        run.stale_waivers = pass.waivers.stale();
        if let Some(failing) = options.failing {
            run.tell(set, failing)?;
        }
        Ok(run)
    }

    /// Looks for the choice that explains all results, and marks those that it does not explain.
    fn settle(&mut self, set: &SetReader, catalog: &Catalog<'_>, waivers: &mut Waivers<'_>, details: usize) -> Result<(), CheckError> {
        let mut concerned = BTreeSet::new();
        for case in self.choices.solve()? {
            let cause = waivers.apply(Cause::Inconsistent, || self.id(case));
            self.operations[case.0 as usize].cases.set(case.1 as usize, case.2, cause);
            concerned.insert(case.0);
        }
        // These are read once more, to add them up anew.
        for number in concerned {
            let (info, own) = (&self.suite.operations[number as usize], &self.operations[number as usize]);
            let reader = set.operation(&info.name)?;
            let counted = Counted { info, tuples: &reader.tuples, answers: reader.answers()?, cases: &own.cases };
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

    /// Tells what became of each operation that has failing cases. These are read once more: memory holds one at a time.
    fn tell(&self, set: &SetReader, failing: &dyn Fn(&FailingOperation<'_>)) -> Result<(), CheckError> {
        let failed = |own: &Judged| own.cases.iter().flatten().any(|cause| cause.failure().is_some());
        for (info, own) in self.suite.operations.iter().zip(&self.operations).filter(|(_, own)| failed(own)) {
            let reader = set.operation(&info.name)?;
            let counted = Counted { info, tuples: &reader.tuples, answers: reader.answers()?, cases: &own.cases };
            tell(counted, &own.said, failing);
        }
        Ok(())
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
    waivers: Waivers<'a>,
    extra: Vec<String>,
    /// Cases judged so far.
    done: u64,
}

impl<'a> Pass<'a> {
    fn new(set: &'a SetReader, results: &'a ResultsReader, catalog: &'a Catalog<'a>, options: &'a Options<'a>) -> Result<Self, CheckError> {
        let names: Vec<&str> = set.suite().operations.iter().map(|o| o.name.as_str()).collect();
        let lines = Lines::find(results, &names)?;
        let waivers = Waivers::new(options.waivers.as_ref());
        Ok(Pass { set, results, catalog, options, lines, choices: Choices::default(), waivers, extra: vec![], done: 0 })
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
        let operation = Operation { suite, info, reader, answers, index, outputs, catalog, legality_only, disproved };
        verify(self.set, &operation, options)?;
        let mut states = self.states(&operation)?;
        for (tuple, states) in states.iter().enumerate().filter(|(_, states)| states.iter().any(|s| s.matched() != 0)) {
            self.choices.add(catalog, &operation.plan(tuple)?, &reader.tuples[tuple].tuple, (at, tuple), states);
        }
        let followed = if options.listed { Followed::new(&operation, &states)? } else { Followed::default() };
        self.waive(&operation, &mut states);
        let cases = Cases::new(&reader.tuples, &states);
        let summary = Summary::of(Counted { info, tuples: &reader.tuples, answers, cases: &cases })?;
        let observable = Observable::of(&operation, &states);
        let said = if options.failing.is_some() { Said::of(&operation, &states)? } else { Said::default() };
        let failures = failures(&operation, &states, options.details)?;
        Ok(Judged { cases, summary, failures, observable, followed, said })
    }

    /// Judges every case, by tuple and slot.
    fn states(&mut self, operation: &Operation<'_>) -> Result<Vec<Vec<CaseState>>, CheckError> {
        let (options, all) = (self.options, self.set.suite().cases());
        let (filter, answers) = (&options.filter, &options.answers);
        let work = |buffers: &mut Buffers, tuple: usize| {
            let selected = |line: &TupleLine, slot| filter(line, slot) && answers(&operation.answers[tuple]);
            operation.judge(tuple, selected, buffers)
        };
        let count = operation.reader.tuples.len();
        let mut judged = Vec::with_capacity(count);
        in_order(options.threads, options.threads * TUPLES_AHEAD, count, Buffers::default, work, |_, states| {
            self.done += states.len() as u64;
            if let Some(progress) = options.progress {
                progress(self.done, all);
            }
            judged.push(states);
            Ok::<_, CheckError>(())
        })?;
        Ok(judged)
    }

    fn waive(&mut self, operation: &Operation<'_>, states: &mut [Vec<CaseState>]) {
        for (line, states) in operation.reader.tuples.iter().zip(states) {
            for (slot, state) in (0..).zip(states) {
                let id = || CaseId { op: &operation.info.name, tuple: &line.name, slot }.to_string();
                state.cause = self.waivers.apply(state.cause, id);
            }
        }
    }
}

/// Verifies the containers that are about to be trusted.
fn verify(set: &SetReader, operation: &Operation<'_>, options: &Options<'_>) -> Result<(), CheckError> {
    let mut files = BTreeSet::new();
    for (line, answer) in operation.reader.tuples.iter().zip(operation.answers) {
        // The answers are right for these inputs and no others.
        if (options.answers)(answer) && (0..line.cases).any(|slot| (options.filter)(line, slot)) {
            files.extend(answer.file.iter().chain(&line.inputs));
        }
    }
    let files: Vec<String> = files.into_iter().map(|file| format!("{}/{file}", operation.info.name)).collect();
    let work = |(): &mut (), i: usize| set.verify_file(&files[i]);
    Ok(in_order(options.threads, options.threads * AHEAD, files.len(), || (), work, |_, ()| Ok(()))?)
}
