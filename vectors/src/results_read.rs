//! Reads results.

use crate::Error;
use crate::kind::RESULTS;
use crate::lines::{Line, Lines};
use crate::outputs::Outputs;
use crate::tree::{is_there, list, parse_head, read_head};
use ptoconf_schemas::{Outcome, ResultLine, ResultsHeader, RunStage, is_safe_name};
use std::path::{Path, PathBuf};

/// Largest `results.json`.
pub(crate) const MAX_HEAD: u64 = 1 << 20;
/// Longest line of `results.jsonl`.
pub(crate) const MAX_LINE: u64 = 1 << 20;

/// Lines of `results.jsonl` that follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Bytes of the file before the first.
    start: u64,
    /// Number of the first line.
    first: usize,
    lines: usize,
}

impl Stretch {
    /// The whole file.
    const ALL: Stretch = Stretch { start: 0, first: 1, lines: usize::MAX };
}

/// Results whose head was checked.
#[derive(Debug)]
pub struct ResultsReader {
    dir: PathBuf,
    header: ResultsHeader,
}

impl ResultsReader {
    /// Opens results: `results.json` is understood, and `results.jsonl` is there.
    pub fn open(dir: &Path) -> Result<Self, Error> {
        let path = dir.join(RESULTS.head);
        if !is_there(&path)? {
            // A run keeps its set beside its results.
            let what = if dir.join("results").join(RESULTS.head).exists() {
                "no results: there is no results.json in it; those of a run are in its folder `results`"
            } else {
                "no results: there is no results.json in it; `ptoconf run` or a harness of your own writes it"
            };
            return Err(Error::invalid(dir, what));
        }
        let header = parse_head(&path, &read_head(&path, MAX_HEAD)?, ResultsHeader::FORMAT)?;
        // Links and devices at the top are refused here.
        if !list(dir)?.iter().any(|e| e.name == "results.jsonl" && !e.is_dir) {
            return Err(Error::invalid(&dir.join("results.jsonl"), "missing; expected a line for each case"));
        }
        Ok(ResultsReader { dir: dir.to_owned(), header })
    }

    /// The head.
    pub fn header(&self) -> &ResultsHeader {
        &self.header
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Hands each line of `results.jsonl` to `f`, with its number from 1, in the order of the file.
    ///
    /// A line that is longer than 1 MiB or not a result is handed on as an error; what follows it
    /// is still read. Stops at the first error that `f` returns.
    pub fn for_each_line(&self, f: impl FnMut(usize, Result<ResultLine, Error>) -> Result<(), Error>) -> Result<(), Error> {
        self.for_each_line_of(&[Stretch::ALL], f)
    }

    /// The same for some of the lines.
    pub fn for_each_line_of(
        &self,
        stretches: &[Stretch],
        mut f: impl FnMut(usize, Result<ResultLine, Error>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.walk(stretches, |number, _, line| f(number, line))
    }

    /// Where the lines of each of `groups` are. `group` is handed every line as by [`ResultsReader::for_each_line`]
    /// and gives the number of its group; lines of no group are left out.
    pub fn stretches(
        &self,
        groups: usize,
        mut group: impl FnMut(usize, Result<ResultLine, Error>) -> Option<usize>,
    ) -> Result<Vec<Vec<Stretch>>, Error> {
        let mut found: Vec<Vec<Stretch>> = vec![Vec::new(); groups];
        self.walk(&[Stretch::ALL], |number, start, line| {
            let Some(stretches) = group(number, line).and_then(|group| found.get_mut(group)) else { return Ok(()) };
            match stretches.last_mut() {
                Some(last) if last.first + last.lines == number => last.lines += 1,
                _ => stretches.push(Stretch { start, first: number, lines: 1 }),
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// The file with the lines.
    pub(crate) fn lines_path(&self) -> PathBuf {
        self.dir.join("results.jsonl")
    }

    /// Hands on number, start and content of every line.
    pub(crate) fn walk_all(&self, f: impl FnMut(usize, u64, Result<ResultLine, Error>) -> Result<(), Error>) -> Result<(), Error> {
        self.walk(&[Stretch::ALL], f)
    }

    /// Hands on number, start and content of some lines.
    fn walk(
        &self,
        stretches: &[Stretch],
        mut f: impl FnMut(usize, u64, Result<ResultLine, Error>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let path = self.lines_path();
        let mut lines = Lines::open(&path, MAX_LINE)?;
        for stretch in stretches {
            lines.seek(stretch.start)?;
            for number in (stretch.first..).take(stretch.lines) {
                let (start, fault) = (lines.at(), |reason| Error::line(&path, number, reason));
                let parsed = match lines.next()? {
                    None => break,
                    Some(Line::Text(text)) => parse(text).map_err(|e| fault(format!("not a result: {e}"))),
                    Some(Line::TooLong) => Err(fault(format!("longer than {MAX_LINE} bytes"))),
                };
                f(number, start, parsed)?;
            }
        }
        Ok(())
    }

    /// Opens the arrays of an operation; there may be none.
    pub fn outputs(&self, op: &str) -> Result<Outputs, Error> {
        if !is_safe_name(op) {
            return Err(Error::invalid(&self.dir, format!("operation {op:?}: expected letters, digits and -_.")));
        }
        Outputs::open(&self.dir.join(op))
    }
}

/// Parses a line. Most say in one of two spellings that a case ran; those need no general parser.
fn parse(text: &[u8]) -> serde_json::Result<ResultLine> {
    match ran(text) {
        Some((case, stage)) => {
            Ok(ResultLine { case: case.to_owned(), outcome: Outcome::Ok, stage, rule: None, message: None, touched: Vec::new() })
        }
        None => serde_json::from_slice(text),
    }
}

/// Id and stage of a case that ran, where the line says nothing else and the id needs no escapes.
fn ran(text: &[u8]) -> Option<(&str, Option<RunStage>)> {
    let rest = text.strip_prefix(br#"{"case":""#)?.strip_suffix(b"}")?;
    let (rest, stage) = match rest.strip_suffix(br#","stage":"run""#) {
        Some(rest) => (rest, Some(RunStage::Run)),
        None => (rest, None),
    };
    let case = rest.strip_suffix(br#"","outcome":"ok""#)?;
    let plain = case.iter().all(|&b| b.is_ascii_alphanumeric() || b"/-_.".contains(&b));
    plain.then(|| std::str::from_utf8(case).ok())?.map(|case| (case, stage))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_cases_that_ran_are_read_like_any_other() {
        let common = [r#"{"case":"a/b-1/0","outcome":"ok"}"#, r#"{"case":"a/b-1/0","outcome":"ok","stage":"run"}"#];
        for line in common {
            assert!(ran(line.as_bytes()).is_some());
            assert_eq!(parse(line.as_bytes()).unwrap(), serde_json::from_str::<ResultLine>(line).unwrap());
        }
        let others = [
            r#"{"case":"a\u002fb","outcome":"ok"}"#,
            r#"{"case":"a","outcome":"crashed","stage":"run"}"#,
            r#"{"case":"a","message":"","outcome":"ok"}"#,
            r#"{"case":"a", "outcome":"ok"}"#,
            r#"{"case":"a","outcome":"ok","stage":"verify"}"#,
        ];
        for line in others {
            assert_eq!(ran(line.as_bytes()), None, "{line}");
            assert_eq!(parse(line.as_bytes()).unwrap(), serde_json::from_str::<ResultLine>(line).unwrap());
        }
    }
}
