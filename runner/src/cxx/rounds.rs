//! Finds out which items of a unit compile, many at a time.
//!
//! A compiler reports a failing instantiation once, however many items need it. So the unit is
//! compiled in rounds: every item that is blamed goes, until a round is clean. Types that do not compile are
//! found in the first one, each by a line of its own; items that are likely to share something else that
//! failed go on apart from the others. What the compiler cannot say, because it crashed, took too long or
//! blamed nobody, is found by halving the unit.

use super::calls::Calls;
use super::compiler::{Compiler, failed, io, is_out_of_memory, unusable};
use super::diagnostics::{Diagnostic, diagnose};
use super::options::Guess;
use super::unit::{Place, Unit};
use crate::process::{End, Finished};
use crate::run::RunError;
use ptoconf_schemas::Outcome;
use rayon::ScopeFifo;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What became of an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Verdict {
    /// It compiles.
    Accepted,
    /// It does not, for this reason.
    Rejected(Diagnostic),
    /// The compiler crashed, or needed more memory than it may have.
    Crashed(String),
    /// The compiler took too long.
    Timeout(String),
}

/// What a verdict means for a tuple that does not compile.
pub(super) fn refusal(verdict: &Verdict) -> Option<(Outcome, String)> {
    match verdict {
        Verdict::Accepted => None,
        Verdict::Rejected(diagnostic) => Some((Outcome::Rejected, diagnostic.text.clone())),
        Verdict::Crashed(why) => Some((Outcome::Crashed, why.clone())),
        Verdict::Timeout(why) => Some((Outcome::Timeout, why.clone())),
    }
}

/// The verdict on an item whose rounds were done.
pub(super) fn known(verdict: Option<Verdict>) -> Result<Verdict, RunError> {
    verdict.ok_or_else(|| failed("an item of a unit has no verdict"))
}

/// The compiler and what it needs for a unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bench<'a> {
    pub compiler: &'a Compiler,
    /// What every unit includes.
    pub header: &'a Path,
    /// Where units and objects go.
    pub folder: &'a Path,
    /// The header tree.
    pub include: &'a Path,
    /// Whether the header is precompiled.
    pub precompiled: bool,
    /// What is expected of tuples.
    pub guess: Guess,
    /// How forms are called.
    pub calls: &'a Calls,
}

impl Bench<'_> {
    /// What the start of a compiler costs: as much as about so many items.
    pub fn start(&self) -> usize {
        if self.precompiled { 20 } else { 150 }
    }
}

/// What a round said.
enum Round {
    Clean,
    Blamed(Vec<(Place, Diagnostic)>),
    /// It says nothing about single items.
    Trouble(Verdict),
}

/// Items that go through rounds together.
pub(super) type Parts = Result<Vec<Vec<usize>>, RunError>;

/// Finds out which items of a unit compile, a round at a time. Rounds of different items can run side by side.
pub(super) struct Search<'a> {
    bench: Bench<'a>,
    unit: &'a Unit,
    want_objects: bool,
    /// Whether an empty unit was seen to compile.
    controlled: AtomicBool,
    verdicts: Mutex<Vec<Option<Verdict>>>,
    objects: Mutex<Vec<PathBuf>>,
}

