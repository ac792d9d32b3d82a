//! The command `ptoconf`: parse, call the library, map to an exit code.

mod arguments;
mod commands;
mod coverage;
mod error;
mod export;
mod generate;
mod implementations;
mod judge;
mod output;
mod profile;
mod progress;
mod questions;
mod regenerate;
mod words;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = commands::Cli::parse();
    match cli.command.run() {
        Ok(code) => ExitCode::from(code as u8),
        Err(error) => error.report(),
    }
}
