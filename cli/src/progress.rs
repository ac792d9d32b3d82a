//! Progress on a terminal; nothing in a pipe.

use std::cell::Cell;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// A line that shows how far a long job is.
pub struct Progress {
    what: &'static str,
    of: &'static str,
    shown: bool,
    begun: Instant,
    last: Cell<Option<Instant>>,
}

impl Progress {
    /// Progress of a job by cases, shown if standard error is a terminal.
    pub fn new(what: &'static str) -> Progress {
        Progress::by(what, "cases")
    }

    /// Progress of a job by other things.
    pub fn by(what: &'static str, of: &'static str) -> Progress {
        Progress { what, of, shown: std::io::stderr().is_terminal(), begun: Instant::now(), last: Cell::new(None) }
    }

    /// Shows how much is done, a few times a second.
    pub fn show(&self, done: u64, of: u64) {
        let due = self.last.get().is_none_or(|t| t.elapsed() > Duration::from_millis(100));
        if self.shown && due {
            self.last.set(Some(Instant::now()));
            let left = left(self.begun.elapsed(), done, of).map_or_else(String::new, |left| format!(", {left} left"));
            let _ = write!(std::io::stderr(), "\r{} {done} of {of} {}{left}\x1b[K", self.what, self.of);
        }
    }
}

/// The time that the rest takes if it goes on as before, in words; none before there is something to tell it from.
fn left(elapsed: Duration, done: u64, of: u64) -> Option<String> {
    if elapsed < Duration::from_secs(1) || done == 0 {
        return None;
    }
    let seconds = (elapsed.as_secs_f64() * of.saturating_sub(done) as f64 / done as f64).ceil() as u64;
    Some(if seconds < 100 { format!("{seconds} s") } else { format!("{} min", seconds.div_ceil(60)) })
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.last.get().is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_time_that_was_taken() {
        let after = |seconds, done| left(Duration::from_secs(seconds), done, 1000);
        assert_eq!(after(0, 10), None);
        assert_eq!(after(5, 0), None);
        assert_eq!(after(10, 500).as_deref(), Some("10 s"));
        assert_eq!(after(10, 10).as_deref(), Some("17 min"));
        assert_eq!(after(10, 1000).as_deref(), Some("0 s"));
        assert_eq!(after(10, 2000).as_deref(), Some("0 s"));
    }
}
