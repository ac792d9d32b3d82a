//! What every kind of implementation is told to run, and how it went.

use crate::reach::Reach;
use ptoconf_schemas::{Array, Implementation, Outcome, Part, ResultLine, ResultsHeader, SetId, TupleLine};
use ptoconf_vectors::SetReader;
use std::collections::BTreeMap;
use std::path::Path;

/// Which cases to run, by tuple and slot.
pub type Select<'a> = &'a (dyn Fn(&TupleLine, u32) -> bool + Sync);

/// What to run, and where its results go.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// The set.
    pub set: &'a SetReader,
    /// The folder of the results.
    pub out: &'a Path,
    /// Replaces older results there.
    pub force: bool,
    /// Number of workers. What is written does not depend on it.
    pub threads: usize,
    /// Which cases.
    pub select: Select<'a>,
    /// Where `select` is a part of the set: which.
    pub part: Option<Part>,
    /// What the implementation is called.
    pub called: Called<'a>,
    /// What programs may read.
    pub reach: &'a Reach,
    /// Told how many cases of how many are done.
    pub progress: Option<&'a dyn Fn(u64, u64)>,
}

/// Name and version that results and reports give the implementation, in place of its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Called<'a> {
    /// Its name.
    pub name: Option<&'a str>,
    /// Its version.
    pub version: Option<&'a str>,
}

impl Run<'_> {
    /// The head of the results. It names what a user's own profile is based on.
    pub fn header(&self, mut implementation: Implementation) -> ResultsHeader {
        implementation.details.extend(self.profile());
        if let Some(name) = self.called.name {
            // What ran still says what it was.
            implementation.details.insert("ran".to_owned(), std::mem::replace(&mut implementation.name, name.to_owned()));
        }
        if let Some(version) = self.called.version {
            version.clone_into(&mut implementation.version);
        }
        ResultsHeader { format: ResultsHeader::FORMAT.to_owned(), suite: self.set.digest().to_owned(), part: self.part, implementation }
    }

    /// A user's own profile with what it is based on, as a name and a detail.
    pub(crate) fn profile(&self) -> Option<(String, String)> {
        let set = SetId::new(self.set.suite(), self.set.digest());
        set.base.is_some().then(|| ("profile".to_owned(), set.profile_in_words()))
    }
}

/// What became of the cases of one tuple.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TupleResults {
    /// A line for each case that was selected.
    pub lines: Vec<ResultLine>,
    /// The outputs: a stack for each output operand if any case ran. Slots that did not run hold the canary.
    pub outputs: Vec<Array>,
}

/// How a run went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunSummary {
    /// Number of cases by outcome.
    pub outcomes: BTreeMap<Outcome, u64>,
}

impl RunSummary {
    /// Number of cases that were selected.
    pub fn cases(&self) -> u64 {
        self.outcomes.values().sum()
    }

    /// Number of cases with this outcome.
    pub fn count(&self, outcome: Outcome) -> u64 {
        self.outcomes.get(&outcome).copied().unwrap_or(0)
    }
}

/// Why a run did not come to its end. There are no results then, but there may be a journal of what was done.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The set cannot be read, or the results cannot be written.
    #[error(transparent)]
    Vectors(#[from] ptoconf_vectors::Error),
    /// The implementation cannot be run at all; says why.
    #[error("{0}")]
    Implementation(String),
    /// The implementation wrote no results, or the journal of an interrupted run is of no use; says why.
    #[error("{0}")]
    Unusable(String),
    /// The user ended it.
    #[error("interrupted")]
    Interrupted,
}
