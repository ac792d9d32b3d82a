//! A line per case.

use crate::run::Run;
use ptoconf_schemas::{CaseId, VerdictLine};
use std::io::Write;

/// Writes the verdict of every case, in the order of the set.
pub fn write(run: &Run<'_>, to: &mut dyn Write) -> std::io::Result<()> {
    for (operation, tuples) in run.operations.iter().zip(&run.states) {
        for (line, states) in operation.reader.tuples.iter().zip(tuples) {
            for (slot, state) in (0..).zip(states) {
                let case = CaseId { op: operation.name, tuple: &line.name, slot }.to_string();
                let (verdict, failure, skipped) = (state.cause.verdict(), state.cause.failure(), state.cause.skipped());
                serde_json::to_writer(&mut *to, &VerdictLine { case, verdict, failure, skipped })?;
                to.write_all(b"\n")?;
            }
        }
    }
    to.flush()
}
