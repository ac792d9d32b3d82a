//! The effects of all options of a reading at once, a bit for each option.
//!
//! Legality is asked of very many tuples: what it finds is made without allocating.

use crate::{Effect, Reading};

/// Most options of a reading that decides a rule.
pub(super) const MOST: usize = u64::BITS as usize;

/// The effect of each option; those without a bit are judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Effects {
    number: usize,
    pub rejects: u64,
    pub returns: u64,
    pub meaningless: u64,
}

impl Effects {
    /// Those that a reading gives its options.
    pub fn of(reading: &Reading) -> Effects {
        let bits = |effect: Effect| {
            let options = reading.options.iter().enumerate().filter(|(_, option)| option.effect == effect);
            options.fold(0, |bits, (i, _)| bits | 1 << i)
        };
        Effects {
            number: reading.options.len(),
            rejects: bits(Effect::Rejects),
            returns: bits(Effect::NoEffect),
            meaningless: bits(Effect::Unspecified),
        }
    }

    /// The same, but that some options reject.
    pub fn rejecting(self, options: u64) -> Effects {
        let Effects { number, rejects, returns, meaningless } = self;
        Effects { number, rejects: rejects | options, returns: returns & !options, meaningless: meaningless & !options }
    }

    /// Adds what another rule's options have.
    pub fn add(&mut self, other: Effects) {
        self.rejects |= other.rejects;
        self.returns |= other.returns;
        self.meaningless |= other.meaningless;
    }

    /// The number of options.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Whether the results of all of these options are judged.
    pub fn are_judged(&self, options: u64) -> bool {
        (self.rejects | self.returns | self.meaningless) & options == 0
    }

    /// By option.
    pub fn iter(self) -> impl Iterator<Item = Effect> {
        (0..self.number).map(move |i| match [self.rejects, self.returns, self.meaningless].map(|bits| bits >> i & 1) {
            [1, ..] => Effect::Rejects,
            [_, 1, _] => Effect::NoEffect,
            [.., 1] => Effect::Unspecified,
            _ => Effect::Judged,
        })
    }
}
