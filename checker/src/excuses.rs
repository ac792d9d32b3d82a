//! What is known of failures before a check: waivers, and a baseline.

use crate::baseline::Known;
use crate::options::Options;
use crate::state::Cause;
use crate::waivers::Waivers;
use ptoconf_schemas::{CaseId, FailureKind, SetId, Way};

/// Waivers and a baseline.
pub struct Excuses<'a> {
    /// The waivers, which come first: they have an owner.
    pub waivers: Waivers<'a>,
    /// The baseline.
    pub known: Known<'a>,
}

impl<'a> Excuses<'a> {
    /// Those of a check of a set.
    pub fn new(options: &'a Options<'_>, set: &SetId) -> Excuses<'a> {
        Excuses { waivers: Waivers::new(options.waivers.as_ref(), options.today), known: Known::new(options.baseline.as_ref(), set) }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.waivers.is_empty() && self.known.is_empty()
    }

    /// What becomes of a case of this cause, that fails in the way which `way` gives for its kind.
    pub fn apply(&mut self, cause: Cause, case: CaseId<'_>, way: impl Fn(FailureKind) -> Way) -> Cause {
        match cause.failure() {
            _ if self.is_empty() => cause,
            Some(kind) => self.excuse(cause, kind, case, &way(kind)),
            None => {
                if cause == Cause::Filtered && !self.waivers.is_empty() {
                    self.waivers.pass_over(&case.to_string());
                }
                cause
            }
        }
    }

    fn excuse(&mut self, cause: Cause, kind: FailureKind, case: CaseId<'_>, way: &Way) -> Cause {
        if !self.waivers.is_empty() && self.waivers.cover(&case.to_string(), way) {
            return Cause::Waived(kind);
        }
        if self.known.knows(case.op, case.tuple, case.slot, way) { Cause::Known(kind) } else { cause }
    }
}
