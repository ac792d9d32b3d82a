//! The memory of a model: one flat image of bytes, and a second one of how it was before the run.

/// What memory holds where nothing was put: a NaN in every float format, so that a stray read shows.
const POISON: [u8; 2] = [0xc1, 0x7f];

/// Which state of the memory to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// As it is now.
    Now,
    /// As it was before the run.
    Before,
}

/// The memory of a model. Addresses are bytes from the start of the image.
///
/// No address can make it fail: a read past the end gives poison, a write past the end is lost
/// and remembered.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    before: Vec<u8>,
    now: Vec<u8>,
    escaped: bool,
    left_over: Vec<u8>,
}

impl Memory {
    /// Empties the memory and gives it this size in bytes.
    pub fn reset(&mut self, bytes: usize) {
        self.left_over.clear();
        self.before.clear();
        self.before.resize(bytes, POISON[0]);
        self.before.as_chunks_mut().0.fill(POISON);
    }

    /// The image before the run, to fill in.
    pub fn before(&mut self) -> &mut [u8] {
        &mut self.before
    }

    /// The image now.
    pub fn now(&self) -> &[u8] {
        &self.now
    }

    /// Begins a run: now is as before.
    pub fn begin(&mut self) {
        self.now.clear();
        self.now.extend_from_slice(&self.before);
        self.escaped = false;
    }

    /// Whether the run changed anything in this range.
    pub fn changed(&self, start: usize, end: usize) -> bool {
        self.before[start..end] != self.now[start..end]
    }

    /// What outlives a run, until the memory is emptied. A right model does not use it.
    pub fn left_over(&mut self) -> &mut Vec<u8> {
        &mut self.left_over
    }

    /// Whether the run wrote past the end of the image.
    pub fn escaped(&self) -> bool {
        self.escaped
    }

    /// Reads from `address` on.
    pub fn read(&self, when: When, address: usize, into: &mut [u8]) {
        let image = match when {
            When::Now => &self.now,
            When::Before => &self.before,
        };
        let there = image.get(address..).unwrap_or_default();
        let n = there.len().min(into.len());
        into[..n].copy_from_slice(&there[..n]);
        for (i, byte) in into[n..].iter_mut().enumerate() {
            *byte = POISON[i % 2];
        }
    }

    /// Writes from `address` on.
    pub fn write(&mut self, address: usize, bytes: &[u8]) {
        let there = self.now.get_mut(address..).unwrap_or_default();
        let n = there.len().min(bytes.len());
        there[..n].copy_from_slice(&bytes[..n]);
        self.escaped |= n < bytes.len();
    }
}
