//! Reads `.jsonl` files line by line, with a limit; those of a set are hashed on the way.

use crate::Error;
use crate::input::open_regular;
use ptoconf_schemas::FileEntry;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Bytes that are read at once.
const BUFFER: usize = 256 << 10;
/// Most bytes of a line beyond the limit that are read to find its end.
const MOST_SKIPPED: u64 = 64 << 20;

/// A file whose bytes are hashed as they are read.
pub(crate) struct Hashing {
    file: File,
    hasher: blake3::Hasher,
    bytes: u64,
}

impl Read for Hashing {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let n = self.file.read(into)?;
        self.hasher.update(&into[..n]);
        self.bytes += n as u64;
        Ok(n)
    }
}

/// The lines of a file.
pub(crate) struct Lines<R> {
    path: PathBuf,
    reader: BufReader<R>,
    line: Vec<u8>,
    limit: u64,
    /// Bytes of the file before what is read next.
    at: u64,
}

/// A line, without its end.
pub(crate) enum Line<'a> {
    Text(&'a [u8]),
    /// Longer than the limit; its rest was skipped.
    TooLong,
}

impl Lines<File> {
    /// Lines of up to `limit` bytes each.
    pub fn open(path: &Path, limit: u64) -> Result<Self, Error> {
        Lines::of(path, limit, BUFFER, |file| file)
    }

    /// The same with another buffer, for whoever has many files open.
    pub fn buffered(path: &Path, limit: u64, buffer: usize) -> Result<Self, Error> {
        Lines::of(path, limit, buffer, |file| file)
    }

    /// Goes to the line that begins after so many bytes of the file; within what is read already, nothing is read anew.
    pub fn seek(&mut self, to: u64) -> Result<(), Error> {
        let moved = match i64::try_from(i128::from(to) - i128::from(self.at)) {
            Ok(by) => self.reader.seek_relative(by),
            Err(_) => self.reader.seek(SeekFrom::Start(to)).map(|_| ()),
        };
        moved.map_err(Error::io(&self.path, "read"))?;
        self.at = to;
        Ok(())
    }
}

impl<R: Read> Lines<R> {
    fn of(path: &Path, limit: u64, buffer: usize, source: impl FnOnce(File) -> R) -> Result<Self, Error> {
        let file = open_regular(path).map_err(Error::io(path, "open"))?;
        let reader = BufReader::with_capacity(buffer, source(file));
        Ok(Lines { path: path.to_owned(), reader, line: Vec::new(), limit, at: 0 })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes of the file before the next line.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// The next line; `None` at the end.
    pub fn next(&mut self) -> Result<Option<Line<'_>>, Error> {
        self.line.clear();
        let mut limited = (&mut self.reader).take(self.limit + 1);
        let n = limited.read_until(b'\n', &mut self.line).map_err(Error::io(&self.path, "read"))?;
        self.at += n as u64;
        if n == 0 {
            return Ok(None);
        }
        if n as u64 > self.limit && !self.line.ends_with(b"\n") {
            return self.skip_rest().map(|()| Some(Line::TooLong));
        }
        Ok(Some(Line::Text(self.line.strip_suffix(b"\n").unwrap_or(&self.line))))
    }
}

impl<R: Read> Lines<R> {
    /// Goes to the end of a line that is too long. A file that goes on and on without one is not read on: it is no text,
    /// and may be larger than any disk.
    fn skip_rest(&mut self) -> Result<(), Error> {
        let skipped = (&mut self.reader).take(MOST_SKIPPED).skip_until(b'\n').map_err(Error::io(&self.path, "read"))? as u64;
        self.at += skipped;
        if skipped < MOST_SKIPPED {
            return Ok(());
        }
        let reason = format!("no end of a line for more than {MOST_SKIPPED} bytes, expected lines of at most {} bytes", self.limit);
        Err(Error::invalid(&self.path, reason))
    }
}

impl Lines<Hashing> {
    /// Reads the rest and compares the whole with what the set lists.
    fn verify(mut self, entry: &FileEntry) -> Result<(), Error> {
        std::io::copy(&mut self.reader, &mut std::io::sink()).map_err(Error::io(&self.path, "read"))?;
        let Hashing { hasher, bytes, .. } = self.reader.into_inner();
        compare(&self.path, bytes, &hasher, entry)
    }
}

/// Longest line of a set.
pub(crate) const SET_LINE: u64 = 16 << 20;

/// Hands each line of a listed file to `f`, with its number from 1, and verifies the file.
///
/// Where both fail, the damage is what is reported: it is why the line is wrong.
pub(crate) fn each_line(path: &Path, entry: &FileEntry, mut f: impl FnMut(usize, &[u8]) -> Result<(), Error>) -> Result<(), Error> {
    let mut lines = Lines::of(path, SET_LINE, BUFFER, |file| Hashing { file, hasher: blake3::Hasher::new(), bytes: 0 })?;
    let mut number = 0;
    let mut parse = || {
        while let Some(line) = lines.next()? {
            number += 1;
            match line {
                Line::Text(text) => f(number, text)?,
                Line::TooLong => return Err(Error::line(path, number, format!("longer than {SET_LINE} bytes"))),
            }
        }
        Ok(())
    };
    let parsed = parse();
    lines.verify(entry)?;
    parsed
}

/// Verifies size and digest of a listed file.
pub(crate) fn verify(path: &Path, entry: &FileEntry) -> Result<(), Error> {
    let mut file = open_regular(path).map_err(Error::io(path, "open"))?;
    let mut hasher = blake3::Hasher::new();
    let mut buffer = vec![0; 128 << 10];
    let mut bytes = 0;
    loop {
        let n = file.read(&mut buffer).map_err(Error::io(path, "read"))?;
        if n == 0 {
            return compare(path, bytes, &hasher, entry);
        }
        hasher.update(&buffer[..n]);
        bytes += n as u64;
    }
}

fn compare(path: &Path, bytes: u64, hasher: &blake3::Hasher, entry: &FileEntry) -> Result<(), Error> {
    let damaged = |found, expected| Err(Error::Damaged { path: path.to_owned(), found, expected });
    if bytes != entry.bytes {
        return damaged(format!("{bytes} bytes"), format!("{} bytes", entry.bytes));
    }
    let digest = hasher.finalize().to_hex();
    if digest.as_str() != entry.blake3 {
        return damaged(format!("BLAKE3 {digest}"), format!("BLAKE3 {}", entry.blake3));
    }
    Ok(())
}
