//! The directory of a zip file, read strictly: stored members, no overlap, no ambiguity.
//!
//! Parsed by hand, because a lenient reader would accept files that two readers understand
//! differently. What numpy writes is read, its 64-bit extra fields included.

use crate::names::is_safe_member;
use std::fs::File;
use std::os::unix::fs::FileExt;

pub(crate) const LOCAL: u32 = 0x0403_4b50;
pub(crate) const CENTRAL: u32 = 0x0201_4b50;
pub(crate) const END: u32 = 0x0605_4b50;
const END64: u32 = 0x0606_4b50;
const LOCATOR64: u32 = 0x0706_4b50;
/// Bytes of a local header without name and extra field.
pub(crate) const LOCAL_BYTES: usize = 30;
/// Bytes of a directory entry without name, extra field and comment.
pub(crate) const CENTRAL_BYTES: usize = 46;
const END_BYTES: u64 = 22;
const END64_BYTES: u64 = 56;
const LOCATOR64_BYTES: u64 = 20;
/// Members' data begin at multiples of this.
pub(crate) const ALIGNMENT: usize = 64;
/// No container is larger, so that no 64-bit field is ever written.
pub(crate) const MAX_CONTAINER: u64 = 0xFFF0_0000;
/// No container has more members, for the same reason.
pub(crate) const MAX_MEMBERS: usize = 65_000;
/// Flags: encrypted, patched data, strong encryption, masked headers.
const REFUSED_FLAGS: u16 = 1 | 1 << 5 | 1 << 6 | 1 << 13;
/// Flag: sizes and checksum come after the data; then only the directory has them.
const SIZES_FOLLOW: u16 = 1 << 3;

/// A member as the directory lists it.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub crc: u32,
    /// Size in bytes, npy header included.
    pub size: u64,
    /// Offset of the local header.
    pub offset: u64,
    /// Where the next member or the directory begins: the member ends before it.
    pub limit: u64,
    /// Whether the local header repeats size and checksum.
    pub repeated: bool,
}

/// Why a directory cannot be read.
pub(crate) enum Refused {
    Io(std::io::Error),
    Format(String),
}

impl From<std::io::Error> for Refused {
    fn from(source: std::io::Error) -> Self {
        Refused::Io(source)
    }
}

fn refused<T>(reason: impl Into<String>) -> Result<T, Refused> {
    Err(Refused::Format(reason.into()))
}

/// Little-endian fields of a record, in order; past the end they read as `None`.
pub(crate) struct Fields<'a>(pub &'a [u8]);

impl<'a> Fields<'a> {
    pub fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(head)
    }

    pub fn u16(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes(self.take(2)?.try_into().ok()?))
    }

    pub fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    pub fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }
}

/// Reads the directory of a file of `length` bytes: its members in the order of their names.
pub(crate) fn read_directory(file: &File, length: u64) -> Result<Vec<(String, Entry)>, Refused> {
    let (start, size, count) = find_directory(file, length)?;
    let mut bytes = vec![0; size as usize];
    file.read_exact_at(&mut bytes, start)?;
    let mut fields = Fields(&bytes);
    let mut members = Vec::with_capacity(count as usize);
    let read: Result<(), Refused> = (1..=count).try_for_each(|number| {
        members.push(entry(&mut fields, number)?);
        Ok(())
    });
    if let Some(name) = first_twice(&members) {
        return refused(format!("member {name} is there twice"));
    }
    read?;
    if !fields.0.is_empty() {
        return refused(format!("the directory has {} bytes after its {count} members", fields.0.len()));
    }
    members.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    set_limits(&mut members, start)?;
    Ok(members)
}

/// The first name that is that of a member before.
fn first_twice(members: &[(String, Entry)]) -> Option<&str> {
    if members.is_sorted_by(|(a, _), (b, _)| a < b) {
        return None;
    }
    let name = |at: usize| members[at].0.as_str();
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by_key(|&at| name(at));
    order.windows(2).filter(|pair| name(pair[0]) == name(pair[1])).map(|pair| pair[1]).min().map(name)
}

