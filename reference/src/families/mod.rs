//! What several operations' files say alike.

pub(crate) mod column_broadcast;
mod policies;
pub(crate) mod sum;
