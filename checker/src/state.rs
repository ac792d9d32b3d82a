//! What is kept of each judged case: a few bytes.

use crate::padding::Reach;
use ptoconf_schemas::{FailureKind, SkipReason, Verdict};

/// What became of a case, in more detail than a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cause {
    /// As expected.
    Pass,
    /// Not selected.
    Filtered,
    /// An open tuple that the implementation does not have.
    OpenUnsupported,
    /// It failed in this way, and a waiver covers it.
    Waived(FailureKind),
    /// It failed in this way, and the baseline knows it.
    Known(FailureKind),
    /// No line names it.
    NoLine,
    /// Several lines name it.
    Several,
    /// It crashed.
    Crashed,
    /// It took too long.
    Timeout,
    /// The harness failed.
    Harness,
    /// Accepted, but it is illegal or no admitted reading accepts it.
    Accepted,
    /// Rejected, but it is legal or no admitted reading rejects it.
    Rejected,
    /// Rejected, but so was its twin.
    Twin,
    /// Rejected for another rule.
    OtherRule,
    /// The implementation does not have it.
    Unsupported,
    /// An output array is not there.
    NoOutput,
    /// An array cannot be used.
    BadArray,
    /// The outputs are none of the admitted ones.
    Mismatch,
    /// The runner saw memory touched.
    Touched,
    /// An input came back changed.
    InputChanged,
    /// Written outside the result, further than the profile admits.
    Padding,
    /// Another reading than elsewhere.
    Inconsistent,
}

impl Cause {
    /// The kind of failure, where it is one.
    pub fn failure(self) -> Option<FailureKind> {
        Some(match self {
            Cause::Pass | Cause::Filtered | Cause::OpenUnsupported | Cause::Waived(_) | Cause::Known(_) => return None,
            Cause::NoLine | Cause::NoOutput => FailureKind::Missing,
            Cause::Several => FailureKind::Duplicate,
            Cause::Crashed => FailureKind::Crashed,
            Cause::Timeout => FailureKind::Timeout,
            Cause::Harness => FailureKind::Error,
            Cause::Accepted => FailureKind::AcceptedIllegal,
            Cause::Rejected => FailureKind::RejectedLegal,
            Cause::Twin => FailureKind::TwinRejected,
            Cause::OtherRule => FailureKind::WrongRule,
            Cause::Unsupported => FailureKind::Unsupported,
            Cause::BadArray => FailureKind::Malformed,
            Cause::Mismatch => FailureKind::Mismatch,
            Cause::Touched | Cause::InputChanged | Cause::Padding => FailureKind::GuardTouched,
            Cause::Inconsistent => FailureKind::InconsistentReading,
        })
    }

    /// The kind of failure, whether it counts as one or is excused.
    pub fn fails(self) -> Option<FailureKind> {
        match self {
            Cause::Waived(kind) | Cause::Known(kind) => Some(kind),
            other => other.failure(),
        }
    }

    /// Why it was skipped, where it was.
    pub fn skipped(self) -> Option<SkipReason> {
        match self {
            Cause::Filtered => Some(SkipReason::Filtered),
            Cause::OpenUnsupported => Some(SkipReason::Unsupported),
            Cause::Waived(_) => Some(SkipReason::Waived),
            Cause::Known(_) => Some(SkipReason::Known),
            _ => None,
        }
    }

    /// The verdict.
    pub fn verdict(self) -> Verdict {
        match self {
            Cause::Pass => Verdict::Pass,
            _ if self.skipped().is_some() => Verdict::Skipped,
            _ => Verdict::Fail,
        }
    }
}

/// What is kept of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaseState {
    /// The alternatives of the tuple that the case matches, admitted or not: a bit each. By how far a case that
    /// matches them then has written outside its result at most: not at all, in the last block, in its rows, anywhere.
    pub matched: [u64; Reach::ALL.len()],
    /// What became of it.
    pub cause: Cause,
}

impl CaseState {
    /// A case that shows nothing of any choice.
    pub fn new(cause: Cause) -> Self {
        CaseState::matching(0, cause)
    }

    /// A case that matches these alternatives and has written nothing outside its result.
    pub fn matching(matched: u64, cause: Cause) -> Self {
        CaseState { matched: [matched; Reach::ALL.len()], cause }
    }

    /// The alternatives that it matches, however far it wrote outside its result.
    pub fn matched(&self) -> u64 {
        self.matched[Reach::Tile as usize]
    }

    /// How far it wrote outside its result at least, if one of these alternatives is what it follows; none where it
    /// matches none of them.
    pub fn reach(&self, alternatives: u64) -> Option<Reach> {
        Reach::ALL.into_iter().find(|&reach| self.matched[reach as usize] & alternatives != 0)
    }
}
