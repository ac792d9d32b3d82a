//! What a program may use.

use rustix::process::Resource;
use std::process::Child;
use std::time::Duration;

/// Limits of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest time for a case of a worker, or for the whole run of a batch program.
    pub time: Duration,
    /// Largest address space of each of its processes, in bytes.
    pub memory: Option<u64>,
    /// Largest file that it may write, in bytes.
    pub file: Option<u64>,
}

impl Limits {
    /// Sets the limits of a process that was just started; its own children inherit them.
    ///
    /// The process has run for some microseconds then. A worker has nothing to do before it gets its
    /// first case, which comes later. What a batch program took before stays, and counts.
    pub(super) fn apply(&self, child: &Child) -> std::io::Result<()> {
        set(child, Resource::As, self.memory)?;
        set(child, Resource::Fsize, self.file)
    }
}

/// Sets one limit, unless a stricter one is inherited.
#[cfg(target_os = "linux")]
fn set(child: &Child, resource: Resource, limit: Option<u64>) -> std::io::Result<()> {
    use rustix::process::{Pid, Rlimit, getrlimit, prlimit};
    let Some(limit) = limit else { return Ok(()) };
    let inherited = getrlimit(resource);
    let stricter = [inherited.current, inherited.maximum].into_iter().flatten().fold(limit, u64::min);
    let new = Rlimit { current: Some(stricter), maximum: Some(stricter) };
    match prlimit(Some(Pid::from_child(child)), resource, new) {
        // It has ended already; whoever waits for its answer finds that out.
        Ok(_) | Err(rustix::io::Errno::SRCH) => Ok(()),
        Err(e) => Err(e.into()),
    }
}

/// Other systems cannot limit a process from outside.
#[cfg(not(target_os = "linux"))]
fn set(_: &Child, _: Resource, limit: Option<u64>) -> std::io::Result<()> {
    let reason = "limits of memory and files need Linux; --exec-memory 0 --exec-file 0 goes without";
    if limit.is_none() { Ok(()) } else { Err(std::io::Error::new(std::io::ErrorKind::Unsupported, reason)) }
}
