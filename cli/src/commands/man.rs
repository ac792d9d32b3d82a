//! `ptoconf man`: the manual pages.

use super::Cli;
use crate::error::CliError;
use crate::output::{Sink, line};
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use ptoconf_schemas::ExitCode;
use std::path::{Path, PathBuf};

/// Write the manual pages: one of ptoconf, and one of each command
#[derive(Args)]
#[command(after_help = "Example:\n  ptoconf man ~/.local/share/man/man1 && man ptoconf-check")]
pub struct Options {
    /// Folder for the pages, which is there; pages of ptoconf in it are replaced
    #[arg(value_name = "DIR")]
    out: PathBuf,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        if !self.out.is_dir() {
            return Err(CliError::usage(format!("{}: there is no such folder", self.out.display())).next("make it: mkdir -p"));
        }
        // Its own `help` is not one of the commands that have a page.
        let mut whole = Cli::command().disable_help_subcommand(true);
        whole.build();
        let mut pages = 1;
        for command in whole.get_subcommands().filter(|command| command.get_name() != "help") {
            write(command.clone(), &self.out)?;
            pages += 1;
        }
        write(whole, &self.out)?;
        line(format_args!("{}: {pages} pages", self.out.display()))?;
        Ok(ExitCode::Conforms)
    }
}

fn write(command: Command, to: &Path) -> Result<(), CliError> {
    let page = Man::new(command).manual("ptoconf");
    let mut sink = Sink::file("man", &to.join(page.get_filename()))?;
    page.render(&mut sink)?;
    sink.finish()
}
