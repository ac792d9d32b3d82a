//! What keeps a self-test from being made.

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A set or results cannot be read or written.
    #[error(transparent)]
    Vectors(#[from] ptoconf_vectors::Error),
    /// A model cannot be run.
    #[error(transparent)]
    Run(#[from] ptoconf_runner::RunError),
    /// A check cannot be made.
    #[error(transparent)]
    Check(#[from] ptoconf_checker::CheckError),
    /// A choice cannot be followed.
    #[error("{0}: {1}")]
    Follow(String, ptoconf_follower::Unfollowable),
    /// The order of sums cannot be looked at.
    #[error(transparent)]
    Order(#[from] ptoconf_order::Error),
    /// There is no room for results.
    #[error("cannot make a temporary folder for results: {0}")]
    Folder(#[from] std::io::Error),
    /// The selection leaves nothing.
    #[error("no mutant is left by this selection{0}")]
    Nothing(String),
}
