//! How much each tier generates. Every decision about volume is here.

use ptoconf_schemas::Tier;

/// The volume of a tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Volume {
    /// Legal tuples from the covering array; all of them where `None`.
    pub cover: Option<usize>,
    /// Random legal tuples besides, for each form.
    pub random: usize,
    /// Cases of each legal tuple.
    pub cases: u32,
    /// Illegal tuples for each rule and kind of change.
    pub illegal_each: usize,
    /// Illegal tuples for each rule at most.
    pub illegal: usize,
    /// Tuples that violate several rules, for each form.
    pub several: usize,
    /// Legal tuples that are changed to find illegal ones.
    pub bases: usize,
}

/// Input bytes of one stack: cases that share a tuple are cut so that they fit the cache.
pub const STACK_BYTES: u64 = 1 << 20;

/// The volume of a tier.
pub const fn volume(tier: Tier) -> Volume {
    match tier {
        Tier::Smoke => Volume { cover: Some(24), random: 0, cases: 1, illegal_each: 1, illegal: 1, several: 1, bases: 24 },
        Tier::Standard => Volume { cover: None, random: 0, cases: 3, illegal_each: 1, illegal: 8, several: 6, bases: 48 },
        Tier::Extensive => Volume { cover: None, random: 400, cases: 12, illegal_each: 3, illegal: 40, several: 24, bases: 96 },
        Tier::Stream => Volume { cover: Some(0), random: 0, cases: 0, illegal_each: 0, illegal: 0, several: 0, bases: 0 },
    }
}
