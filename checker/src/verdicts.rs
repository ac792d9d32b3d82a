//! A line per case.

use crate::cases::Cases;
use ptoconf_schemas::{CaseId, VerdictLine};
use std::io::Write;

/// Lines are written in pieces of about this many bytes.
const PIECE: usize = 64 << 10;

/// Writes the verdict of every case of these operations, given by name, in the order of the set.
pub fn write<'a>(operations: impl Iterator<Item = (&'a str, &'a Cases)>, to: &mut dyn Write) -> std::io::Result<()> {
    let mut lines = Vec::with_capacity(2 * PIECE);
    for (op, cases) in operations {
        for (tuple, causes) in cases.iter().enumerate() {
            for (slot, cause) in (0..).zip(causes) {
                let case = CaseId { op, tuple: cases.name(tuple), slot }.to_string();
                let (verdict, failure, skipped) = (cause.verdict(), cause.failure(), cause.skipped());
                serde_json::to_writer(&mut lines, &VerdictLine { case, verdict, failure, skipped })?;
                lines.push(b'\n');
            }
            if lines.len() >= PIECE {
                to.write_all(&lines)?;
                lines.clear();
            }
        }
    }
    to.write_all(&lines)?;
    to.flush()
}
