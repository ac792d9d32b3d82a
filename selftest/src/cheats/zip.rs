//! Containers as bytes, to be changed where no writer would.

/// Bytes of an entry of the directory before its name, and of a local header before its own.
const ENTRY: usize = 46;
const LOCAL: usize = 30;
/// Bytes of the end record.
const END: usize = 22;

/// An entry of the directory.
pub struct Entry {
    /// Where it is.
    pub at: usize,
    /// Where the local header is.
    pub local: usize,
    /// Where the data is, and how long.
    pub data: (usize, usize),
    /// Length of the name.
    pub name: usize,
}

impl Entry {
    /// Where the name is, in the directory and in the local header.
    pub fn names(&self) -> [usize; 2] {
        [self.at + ENTRY, self.local + LOCAL]
    }
}

/// A number of two bytes.
pub fn u16_at(bytes: &[u8], at: usize) -> usize {
    usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]))
}

fn u32_at(bytes: &[u8], at: usize) -> usize {
    u16_at(bytes, at) | u16_at(bytes, at + 2) << 16
}

/// Where the end record is.
pub fn end(bytes: &[u8]) -> usize {
    bytes.len() - END
}

/// All entries of the directory.
pub fn entries(bytes: &[u8]) -> Vec<Entry> {
    let mut at = u32_at(bytes, end(bytes) + 16);
    let mut entries = Vec::new();
    for _ in 0..u16_at(bytes, end(bytes) + 10) {
        let (name, local) = (u16_at(bytes, at + 28), u32_at(bytes, at + 42));
        let start = local + LOCAL + u16_at(bytes, local + 26) + u16_at(bytes, local + 28);
        entries.push(Entry { at, local, data: (start, u32_at(bytes, at + 24)), name });
        at += ENTRY + name + u16_at(bytes, at + 30) + u16_at(bytes, at + 32);
    }
    entries
}

/// Makes the checksums of a member right again.
pub fn sign(bytes: &mut [u8], entry: &Entry) {
    let (start, size) = entry.data;
    let crc = crc32fast::hash(&bytes[start..start + size]).to_le_bytes();
    bytes[entry.at + 16..entry.at + 20].copy_from_slice(&crc);
    bytes[entry.local + 14..entry.local + 18].copy_from_slice(&crc);
}
