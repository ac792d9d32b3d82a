//! Where a report goes: a file that appears whole, or whatever else the name stands for.

use crate::error::CliError;
use crate::stdout::Stdout;
use ptoconf_vectors::remove_files_left_behind;
use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{BufWriter, ErrorKind, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// What anybody may do with a new file, as far as the umask lets them.
const NEW_FILE: u32 = 0o666;
/// Most links that lead to a file one after another.
const MOST_LINKS: usize = 40;
/// Names the file to which all steps of a workflow add their summaries.
const SUMMARY: &str = "GITHUB_STEP_SUMMARY";

/// Where a report goes.
pub enum Sink {
    /// Standard output.
    Out(BufWriter<Stdout>),
    /// What is written to as it is: a device, a pipe, or a file that grows.
    Through(BufWriter<File>),
    /// A file that is not there yet, and its name.
    File(BufWriter<NamedTempFile>, PathBuf),
}

/// Whether two paths lead to one file, which need not be there yet.
fn is_same_file(a: &Path, b: &Path) -> bool {
    let whole = |path: &Path| fs::canonicalize(path).or_else(|_| std::path::absolute(path)).ok();
    a == b || whole(a).is_some_and(|a| Some(a) == whole(b))
}

impl Sink {
    /// Opens a file, or standard output where there is none. A file is written beside its final name and
    /// renamed when it is whole. A link stays, and what it leads to is written. A device or a pipe is written to, and
    /// the summary of a workflow's step is added to.
    pub fn open(path: Option<&Path>) -> Result<Sink, CliError> {
        let Some(path) = path else { return Ok(Sink::Out(BufWriter::new(Stdout::Plain))) };
        Sink::file("--report", path)
    }

    /// Opens a file that `option` names.
    pub fn file(option: &str, path: &Path) -> Result<Sink, CliError> {
        Sink::at(path).map_err(|e| CliError::usage(format!("{option}: cannot write {}: {e}", path.display())))
    }

    fn at(path: &Path) -> std::io::Result<Sink> {
        let found = match fs::metadata(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            found => found.ok(),
        };
        if found.as_ref().is_some_and(is_standard_output) {
            return Ok(Sink::Out(BufWriter::new(Stdout::Plain)));
        }
        if std::env::var_os(SUMMARY).is_some_and(|summary| is_same_file(Path::new(&summary), path)) {
            return Ok(Sink::Through(BufWriter::new(OpenOptions::new().append(true).create(true).open(path)?)));
        }
        match found {
            Some(found) if !found.is_file() && !found.is_dir() => {
                Ok(Sink::Through(BufWriter::new(OpenOptions::new().write(true).open(path)?)))
            }
            found => {
                let target = behind_links(path)?;
                let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
                let mode = Permissions::from_mode(NEW_FILE);
                let prefix = format!(".{}.partial-", target.file_name().unwrap_or_default().to_string_lossy());
                remove_files_left_behind(folder, &prefix);
                let name = format!("{prefix}{}-", std::process::id());
                let file = tempfile::Builder::new().prefix(&name).permissions(mode).tempfile_in(folder)?;
                // Held for as long as it is open; where a file system has no locks, nobody takes it for one that was left behind.
                let _ = file.as_file().try_lock();
                // One that is replaced keeps who may read it.
                found.map_or(Ok(()), |found| file.as_file().set_permissions(found.permissions()))?;
                Ok(Sink::File(BufWriter::with_capacity(1 << 18, file), target))
            }
        }
    }

    /// Makes what was written visible.
    pub fn finish(self) -> Result<(), CliError> {
        match self {
            Sink::Out(mut out) => Ok(out.flush()?),
            Sink::Through(mut file) => Ok(file.flush()?),
            Sink::File(file, path) => {
                let cannot = |e: String| CliError::input(format!("cannot write {}: {e}", path.display()));
                let file = file.into_inner().map_err(|e| cannot(e.to_string()))?;
                file.persist(&path).map(|_| ()).map_err(|e| cannot(e.to_string()))
            }
        }
    }
}

/// Whether this is what standard output already goes to, such as `/dev/stdout`: opened anew, it would overwrite that.
fn is_standard_output(found: &Metadata) -> bool {
    let named = found.is_file() || found.file_type().is_fifo() || found.file_type().is_char_device();
    let same = |out: Metadata| (out.dev(), out.ino()) == (found.dev(), found.ino());
    named && fs::metadata("/proc/self/fd/1").is_ok_and(same)
}

/// The file that links lead to, which need not be there.
fn behind_links(path: &Path) -> std::io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(std::io::Error::other("too many links"))
}

impl Write for Sink {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        match self {
            Sink::Out(out) => out.write(data),
            Sink::Through(file) => file.write(data),
            Sink::File(file, _) => file.write(data),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self {
            Sink::Out(out) => out.flush(),
            Sink::Through(file) => file.flush(),
            Sink::File(file, _) => file.flush(),
        }
    }
}
