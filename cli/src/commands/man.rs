//! `ptoconf man`: the manual pages.

use super::Cli;
use crate::error::CliError;
use crate::output::{Sink, line};
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use ptoconf_schemas::ExitCode;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where a page has what stands below the options of a help.
const EXTRA: &str = ".SH EXTRA\n";

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
        let out = self.out.display();
        match std::fs::metadata(&self.out) {
            Ok(found) if found.is_dir() => {}
            Ok(_) => return Err(CliError::usage(format!("{out}: is no folder, expected one for the pages"))),
            Err(e) => return Err(CliError::usage(format!("{out}: {e}")).next(format!("mkdir -p {out} makes it"))),
        }
        // Its own `help` is not one of the commands that have a page.
        let mut whole = Cli::command().disable_help_subcommand(true);
        whole.build();
        let commands: Vec<Command> = whole.get_subcommands().filter(|command| command.get_name() != "help").cloned().collect();
        let pages: Vec<Man> = commands.into_iter().chain([whole]).map(|command| Man::new(command).manual("ptoconf")).collect();
        for place in pages.iter().map(|page| self.out.join(page.get_filename())) {
            if std::fs::symlink_metadata(&place).is_ok_and(|found| !found.is_file()) {
                return Err(CliError::usage(format!("{}: is there, and no file; expected a page, or nothing", place.display())));
            }
        }
        pages.iter().try_for_each(|page| write(page, &self.out))?;
        line(format_args!("{out}: {} pages", pages.len()))?;
        Ok(ExitCode::Conforms)
    }
}

fn write(page: &Man, to: &Path) -> Result<(), CliError> {
    let mut sink = Sink::file("man", &to.join(page.get_filename()))?;
    let mut text = vec![];
    page.render(&mut text)?;
    sink.write_all(as_it_stands(&String::from_utf8_lossy(&text)).as_bytes())?;
    sink.finish()
}

/// The page with its examples line by line, as the help has them, where it would fill lines with them.
fn as_it_stands(page: &str) -> String {
    let Some((before, extra)) = page.split_once(EXTRA) else { return page.to_owned() };
    let (extra, after) = extra.find("\n.SH ").map_or((extra, ""), |end| extra.split_at(end + 1));
    format!("{before}{EXTRA}.nf\n{extra}.fi\n{after}")
}