/// Start, size and number of members of the directory, which must end where the end record begins.
fn find_directory(file: &File, length: u64) -> Result<(u64, u64, u64), Refused> {
    let Some(end) = length.checked_sub(END_BYTES) else {
        return refused("not a zip file: shorter than an end record; is it cut short?");
    };
    let mut record = [0; END_BYTES as usize];
    file.read_exact_at(&mut record, end)?;
    let Some((start, size, count, is_64)) = end_record(&record) else {
        return refused("not a zip file: no end record at its end (expected one disk and no comment); is it cut short?");
    };
    // 65535 is both a number of members and the mark of the 64-bit form, which has a locator.
    let is_64 = is_64 && has_locator(file, end)?;
    let (start, size, count, end) = if is_64 { find_directory64(file, end)? } else { (start, size, count, end) };
    if start.checked_add(size) != Some(end) {
        return refused(format!("directory of {size} bytes at {start}, expected it to end at {end}"));
    }
    // Each entry has a fixed part; so a count cannot ask for more work than there are bytes.
    if count > size / CENTRAL_BYTES as u64 {
        return refused(format!("directory of {size} bytes cannot hold {count} members"));
    }
    Ok((start, size, count))
}

fn end_record(record: &[u8]) -> Option<(u64, u64, u64, bool)> {
    let mut f = Fields(record);
    let (signature, disk, directory_disk) = (f.u32()?, f.u16()?, f.u16()?);
    let (here, count, size, start, comment) = (f.u16()?, f.u16()?, f.u32()?, f.u32()?, f.u16()?);
    let is_64 = count == u16::MAX || size == u32::MAX || start == u32::MAX;
    let plain = signature == END && disk == 0 && directory_disk == 0 && here == count && comment == 0;
    plain.then_some((start.into(), size.into(), count.into(), is_64))
}

fn has_locator(file: &File, end: u64) -> Result<bool, Refused> {
    let mut signature = [0; 4];
    let Some(at) = end.checked_sub(LOCATOR64_BYTES) else {
        return Ok(false);
    };
    file.read_exact_at(&mut signature, at)?;
    Ok(signature == LOCATOR64.to_le_bytes())
}

/// The 64-bit form: a record and a locator right before the end record.
fn find_directory64(file: &File, end: u64) -> Result<(u64, u64, u64, u64), Refused> {
    let Some(at) = end.checked_sub(LOCATOR64_BYTES + END64_BYTES) else {
        return refused("no 64-bit end record at its end");
    };
    let mut record = [0; (LOCATOR64_BYTES + END64_BYTES) as usize];
    file.read_exact_at(&mut record, at)?;
    match end_record64(&record, at) {
        Some((start, size, count)) => Ok((start, size, count, at)),
        None => refused(format!("damaged 64-bit end record at {at}")),
    }
}

fn end_record64(record: &[u8], at: u64) -> Option<(u64, u64, u64)> {
    let mut f = Fields(record);
    let (signature, rest, _versions) = (f.u32()?, f.u64()?, f.u32()?);
    let (disk, directory_disk, here, count) = (f.u32()?, f.u32()?, f.u64()?, f.u64()?);
    let (size, start) = (f.u64()?, f.u64()?);
    let (locator, locator_disk, record_at, disks) = (f.u32()?, f.u32()?, f.u64()?, f.u32()?);
    let record_ok = signature == END64 && rest == END64_BYTES - 12 && disk == 0 && directory_disk == 0 && here == count;
    let locator_ok = locator == LOCATOR64 && locator_disk == 0 && record_at == at && disks == 1;
    (record_ok && locator_ok).then_some((start, size, count))
}

/// The entry of a member, of which this is the number, from 1.
fn entry(fields: &mut Fields, number: u64) -> Result<(String, Entry), Refused> {
    let Some(raw) = raw_entry(fields) else {
        return refused(format!("the directory is cut short or damaged at the entry of member {number}"));
    };
    let name = String::from_utf8_lossy(raw.name).into_owned();
    if !is_safe_member(&name) {
        return refused(format!("member {name:?}: expected a relative path of letters, digits and -_.@+ that ends in .npy"));
    }
    if raw.flags & REFUSED_FLAGS != 0 {
        return refused(format!("member {name}: encrypted or patched (flags {:#x})", raw.flags));
    }
    if raw.method != 0 {
        return refused(format!("member {name}: compressed (method {}), expected stored (numpy.savez, not savez_compressed)", raw.method));
    }
    let Some([size, packed, offset]) = widen(&raw) else {
        return refused(format!("member {name}: damaged 64-bit extra field"));
    };
    if size != packed {
        return refused(format!("member {name}: stored, but with two sizes: {packed} and {size}"));
    }
    Ok((name, Entry { crc: raw.crc, size, offset, limit: 0, repeated: raw.flags & SIZES_FOLLOW == 0 }))
}

