//! The lines of all parts, in the order of the set.
//!
//! A first pass finds out where they are, in runs of lines that follow each other in file and set; a second one copies
//! them as they are.

use super::tuples::{Place, Tuples};
use crate::lines::{Line, Lines};
use crate::results_read::MAX_LINE;
use crate::{Error, ResultsReader, ResultsWriter};
use ptoconf_parallel::{AHEAD, in_order};
use std::fs::File;

/// Bytes of each part that are read at once.
const BUFFER: usize = 64 << 10;

/// Lines of cases of one tuple that follow each other.
struct Run {
    tuple: Place,
    slot: u32,
    lines: u32,
    /// Bytes of the file before the first.
    at: u64,
    /// Number of the first line in its file.
    number: usize,
}

impl Run {
    fn goes_on_with(&self, tuple: Place, slot: u32, number: usize) -> bool {
        self.tuple == tuple && self.slot + self.lines == slot && self.number + self.lines as usize == number
    }
}

/// Copies the lines of the parts, which are in order, and gives their number.
pub(crate) fn copy(parts: &[&ResultsReader], tuples: &Tuples, writer: &mut ResultsWriter, threads: usize) -> Result<u64, Error> {
    let mut runs = vec![];
    let find = |(): &mut (), at: usize| find(parts[at], at as u32 + 1, tuples);
    in_order(
        threads,
        threads * AHEAD,
        parts.len(),
        || (),
        find,
        |_, mut own| {
            runs.append(&mut own);
            Ok(())
        },
    )?;
    runs.sort_unstable_by_key(|run| (run.tuple, run.slot, run.number));
    let path = |run: &Run| parts[tuples.part(run.tuple) as usize - 1].lines_path();
    if let Some([_, twice]) = runs.array_windows().find(|[a, b]| a.tuple == b.tuple && a.slot + a.lines > b.slot) {
        let reason = format!("case {}/{} has a line already", tuples.id(twice.tuple), twice.slot);
        return Err(Error::line(&path(twice), twice.number, reason));
    }
    let mut files = parts.iter().map(|results| Lines::buffered(&results.lines_path(), MAX_LINE, BUFFER)).collect::<Result<Vec<_>, _>>()?;
    for run in &runs {
        copy_run(&mut files[tuples.part(run.tuple) as usize - 1], run, writer)?;
    }
    Ok(runs.iter().map(|run| u64::from(run.lines)).sum())
}

/// Finds the lines of a part.
fn find(results: &ResultsReader, part: u32, tuples: &Tuples) -> Result<Vec<Run>, Error> {
    let mut runs: Vec<Run> = vec![];
    results.walk_all(|number, at, line| {
        let case = line?.case;
        let (tuple, slot) = tuples
            .case(&case, part)
            .map_err(|reason| Error::line(&results.lines_path(), number, format!("case `{}`: {reason}", shortened(&case))))?;
        match runs.last_mut().filter(|run| run.goes_on_with(tuple, slot, number)) {
            Some(run) => run.lines += 1,
            None => runs.push(Run { tuple, slot, lines: 1, at, number }),
        }
        Ok(())
    })?;
    Ok(runs)
}

fn copy_run(file: &mut Lines<File>, run: &Run, writer: &mut ResultsWriter) -> Result<(), Error> {
    file.seek(run.at)?;
    for number in (run.number..).take(run.lines as usize) {
        match file.next()? {
            Some(Line::Text(text)) => writer.line(text)?,
            _ => return Err(Error::line(file.path(), number, "changed while it was merged")),
        }
    }
    Ok(())
}

fn shortened(text: &str) -> String {
    text.chars().take(120).collect()
}
