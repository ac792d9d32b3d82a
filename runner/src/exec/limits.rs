//! What a program may use.

use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
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
fn set(child: &Child, resource: Resource, limit: Option<u64>) -> std::io::Result<()> {
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
