//! x
use crate::error::CliError;
use clap::Args;
use ptoconf_schemas::ExitCode;
/// x
#[derive(Args)]
pub struct Options {}
impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        Ok(ExitCode::Conforms)
    }
}
