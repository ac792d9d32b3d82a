//! A line per case.

use crate::run::Run;
use ptoconf_schemas::{CaseId, VerdictLine};
use std::io::Write;

/// Lines are written in pieces of about this many bytes.
const PIECE: usize = 64 << 10;

/// Writes the verdict of every case, in the order of the set.
pub fn write(run: &Run<'_>, to: &mut dyn Write) -> std::io::Result<()> {
    let mut lines = Vec::with_capacity(2 * PIECE);
    for (operation, tuples) in run.operations.iter().zip(&run.states) {
        for (line, states) in operation.reader.tuples.iter().zip(tuples) {
            for (slot, state) in (0..).zip(states) {
                let case = CaseId { op: operation.name, tuple: &line.name, slot }.to_string();
                let (verdict, failure, skipped) = (state.cause.verdict(), state.cause.failure(), state.cause.skipped());
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
