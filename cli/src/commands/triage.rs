//! `ptoconf triage`: why results fail.

use crate::arguments::{Selection, Threads};
use crate::error::CliError;
use crate::judge::{How, Judging, judge, show};
use clap::Args;
use ptoconf_schemas::ExitCode;
use ptoconf_vectors::ResultsReader;
use std::path::PathBuf;

/// Say every cause of the failures of results: what failing tuples have in common that passing ones do not
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf triage --impl ./vendor_out
  ptoconf triage --impl ./vendor_out --vectors a5_smoke --report markdown=causes.md

Exit codes: 0 no failure, 1 does not conform, 2 usage, 3 unusable set or results, 4 nothing was checked")]
pub struct Options {
    /// Folder with the results
    #[arg(long = "impl", value_name = "DIR")]
    implementation: PathBuf,

    /// Folder with the set
    #[arg(long, value_name = "DIR", default_value = "ptoconf_vectors")]
    vectors: PathBuf,

    #[command(flatten)]
    judging: Judging,

    #[command(flatten)]
    selection: Selection,

    #[command(flatten)]
    threads: Threads,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        let set = crate::set::open(&self.vectors, self.judging.answers.as_deref())?.verifying_once();
        let results = ResultsReader::open(&self.implementation)?;
        let drawn = |case: &str| show(&set, self.judging.answers.as_deref(), case);
        let how = How { regenerated: false, threads: self.threads.number(), drawn: &drawn, causes_alone: true };
        judge(&set, &results, &self.judging, &self.selection, self.judging.waivers()?, &how)
    }
}