impl<'a> Search<'a> {
    /// With `want_objects` the accepted ones are compiled, too.
    pub fn new(bench: Bench<'a>, unit: &'a Unit, want_objects: bool) -> Search<'a> {
        let verdicts = Mutex::new(vec![None; unit.items.len()]);
        Search { bench, unit, want_objects, controlled: AtomicBool::new(false), verdicts, objects: Mutex::default() }
    }

    /// Does all rounds of some items, one after another.
    pub fn finish(&self, items: &[usize]) -> Result<(), RunError> {
        let mut waiting = self.first_round(items)?;
        while let Some(items) = waiting.pop() {
            waiting.extend(self.round(&items, &[])?);
        }
        Ok(())
    }

    /// Does all rounds of several parts side by side, and beside them finds out which other parts there are.
    pub fn finish_all(&self, parts: Vec<Vec<usize>>, others: impl FnOnce() -> Parts + Send, workers: usize) -> Result<(), RunError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(workers).build().map_err(|e| unusable(e.to_string()))?;
        let error = Mutex::new(None);
        pool.scope_fifo(|scope| {
            scope.spawn_fifo(|scope| self.go_on(scope, others(), Search::first_round, &error));
            self.go_on(scope, Ok(parts), Search::first_round, &error);
        });
        error.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// A round for each of the parts, and others for what it leaves.
    fn go_on<'s>(&'s self, scope: &ScopeFifo<'s>, parts: Parts, round: fn(&Self, &[usize]) -> Parts, error: &'s Mutex<Option<RunError>>) {
        match parts {
            Err(first) => drop(lock(error).get_or_insert(first)),
            Ok(parts) => parts.into_iter().for_each(|part| {
                scope.spawn_fifo(move |scope| {
                    let others_failed = lock(error).is_some();
                    if !others_failed {
                        self.go_on(scope, round(self, &part), Search::next_round, error);
                    }
                });
            }),
        }
    }

    /// The verdicts on all items of which the rounds were done, and objects that have all accepted ones between them.
    pub fn solved(self) -> (Vec<Option<Verdict>>, Vec<PathBuf>) {
        let verdicts = self.verdicts.into_inner().unwrap_or_else(PoisonError::into_inner);
        (verdicts, self.objects.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// A round in which the compiler sees of some items their types alone.
    fn first_round(&self, items: &[usize]) -> Parts {
        let (types_alone, whole): (Vec<usize>, Vec<usize>) = items.iter().partition(|&item| self.unit.ill_typed.contains(item));
        self.round(&whole, &types_alone)
    }

    fn next_round(&self, items: &[usize]) -> Parts {
        self.round(items, &[])
    }

    /// Compiles some items, and the types of others; gives those that need another round, in groups.
    fn round(&self, whole: &[usize], types_alone: &[usize]) -> Parts {
        let items = [whole, types_alone].concat();
        let Some(first) = items.first() else { return Ok(Vec::new()) };
        let wanted = self.want_objects && !whole.is_empty();
        let object = wanted.then(|| self.bench.folder.join(format!("cases-{first}.o")));
        let finished = self.compile(&items, whole.len(), object.as_deref())?;
        match self.judge(&items, &finished) {
            Round::Clean => {
                self.note(&items, whole.iter().map(|&item| (item, Verdict::Accepted)));
                lock(&self.objects).extend(object);
                Ok(if types_alone.is_empty() { Vec::new() } else { vec![types_alone.to_vec()] })
            }
            Round::Blamed(blamed) => Ok(self.blame(&items, blamed)),
            Round::Trouble(verdict) => self.halve(&items, verdict),
        }
    }

    /// The compiler says nothing of single items: what it says of half of them is another matter.
    fn halve(&self, items: &[usize], trouble: Verdict) -> Parts {
        if items.len() == 1 || !self.controlled.load(Ordering::Relaxed) {
            self.control(&trouble)?;
        }
        if let [item] = *items {
            self.note(items, [(item, trouble)]);
            return Ok(Vec::new());
        }
        let (some, rest) = items.split_at(items.len() / 2);
        Ok(vec![some.to_vec(), rest.to_vec()])
    }

    /// Notes who of these items is to blame. Where a type does not compile, that is the reason, whatever came first.
    /// Those that are likely to share something with the blamed go on apart, so that the others need not wait for them.
    fn blame(&self, items: &[usize], blamed: Vec<(Place, Diagnostic)>) -> Vec<Vec<usize>> {
        let (mut bad, mut found) = (BTreeMap::new(), BTreeMap::new());
        for (place, diagnostic) in blamed {
            match place {
                Place::Type(number) => drop(bad.insert(number, diagnostic)),
                Place::Item(item) => drop(found.insert(item, diagnostic)),
            }
        }
        for &item in items {
            if let Some(diagnostic) = self.unit.needs(item).iter().find_map(|needed| bad.get(needed)) {
                found.insert(item, diagnostic.clone());
            }
        }
        let kin: BTreeSet<&String> = found.keys().filter_map(|&item| self.unit.kin.get(item)).collect();
        let left = items.iter().copied().filter(|item| !found.contains_key(item));
        let (suspects, others): (Vec<usize>, Vec<usize>) = left.partition(|&item| self.unit.kin.get(item).is_some_and(|k| kin.contains(k)));
        self.note(items, found.into_iter().map(|(item, diagnostic)| (item, Verdict::Rejected(diagnostic))));
        if others.len() < self.bench.start() { vec![[others, suspects].concat()] } else { vec![others, suspects] }
    }

    /// Keeps what a round of some items said.
    fn note(&self, items: &[usize], found: impl IntoIterator<Item = (usize, Verdict)>) {
        let mut verdicts = lock(&self.verdicts);
        for (item, mut verdict) in found {
            self.tidy(items, &mut verdict);
            verdicts[item] = Some(verdict);
        }
    }

    /// An empty unit has to compile, or the trouble is not that of the items: seen once, and whenever an item would be found guilty.
    fn control(&self, trouble: &Verdict) -> Result<(), RunError> {
        let object = self.want_objects.then(|| self.bench.folder.join("empty.o"));
        let finished = self.compile(&[], 0, object.as_deref())?;
        if finished.end == End::Code(0) {
            self.controlled.store(true, Ordering::Relaxed);
            return Ok(());
        }
        let why = super::compiler::first_error(&finished.text).unwrap_or_else(|| format!("{trouble:?}"));
        Err(failed(format!("the compiler fails on a unit without cases: {why}")))
    }

    /// Compiles the first `whole` of some items, and the types of all.
    fn compile(&self, items: &[usize], whole: usize, object: Option<&Path>) -> Result<Finished, RunError> {
        let path = self.path(items);
        let (whole, types_alone) = items.split_at(whole);
        fs::write(&path, self.unit.text(whole, types_alone)).map_err(io(&path))?;
        let mut arguments = vec!["-include".to_owned(), self.bench.header.display().to_string()];
        match object {
            Some(object) => arguments.extend(["-c".to_owned(), "-o".to_owned(), object.display().to_string()]),
            None => arguments.push("-fsyntax-only".to_owned()),
        }
        arguments.push(path.display().to_string());
        self.bench.compiler.run(&arguments)
    }

    /// No two rounds at a time have the same first item.
    fn path(&self, items: &[usize]) -> PathBuf {
        self.bench.folder.join(items.first().map_or_else(|| "empty.cpp".to_owned(), |first| format!("cases-{first}.cpp")))
    }

    /// Takes folders out of a diagnostic, and the place in a unit, which is of no use to the reader.
    fn tidy(&self, items: &[usize], verdict: &mut Verdict) {
        let (Verdict::Rejected(Diagnostic { text, .. }) | Verdict::Crashed(text) | Verdict::Timeout(text)) = verdict else {
            return;
        };
        let unit = self.path(items).display().to_string();
        if text.starts_with(&unit) {
            *text = text.split_once("error: ").map_or(text.as_str(), |(_, rest)| rest).to_owned();
        }
        *text = text.replace(&unit, "cases.cpp").replace(&format!("{}/", self.bench.include.display()), "");
    }

    /// A round counts only if exit code and diagnostics agree.
    fn judge(&self, items: &[usize], finished: &Finished) -> Round {
        let compiler = self.bench.compiler;
        let found = diagnose(&finished.text, &self.path(items).display().to_string(), compiler.family);
        let there = |place: &Place| match place {
            Place::Item(item) => items.contains(item),
            Place::Type(needed) => items.iter().any(|&item| self.unit.needs(item).contains(needed)),
        };
        let blamed = found.cases.iter().filter_map(|(line, d)| Some((self.unit.place_of(*line).filter(there)?, d.clone())));
        let blamed: Vec<(Place, Diagnostic)> = blamed.collect();
        let crashed = |text: String| Round::Trouble(Verdict::Crashed(compiler.with_limit(text)));
        match (finished.end, &found.trouble) {
            (End::Timeout, _) => {
                let seconds = compiler.limits.time.as_secs_f64();
                Round::Trouble(Verdict::Timeout(format!("the compiler was stopped after {seconds} s")))
            }
            (End::Signal(signal), _) => crashed(format!("signal {signal} ended the compiler")),
            (End::Code(0), None) if found.cases.is_empty() => Round::Clean,
            (End::Code(1), trouble) if !blamed.is_empty() && !trouble.as_deref().is_some_and(is_crash) => Round::Blamed(blamed),
            // Nobody is blamed; but if there is only one item, it is its cause.
            (End::Code(1), Some(text)) if !is_crash(text) => {
                Round::Trouble(Verdict::Rejected(Diagnostic { text: text.clone(), in_case: false }))
            }
            (End::Code(code), trouble) => {
                let text = trouble.clone().unwrap_or_else(|| finished.text.lines().last().unwrap_or_default().to_owned());
                crashed(format!("the compiler failed with exit code {code}: {text}"))
            }
        }
    }
}

/// What is behind a lock. A worker that panicked ends the program in any case.
pub(super) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_crash(text: &str) -> bool {
    ["internal compiler error", "PLEASE submit", "LLVM ERROR"].iter().any(|words| text.contains(words)) || is_out_of_memory(text)
}
