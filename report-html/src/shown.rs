//! What a page shows of many.

/// As many as a page shows, and how many it does not.
pub struct Shown<T> {
    pub all: Vec<T>,
    pub more: u64,
}

impl<'a, T> Shown<&'a T> {
    /// The first ones.
    pub fn first(all: &'a [T], most: usize) -> Shown<&'a T> {
        Shown { all: all.iter().take(most).collect(), more: all.len().saturating_sub(most) as u64 }
    }
}
