//! Options, and which of them the user gave.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches, Id};

/// Options, and which of them the user gave.
#[derive(Clone)]
pub struct Given<T> {
    /// What the options are, given or not.
    pub options: T,
    /// The long names of those that stand on the command line.
    pub names: Vec<String>,
}

/// The long names of those options of `T` that stand on the command line.
fn names<T: Args>(matches: &ArgMatches) -> Vec<String> {
    let known = T::augment_args(Command::new(""));
    let given = known.get_arguments().filter(|arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine));
    given.filter_map(Arg::get_long).map(str::to_owned).collect()
}

impl<T: Args> FromArgMatches for Given<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        Given::from_arg_matches_mut(&mut matches.clone())
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, Error> {
        // Before the values are taken out, and their sources with them.
        let names = names::<T>(matches);
        Ok(Given { options: T::from_arg_matches_mut(matches)?, names })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.names.extend(names::<T>(matches));
        self.options.update_from_arg_matches(matches)
    }
}

impl<T: Args> Args for Given<T> {
    fn group_id() -> Option<Id> {
        T::group_id()
    }

    fn augment_args(command: Command) -> Command {
        T::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        T::augment_args_for_update(command)
    }
}
