//! Progress on a terminal; nothing in a pipe.

use std::cell::Cell;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// A line that shows how far a long job is.
pub struct Progress {
    what: &'static str,
    shown: bool,
    last: Cell<Option<Instant>>,
}

impl Progress {
    /// Progress of a job, shown if standard error is a terminal.
    pub fn new(what: &'static str) -> Progress {
        Progress { what, shown: std::io::stderr().is_terminal(), last: Cell::new(None) }
    }

    /// Shows how much is done, a few times a second.
    pub fn show(&self, done: u64, of: u64) {
        let due = self.last.get().is_none_or(|t| t.elapsed() > Duration::from_millis(100));
        if self.shown && due {
            self.last.set(Some(Instant::now()));
            let _ = write!(std::io::stderr(), "\r{} {done} of {of} cases", self.what);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.last.get().is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
