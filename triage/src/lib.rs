//! Triage: from thousands of failing cases to a few causes, each a sentence.
//!
//! A cause is what failing tuples have in common that passing ones do not: the shortest statement, made of facts of the
//! tuple such as `dst.rows > 256`, that is true of most of them and of no tuple, or few, that could have failed in the same
//! way and passed. Statements that this set cannot tell apart are given together. Failures that only follow from others
//! are counted under these.
//!
//! It sees a set and what the checker says of results: no reference, no generator, and the name of no operation.

mod bits;
mod broken;
mod columns;
mod fact;
mod facts;
mod merge;
mod near;
mod operation;
mod search;
mod symptoms;

use merge::{Cause, merged};
use operation::Found;
use ptoconf_checker::{Drawing, FailingOperation};
use ptoconf_schemas::{CauseReport, Suite, WrongElements};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use symptoms::{Symptoms, symptoms};

/// Gathers the causes of operation after operation.
pub struct Triage<'a> {
    suite: &'a Suite,
    /// By operation: its causes, and how many cases of it fail, those that only follow from others included.
    gathered: Mutex<BTreeMap<String, (Vec<Found>, u64)>>,
}

impl<'a> Triage<'a> {
    /// Of results for this set.
    pub fn new(suite: &'a Suite) -> Triage<'a> {
        Triage { suite, gathered: Mutex::default() }
    }

    /// Adds the causes of an operation. Several threads may do so, in any order.
    pub fn add(&self, operation: &FailingOperation<'_>) {
        let found = operation::causes(self.suite, operation);
        let failing = operation.became.iter().flat_map(|became| &became.failed).map(|f| u64::from(f.cases)).sum();
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner).insert(operation.info.name.clone(), (found, failing));
    }

    /// The causes, those of most failing tuples first. `look` draws failing cases of theirs, whole: it is asked once, and not
    /// at all where no output is wrong.
    ///
    /// # Errors
    /// Those of `look`.
    pub fn finish<E>(self, look: impl FnOnce(&[&str]) -> Result<BTreeMap<String, Drawing>, E>) -> Result<Vec<CauseReport>, E> {
        let mut gathered = self.gathered.into_inner().unwrap_or_else(PoisonError::into_inner);
        let all = gathered.values().map(|(_, failing)| failing).sum();
        let of =
            |name: &String| gathered.remove(name).into_iter().flat_map(|(found, _)| found).map(|found| (name.clone(), found)).collect();
        let found: Vec<Vec<(String, Found)>> = self.suite.operations.iter().map(|info| &info.name).map(of).collect();
        let mut causes = merged(found.into_iter().flatten().collect());
        causes.sort_by(|a, b| b.weight().cmp(&a.weight()).then_with(|| a.found.smallest.cmp(&b.found.smallest)));
        let samples: Vec<Vec<String>> = causes.iter().map(Cause::samples).collect();
        let wanted: Vec<&str> = samples.iter().flatten().map(String::as_str).collect();
        let drawings = if wanted.is_empty() { BTreeMap::new() } else { look(&wanted)? };
        let seen = |samples: &Vec<String>| symptoms(samples.iter().filter_map(|case| drawings.get(case)), self.suite.canary);
        let mut told: Vec<(Cause, Symptoms)> = vec![];
        for (cause, own) in causes.into_iter().zip(samples.iter().map(seen)) {
            let alike = |(known, of_known): &&mut (Cause, Symptoms)| {
                let by_value = own.apart.is_some() && of_known.apart == own.apart && known.is_like(&cause);
                by_value || (of_known.apart.as_ref().is_some_and(|sum| own.sums.contains(sum)) && known.takes_sums(&cause))
            };
            match told.iter_mut().find(alike) {
                Some((known, of_known)) => {
                    known.join_of_elements(cause);
                    of_known.join(own);
                }
                None => told.push((cause, own)),
            }
        }
        told.sort_by_key(|(cause, _)| std::cmp::Reverse(cause.weight()));
        let report = |(cause, seen): (Cause, Symptoms)| {
            // Of an option that is followed the sum need not be said again, or in another way.
            let wrong = if cause.is_followed() { seen.without_sums() } else { seen.wrong };
            CauseReport { wrong, ..cause.report(self.suite, all) }
        };
        Ok(told.into_iter().map(report).collect())
    }
}

/// Which elements of one case are wrong, and what they hold; the case is drawn whole.
pub fn wrong_elements(drawing: &Drawing, canary: u8) -> Option<WrongElements> {
    symptoms(std::iter::once(drawing), canary).wrong
}
