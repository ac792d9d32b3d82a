//! The targets: what differs between the models beyond the kernels.

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
    /// Whether additions flush subnormal operands and results to a zero of the same sign.
    pub flushes: bool,
    /// Whether a copy writes whole 32-byte blocks.
    pub whole_blocks: bool,
}

/// Every target.
pub(crate) const TARGETS: &[Target] = &[
    Target { name: "a2a3", kind: Kind::A2a3, ub_bytes: 192 << 10, flushes: true, whole_blocks: true },
    Target { name: "a5", kind: Kind::A5, ub_bytes: 256 << 10, flushes: true, whole_blocks: false },
    Target { name: "cpu", kind: Kind::Cpu, ub_bytes: 512 << 10, flushes: false, whole_blocks: false },
];
