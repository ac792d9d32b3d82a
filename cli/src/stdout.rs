//! What is shown to whoever started the command.

use std::io::Write;

/// Standard output. Whoever reads it may close it early, which changes neither the exit code nor any file.
pub struct Stdout;

impl Write for Stdout {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        unless_closed(std::io::stdout().write(data), data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        unless_closed(std::io::stdout().flush(), ())
    }
}

fn unless_closed<T>(result: std::io::Result<T>, closed: T) -> std::io::Result<T> {
    match result {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(closed),
        other => other,
    }
}

/// Text without what a terminal obeys: names and messages are those of somebody else.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c != '\n' && ptoconf_checker::report::steers(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}
