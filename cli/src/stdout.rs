//! What is shown to whoever started the command. Names and messages are those of somebody else: whatever is written, a
//! terminal obeys none of it.

use ptoconf_checker::report::{INKS, steers};
use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::Write;

/// Standard output. Whoever reads it may close it early, which changes neither the exit code nor any file.
pub enum Stdout {
    /// Text alone.
    Plain,
    /// The colours of reports, too.
    Inked,
}

impl Write for Stdout {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        // Nobody writes a part of a character.
        let text = String::from_utf8_lossy(data);
        let inks: &[&str] = if matches!(self, Stdout::Inked) { &INKS } else { &[] };
        let written = std::io::stdout().write_all(harmless(&text, inks).as_bytes());
        unless_closed(written.map(|()| data.len()), data.len())
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

/// Says something on standard error. Where nobody listens, the exit code still counts.
pub fn say(text: impl Display) {
    let _ = std::io::stderr().write_all(printable(&format!("{text}\n")).as_bytes());
}

/// Prints what the parser of a command line has to say: its help, or what is wrong.
pub fn print_parsed(error: &clap::Error, line: &[OsString]) {
    // It repeats words as they are among colours of its own: where one could steer, it does without colours.
    let plain = error.render().to_string();
    let given = line.iter().map(|word| word.to_string_lossy());
    if printable(&plain) == plain && given.into_iter().all(|word| !word.contains(steers)) {
        let _ = error.print();
    } else if error.use_stderr() {
        say(plain.trim_end());
    } else {
        let _ = Stdout::Plain.write_all(plain.as_bytes());
    }
}

/// Text without what a terminal obeys.
pub fn printable(text: &str) -> String {
    harmless(text, &[]).into_owned()
}

/// The same, but for these inks.
fn harmless<'a>(text: &'a str, inks: &[&str]) -> Cow<'a, str> {
    let obeyed = |c: char| c != '\n' && steers(c);
    if !text.contains(obeyed) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(obeyed) {
        let (before, from) = rest.split_at(at);
        clean.push_str(before);
        let ink = inks.iter().find(|ink| from.starts_with(**ink));
        clean.push_str(ink.unwrap_or(&"\u{FFFD}"));
        let taken = ink.map_or_else(|| from.chars().next().map_or(0, char::len_utf8), |ink| ink.len());
        rest = &from[taken..];
    }
    Cow::Owned(clean + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_a_terminal_obeys_lines_and_inks_are_left() {
        assert!(matches!(harmless("größer\nOP,…", &[]), Cow::Borrowed(_)));
        let text = "a\u{1b}[31mb\u{9b}2J\r\n\u{202e}c\u{1b}[2J";
        assert_eq!(harmless(text, &[]), "a\u{FFFD}[31mb\u{FFFD}2J\u{FFFD}\n\u{FFFD}c\u{FFFD}[2J");
        assert_eq!(harmless(text, &INKS), "a\u{1b}[31mb\u{FFFD}2J\u{FFFD}\n\u{FFFD}c\u{FFFD}[2J");
    }
}
