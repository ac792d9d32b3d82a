//! What is asked of a self-test, and how its steps are done.

use crate::Error;
use ptoconf_parallel::in_order;
use ptoconf_schemas::Tier;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What to test.
#[derive(Default)]
pub struct Options<'a> {
    /// Only the mutants of these names; empty for all. Cheats and variants are left out then.
    pub mutants: Vec<String>,
    /// Number of workers. The report does not depend on it.
    pub threads: usize,
    /// Whether every mutant is judged by the whole standard tier, even where smoke kills it twice.
    pub whole: bool,
    /// Whether to choose the smoke tier, which takes the whole standard tier.
    pub choose: bool,
    /// The tier of the sets to compare with.
    pub against: Option<Tier>,
    /// Whether the sets are of every operation and profile, so that a reason that holds nothing is stale.
    pub complete: bool,
    /// Told what is done, how many steps of how many.
    pub progress: Option<&'a (dyn Fn(&'static str, u64, u64) + Sync)>,
}

/// Does every step on some threads; results are in the order of the steps.
pub fn parallel<S: Sync, T: Send>(
    what: &'static str,
    steps: &[S],
    options: &Options,
    work: impl Fn(&S) -> Result<T, Error> + Sync,
) -> Result<Vec<T>, Error> {
    let done = AtomicUsize::new(0);
    let mut results = Vec::with_capacity(steps.len());
    let make = |(): &mut (), index: usize| {
        let result = work(&steps[index]);
        if let Some(progress) = options.progress {
            progress(what, done.fetch_add(1, Ordering::Relaxed) as u64 + 1, steps.len() as u64);
        }
        result
    };
    in_order(
        options.threads,
        steps.len(),
        steps.len(),
        || (),
        make,
        |_, result| {
            results.push(result);
            Ok(())
        },
    )?;
    Ok(results)
}
