//! A report that is there as a file, or is made from results.

use crate::arguments::{Selection, Threads};
use crate::error::CliError;
use crate::excuses::Excuses;
use crate::input::LARGEST_REPORT;
use crate::judge::{Judgement, judged};
use clap::Args;
use ptoconf_schemas::{ListedCases, Report, Tier};
use ptoconf_vectors::ResultsReader;
use std::path::{Path, PathBuf};

/// How results are judged that are given in place of a report.
#[derive(Args)]
pub struct Sets {
    /// Folder with the set that results answer
    #[arg(long, value_name = "DIR", default_value = "ptoconf_vectors")]
    pub vectors: PathBuf,

    /// Folder with the answers of a blind set
    #[arg(long, value_name = "DIR")]
    pub answers: Option<PathBuf>,

    #[command(flatten)]
    pub threads: Threads,
}

impl Sets {
    /// Reads a report, or judges results that answer the set in `vectors`, with every judged case.
    ///
    /// # Errors
    /// What is neither, cannot be used, or lists no cases.
    pub fn report(&self, from: &Path, vectors: &Path) -> Result<Report, CliError> {
        if from.is_dir() { self.judge(from, vectors) } else { read(from) }
    }

    fn judge(&self, results: &Path, vectors: &Path) -> Result<Report, CliError> {
        let set = crate::set::open(vectors, self.answers.as_deref())?.verifying_once();
        let results = ResultsReader::open(results)?;
        crate::part::refuse(&results)?;
        let threads = self.threads.number();
        let how =
            Judgement { selection: &Selection::default(), excuses: &Excuses::default(), details: 0, listed: true, threads, pieces: None };
        Ok(judged(&set, &results, &how, None)?.report)
    }
}

/// Reads a report of `check` or `run`.
fn read(path: &Path) -> Result<Report, CliError> {
    let wrong = |what: String| CliError::input(format!("{}: {what}", path.display()));
    let expected = "a report of ptoconf check --report json, or a folder with results";
    let text = ptoconf_vectors::read_input(path, LARGEST_REPORT, expected)?;
    let report: Report = serde_json::from_slice(&text).map_err(|e| wrong(format!("{e}, expected {expected}")))?;
    if report.format != Report::FORMAT {
        return Err(wrong(format!("format `{}`, expected `{}`", report.format, Report::FORMAT)));
    }
    let listed: u64 = report.cases.iter().filter(|list| list.excused.is_none()).map(ListedCases::count).sum();
    if listed != report.totals.judged && report.set.tier == Tier::Exhaustive {
        return Err(wrong("a report on blocks of the exhaustive tier, which has too many cases to list".to_owned())
            .next("judge the parts again, or run the blocks again: ptoconf check --impl, ptoconf run"));
    }
    if listed != report.totals.judged {
        let found = format!("it lists {listed} judged cases in `cases`, expected {}", report.totals.judged);
        return Err(wrong(found).next("write the report again, with this version of ptoconf: check --report json=FILE"));
    }
    Ok(report)
}
