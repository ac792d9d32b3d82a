//! Exit codes.

/// How a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ExitCode {
    /// The implementation conforms; or the command did what it was asked.
    Conforms = 0,
    /// The implementation does not conform.
    DoesNotConform = 1,
    /// The command line, or a profile, makes no sense.
    Usage = 2,
    /// A set or results are unreadable, corrupt, or belong to another set.
    UnusableInput = 3,
    /// Nothing was checked.
    NothingChecked = 4,
}

impl ExitCode {
    /// Every code, with what it means.
    pub const MEANINGS: &'static [(u8, &'static str)] = &[
        (0, "conforms (or the command did what it was asked)"),
        (1, "does not conform"),
        (2, "usage: the command line or a profile makes no sense"),
        (3, "unusable input: a set or results unreadable, corrupt, or for another set"),
        (4, "nothing was checked"),
    ];
}
