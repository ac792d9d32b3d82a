//! A reader with its documents.

/// Reads a document; panics where a property does not hold.
pub type Read = Box<dyn FnMut(&[u8])>;

/// A reader, and documents that it reads well.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// What is damaged.
    pub documents: Vec<Vec<u8>>,
    /// The reader.
    pub read: Read,
}

impl Target {
    /// A target of documents that are read from memory.
    pub(crate) fn new(name: &'static str, documents: Vec<Vec<u8>>, read: impl FnMut(&[u8]) + 'static) -> Target {
        Target { name, documents, read: Box::new(read) }
    }
}
