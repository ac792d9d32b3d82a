//! Writes `.npz` containers: zip files with stored members.
//!
//! Written by hand, because a member's true size and checksum stand before its data here (no
//! data descriptor, no seeking back, so that a container is hashed while it is written), and its
//! data begin at a multiple of 64 bytes. Nothing in a container depends on the clock.

use crate::names::is_safe_member;
use crate::sink::Sink;
use crate::stored::Stored;
use crate::written::Written;
use crate::zip::{ALIGNMENT, CENTRAL, CENTRAL_BYTES, END, LOCAL, LOCAL_BYTES, MAX_CONTAINER, MAX_MEMBERS};
use crate::{Error, FileDigest, npy};
use ptoconf_schemas::Array;
use std::path::Path;

/// 1980-01-01, the first day that a zip file knows, at midnight.
const DOS_DATE: u16 = 0x21;
/// "Version needed": 1.0, stored members only.
const VERSION: u16 = 10;
/// Kind of the extra field that pads the data to its alignment; `zipalign` uses the same.
const PADDING_KIND: u16 = 0xD935;

/// Writes one container.
///
/// Members are written in the order in which they are added. A container that is dropped
/// before `finish` is not readable.
pub struct NpzWriter {
    sink: Sink,
    written: Written,
    header: Vec<u8>,
}

impl NpzWriter {
    /// Begins a container; an existing file is overwritten.
    pub fn create(path: &Path) -> Result<Self, Error> {
        Ok(NpzWriter { sink: Sink::create(path)?, written: Written::default(), header: Vec::new() })
    }

    /// Size of the file so far, in bytes, without its directory.
    pub fn bytes(&self) -> u64 {
        self.sink.bytes()
    }

    /// Number of members so far.
    pub fn members(&self) -> usize {
        self.written.len()
    }

    /// Adds one array.
    pub fn add(&mut self, array: &Array) -> Result<(), Error> {
        self.check(array)?;
        npy::header(array.dtype, &array.shape, &mut self.header);
        let mut crc = crc32fast::Hasher::new();
        crc.update(&self.header);
        crc.update(&array.data);
        let (offset, crc, size) = (self.sink.bytes(), crc.finalize(), self.header.len() + array.data.len());
        let local = local_header(&array.name, crc, size as u32, offset);
        self.sink.write(&local)?;
        self.sink.write(&self.header)?;
        self.sink.write(&array.data)?;
        self.written.add(&array.name, crc, size as u32, offset as u32);
        Ok(())
    }

    /// Adds a member of another container as it is there, checksum and all.
    pub(crate) fn copy(&mut self, member: &Stored<'_>) -> Result<(), Error> {
        self.check_room(member.name(), member.size())?;
        let (offset, crc, size) = (self.sink.bytes(), member.crc(), member.size());
        self.sink.write(&local_header(member.name(), crc, size as u32, offset))?;
        member.pieces(|piece| self.sink.write(piece))?;
        self.written.add(member.name(), crc, size as u32, offset as u32);
        Ok(())
    }

    fn check(&self, array: &Array) -> Result<(), Error> {
        let refuse = |reason: String| Err(Error::unwritable(self.sink.path(), &array.name, reason));
        if !is_safe_member(&array.name) {
            return refuse("expected a name of letters, digits and -_.@+ that ends in .npy".into());
        }
        if array.shape.len() > 8 {
            return refuse(format!("{} dimensions, expected at most 8", array.shape.len()));
        }
        if npy::data_bytes(array.dtype, &array.shape) != Some(array.data.len() as u64) {
            let shape = npy::shape_text(&array.shape);
            return refuse(format!("{} bytes of data do not fill {} {shape}", array.data.len(), array.dtype));
        }
        self.check_room(&array.name, array.data.len() as u64)
    }

    /// Whether one more member of this name and so many bytes fits.
    fn check_room(&self, name: &str, bytes: u64) -> Result<(), Error> {
        let refuse = |reason: String| Err(Error::unwritable(self.sink.path(), name, reason));
        // All offsets and sizes, those of the directory included, stay below 4 GiB.
        let end = self.sink.bytes() + self.written.directory_bytes() + bytes.saturating_add(64 << 10);
        if end > MAX_CONTAINER || self.written.len() >= MAX_MEMBERS {
            return refuse(format!("the container would exceed {MAX_CONTAINER} bytes or {MAX_MEMBERS} members"));
        }
        if self.written.has(name) {
            return refuse("the container has a member of this name already".into());
        }
        Ok(())
    }

    /// Writes the directory; returns size and digest of the file.
    pub fn finish(mut self) -> Result<FileDigest, Error> {
        let (offset, size, members) = (self.sink.bytes() as u32, self.written.directory_bytes() as u32, self.written.len() as u16);
        for (name, member) in self.written.members() {
            self.sink.write(&central_header(name, member.crc, member.size, member.offset))?;
        }
        let mut end = Vec::new();
        put32(&mut end, END);
        put16s(&mut end, &[0, 0, members, members]);
        put32(&mut end, size);
        put32(&mut end, offset);
        put16s(&mut end, &[0]);
        self.sink.write(&end)?;
        self.sink.finish()
    }
}

/// The header before a member's data, padded so that the npy file after it is aligned; the
/// length of an npy header is a multiple of the alignment, so that the data are aligned as well.
fn local_header(name: &str, crc: u32, size: u32, offset: u64) -> Vec<u8> {
    let unpadded = offset as usize + LOCAL_BYTES + name.len();
    let mut padding = unpadded.next_multiple_of(ALIGNMENT) - unpadded;
    if (1..6).contains(&padding) {
        padding += ALIGNMENT; // an extra field has four bytes of its own, and two for the alignment
    }
    let mut header = Vec::with_capacity(LOCAL_BYTES + name.len() + padding);
    put32(&mut header, LOCAL);
    put16s(&mut header, &[VERSION]);
    common(&mut header, name, crc, size, padding as u16);
    header.extend_from_slice(name.as_bytes());
    if padding > 0 {
        put16s(&mut header, &[PADDING_KIND, padding as u16 - 4, ALIGNMENT as u16]);
        header.resize(LOCAL_BYTES + name.len() + padding, 0);
    }
    header
}

fn central_header(name: &str, crc: u32, size: u32, offset: u32) -> Vec<u8> {
    let mut header = Vec::with_capacity(CENTRAL_BYTES + name.len());
    put32(&mut header, CENTRAL);
    put16s(&mut header, &[VERSION, VERSION]);
    common(&mut header, name, crc, size, 0);
    // No comment, first disk, no attributes.
    put16s(&mut header, &[0, 0, 0, 0, 0]);
    put32(&mut header, offset);
    header.extend_from_slice(name.as_bytes());
    header
}

/// The fields that both headers share: flags, method, time, date, checksum, sizes, lengths.
fn common(into: &mut Vec<u8>, name: &str, crc: u32, size: u32, extra: u16) {
    put16s(into, &[0, 0, 0, DOS_DATE]);
    for value in [crc, size, size] {
        put32(into, value);
    }
    put16s(into, &[name.len() as u16, extra]);
}

fn put16s(into: &mut Vec<u8>, values: &[u16]) {
    for value in values {
        into.extend_from_slice(&value.to_le_bytes());
    }
}

fn put32(into: &mut Vec<u8>, value: u32) {
    into.extend_from_slice(&value.to_le_bytes());
}
