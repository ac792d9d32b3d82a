//! What can be wrong with a check, in words.

/// What is wrong with a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// It is left out.
    LeftOut,
    /// One past the limit is accepted.
    OffByOne,
    /// The limit itself is rejected.
    LimitRejected,
    /// It looks at the wrong operand.
    WrongOperand,
    /// It only counts where another check fails as well.
    Masked,
    /// It comes after dst was written.
    SideEffects,
    /// One value, or one kind of tuple, is treated wrongly.
    Partial,
}

impl Kind {
    /// Every kind, with the words for it.
    pub const ALL: &'static [(Kind, &'static str)] = &[
        (Kind::LeftOut, "left out"),
        (Kind::OffByOne, "off by one"),
        (Kind::LimitRejected, "rejected at the limit"),
        (Kind::WrongOperand, "wrong operand"),
        (Kind::Masked, "masked by another"),
        (Kind::SideEffects, "side effects"),
        (Kind::Partial, "some values only"),
    ];

    /// The words for it.
    pub fn name(self) -> &'static str {
        Kind::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }
}
