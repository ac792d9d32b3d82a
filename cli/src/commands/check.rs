//! `ptoconf check`: judge results.

use crate::error::CliError;
use crate::given::Given;
use clap::Args;
use ptoconf_schemas::ExitCode;

/// Judge the results of an implementation against a set
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf check --impl ./vendor_out
  ptoconf check --impl ./vendor_out --vectors a5_smoke --report junit=ptoconf.xml --report text
  ptoconf check --impl ./vendor_out --op tcolsum --rule tcolsum/valid-cols-equal
  ptoconf check --impl ./vendor_out --vectors blind --answers blind_answers
  ptoconf check --impl ./vendor_out --vectors from_someone_else --regenerate
  ptoconf check --impl pairs1 pairs2 pairs3

Exit codes: 0 no failure, 1 does not conform, 2 usage, 3 unusable set or results, 4 nothing was checked")]
pub struct Options {
    #[command(flatten)]
    given: Given,

    /// Make the set again from its head first, and go on only if it is the same
    #[arg(long)]
    regenerate: bool,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        self.given.judge(self.regenerate, false)
    }
}
