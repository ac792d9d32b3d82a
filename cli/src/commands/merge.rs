//! `ptoconf merge`: the results of all parts of a set become those of the whole.

use crate::arguments::Threads;
use crate::error::CliError;
use crate::output::line;
use clap::Args;
use ptoconf_schemas::ExitCode;
use ptoconf_vectors::{ResultsReader, SetReader, merge, part_file};
use std::path::PathBuf;

/// Make the results of all parts of a set into those of the whole
///
/// What is written is what a run of the whole set writes, to the byte, whatever the number and the order of the parts.
/// Nothing is judged: ptoconf check does that.
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf run --impl builtin:a5 --vectors a5_set --part 1/2 --out one
  ptoconf run --impl builtin:a5 --vectors a5_set --part 2/2 --out two
  ptoconf merge one/results two/results --vectors a5_set --out whole
  ptoconf check --impl whole --vectors a5_set

Exit codes: 0 merged, 2 usage, 3 a part is missing, there twice, of another set, split or implementation, or unreadable")]
pub struct Options {
    /// Folders with the results of the parts, in any order
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,

    /// Folder with the set; its answers are not needed
    #[arg(long, value_name = "DIR", default_value = "ptoconf_vectors")]
    vectors: PathBuf,

    /// Folder for the results of the whole
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Replace results that are in --out
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    threads: Threads,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        if let Some(file) = self.parts.iter().find(|part| part.is_file()) {
            let what = format!(
                "{}: a file; expected a folder of results: a part has no report, its results are judged with the others",
                file.display()
            );
            return Err(CliError::usage(what).next("ptoconf merge ONE/results TWO/results --vectors SET --out WHOLE"));
        }
        if let Some(dir) = self.parts.iter().find(|dir| part_file(dir).is_file()) {
            let what = format!("{}: a part of the exhaustive tier, which has no results to merge", dir.display());
            return Err(CliError::usage(what).next("ptoconf check --impl with the folders of all parts judges them"));
        }
        let set = SetReader::open(&self.vectors)?;
        let parts = self.parts.iter().map(|dir| ResultsReader::open(dir)).collect::<Result<Vec<_>, _>>()?;
        let merged = merge(&set, &parts, &self.out, self.force, self.threads.number())?;
        let parts = if merged.parts == 1 { "1 part".to_owned() } else { format!("{} parts", merged.parts) };
        line(format_args!("{}: {parts}, results of {} of {} cases", self.out.display(), merged.lines, merged.cases))?;
        Ok(ExitCode::Conforms)
    }
}
