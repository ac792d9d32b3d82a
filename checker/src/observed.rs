//! What results show beside their values: whether anything was written that had to stay. Where nobody looked, an
//! empty `touched` says nothing, and the report has to say so.

use crate::judge::Operation;
use crate::state::CaseState;
use ptoconf_schemas::{Implementation, Judges, Observes, Outcome, PartOperation, Role};

/// What there was to observe in the judged cases of a set, or of an operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Observable {
    /// Cases that ran on data.
    ran: u64,
    /// Of these, the ones of which the results hold every input.
    returned: u64,
    /// Whether any of them has a scratch tile.
    scratch: bool,
}

impl Observable {
    /// Looks through an operation; states are by tuple and slot.
    pub fn of(operation: &Operation<'_>, states: &[Vec<CaseState>]) -> Observable {
        let mut all = Observable::default();
        let lines = operation.reader.tuples.iter().enumerate().zip(states);
        for ((tuple, line), states) in lines.filter(|((_, line), _)| line.inputs.is_some()) {
            let judged = |slot: u32| states[slot as usize].cause.skipped().is_none();
            let ran: Vec<u32> =
                (0..line.cases).filter(|&slot| judged(slot) && operation.outcome(tuple, slot) == Some(Outcome::Ok)).collect();
            all.ran += ran.len() as u64;
            all.returned += operation.returning_inputs(tuple, &ran) as u64;
            all.scratch |= !ran.is_empty() && line.tuple.with_role(Role::Scratch).next().is_some();
        }
        all
    }

    /// As a part of the set wrote it down.
    pub fn of_part(part: &PartOperation) -> Observable {
        Observable { ran: part.ran, returned: part.returned, scratch: part.scratch }
    }

    /// Adds it to what is written down.
    pub fn add_to(self, part: &mut PartOperation) {
        (part.ran, part.returned, part.scratch) = (part.ran + self.ran, part.returned + self.returned, part.scratch || self.scratch);
    }

    /// The same of both.
    pub fn and(self, other: Observable) -> Observable {
        Observable { ran: self.ran + other.ran, returned: self.returned + other.returned, scratch: self.scratch || other.scratch }
    }

    fn has(self, what: Observes) -> bool {
        self.ran > 0 && (what != Observes::Scratch || self.scratch)
    }
}

/// What was observed and what was not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// What the results declare, and what their arrays show.
    pub observed: Vec<Observes>,
    /// What was there to observe beside.
    pub not_observed: Vec<Observes>,
}

impl Observed {
    /// What the results of an implementation observed of what there was. Of legality there is nothing to say.
    pub fn new(implementation: &Implementation, there: Observable) -> Observed {
        if implementation.judges == Judges::Legality {
            return Observed::default();
        }
        let returned = there.ran > 0 && there.returned == there.ran;
        let seen = |what: &Observes| implementation.observes.contains(what) || (*what == Observes::Inputs && returned);
        let (observed, others): (Vec<_>, Vec<_>) = Observes::ALL.iter().copied().partition(seen);
        Observed { observed, not_observed: others.into_iter().filter(|what| there.has(*what)).collect() }
    }
}

/// Several things to observe in words.
pub fn words(list: &[Observes]) -> String {
    list.iter().map(|what| what.words()).collect::<Vec<_>>().join(", ")
}
