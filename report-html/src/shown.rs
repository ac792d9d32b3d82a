//! What a page shows of many.

/// As many as a page shows, and how many it does not.
pub struct Shown<T> {
    pub all: Vec<T>,
    pub more: u64,
}
