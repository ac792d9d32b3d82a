//! Attempts, one after another.

use crate::clock::worked;
use crate::mutate::mutate;
use crate::target::Target;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

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
    /// The longest took so much processor time, and has this number.
    pub slowest: (Duration, u64),
    /// What was found, at most one of a kind.
    pub findings: Vec<Finding>,
}

/// Which damage is done.
#[derive(Clone, Copy, Debug)]
pub enum Damage {
    /// What chance decides, for this seed.
    Chance(u64),
    /// One bit of the first document, or its end, in turn.
    Every,
}

impl Damage {
    /// The document of an attempt; none after the last one.
    fn of(self, target: &Target, number: u64) -> Option<Vec<u8>> {
        match self {
            Damage::Chance(seed) => Some(mutate(seed, target.name, number, &target.documents)),
            Damage::Every => {
                let mut bytes = target.documents[0].clone();
                let (at, bit) = ((number / 9) as usize, number % 9);
                let byte = bytes.get_mut(at)?;
                if bit < 8 {
                    *byte ^= 1 << bit;
                } else {
                    bytes.truncate(at);
                }
                Some(bytes)
            }
        }
    }
}

/// Reads a damaged document; what is wrong, if anything is.
fn one(target: &mut Target, bytes: &[u8], number: u64) -> Option<Finding> {
    let read = &mut target.read;
    let caught = catch_unwind(AssertUnwindSafe(|| read(bytes))).err()?;
    let text = |words: &dyn std::any::Any| {
        words.downcast_ref::<String>().cloned().or_else(|| words.downcast_ref::<&str>().map(|w| (*w).to_owned())).unwrap_or_default()
    };
    Some(Finding { target: target.name, number, what: text(&*caught) })
}

/// Makes attempts from number `first` on, until so much processor time is over or there are `most`; `begun` is told the number of each.
pub fn attempt(target: &mut Target, damage: Damage, first: u64, most: u64, time: Duration, begun: impl Fn(u64)) -> Found {
    let (mut found, start) = (Found::default(), worked());
    while found.attempts < most && worked() - start < time {
        let (number, before) = (first + found.attempts, worked());
        begun(number);
        let Some(bytes) = damage.of(target, number) else { break };
        if let Some(finding) = one(target, &bytes, number)
            && !found.findings.iter().any(|f| kind(&f.what) == kind(&finding.what))
        {
            found.findings.push(finding);
        }
        found.slowest = found.slowest.max((worked() - before, number));
        found.attempts += 1;
    }
    found
}

/// What was found, whatever the numbers in it.
fn kind(what: &str) -> String {
    what.chars().filter(|c| !c.is_ascii_digit()).collect()
}
