//! `ptoconf check`: judge results.

use crate::arguments::{Selection, Threads};
use crate::error::CliError;
use crate::judge::{How, Judging, judge, show};
use crate::regenerate::regenerate;
use clap::Args;
use ptoconf_schemas::ExitCode;
use ptoconf_vectors::ResultsReader;
use std::path::PathBuf;

/// Judge the results of an implementation against a set
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf check --impl ./vendor_out
  ptoconf check --impl ./vendor_out --vectors a5_smoke --report junit=ptoconf.xml --report text
  ptoconf check --impl ./vendor_out --rule tcolsum/valid-cols-equal
  ptoconf check --impl ./vendor_out --vectors blind --answers blind_answers
  ptoconf check --impl ./vendor_out --vectors from_someone_else --regenerate

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

    /// Make the set again from its head first, and go on only if it is the same
    #[arg(long)]
    regenerate: bool,

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
        let threads = self.threads.number();
        if self.regenerate {
            set.verify_all(threads)?;
            regenerate(&set, threads)?;
        }
        let drawn = |case: &str| show(&set, self.judging.answers.as_deref(), case);
        let how = How { regenerated: self.regenerate, threads, drawn: &drawn, causes_alone: false };
        judge(&set, &results, &self.judging, &self.selection, self.judging.waivers()?, &how)
    }
}
