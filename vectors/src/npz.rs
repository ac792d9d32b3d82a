//! Reads `.npz` containers and loose `.npy` files.
//!
//! Reads go to a position and need no lock, so that one container serves several threads. No
//! memory is taken for a size that a file states before it was compared with what is expected.

use crate::input::open_regular;
use crate::npy::Expected;
use crate::zip::{Entry, Refused, local_header_length, read_directory};
use crate::{ArrayError, Error};
use ptoconf_schemas::DType;
use rustix::io::preadv;
use std::borrow::Cow;
use std::fs::File;
use std::io::IoSliceMut;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Read at once from the start of a member: all of a small one, the headers of a large one.
const FIRST: usize = 4096;
/// Both headers of a member, as sets and numpy have them, are not longer.
const HEADERS: usize = 1024;
/// Members that are looked at before all are searched.
const NEAR: usize = 3;
/// Data is read and checked in pieces that stay in the cache.
const PIECE: usize = 128 << 10;

/// An open container; only its directory is in memory.
#[derive(Debug)]
pub struct Npz {
    path: PathBuf,
    file: File,
    /// In the order of their names.
    members: Vec<(String, Entry)>,
    /// Where the last one was found that was asked for: most are asked for twice, and then the one after it.
    last: AtomicUsize,
}

impl Npz {
    /// Opens a container and checks its directory.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let (file, length) = open_file(path).map_err(Error::io(path, "open"))?;
        let members = read_directory(&file, length).map_err(|e| match e {
            Refused::Io(source) => Error::Io { path: path.to_owned(), doing: "read", source },
            Refused::Format(reason) => Error::invalid(path, reason),
        })?;
        Ok(Npz { path: path.to_owned(), file, members, last: AtomicUsize::new(0) })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    pub(crate) fn members(&self) -> &[(String, Entry)] {
        &self.members
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        let last = self.last.load(Ordering::Relaxed);
        let near = (last..self.members.len().min(last + NEAR)).find(|at| self.members[*at].0 == name);
        let at = near.or_else(|| self.members.binary_search_by(|(own, _)| own.as_str().cmp(name)).ok())?;
        self.last.store(at, Ordering::Relaxed);
        Some(&self.members[at].1)
    }

    /// Names of the members, sorted, with `.npy`.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|(name, _)| name.as_str())
    }

    /// Whether there is a member of this name.
    pub fn contains(&self, name: &str) -> bool {
        self.entry(name).is_some()
    }

    /// Reads a whole member of exactly this dtype and shape, as little-endian bytes in C order.
    ///
    /// After an error the content of `into` has no meaning.
    pub fn read(&self, name: &str, dtype: DType, shape: &[u64], into: &mut Vec<u8>) -> Result<(), ArrayError> {
        self.read_member(name, dtype, shape, into, true)
    }

    /// The same without a look at the checksum, for a file whose digest was verified: on large arrays
    /// the checksum is a tenth of the time of a check.
    pub(crate) fn read_verified(&self, name: &str, dtype: DType, shape: &[u64], into: &mut Vec<u8>) -> Result<(), ArrayError> {
        self.read_member(name, dtype, shape, into, false)
    }

    fn read_member(&self, name: &str, dtype: DType, shape: &[u64], into: &mut Vec<u8>, checked: bool) -> Result<(), ArrayError> {
        let place = || format!("{}: {name}", self.path.display());
        let expected = Expected { place: &place, dtype, shape };
        let entry = self.entry(name).ok_or_else(|| expected.missing())?;
        if let Some(crc) = self.read_at_once(name, entry, &expected, into, checked)
            && (!checked || crc == entry.crc)
        {
            return Ok(());
        }
        let mut first = [0; FIRST];
        let length = (entry.limit - entry.offset).min(FIRST as u64) as usize;
        let first = &mut first[..length];
        self.file.read_exact_at(first, entry.offset).map_err(|e| expected.io(e))?;
        let header = local_header_length(first, name, entry).map_err(|reason| expected.damaged(reason))?;
        let known = first.get(header as usize..).unwrap_or(&[]);
        let body = Body { file: &self.file, start: entry.offset + header, size: entry.size, known };
        let crc = body.read(&expected, into, checked)?;
        if checked && crc != entry.crc {
            return Err(expected.damaged(format!("checksum is {crc:08x}, the directory says {:08x}", entry.crc)));
        }
        Ok(())
    }

    /// Reads headers and data of a small member together, which saves every other call of the system and a copy of the data's
    /// beginning. It goes by where the data has to be if nothing follows it; none where it is not there, or anything is wrong.
    /// Gives the checksum, where it is wanted.
    fn read_at_once(&self, name: &str, entry: &Entry, expected: &Expected, into: &mut Vec<u8>, checked: bool) -> Option<u32> {
        let data = expected.bytes().ok().filter(|&data| data <= PIECE as u64)?;
        let room = entry.limit - entry.offset;
        let headers = room.checked_sub(data).filter(|&length| length <= HEADERS as u64)?;
        let npy = entry.size.checked_sub(data)?;
        into.resize(data as usize, 0);
        let mut first = [0; HEADERS];
        let first = &mut first[..headers as usize];
        let read = preadv(&self.file, &mut [IoSliceMut::new(first), IoSliceMut::new(into)], entry.offset);
        let local = local_header_length(first, name, entry).ok()?;
        if read != Ok(room as usize) || local + npy != headers {
            return None;
        }
        let header = &first[local as usize..];
        let is_whole = expected.header_length(header).ok()? == header.len();
        (is_whole && expected.check(header, data).is_ok()).then(|| {
            let mut crc = crc32fast::Hasher::new();
            if checked {
                crc.update(header);
                crc.update(into);
            }
            crc.finalize()
        })
    }
}

