//! `ptoconf triage`: why results fail.

use crate::error::CliError;
use crate::given::Given;
use clap::Args;
use ptoconf_schemas::ExitCode;

/// Say every cause of the failures of results: what failing tuples have in common that passing ones do not
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf triage --impl ./vendor_out
  ptoconf triage --impl ./vendor_out --vectors a5_smoke --report markdown=causes.md

Exit codes: 0 no failure, 1 does not conform, 2 usage, 3 unusable set or results, 4 nothing was checked")]
pub struct Options {
    #[command(flatten)]
    given: Given,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        self.given.judge(false, true)
    }
}
