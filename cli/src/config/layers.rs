//! Which options hold for a command: what stands first in the file is overruled by its own table, both by those of a preset, and all
//! by the command line.

use super::Config;
use super::places::in_folder;
use crate::error::CliError;
use crate::implementations::is_implementation;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use ptoconf_schemas::{ConfigEntry, ConfigOption, ConfigOptions, ConfigSection, ConfigValue};
use std::collections::BTreeMap;
use std::ffi::OsString;

/// The option that names an implementation.
const IMPL: &str = "impl";
/// The command that runs one.
const RUN: &str = "run";

/// Values of options with their places in the file.
type Layer<'a> = BTreeMap<&'a str, (&'a ConfigValue, String)>;

impl Config {
    /// The options that hold for a command beside those that are given.
    pub(super) fn options(
        &self,
        command: &Command,
        preset: Option<&str>,
        given: Option<&ArgMatches>,
    ) -> Result<Vec<ConfigOption>, CliError> {
        let mut layer = self.layer(command, preset)?;
        let implementation = self.implementation(command, &layer, given);
        if let Some((name, of)) = implementation {
            for (key, value) in of.iter().filter(|(key, _)| !["impl", "version"].contains(&key.as_str())) {
                layer.entry(key).or_insert_with(|| (value, format!("implementation.{name}.{key}")));
            }
        }
        let mut options = vec![];
        for (key, (value, from)) in layer.iter().filter(|(key, _)| **key != IMPL) {
            options.extend(self.option(command, key, value, from, given)?);
        }
        options.extend(self.named(command, &layer, implementation, given)?);
        options.sort_by(|a, b| a.option.cmp(&b.option));
        Ok(options)
    }

    /// What the file says of a command's options.
    fn layer<'a>(&'a self, command: &Command, preset: Option<&str>) -> Result<Layer<'a>, CliError> {
        let mut layer = Layer::new();
        add(&mut layer, "", &self.file.always, command);
        if let Some(name) = preset {
            let section = self.file.preset.get(name).ok_or_else(|| self.unknown("preset", "preset", name, self.presets()))?;
            add(&mut layer, &format!("preset.{name}."), section, command);
        }
        Ok(layer)
    }

    /// The implementation of the file that a run is of.
    fn implementation<'a>(
        &'a self,
        command: &Command,
        layer: &Layer<'a>,
        given: Option<&ArgMatches>,
    ) -> Option<(&'a str, &'a ConfigOptions)> {
        let own = command.get_arguments().find(|arg| arg.get_long() == Some(IMPL)).filter(|_| command.get_name() == RUN)?;
        let here = given.filter(|given| is_given(own, given)).and_then(|given| given.get_one::<String>(own.get_id().as_str()).cloned());
        let name = here.or_else(|| match layer.get(IMPL)?.0 {
            ConfigValue::Text(name) => Some(name.clone()),
            _ => None,
        })?;
        self.file.implementation.get_key_value(&name).map(|(name, of)| (name.as_str(), of))
    }

    /// The implementation, with its name and version where the file has them.
    fn named(
        &self,
        command: &Command,
        layer: &Layer<'_>,
        implementation: Option<(&str, &ConfigOptions)>,
        given: Option<&ArgMatches>,
    ) -> Result<Vec<ConfigOption>, CliError> {
        let Some((name, of)) = implementation else {
            let Some((value, from)) = layer.get(IMPL) else { return Ok(vec![]) };
            // An implementation is for runs, and other commands take results.
            let is_for_runs =
                |text: &str| command.get_name() != RUN && is_implementation(text) || self.file.implementation.contains_key(text);
            let is_left_out = matches!(value, ConfigValue::Text(text) if is_for_runs(text));
            return Ok(if is_left_out { None } else { self.option(command, IMPL, value, from, given)? }.into_iter().collect());
        };
        let mut options = vec![];
        let at = |key: &str| format!("implementation.{name}.{key}");
        if let Some(value) = of.get(IMPL) {
            options.extend(self.option(command, IMPL, value, &at(IMPL), given)?);
        }
        options.extend(self.option(command, "impl-name", &ConfigValue::Text(name.to_owned()), &format!("implementation.{name}"), given)?);
        if let Some(version) = of.get("version") {
            options.extend(self.option(command, "impl-version", version, &at("version"), given)?);
        }
        Ok(options)
    }

    /// An option, unless the command has none, or what is given overrules it.
    fn option(
        &self,
        command: &Command,
        key: &str,
        value: &ConfigValue,
        from: &str,
        given: Option<&ArgMatches>,
    ) -> Result<Option<ConfigOption>, CliError> {
        let Some(arg) = command.get_arguments().find(|arg| arg.get_long() == Some(key)) else { return Ok(None) };
        if given.is_some_and(|given| is_overruled(command, arg, given)) {
            return Ok(None);
        }
        let option = format!("--{key}");
        let texts = match (value, takes_values(arg)) {
            (ConfigValue::Switch(false), false) => return Ok(None),
            (ConfigValue::Switch(true), false) => return Ok(Some(ConfigOption { option, values: vec![], from: from.to_owned() })),
            (_, false) => return Err(self.wrong(from, "expected true or false")),
            (ConfigValue::Switch(_), true) => return Err(self.wrong(from, "expected a value, not true or false")),
            (ConfigValue::Whole(number), true) => vec![number.to_string()],
            (ConfigValue::Number(number), true) => vec![number.to_string()],
            (ConfigValue::Text(text), true) => vec![text.clone()],
            (ConfigValue::List(list), true) if matches!(arg.get_action(), ArgAction::Append) => list.clone(),
            (ConfigValue::List(_), true) => return Err(self.wrong(from, "expected one value, not a list")),
        };
        let values = texts.iter().map(|text| in_folder(arg, text, self.folder())).collect();
        Ok(Some(ConfigOption { option, values, from: from.to_owned() }))
    }

    /// Every key is an option of some command, or a table of one.
    pub(super) fn check(&self) -> Result<(), CliError> {
        self.check_section("", &self.file.always)?;
        self.file.preset.iter().try_for_each(|(name, section)| self.check_section(&format!("preset.{name}."), section))?;
        for (name, of) in &self.file.implementation {
            let place = format!("implementation.{name}");
            if !matches!(of.get(IMPL), Some(ConfigValue::Text(text)) if text.contains(':')) {
                return Err(self.wrong(&format!("{place}.{IMPL}"), "expected SCHEME:NAME, such as \"exec:./worker\""));
            }
            let run: Vec<&Command> = self.commands().filter(|command| command.get_name() == RUN).collect();
            let keys = of.keys().filter(|key| *key != "version");
            keys.into_iter().try_for_each(|key| self.check_key(&place, key, &run))?;
        }
        Ok(())
    }

    fn check_section(&self, place: &str, section: &ConfigSection) -> Result<(), CliError> {
        let all: Vec<&Command> = self.commands().collect();
        for (key, entry) in section {
            match entry {
                ConfigEntry::Value(_) => self.check_key(&format!("{place}{key}"), key, &all)?,
                ConfigEntry::Command(options) => {
                    let at = format!("{place}{key}");
                    let Some(command) = all.iter().find(|command| command.get_name() == key) else {
                        return Err(self.unknown(&at, "command", key, all.iter().map(|command| command.get_name())));
                    };
                    options.keys().try_for_each(|option| self.check_key(&format!("{at}.{option}"), option, &[*command]))?;
                }
            }
        }
        Ok(())
    }

    fn check_key(&self, at: &str, key: &str, commands: &[&Command]) -> Result<(), CliError> {
        let mut known: Vec<&str> = commands.iter().flat_map(|c| c.get_arguments()).filter_map(Arg::get_long).collect();
        known.retain(|option| !["help", "version", "config", "preset"].contains(option));
        known.sort_unstable();
        known.dedup();
        if known.contains(&key) { Ok(()) } else { Err(self.unknown(at, "option", key, known.into_iter())) }
    }

    /// The command line, in which a name of an implementation became what it stands for.
    pub(super) fn with_implementation(&self, mut arguments: Vec<OsString>, command: &str) -> Vec<OsString> {
        if command != RUN {
            return arguments;
        }
        let meant = |word: &str| {
            let of = self.file.implementation.get(word)?.get(IMPL)?;
            let arg = self.commands().find(|c| c.get_name() == RUN)?.get_arguments().find(|arg| arg.get_long() == Some(IMPL))?;
            let ConfigValue::Text(text) = of else { return None };
            Some(in_folder(arg, text, self.folder()))
        };
        for at in 1..arguments.len() {
            let word = arguments[at].to_string_lossy().into_owned();
            if let Some(text) = word.strip_prefix("--impl=").and_then(meant) {
                arguments[at] = format!("--impl={text}").into();
            } else if arguments[at - 1] == "--impl"
                && let Some(text) = meant(&word)
            {
                arguments[at] = text.into();
            }
        }
        arguments
    }
}

/// Adds what a section says to a command over what is there.
fn add<'a>(layer: &mut Layer<'a>, place: &str, section: &'a ConfigSection, command: &Command) {
    for (key, entry) in section {
        if let ConfigEntry::Value(value) = entry {
            layer.insert(key, (value, format!("{place}{key}")));
        }
    }
    if let Some(ConfigEntry::Command(own)) = section.get(command.get_name()) {
        for (key, value) in own {
            layer.insert(key, (value, format!("{place}{}.{key}", command.get_name())));
        }
    }
}

fn takes_values(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Set | ArgAction::Append)
}

fn is_given(arg: &Arg, given: &ArgMatches) -> bool {
    given.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
}

/// Whether it is given itself, or something that it cannot stand beside.
fn is_overruled(command: &Command, arg: &Arg, given: &ArgMatches) -> bool {
    let conflicts = |one: &Arg, other: &Arg| command.get_arg_conflicts_with(one).iter().any(|c| c.get_id() == other.get_id());
    command
        .get_arguments()
        .filter(|other| is_given(other, given))
        .any(|other| other.get_id() == arg.get_id() || conflicts(arg, other) || conflicts(other, arg))
}
