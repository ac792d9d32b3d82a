//! JSON: the report as it is, for programs.

use super::plain::steers;
use ptoconf_schemas::Report;
use serde::Serialize;
use std::io::{self, Write};

/// Writes the report as indented JSON (`schemas/v1/report.schema.json`).
pub fn json(report: &Report, to: impl Write) -> io::Result<()> {
    write_json(report, to)
}

/// Writes a document as indented JSON. Programs read the names in it as they are, and a terminal that it is shown on
/// obeys none of them.
///
/// # Errors
/// Those of the writer.
pub fn write_json(document: &impl Serialize, mut to: impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(Escaping(&mut to), document)?;
    writeln!(to)
}

/// Writes what steers as JSON can: by its number. Such characters stand in strings alone.
struct Escaping<W>(W);

impl<W: Write> Write for Escaping<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        // What steers below is a line between values; in strings JSON has escaped it.
        if data.iter().all(|byte| *byte < 0x7f) {
            return self.0.write(data);
        }
        for c in String::from_utf8_lossy(data).chars() {
            if c != '\n' && steers(c) { write!(self.0, "\\u{:04x}", u32::from(c)) } else { write!(self.0, "{c}") }?;
        }
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::write_json;

    #[test]
    fn what_steers_is_written_by_its_number_and_read_as_it_was() {
        let text = "größer \u{1b}[2J\u{7f}\u{9b}2J\u{202e}\n";
        let mut written = vec![];
        write_json(&[text], &mut written).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert_eq!(written, "[\n  \"größer \\u001b[2J\\u007f\\u009b2J\\u202e\\n\"\n]\n");
        assert_eq!(serde_json::from_str::<[String; 1]>(&written).unwrap(), [text]);
    }
}
