//! What all wrong elements of some cases have in common: the narrowest of it.

use super::PLACED;
use std::collections::BTreeMap;

/// How often something is true of all wrong elements, in how many cases it is not true of every element, and what it leaves out of
/// these.
#[derive(Default)]
pub struct Tally {
    /// Of things that leave out as much the first counts.
    pub order: usize,
    /// Cases in which all wrong elements have it.
    pub held: usize,
    /// Cases in which it is not true of every element.
    pub of: usize,
    /// The shares of the elements that it leaves out, added up.
    pub left_out: f64,
}

impl Tally {
    /// Whether it is seen in nearly all of so many cases that could show it, and in enough of them: what can be told of a few
    /// cases alone says little of the others.
    pub fn is_telling(&self, cases: usize) -> bool {
        self.held * 100 >= self.of * PLACED && self.of * 3 >= cases && (self.of > 1 || cases == 1)
    }

    /// The share of the elements that it leaves out, on average over so many cases.
    pub fn worth(&self, cases: usize) -> f64 {
        self.left_out / cases as f64
    }
}

/// The one that leaves out most.
pub fn narrowest<T: AsRef<Tally>>(tallies: BTreeMap<String, T>, cases: usize, says: impl Fn(&T) -> bool) -> Option<(String, T)> {
    let rank = |(_, a): &(String, T), (_, b): &(String, T)| {
        let (a, b) = (a.as_ref(), b.as_ref());
        a.worth(cases).total_cmp(&b.worth(cases)).then(b.order.cmp(&a.order))
    };
    tallies.into_iter().filter(|(_, tally)| tally.as_ref().is_telling(cases) && says(tally)).max_by(rank)
}

impl AsRef<Tally> for Tally {
    fn as_ref(&self) -> &Tally {
        self
    }
}