/// Reads a loose `.npy` file of exactly this dtype and shape, as little-endian bytes in C order.
///
/// After an error the content of `into` has no meaning.
pub fn read_npy(path: &Path, dtype: DType, shape: &[u64], into: &mut Vec<u8>) -> Result<(), ArrayError> {
    let place = || path.display().to_string();
    let expected = Expected { place: &place, dtype, shape };
    let (file, size) = match open_file(path) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Err(expected.missing()),
        opened => opened.map_err(|e| expected.io(e))?,
    };
    let mut first = [0; FIRST];
    let length = size.min(FIRST as u64) as usize;
    file.read_exact_at(&mut first[..length], 0).map_err(|e| expected.io(e))?;
    Body { file: &file, start: 0, size, known: &first[..length] }.read(&expected, into, false)?;
    Ok(())
}

/// Opens a regular file; anything else could block or never end.
fn open_file(path: &Path) -> std::io::Result<(File, u64)> {
    let file = open_regular(path)?;
    let length = file.metadata()?.len();
    Ok((file, length))
}

/// An npy file inside a file; its first bytes may be known already.
struct Body<'a> {
    file: &'a File,
    start: u64,
    size: u64,
    known: &'a [u8],
}

impl Body<'_> {
    /// Checks the header, reads the data, returns the checksum of both where it is wanted.
    fn read(&self, expected: &Expected, into: &mut Vec<u8>, checked: bool) -> Result<u32, ArrayError> {
        let length = expected.header_length(&self.first(12, expected)?)?;
        let header = self.first(length, expected)?;
        let data = self.size - length as u64;
        expected.check(&header, data)?;
        let mut crc = crc32fast::Hasher::new();
        crc.update(&header);
        // Only now is the size known to be what the caller wants.
        into.resize(data as usize, 0);
        let known = self.known.get(length..).unwrap_or(&[]);
        let (head, tail) = into.split_at_mut(known.len().min(data as usize));
        head.copy_from_slice(&known[..head.len()]);
        crc.update(head);
        let mut at = self.start + (length + head.len()) as u64;
        for piece in tail.chunks_mut(PIECE) {
            self.file.read_exact_at(piece, at).map_err(|e| expected.io(e))?;
            if checked {
                crc.update(piece);
            }
            at += piece.len() as u64;
        }
        Ok(crc.finalize())
    }

    /// The first `n` bytes.
    fn first(&self, n: usize, expected: &Expected) -> Result<Cow<'_, [u8]>, ArrayError> {
        if n as u64 > self.size {
            return Err(expected.damaged("the npy header is cut short"));
        }
        if let Some(bytes) = self.known.get(..n) {
            return Ok(Cow::Borrowed(bytes));
        }
        let mut bytes = vec![0; n];
        self.file.read_exact_at(&mut bytes, self.start).map_err(|e| expected.io(e))?;
        Ok(Cow::Owned(bytes))
    }
}
