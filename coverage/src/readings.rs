//! Which options of a reading the answers tell apart.

use crate::answers::Contents;
use ptoconf_schemas::{Alternative, AnswerLine, ONE_LOW_TREE, ONE_TREE, ReadingCoverage, SmolStr, Suite};
use std::collections::{BTreeMap, BTreeSet};

/// What was seen of every reading.
#[derive(Default)]
pub struct Readings {
    seen: BTreeMap<SmolStr, Seen>,
}

#[derive(Default)]
struct Seen {
    options: BTreeSet<SmolStr>,
    apart: BTreeSet<[SmolStr; 2]>,
    tuples: u64,
}

impl Readings {
    /// Adds a tuple: compares what every two of its alternatives say.
    pub fn add(&mut self, answer: &AnswerLine, contents: &Contents) {
        let mut telling: BTreeSet<&str> = BTreeSet::new();
        for (i, a) in answer.alternatives.iter().enumerate() {
            for (reading, option) in &a.readings {
                let seen = self.seen.entry(reading.clone()).or_default();
                if !seen.options.contains(option) {
                    seen.options.insert(option.clone());
                }
            }
            for (b, digests) in answer.alternatives[..i].iter().zip(&contents.digests) {
                if *digests != contents.digests[i]
                    && let Some((reading, pair)) = only_difference(a, b)
                    && let Some(seen) = self.seen.get_mut(reading)
                {
                    telling.insert(reading);
                    seen.apart.insert(pair);
                }
            }
        }
        for reading in telling {
            if let Some(seen) = self.seen.get_mut(reading) {
                seen.tuples += 1;
            }
        }
    }

    /// The readings, by id.
    pub fn report(self, suite: &Suite) -> Vec<ReadingCoverage> {
        let report = |(id, seen): (SmolStr, Seen)| {
            let known = suite.reading(&id).map(|r| r.options.iter().map(|o| SmolStr::from(o.name.as_str())).collect::<Vec<_>>());
            let unseen = known.unwrap_or_default().into_iter().filter(|o| !seen.options.contains(o)).collect();
            // Whether one tree gives all sums is decided by the order fingerprint and not by single arrays.
            let options: Vec<SmolStr> = seen.options.into_iter().filter(|o| o != ONE_TREE && o != ONE_LOW_TREE).collect();
            let pairs = options.iter().enumerate().flat_map(|(i, a)| options[i + 1..].iter().map(move |b| [a.clone(), b.clone()]));
            let (apart, alike): (Vec<_>, Vec<_>) = pairs.partition(|pair| seen.apart.contains(pair));
            let (apart, pairs) = (apart.len() as u64, (apart.len() + alike.len()) as u64);
            ReadingCoverage { reading: id.to_string(), apart, pairs, alike, tuples: seen.tuples, unseen, options }
        };
        self.seen.into_iter().map(report).collect()
    }
}

/// The one reading in which two alternatives differ, with both options in order; `None` where they differ
/// in several, or in none that both follow.
fn only_difference<'a>(a: &'a Alternative, b: &Alternative) -> Option<(&'a str, [SmolStr; 2])> {
    let mut different = a.readings.iter().filter_map(|(reading, x)| b.readings.get(reading).filter(|y| *y != x).map(|y| (reading, x, y)));
    let (reading, x, y) = different.next()?;
    let mut pair = [x.clone(), y.clone()];
    pair.sort();
    different.next().is_none().then_some((reading, pair))
}