struct RawEntry<'a> {
    flags: u16,
    method: u16,
    crc: u32,
    packed: u32,
    size: u32,
    offset: u32,
    name: &'a [u8],
    extra: &'a [u8],
}

fn raw_entry<'a>(f: &mut Fields<'a>) -> Option<RawEntry<'a>> {
    let (signature, _versions, flags, method, _time) = (f.u32()?, f.u32()?, f.u16()?, f.u16()?, f.u32()?);
    let (crc, packed, size) = (f.u32()?, f.u32()?, f.u32()?);
    let (name, extra, comment, disk) = (f.u16()?, f.u16()?, f.u16()?, f.u16()?);
    let (_attributes, offset) = (f.take(6)?, f.u32()?);
    let (name, extra, _) = (f.take(name.into())?, f.take(extra.into())?, f.take(comment.into())?);
    (signature == CENTRAL && disk == 0).then_some(RawEntry { flags, method, crc, packed, size, offset, name, extra })
}

/// Size, packed size and offset, taken from the 64-bit extra field where the entry refers to it.
fn widen(raw: &RawEntry) -> Option<[u64; 3]> {
    let narrow = [raw.size, raw.packed, raw.offset];
    if !narrow.contains(&u32::MAX) {
        return Some(narrow.map(u64::from));
    }
    let mut extra = Fields(raw.extra);
    loop {
        let (kind, length) = (extra.u16()?, extra.u16()?);
        let mut wide = Fields(extra.take(length.into())?);
        if kind == 1 {
            let mut values = [0; 3];
            for (value, n) in values.iter_mut().zip(narrow) {
                *value = if n == u32::MAX { wide.u64()? } else { n.into() };
            }
            return Some(values);
        }
    }
}

/// Finds where each member has to end, and refuses members that reach into what follows them.
fn set_limits(members: &mut [(String, Entry)], directory: u64) -> Result<(), Refused> {
    let mut order: Vec<&mut (String, Entry)> = members.iter_mut().collect();
    order.sort_by_key(|(_, e)| std::cmp::Reverse(e.offset));
    let mut limit = directory;
    for (name, entry) in order {
        entry.limit = limit;
        let least = entry.size.checked_add((LOCAL_BYTES + name.len()) as u64);
        if least.and_then(|n| n.checked_add(entry.offset)).is_none_or(|end| end > limit) {
            return refused(format!(
                "member {name}: {} bytes at {} reach past {limit}, where the next part begins",
                entry.size, entry.offset
            ));
        }
        limit = entry.offset;
    }
    Ok(())
}

/// Length of a member's local header, which has to agree with the directory.
///
/// `start` holds the first bytes at the entry's offset, at least header and name.
pub(crate) fn local_header_length(start: &[u8], name: &str, entry: &Entry) -> Result<u64, String> {
    let Some((length, agrees)) = local_header(start, name, entry) else {
        return Err("the local header is cut short".into());
    };
    if !agrees {
        return Err("the local header disagrees with the directory".into());
    }
    if entry.offset + length + entry.size > entry.limit {
        return Err("the member overlaps what follows it".into());
    }
    Ok(length)
}

fn local_header(start: &[u8], name: &str, entry: &Entry) -> Option<(u64, bool)> {
    let mut f = Fields(start);
    let (signature, _version, flags, method, _time) = (f.u32()?, f.u16()?, f.u16()?, f.u16()?, f.u32()?);
    let (crc, packed, size) = (f.u32()?, f.u32()?, f.u32()?);
    let (name_length, extra_length) = (f.u16()?, f.u16()?);
    // Of a 64-bit size only the mark is looked at; the directory has the size.
    let fits = |n: u32| n == u32::MAX || u64::from(n) == entry.size;
    let sizes = !entry.repeated || (crc == entry.crc && fits(packed) && fits(size));
    let plain = signature == LOCAL && method == 0 && flags & REFUSED_FLAGS == 0;
    let named = usize::from(name_length) == name.len() && f.take(name.len())? == name.as_bytes();
    Some(((LOCAL_BYTES + name.len()) as u64 + u64::from(extra_length), plain && sizes && named))
}
