//! Finds out which items of a unit compile, many at a time.
//!
//! A compiler reports a failing instantiation once, however many items need it. So the unit is
//! compiled in rounds: every item that is blamed goes, until a round is clean. Types that do not compile are
//! found in the first one, each by a line of its own; items that are likely to share something else that
//! failed are settled among themselves before the next round of all. Items that are likely
//! to be rejected are kept apart: the others need a single round if none of them is blamed. What the
//! compiler cannot say, because it crashed, took too long or blamed nobody, is found by halving the unit.

use super::compiler::{Compiler, failed, io, is_out_of_memory};
use super::diagnostics::{Diagnostic, diagnose};
use super::unit::{Place, Unit};
use crate::process::{End, Finished};
use crate::run::RunError;
use ptoconf_schemas::Outcome;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// To start a compiler costs about as much as so many items.
pub(super) const FEW: usize = 150;

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

/// A unit that was found out.
#[derive(Debug)]
pub(super) struct Solved {
    /// One for each item.
    pub verdicts: Vec<Verdict>,
    /// Objects that have all accepted items between them.
    pub objects: Vec<PathBuf>,
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
}

/// What a round said.
enum Round {
    Clean,
    Blamed(Vec<(Place, Diagnostic)>),
    /// It says nothing about single items.
    Trouble(Verdict),
}

/// Finds out which items of a unit compile; with `objects` compiles them, too.
pub(super) fn solve(bench: Bench, unit: &Unit, objects: bool) -> Result<Solved, RunError> {
    let verdicts = vec![None; unit.items.len()];
    let mut search = Search { bench, unit, want_objects: objects, controlled: false, bad: BTreeMap::new(), verdicts, objects: Vec::new() };
    let (doubtful, likely) = (0..unit.items.len()).partition(|i| unit.doubtful.contains(i));
    search.solve(likely)?;
    search.solve(doubtful)?;
    let verdicts: Vec<Verdict> =
        search.verdicts.into_iter().map(|v| v.ok_or_else(|| failed("an item of a unit has no verdict"))).collect::<Result<_, _>>()?;
    let mut solved = Solved { verdicts, objects: search.objects };
    solved.verdicts.iter_mut().for_each(|verdict| tidy(verdict, bench));
    Ok(solved)
}

/// Takes folders out of a diagnostic, and the place in a unit, which is of no use to the reader.
fn tidy(verdict: &mut Verdict, bench: Bench) {
    let (Verdict::Rejected(Diagnostic { text, .. }) | Verdict::Crashed(text) | Verdict::Timeout(text)) = verdict else {
        return;
    };
    let unit = bench.folder.join("cases.cpp").display().to_string();
    if text.starts_with(&unit) {
        *text = text.split_once("error: ").map_or(text.as_str(), |(_, rest)| rest).to_owned();
    }
    *text = text.replace(&unit, "cases.cpp").replace(&format!("{}/", bench.include.display()), "");
}

struct Search<'a> {
    bench: Bench<'a>,
    unit: &'a Unit,
    want_objects: bool,
    /// Whether an empty unit was seen to compile.
    controlled: bool,
    /// Types that do not compile.
    bad: BTreeMap<usize, Diagnostic>,
    verdicts: Vec<Option<Verdict>>,
    objects: Vec<PathBuf>,
}

