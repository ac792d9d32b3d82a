//! Decisions of chance, the same for the same attempt.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A source of decisions.
pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    /// The decisions of one attempt.
    pub fn new(seed: u64, target: &str, number: u64) -> Dice {
        let key = blake3::hash(format!("{seed} {target} {number}").as_bytes());
        Dice(ChaCha8Rng::from_seed(*key.as_bytes()))
    }

    /// A number below `end`; 0 where there is none.
    pub fn below(&mut self, end: u64) -> u64 {
        if end == 0 { 0 } else { self.0.random_range(..end) }
    }

    /// A place in something of so many parts.
    pub fn place(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// One of a list.
    pub fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        list.choose(&mut self.0).expect("a list that decisions are made about is not empty")
    }
}
