//! Attempts, one after another.

use crate::mutate::mutate;
use crate::target::Target;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// What is wrong with a reader.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The reader.
    pub target: &'static str,
    /// The attempt that shows it.
    pub number: u64,
    /// In words.
    pub what: String,
}

/// What some attempts came to.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// How many there were.
    pub attempts: u64,
    /// The longest took so long, and has this number.
    pub slowest: (Duration, u64),
    /// What was found, at most one of a kind.
    pub findings: Vec<Finding>,
}

/// Makes one attempt; what is wrong, if anything is.
pub fn one(target: &mut Target, seed: u64, number: u64) -> Option<Finding> {
    let bytes = mutate(seed, target.name, number, &target.documents);
    let read = &mut target.read;
    let caught = catch_unwind(AssertUnwindSafe(|| read(&bytes))).err()?;
    let text = |words: &dyn std::any::Any| {
        words.downcast_ref::<String>().cloned().or_else(|| words.downcast_ref::<&str>().map(|w| (*w).to_owned())).unwrap_or_default()
    };
    Some(Finding { target: target.name, number, what: text(&*caught) })
}

/// Makes attempts from number `first` on, until the time is over or there are `most`; `begun` is told the number of each.
pub fn attempt(target: &mut Target, seed: u64, first: u64, most: u64, time: Duration, begun: impl Fn(u64)) -> Found {
    let (mut found, start) = (Found::default(), Instant::now());
    while found.attempts < most && start.elapsed() < time {
        let (number, before) = (first + found.attempts, Instant::now());
        begun(number);
        if let Some(finding) = one(target, seed, number)
            && !found.findings.iter().any(|f| kind(&f.what) == kind(&finding.what))
        {
            found.findings.push(finding);
        }
        found.slowest = found.slowest.max((before.elapsed(), number));
        found.attempts += 1;
    }
    found
}

/// What was found, whatever the numbers in it.
fn kind(what: &str) -> String {
    what.chars().filter(|c| !c.is_ascii_digit()).collect()
}
