//! `ptoconf completions`: completion scripts for shells.

use super::Cli;
use crate::error::CliError;
use crate::stdout::Stdout;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use ptoconf_schemas::ExitCode;
use std::io::Write;

/// Print a completion script for a shell
#[derive(Args)]
#[command(after_help = "Example:\n  ptoconf completions bash > ~/.local/share/bash-completion/completions/ptoconf")]
pub struct Options {
    /// Shell
    shell: Shell,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        // Into memory, because the generator takes it that writing never fails.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "ptoconf", &mut script);
        Stdout::Plain.write_all(&script)?;
        Ok(ExitCode::Conforms)
    }
}
