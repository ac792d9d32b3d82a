//! JSON: the report as it is, for programs.

use ptoconf_schemas::Report;
use std::io::{self, Write};

/// Writes the report as indented JSON (`schemas/v1/report.schema.json`).
pub fn json(report: &Report, mut to: impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut to, report)?;
    writeln!(to)
}
