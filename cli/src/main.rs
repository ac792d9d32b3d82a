//! The command `ptoconf`: parse, call the library, map to an exit code.

mod again;
mod arguments;
mod blocks;
mod cases;
mod clock;
mod commands;
mod config;
mod coverage;
mod error;
mod excuses;
mod export;
mod generate;
mod given;
mod glossary;
mod implementations;
mod input;
mod judge;
mod output;
mod part;
mod profile;
mod progress;
mod questions;
mod record;
mod regenerate;
mod replaced;
mod set;
mod signals;
mod sink;
mod source;
mod stdout;
mod words;

use clap::{CommandFactory, Parser};
use error::CliError;
use std::process::ExitCode;

/// The first descriptor after standard input, output and error.
const FIRST_OF_OTHERS: i32 = 3;

fn main() -> ExitCode {
    ptoconf_memory::give_back_early();
    // What the calling shell left open, such as a file of answers, is not handed on to the programs under test.
    close_fds::set_fds_cloexec(FIRST_OF_OTHERS, &[]);
    let arguments = match config::extend(std::env::args_os().collect(), &commands::Cli::command()) {
        Ok(extended) => extended,
        Err(error) => return error.report(),
    };
    let cli = match commands::Cli::try_parse_from(&arguments.words) {
        Ok(cli) => cli,
        Err(error) => {
            stdout::print_parsed(&error, &arguments.words);
            arguments.say();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    arguments.say();
    // All temporary files are below it, so that one removal is enough. Commands without any need no place for it.
    let scratch = scratch();
    let _held = scratch.as_ref().and_then(|scratch| ptoconf_vectors::hold(scratch.path()).ok());
    let below = scratch.as_ref().is_some_and(|scratch| tempfile::env::override_temp_dir(scratch.path()).is_ok());
    let watched = signals::watch(scratch.as_ref().filter(|_| below).map(tempfile::TempDir::path));
    let result = watched.map_err(|e| CliError::signals(&e)).and_then(|()| cli.command.run());
    let signal = signals::exit_code();
    let code = match result {
        Ok(code) => ExitCode::from(code as u8),
        Err(error) => error.report(),
    };
    signal.map_or(code, ExitCode::from)
}

/// A folder for temporary files; those that were left behind by processes that were killed are removed.
fn scratch() -> Option<tempfile::TempDir> {
    const PREFIX: &str = "ptoconf-scratch-";
    ptoconf_vectors::remove_left_behind(&std::env::temp_dir(), PREFIX);
    tempfile::Builder::new().prefix(&format!("{PREFIX}{}-", std::process::id())).tempdir().ok()
}
