//! The subcommands: one file and one line each.

use crate::error::CliError;
use clap::{Parser, Subcommand};
use ptoconf_schemas::ExitCode;

const EXIT_CODES: &str = "Exit codes:
  0  conforms (or the command did what it was asked)
  1  does not conform
  2  usage: the command line or a profile makes no sense
  3  unusable input: a set or results unreadable, corrupt, or for another set
  4  nothing was checked";

/// Conformance suite for PTO tile operations.
///
/// Generates legal and illegal operand tuples with data, runs or reads an implementation's results,
/// and says case by case whether they are right.
#[derive(Parser)]
#[command(name = "ptoconf", version, term_width = 100, after_help = EXIT_CODES, after_long_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub struct Cli {
    #[command(flatten)]
    pub configuration: crate::config::Choice,

    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "Examples:
  ptoconf run --op all --impl builtin:a2a3     see it work on an embedded implementation
  ptoconf gen --op tcolsum                     write ptoconf_vectors/
  ptoconf check --impl ./vendor_out            judge what your implementation returned
  ptoconf explain tcolsum                      what the operation must do, with sources";

/// Declares the modules, the subcommands and their dispatch from one list.
macro_rules! subcommands {
    ($($name:ident $variant:ident,)*) => {
        $(mod $name;)*

        #[derive(Subcommand)]
        pub enum Command { $($variant($name::Options),)* }

        impl Command {
            /// Runs the subcommand.
            pub fn run(self) -> Result<ExitCode, CliError> {
                match self { $(Command::$variant(options) => options.run(),)* }
            }
        }
    };
}

subcommands! {
    r#gen Gen,
    run Run,
    check Check,
    merge Merge,
    plan Plan,
    triage Triage,
    diff Diff,
    baseline Baseline,
    list List,
    explain Explain,
    show Show,
    export Export,
    agree Agree,
    order Order,
    verify Verify,
    selftest Selftest,
    config Config,
    completions Completions,
    man Man,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    /// A build with assertions panics over these; others do not look.
    #[test]
    fn no_command_has_two_groups_of_one_name() {
        for command in Cli::command().get_subcommands() {
            let groups: Vec<&str> = command.get_groups().map(|group| group.get_id().as_str()).collect();
            assert_eq!(groups.iter().collect::<BTreeSet<_>>().len(), groups.len(), "{}: {groups:?}", command.get_name());
        }
    }
}
