//! What a check can be asked for.

use crate::FailingOperation;
use ptoconf_schemas::{AnswerLine, Baseline, Date, TupleLine, WaiverFile};
use ptoconf_vectors::{Error, OperationReader, Outputs};
use std::collections::BTreeMap;

/// Selects cases by tuple and slot: true is selected.
pub type Filter<'a> = Box<dyn Fn(&TupleLine, u32) -> bool + Sync + 'a>;

/// Selects tuples by what is expected of them: true is selected.
pub type AnswerFilter<'a> = Box<dyn Fn(&AnswerLine) -> bool + Sync + 'a>;

/// By id (`<op>/<tuple>`) of a tuple: options of orders, such as [`ptoconf_schemas::ONE_TREE`], that its results do not
/// follow.
pub type Disproved = BTreeMap<String, Vec<&'static str>>;

/// Tells whether a case was answered with outputs: an array holds all cases of a tuple.
pub type Ran<'a> = dyn Fn(&TupleLine, u32) -> bool + 'a;

/// Tells of an operation, by its name, part of the set, arrays in the results and the cases that ran, what these arrays
/// disprove together.
pub type Disprove<'a> = Box<dyn Fn(&str, &OperationReader, &Outputs, &Ran<'_>) -> Result<Disproved, Error> + 'a>;

/// What a check can be asked for.
pub struct Options<'a> {
    /// Number of threads; 0 counts as 1. The report does not depend on it.
    pub threads: usize,
    /// Cases to judge; the others are skipped as filtered.
    pub filter: Filter<'a>,
    /// Of these, the tuples to judge.
    pub answers: AnswerFilter<'a>,
    /// Both filters in words, as on the command line, for the report.
    pub filters: Vec<String>,
    /// Known failures that people answer for.
    pub waivers: Option<WaiverFile>,
    /// The day on which they have to hold; none where that is not asked.
    pub today: Option<Date>,
    /// Failures that are known from an earlier report.
    pub baseline: Option<Baseline>,
    /// Failures shown in detail per group.
    pub details: usize,
    /// Whether the report lists every judged case.
    pub listed: bool,
    /// Asked once for each operation, in the order of the set, before its cases are judged.
    pub disprove: Disprove<'a>,
    /// Told of each operation that has failing cases what became of its tuples, once everything was judged.
    pub failing: Option<&'a (dyn Fn(&FailingOperation<'_>) + Sync)>,
    /// Called now and then with the number of cases done and of all cases.
    pub progress: Option<&'a dyn Fn(u64, u64)>,
}

impl Default for Options<'_> {
    /// Every case, on one thread, with three failures per group in detail.
    fn default() -> Self {
        Options {
            threads: 1,
            filter: Box::new(|_, _| true),
            answers: Box::new(|_| true),
            filters: Vec::new(),
            waivers: None,
            today: None,
            baseline: None,
            details: 3,
            listed: false,
            disprove: Box::new(|_, _, _, _| Ok(Disproved::new())),
            failing: None,
            progress: None,
        }
    }
}
