//! What `--impl SCHEME:…` can name: one file and one line each.

mod given;

use crate::arguments::unknown;
use crate::error::CliError;
use given::Given;
use ptoconf_runner::{Run, RunError, RunSummary, Sight};

/// How far what an implementation runs is trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trust {
    /// It is part of this program.
    Own,
    /// It gets inputs and sees this beside them, as far as the kernel can see to that.
    Guarded(Sight),
    /// The user wants no guard.
    Unguarded,
}

/// Something that can be run on a set.
pub trait Implementation {
    /// The built-in profile that it is judged against where the user names none.
    fn profile(&self) -> Option<&str> {
        None
    }

    /// Whether it starts programs of somebody else, and how far these are trusted.
    fn trust(&self) -> Trust {
        Trust::Guarded(Sight::All)
    }

    /// Whether it runs the cases that are selected and no others.
    fn runs_parts(&self) -> bool {
        true
    }

    /// Whether it says its name in results that it writes itself.
    fn names_itself(&self) -> bool {
        false
    }

    /// Runs the selected cases and writes the results.
    fn run(&self, job: &Run) -> Result<RunSummary, RunError>;
}

/// Whether a text is the `SCHEME:REST` of an implementation, and no folder of results.
pub fn is_implementation(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, _)| SCHEMES.contains(&scheme))
}

/// Whether `SCHEME:REST` can be run in parts, as far as can be said on a machine that need not have it.
///
/// # Errors
/// In words: what is wrong with it.
pub fn in_parts(text: &str) -> Result<(), String> {
    let (scheme, rest) = text.split_once(':').ok_or("expected SCHEME:NAME, such as builtin:a2a3")?;
    if !SCHEMES.contains(&scheme) {
        return Err(format!("unknown scheme `{scheme}`; known: {}", SCHEMES.join(", ")));
    }
    match scheme {
        "exec" if ptoconf_runner::CommandLine::parse(rest)?.is_batch() => {
            Err("a batch program is handed a whole set: make it a worker, which is asked case by case".to_owned())
        }
        _ if rest.is_empty() => Err("expected a name after the colon".to_owned()),
        _ => Ok(()),
    }
}

/// Declares the modules and the schemes from one list. A module has `Options` for the command
/// line, and `open(rest of the name, options)`; `with` names another whose options it takes as well.
macro_rules! schemes {
    ($($name:ident $(with $other:ident)? $heading:literal,)*) => {
        $(mod $name;)*

        /// Their names.
        const SCHEMES: &[&str] = &[$(stringify!($name)),*];

        /// Options of the schemes.
        #[derive(clap::Args, Clone)]
        #[group(skip)]
        pub struct Options {
            $(#[command(flatten, next_help_heading = $heading)] $name: Given<$name::Options>,)*
        }

        impl Options {
            /// The implementation that `SCHEME:REST` names.
            pub fn open(&self, text: &str) -> Result<Box<dyn Implementation>, CliError> {
                let Some((scheme, rest)) = text.split_once(':') else {
                    return Err(CliError::usage(format!("--impl {text}: expected SCHEME:NAME, such as builtin:a2a3"))
                        .next("to judge results that are already there, use ptoconf check --impl DIR"));
                };
                match scheme {
                    $(stringify!($name) => {
                        self.no_others(scheme, &[$(stringify!($other))?])?;
                        $name::open(rest, &self.$name.options $(, &self.$other.options)?)
                    })*
                    _ => Err(unknown("scheme of implementations", scheme, [$(stringify!($name)),*].into_iter())),
                }
            }

            /// Refuses options of other schemes than these: whoever gives one believes that it does something.
            fn no_others(&self, scheme: &str, with: &[&str]) -> Result<(), CliError> {
                let schemes = [$((stringify!($name), &self.$name.names)),*];
                let mut others = schemes.iter().filter(|(name, _)| *name != scheme && !with.contains(name));
                let other = others.find_map(|(name, given)| Some((name, given.first()?)));
                other.map_or(Ok(()), |(name, option)| {
                    let what = format!("--{option}: an option of --impl {name}:…, which --impl {scheme}:… does not have");
                    Err(CliError::usage(what).next("leave it out; ptoconf run --help lists the options of each --impl"))
                })
            }
        }
    };
}

schemes! {
    builtin "Embedded implementations (builtin:NAME)",
    cxx "C++ headers (cxx:INCLUDE_DIR)",
    exec "Programs (exec:COMMAND)",
    npu with cxx "Kernels on emulated instructions (npu:NAME), with the options of C++ headers",
    ptoas "Assembler (ptoas:PATH)",
}
