//! `ptoconf config`: which options a configuration gives the commands, and why.

use super::Cli;
use crate::config::{Choice, Config, knows};
use crate::error::CliError;
use crate::judge::shell_word;
use crate::stdout::Stdout;
use clap::{Args, CommandFactory, ValueEnum};
use ptoconf_schemas::{ConfigCommand, ConfigReport, ExitCode};
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

/// Print which options ptoconf.toml gives the commands, and where it says so
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf config
  ptoconf config --command run --preset nightly
  ptoconf config --config ci/ptoconf.toml --format json")]
pub struct Options {
    /// Only those of this command
    #[arg(long, value_name = "COMMAND")]
    command: Option<String>,

    /// Format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    // The same as before every command; here they are looked at.
    #[arg(from_global)]
    config: Option<PathBuf>,

    #[arg(from_global)]
    preset: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        let config = Choice { config: self.config.clone(), preset: self.preset.clone() }.read(&Cli::command())?;
        let report = self.report(config.as_ref())?;
        let text = match self.format {
            Format::Text => text(&report),
            Format::Json => return json(&report),
        };
        Stdout::Plain.write_all(text.as_bytes())?;
        Ok(ExitCode::Conforms)
    }

    fn report(&self, config: Option<&Config>) -> Result<ConfigReport, CliError> {
        let mut report = ConfigReport { file: None, preset: self.preset.clone(), presets: vec![], commands: vec![] };
        if let Some(name) = &self.command {
            knows(&Cli::command(), name)?;
        }
        let Some(config) = config else { return Ok(report) };
        report.file = Some(config.path.display().to_string());
        report.presets = config.presets().map(str::to_owned).collect();
        let all = config.all(self.preset.as_deref())?;
        let of = |(command, options)| ConfigCommand { command, options };
        report.commands = all.into_iter().filter(|(name, _)| self.command.as_ref().is_none_or(|only| only == name)).map(of).collect();
        Ok(report)
    }
}

fn json(report: &ConfigReport) -> Result<ExitCode, CliError> {
    ptoconf_checker::report::write_json(report, Stdout::Plain)?;
    Ok(ExitCode::Conforms)
}

fn text(report: &ConfigReport) -> String {
    let Some(file) = &report.file else {
        return "no configuration, as --config none says, or as there is no ptoconf.toml here nor above: the options of the command line alone hold\n".to_owned();
    };
    let mut out = format!("{file}\n");
    match (&report.preset, &report.presets[..]) {
        (Some(preset), _) => drop(writeln!(out, "preset {preset}")),
        (None, []) => {}
        (None, presets) => drop(writeln!(out, "no preset; there are {} (--preset NAME)", presets.join(", "))),
    }
    for command in &report.commands {
        let _ = writeln!(out, "\nptoconf {}", command.command);
        for option in &command.options {
            let _ = writeln!(out, "  {:<44} {}", option.shown(shell_word), option.from);
        }
    }
    if report.commands.is_empty() {
        out.push_str("it gives no options\n");
    }
    out
}
