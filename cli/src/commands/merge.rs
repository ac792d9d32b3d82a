//! `ptoconf merge`: what all parts of a set left becomes what one part leaves that is the whole.

use crate::arguments::Threads;
use crate::blocks::merge_parts;
use crate::error::CliError;
use crate::output::line;
use clap::Args;
use ptoconf_schemas::ExitCode;
use ptoconf_vectors::{ResultsReader, SetReader, merge, part_file};
use std::path::{Path, PathBuf};

/// Make what all parts of a set left into what a run of the whole leaves
///
/// Results become the results of the whole set; reports on parts of the exhaustive tier (part.json) become one on all blocks.
/// What is written is what one run writes, to the byte, whatever the number and the order of the parts.
/// Nothing is judged: ptoconf check does that.
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf run --impl builtin:a5 --vectors a5_set --part 1/2 --out one
  ptoconf run --impl builtin:a5 --vectors a5_set --part 2/2 --out two
  ptoconf merge one/results two/results --vectors a5_set --out whole
  ptoconf check --impl whole --vectors a5_set
  ptoconf merge blocks1 blocks2 blocks3 --out blocks     parts of the exhaustive tier, judged by: ptoconf check --impl blocks

Exit codes: 0 merged, 2 usage, 3 a part is missing, there twice, of another set, split or implementation, or unreadable")]
pub struct Options {
    /// Folders with the results of the parts, in any order; of the exhaustive tier, with what each part left
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,

    /// Folder with the set; its answers are not needed [default: ptoconf_vectors]
    #[arg(long, value_name = "DIR")]
    vectors: Option<PathBuf>,

    /// Folder for what comes out
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Replace what an earlier run or merge left in --out
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
                "{}: a file; expected a folder of results: of a part they are, and not a report, since it is judged with the others",
                file.display()
            );
            return Err(CliError::usage(what).next("ptoconf merge ONE/results TWO/results --vectors SET --out WHOLE"));
        }
        if self.parts.iter().any(|dir| part_file(dir).is_file()) {
            return self.reports();
        }
        let vectors = self.vectors.as_deref().unwrap_or(Path::new("ptoconf_vectors"));
        let set = SetReader::open(vectors)?;
        let parts = self.parts.iter().map(|dir| ResultsReader::open(dir)).collect::<Result<Vec<_>, _>>()?;
        let merged = merge(&set, &parts, &self.out, self.force, self.threads.number())?;
        let parts = if merged.parts == 1 { "1 part".to_owned() } else { format!("{} parts", merged.parts) };
        line(format_args!("{}: {parts}, results of {} of {} cases", self.out.display(), merged.lines, merged.cases))?;
        Ok(ExitCode::Conforms)
    }

    /// Merges parts of the exhaustive tier.
    fn reports(&self) -> Result<ExitCode, CliError> {
        if self.vectors.is_some() {
            return Err(CliError::usage("--vectors: parts of the exhaustive tier have no set that is there as a whole"));
        }
        merge_parts(&self.parts, &self.out, self.force)
    }
}
