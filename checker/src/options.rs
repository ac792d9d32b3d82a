//! What a check can be asked for.

use ptoconf_schemas::{TupleLine, WaiverFile};
use std::collections::BTreeMap;

/// Selects cases by tuple and slot: true is selected.
pub type Filter<'a> = Box<dyn Fn(&TupleLine, u32) -> bool + Sync + 'a>;

/// What a check can be asked for.
pub struct Options<'a> {
    /// Number of threads; 0 counts as 1. The report does not depend on it.
    pub threads: usize,
    /// Cases to judge; the others are skipped as filtered.
    pub filter: Filter<'a>,
    /// That filter in words, as on the command line, for the report.
    pub filters: Vec<String>,
    /// Known failures.
    pub waivers: Option<WaiverFile>,
    /// Failures shown in detail per group.
    pub details: usize,
    /// By id (`<op>/<tuple>`) of a tuple: options of orders, such as [`ptoconf_schemas::ONE_TREE`], that results of
    /// several tuples together disprove; its results do not follow them.
    pub disproved: BTreeMap<String, Vec<&'static str>>,
    /// Called now and then with the number of cases done and of all cases.
    pub progress: Option<&'a dyn Fn(u64, u64)>,
}

impl Default for Options<'_> {
    /// Every case, on one thread, with three failures per group in detail.
    fn default() -> Self {
        Options {
            threads: 1,
            filter: Box::new(|_, _| true),
            filters: Vec::new(),
            waivers: None,
            details: 3,
            disproved: BTreeMap::new(),
            progress: None,
        }
    }
}
