//! What is tried of wrong elements, one by one.

/// Whether an element holds something; none where that cannot be told of it.
pub type Holds<'a> = Box<dyn Fn(&Element) -> Option<bool> + 'a>;

/// A wrong element.
pub struct Element {
    /// Its row.
    pub row: usize,
    /// Its column.
    pub col: usize,
    /// What is there.
    pub actual: u64,
    /// What is accepted there.
    pub accepted: u64,
}

/// What can be told of every element.
pub fn always<'a>(words: &str, holds: impl Fn(&Element) -> bool + 'a) -> (String, Holds<'a>) {
    (words.to_owned(), Box::new(move |element| Some(holds(element))))
}
