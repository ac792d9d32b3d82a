//! What a repository always says to the commands, and what `ptoconf config` prints of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A value of an option in a configuration file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a word, a number, true, false, or a list of words")]
pub enum ConfigValue {
    /// Whether an option without a value is given.
    Switch(bool),
    /// A whole number.
    Whole(i64),
    /// A number.
    Number(f64),
    /// A word.
    Text(String),
    /// The values of an option that can be given several times, or that takes a list.
    List(Vec<String>),
}

/// Options by their long names, without dashes.
pub type ConfigOptions = BTreeMap<String, ConfigValue>;

/// An option, or a table with the options of one command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "expected a word, a number, true, false, or a list of words for an option, or the table of a command with such"
)]
pub enum ConfigEntry {
    /// The value of an option of every command that has it.
    Value(ConfigValue),
    /// Options of the command that has this name.
    Command(ConfigOptions),
}

/// Options of every command that has them, and tables with those of one command, by name.
pub type ConfigSection = BTreeMap<String, ConfigEntry>;

/// A configuration file, `ptoconf.toml`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ConfigFile {
    /// Sections that `--preset NAME` adds, by name.
    #[serde(default)]
    pub preset: BTreeMap<String, ConfigSection>,
    /// Implementations, by the names that the option `impl` can have: `impl`, `version`, and options of `ptoconf run`.
    #[serde(default)]
    pub implementation: BTreeMap<String, ConfigOptions>,
    /// What always holds.
    #[serde(flatten)]
    pub always: ConfigSection,
}

/// An option that a configuration file gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfigOption {
    /// The option with its dashes.
    pub option: String,
    /// Its values; none of an option that has no value.
    pub values: Vec<String>,
    /// The place in the file, such as `preset.nightly.run.tier`.
    pub from: String,
}

impl ConfigOption {
    /// The words of a command line that give it.
    pub fn words(&self) -> Vec<String> {
        if self.values.is_empty() {
            return vec![self.option.clone()];
        }
        self.values.iter().map(|value| format!("{}={value}", self.option)).collect()
    }

    /// The same for people: option and value apart, values as `quoted` gives them.
    pub fn shown(&self, quoted: impl Fn(&str) -> String) -> String {
        match &self.values[..] {
            [] => self.option.clone(),
            values => values.iter().map(|value| format!("{} {}", self.option, quoted(value))).collect::<Vec<_>>().join(" "),
        }
    }
}

/// A command that a configuration file gives options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfigCommand {
    /// The command.
    pub command: String,
    /// Its options.
    pub options: Vec<ConfigOption>,
}

/// What holds for the commands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfigReport {
    /// The file; none where there is none.
    pub file: Option<String>,
    /// The preset that was asked for.
    pub preset: Option<String>,
    /// Presets of the file.
    pub presets: Vec<String>,
    /// Commands that get options.
    pub commands: Vec<ConfigCommand>,
}
