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
mod set;
mod words;

use clap::Parser;
use std::process::ExitCode;

/// The first descriptor after standard input, output and error.
const FIRST_OF_OTHERS: i32 = 3;

fn main() -> ExitCode {
    // What the calling shell left open, such as a file of answers, is not handed on to the programs under test.
    close_fds::set_fds_cloexec(FIRST_OF_OTHERS, &[]);
    let cli = commands::Cli::parse();
    match cli.command.run() {
        Ok(code) => ExitCode::from(code as u8),
        Err(error) => error.report(),
    }
}
