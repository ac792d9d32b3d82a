//! What several operations' files say alike.

pub(crate) mod column_broadcast;
pub(crate) mod copies;
mod policies;
pub(crate) mod sum;
