//! What a container that is being written has to remember of its members.

use crate::zip::CENTRAL_BYTES;
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

/// The members so far, in the order in which they were written.
///
/// Tens of thousands at a time: their headers and a set of their names took a third of the memory of `gen`.
#[derive(Default)]
pub(crate) struct Written {
    members: Vec<Member>,
    /// Their names, one after another.
    names: String,
    /// Their hashes, which nobody can foresee: a name whose hash is not there is new.
    hashes: HashSet<u64>,
    state: RandomState,
}

/// A member but for its name.
pub(crate) struct Member {
    pub crc: u32,
    /// In bytes, npy header included.
    pub size: u32,
    /// Of the local header.
    pub offset: u32,
    /// Where its name ends.
    end: u32,
}

impl Written {
    /// Adds a member.
    pub fn add(&mut self, name: &str, crc: u32, size: u32, offset: u32) {
        self.names.push_str(name);
        self.members.push(Member { crc, size, offset, end: self.names.len() as u32 });
        self.hashes.insert(self.state.hash_one(name));
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there is a member of this name.
    pub fn has(&self, name: &str) -> bool {
        self.hashes.contains(&self.state.hash_one(name)) && self.members().any(|(other, _)| other == name)
    }

    /// Bytes of the directory of these members.
    pub fn directory_bytes(&self) -> u64 {
        (self.members.len() * CENTRAL_BYTES + self.names.len()) as u64
    }

    /// The members with their names.
    pub fn members(&self) -> impl Iterator<Item = (&str, &Member)> {
        let mut start = 0;
        self.members.iter().map(move |member| {
            let end = member.end as usize;
            let name = &self.names[start..end];
            start = end;
            (name, member)
        })
    }
}
