//! Members of containers as they are stored, to be copied into other containers.

use crate::npy::header_length;
use crate::npz::Npz;
use crate::zip::{Entry, LOCAL_BYTES, local_header_length};
use crate::{ArrayError, Error};
use std::io;
use std::os::unix::fs::FileExt;

/// Copied at once.
const PIECE: usize = 1 << 20;
/// Bytes of an npy header that tell its length.
const NPY_START: usize = 12;

/// A member of a container.
#[derive(Clone, Copy)]
pub(crate) struct Stored<'a> {
    npz: &'a Npz,
    name: &'a str,
    entry: &'a Entry,
}

impl Npz {
    /// Its members as they are stored, by name.
    pub(crate) fn stored(&self) -> impl Iterator<Item = Stored<'_>> {
        self.members().iter().map(|(name, entry)| Stored { npz: self, name, entry })
    }
}

impl Stored<'_> {
    /// Its name, with `.npy`.
    pub fn name(&self) -> &str {
        self.name
    }

    /// Its checksum, as the directory of its container has it.
    pub fn crc(&self) -> u32 {
        self.entry.crc
    }

    /// Size in bytes, npy header included.
    pub fn size(&self) -> u64 {
        self.entry.size
    }

    /// Where it is in its container.
    pub fn offset(&self) -> u64 {
        self.entry.offset
    }

    /// Size of its data.
    pub fn data(&self) -> Result<u64, Error> {
        let mut start = [0; NPY_START];
        let known = self.entry.size.min(NPY_START as u64) as usize;
        let at = self.start()?;
        self.npz.file().read_exact_at(&mut start[..known], at).map_err(|e| self.io(e))?;
        let header = header_length(&start[..known]).map_err(|reason| self.damaged(reason))?;
        self.entry.size.checked_sub(header as u64).ok_or_else(|| self.damaged("the npy header is cut short".to_owned()))
    }

    /// Hands on its bytes, npy header included, in pieces.
    pub fn pieces(&self, mut take: impl FnMut(&[u8]) -> Result<(), Error>) -> Result<(), Error> {
        let (mut at, mut left) = (self.start()?, self.entry.size);
        let mut piece = vec![0; left.min(PIECE as u64) as usize];
        while left > 0 {
            let n = left.min(piece.len() as u64) as usize;
            self.npz.file().read_exact_at(&mut piece[..n], at).map_err(|e| self.io(e))?;
            take(&piece[..n])?;
            at += n as u64;
            left -= n as u64;
        }
        Ok(())
    }

    /// Where its bytes begin.
    fn start(&self) -> Result<u64, Error> {
        let mut header = vec![0; LOCAL_BYTES + self.name.len()];
        self.npz.file().read_exact_at(&mut header, self.entry.offset).map_err(|e| self.io(e))?;
        let length = local_header_length(&header, self.name, self.entry).map_err(|reason| self.damaged(reason))?;
        Ok(self.entry.offset + length)
    }

    fn place(&self) -> String {
        format!("{}: {}", self.npz.path().display(), self.name)
    }

    fn damaged(&self, reason: String) -> Error {
        ArrayError::Damaged { place: self.place(), reason }.into()
    }

    fn io(&self, source: io::Error) -> Error {
        ArrayError::Io { place: self.place(), source }.into()
    }
}
