//! `ptoconf.toml`: what a repository always says to the commands. Its options are put before those of the command line, which win.

mod layers;
mod places;
mod watch;

pub use watch::Watch;

use crate::arguments::{unknown, unknown_or};
use crate::error::CliError;
use crate::stdout::say;
use clap::{ArgMatches, Args};
use ptoconf_schemas::{ConfigFile, ConfigOption};
use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Name of the file.
const NAME: &str = "ptoconf.toml";
/// No file that a person writes is larger, in bytes.
const LARGEST: u64 = 1 << 20;

/// Which configuration holds.
#[derive(Args, Clone, Debug)]
pub struct Choice {
    /// Configuration: a file, or `none` [default: ptoconf.toml in this folder or one above]
    #[arg(long, value_name = "FILE", global = true, help_heading = "Configuration")]
    pub config: Option<PathBuf>,

    /// Add the options of this preset of the configuration
    #[arg(long, value_name = "NAME", global = true, help_heading = "Configuration")]
    pub preset: Option<String>,
}

/// A configuration that was read.
pub struct Config {
    /// The file.
    pub path: PathBuf,
    file: ConfigFile,
    command: clap::Command,
}

/// A command line with the options of the configuration, and what they are.
pub struct Extended {
    /// The whole command line.
    pub words: Vec<OsString>,
    /// Says which options were added.
    note: Option<String>,
}

impl Extended {
    /// Says on standard error what was added: nobody has to guess why a command does what it does.
    pub fn say(&self) {
        if let Some(note) = &self.note {
            say(format_args!("note: {note}"));
        }
    }
}

impl Choice {
    /// The configuration for a command line such as `command`; none where there is no file.
    ///
    /// # Errors
    /// Usage: it cannot be read, or makes no sense.
    pub fn read(&self, command: &clap::Command) -> Result<Option<Config>, CliError> {
        let path = match &self.config {
            Some(name) if name == Path::new("none") => None,
            Some(name) => Some(name.clone()),
            None => find()?,
        };
        match (path, &self.preset) {
            (Some(path), _) => Config::read(path, command).map(Some),
            (None, None) => Ok(None),
            (None, Some(preset)) => Err(CliError::usage(format!("--preset {preset}: there is no {NAME} in this folder, nor in one above"))
                .next("name one with --config FILE; docs/configuration.md says what it holds")),
        }
    }
}

/// The file in this folder, or in the nearest above it.
///
/// # Errors
/// Usage: the device fails. A folder that is closed to the user has no file for them.
fn find() -> Result<Option<PathBuf>, CliError> {
    let Ok(here) = std::env::current_dir() else { return Ok(None) };
    for path in here.ancestors().map(|folder| folder.join(NAME)) {
        match std::fs::metadata(&path) {
            Ok(found) if found.is_file() => return Ok(Some(path)),
            Err(e) if ![ErrorKind::NotFound, ErrorKind::NotADirectory, ErrorKind::PermissionDenied].contains(&e.kind()) => {
                return Err(CliError::usage(format!("{}: cannot look at: {e}", path.display())).next("--config none goes without"));
            }
            _ => {}
        }
    }
    Ok(None)
}

impl Config {
    fn read(path: PathBuf, command: &clap::Command) -> Result<Config, CliError> {
        let bytes = crate::input::read("--config ", &path, LARGEST, "a configuration, a TOML file")?;
        let wrong = |what: &dyn std::fmt::Display| {
            CliError::usage(format!("{}: {}", path.display(), what.to_string().trim_end()))
                .next("docs/configuration.md says what a configuration holds")
        };
        let text = String::from_utf8(bytes).map_err(|_| wrong(&"expected UTF-8"))?;
        let file: ConfigFile = toml::from_str(&text).map_err(|e| wrong(&e))?;
        let mut command = command.clone();
        command.build();
        let config = Config { path: std::path::absolute(&path).unwrap_or(path), file, command };
        config.check()?;
        Ok(config)
    }

    /// Presets, by name.
    pub fn presets(&self) -> impl Iterator<Item = &str> {
        self.file.preset.keys().map(String::as_str)
    }

    /// The commands.
    pub fn commands(&self) -> impl Iterator<Item = &clap::Command> {
        self.command.get_subcommands().filter(|command| command.get_name() != "help")
    }

    /// Names of the commands that get options, with these.
    ///
    /// # Errors
    /// Usage: an option has a value that it cannot have, or there is no such preset.
    pub fn all(&self, preset: Option<&str>) -> Result<Vec<(String, Vec<ConfigOption>)>, CliError> {
        let each = self.commands().map(|command| Ok((command.get_name().to_owned(), self.options(command, preset, None)?)));
        Ok(each.collect::<Result<Vec<_>, CliError>>()?.into_iter().filter(|(_, options)| !options.is_empty()).collect())
    }

    fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("."))
    }

    fn wrong(&self, at: &str, what: &str) -> CliError {
        CliError::usage(format!("{}: {at}: {what}", self.path.display())).next("docs/configuration.md says what a configuration holds")
    }

    fn unknown<'a>(&self, at: &str, what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> CliError {
        unknown_or(what, name, known, "docs/configuration.md says what a configuration holds").at(&format!("{}: {at}", self.path.display()))
    }
}

/// Whether there is a command of this name.
///
/// # Errors
/// Usage: there is none.
pub fn knows(all: &clap::Command, name: &str) -> Result<(), CliError> {
    let names: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
    if names.contains(&name) { Ok(()) } else { Err(unknown("command", name, names.into_iter())) }
}

/// The command line of `all` with what the configuration adds to it. One that makes no sense stays as it is: whoever parses it says so.
///
/// # Errors
/// Usage: the configuration makes no sense.
pub fn extend(arguments: Vec<OsString>, all: &clap::Command) -> Result<Extended, CliError> {
    let as_given = |words| Ok(Extended { words, note: None });
    let lenient = all.clone().ignore_errors(true).try_get_matches_from(&arguments);
    let Some((name, given)) = lenient.as_ref().ok().and_then(ArgMatches::subcommand) else { return as_given(arguments) };
    // These say what there is, whatever the configuration.
    if ["completions", "config", "help"].contains(&name) || arguments.iter().any(|word| word == "--help" || word == "-h") {
        return as_given(arguments);
    }
    let choice = Choice { config: given.get_one::<PathBuf>("config").cloned(), preset: given.get_one::<String>("preset").cloned() };
    let Some(config) = choice.read(all)? else { return as_given(arguments) };
    let Some(command) = config.commands().find(|command| command.get_name() == name) else { return as_given(arguments) };
    let options = config.options(command, choice.preset.as_deref(), Some(given))?;
    if options.is_empty() {
        return as_given(arguments);
    }
    let words: Vec<String> = options.iter().flat_map(ConfigOption::words).collect();
    let shown: Vec<String> = options.iter().map(|option| option.shown(crate::judge::shell_word)).collect();
    let note = format!("{} adds {}", config.path.display(), shown.join(" "));
    let mut arguments = config.with_implementation(arguments, name);
    let at = place_of(&arguments, name) + 1;
    arguments.splice(at..at, words.into_iter().map(OsString::from));
    Ok(Extended { words: arguments, note: Some(note) })
}

/// Where the name of the command stands.
fn place_of(arguments: &[OsString], name: &str) -> usize {
    let mut at = 1;
    while at + 1 < arguments.len() && arguments[at] != OsStr::new(name) {
        at += if arguments[at] == "--config" || arguments[at] == "--preset" { 2 } else { 1 };
    }
    at.min(arguments.len() - 1)
}
