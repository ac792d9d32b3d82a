//! The targets: what differs between the models beyond the kernels.

use super::arith::{OnNan, OnZeros, Picks};

/// Which device a model follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A2 and A3 class devices.
    A2a3,
    /// A5 class devices.
    A5,
    /// A plain simulation on the host.
    Cpu,
}

/// A target.
#[derive(Debug)]
pub(crate) struct Target {
    /// Name of the model.
    pub name: &'static str,
    /// Which device.
    pub kind: Kind,
    /// Size of the Unified Buffer in bytes.
    pub ub_bytes: u64,
    /// Whether arithmetic flushes subnormal operands and results to a zero of the same sign.
    pub flushes: bool,
    /// Whether f32 has one instruction for the exponential of a difference.
    pub fuses: bool,
    /// How maxima and minima are picked.
    pub picks: Picks,
    /// Whether a copy writes whole 32-byte blocks.
    pub whole_blocks: bool,
}

/// As an instruction picks: NaN where there is one, +0 above -0.
const BY_VALUE: Picks = Picks { nan: OnNan::Nan, zeros: OnZeros::Positive };
/// As a comparison in C++ picks: the first, unless the second is better.
const FIRST: Picks = Picks { nan: OnNan::First, zeros: OnZeros::First };

/// Every target.
pub(crate) const TARGETS: &[Target] = &[
    Target { name: "a2a3", kind: Kind::A2a3, ub_bytes: 192 << 10, flushes: true, fuses: false, picks: BY_VALUE, whole_blocks: true },
    Target { name: "a5", kind: Kind::A5, ub_bytes: 256 << 10, flushes: true, fuses: true, picks: BY_VALUE, whole_blocks: false },
    Target { name: "cpu", kind: Kind::Cpu, ub_bytes: 512 << 10, flushes: false, fuses: false, picks: FIRST, whole_blocks: false },
];
