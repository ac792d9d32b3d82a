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
            for (reading, options) in a.when.iter() {
                let seen = self.seen.entry(reading.into()).or_default();
                for option in options {
                    if !seen.options.contains(option) {
                        seen.options.insert(option.clone());
                    }
                }
            }
            for (b, digests) in answer.alternatives[..i].iter().zip(&contents.digests) {
                if *digests != contents.digests[i]
                    && let Some((reading, pairs)) = only_difference(a, b)
                    && let Some(seen) = self.seen.get_mut(reading)
                {
                    telling.insert(reading);
                    seen.apart.extend(pairs);
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

/// The one reading in which two alternatives ask for different options, with every pair of those in order; `None`
/// where they differ in several, or in none that both name.
fn only_difference<'a>(a: &'a Alternative, b: &Alternative) -> Option<(&'a str, Vec<[SmolStr; 2]>)> {
    let apart = |x: &[SmolStr], y: &[SmolStr]| !x.iter().any(|option| y.contains(option));
    let mut different = a.when.iter().filter_map(|(reading, x)| b.when.get(reading).filter(|y| apart(x, y)).map(|y| (reading, x, y)));
    let (reading, x, y) = different.next()?;
    let pairs = x.iter().flat_map(|x| y.iter().map(move |y| if x < y { [x.clone(), y.clone()] } else { [y.clone(), x.clone()] }));
    different.next().is_none().then(|| (reading, pairs.collect()))
}
