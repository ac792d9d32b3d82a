//! A file that is written once from front to back and hashed on the way.

use crate::Error;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Buffered up to here; BLAKE3 and the operating system both like large pieces, but several files are open at a time.
const BUFFER: usize = 256 << 10;
/// Pieces of this size and more are not copied into the buffer.
const DIRECT: usize = 64 << 10;

/// Size and digest of a file as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDigest {
    /// Size in bytes.
    pub bytes: u64,
    /// BLAKE3 of the content, in lower-case hex.
    pub blake3: String,
}

/// The writer.
pub(crate) struct Sink {
    path: PathBuf,
    file: File,
    buffer: Vec<u8>,
    hasher: blake3::Hasher,
    bytes: u64,
}

impl Sink {
    pub fn create(path: &Path) -> Result<Sink, Error> {
        let file = File::create(path).map_err(Error::io(path, "create"))?;
        Ok(Sink { path: path.to_owned(), file, buffer: Vec::new(), hasher: blake3::Hasher::new(), bytes: 0 })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes written so far, buffered ones included.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    pub fn write(&mut self, data: &[u8]) -> Result<(), Error> {
        self.bytes += data.len() as u64;
        if data.len() < DIRECT {
            if self.buffer.len() + data.len() > BUFFER {
                self.flush()?;
            }
            self.buffer.extend_from_slice(data);
            return Ok(());
        }
        self.flush()?;
        // In pieces, so that each is still in the cache when it is written.
        for piece in data.chunks(BUFFER) {
            self.hasher.update(piece);
            self.file.write_all(piece).map_err(Error::io(&self.path, "write"))?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Error> {
        self.hasher.update(&self.buffer);
        self.file.write_all(&self.buffer).map_err(Error::io(&self.path, "write"))?;
        self.buffer.clear();
        Ok(())
    }

    pub fn finish(mut self) -> Result<FileDigest, Error> {
        self.flush()?;
        Ok(FileDigest { bytes: self.bytes, blake3: self.hasher.finalize().to_hex().to_string() })
    }
}
