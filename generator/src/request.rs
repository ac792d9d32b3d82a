//! What is asked of a plan.

use crate::filter::Filter;
use crate::item::Item;
use ptoconf_schemas::Tier;

/// What to generate of an operation.
#[derive(Clone, Debug)]
pub struct Request {
    /// Seed of all data.
    pub seed: u64,
    /// Volume.
    pub tier: Tier,
    /// What to keep of it.
    pub filter: Filter,
}

/// What a tier adds to the one below.
#[derive(Clone, Copy)]
pub(crate) enum Step<'c> {
    /// Tuples that were chosen for another profile.
    Adopted(&'c [Item]),
    /// Few tuples of an operation for which none were chosen.
    Few,
    Standard,
    Extensive,
    Stream,
    Exhaustive,
}