impl Search<'_> {
    fn solve(&mut self, mut items: Vec<usize>) -> Result<(), RunError> {
        while !items.is_empty() {
            match self.round(&items, self.want_objects)? {
                Round::Clean => {
                    items.iter().for_each(|&i| self.verdicts[i] = Some(Verdict::Accepted));
                    break;
                }
                Round::Blamed(blamed) => {
                    let kin = self.blame(&items, blamed);
                    items.retain(|&i| self.verdicts[i].is_none());
                    let suspects: Vec<usize> = items.iter().copied().filter(|&i| self.kin(i).is_some_and(|k| kin.contains(k))).collect();
                    if items.len() > FEW && suspects.len() < items.len() / 2 {
                        self.settle(suspects)?;
                        items.retain(|&i| self.verdicts[i].is_none());
                    }
                }
                Round::Trouble(verdict) => {
                    if items.len() == 1 || !self.controlled {
                        self.control(&verdict)?;
                    }
                    if let [item] = items[..] {
                        self.verdicts[item] = Some(verdict);
                        break;
                    }
                    let rest = items.split_off(items.len() / 2);
                    self.solve(rest)?;
                }
            }
        }
        Ok(())
    }

    /// Small rounds that find the rejected ones of a few items; the others wait for the next round of all.
    fn settle(&mut self, mut items: Vec<usize>) -> Result<(), RunError> {
        while !items.is_empty() {
            let Round::Blamed(blamed) = self.round(&items, false)? else { break };
            self.blame(&items, blamed);
            items.retain(|&i| self.verdicts[i].is_none());
        }
        Ok(())
    }

    /// Notes who of these items is to blame, and says of what kin they are. Where a type does not compile, that is the
    /// reason, whatever came first.
    fn blame(&mut self, items: &[usize], blamed: Vec<(Place, Diagnostic)>) -> BTreeSet<String> {
        let mut found = BTreeMap::new();
        for (place, diagnostic) in blamed {
            match place {
                Place::Type(bad) => drop(self.bad.entry(bad).or_insert(diagnostic)),
                Place::Item(item) => drop(found.insert(item, diagnostic)),
            }
        }
        for &item in items {
            if let Some(diagnostic) = self.unit.needs(item).iter().find_map(|needed| self.bad.get(needed)) {
                found.insert(item, diagnostic.clone());
            }
        }
        let kin = found.keys().filter_map(|&item| self.kin(item).cloned()).collect();
        found.into_iter().for_each(|(item, diagnostic)| self.verdicts[item] = Some(Verdict::Rejected(diagnostic)));
        kin
    }

    fn kin(&self, item: usize) -> Option<&String> {
        self.unit.kin.get(item)
    }

    /// An empty unit has to compile, or the trouble is not that of the items: seen once, and whenever an item would be found guilty.
    fn control(&mut self, trouble: &Verdict) -> Result<(), RunError> {
        let object = self.bench.folder.join("empty.o");
        let finished = self.compile(&[], self.want_objects.then_some(&object))?;
        self.controlled = finished.end == End::Code(0);
        if self.controlled {
            return Ok(());
        }
        let why = super::compiler::first_error(&finished.text).unwrap_or_else(|| format!("{trouble:?}"));
        Err(failed(format!("the compiler fails on a unit without cases: {why}")))
    }

    fn round(&mut self, items: &[usize], to_object: bool) -> Result<Round, RunError> {
        let object = self.bench.folder.join(format!("cases-{}.o", self.objects.len()));
        let finished = self.compile(items, to_object.then_some(&object))?;
        let round = self.judge(items, &finished);
        if matches!(round, Round::Clean) && to_object {
            self.objects.push(object);
        }
        Ok(round)
    }

    fn compile(&self, items: &[usize], object: Option<&Path>) -> Result<Finished, RunError> {
        let path = self.path();
        fs::write(&path, self.unit.text(items)).map_err(io(&path))?;
        let mut arguments = vec!["-include".to_owned(), self.bench.header.display().to_string()];
        match object {
            Some(object) => arguments.extend(["-c".to_owned(), "-o".to_owned(), object.display().to_string()]),
            None => arguments.push("-fsyntax-only".to_owned()),
        }
        arguments.push(path.display().to_string());
        self.bench.compiler.run(&arguments)
    }

    fn path(&self) -> PathBuf {
        self.bench.folder.join("cases.cpp")
    }

    /// A round counts only if exit code and diagnostics agree.
    fn judge(&self, items: &[usize], finished: &Finished) -> Round {
        let compiler = self.bench.compiler;
        let found = diagnose(&finished.text, &self.path().display().to_string(), compiler.family);
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

fn is_crash(text: &str) -> bool {
    ["internal compiler error", "PLEASE submit", "LLVM ERROR"].iter().any(|words| text.contains(words)) || is_out_of_memory(text)
}
