//! Errors of the command line: what went wrong, what to do next, and the exit code.

use crate::stdout::say;
use ptoconf_checker::CheckError;
use ptoconf_reference::ProfileError;
use ptoconf_runner::RunError;
use ptoconf_schemas::ExitCode;

/// An error that ends a command.
#[derive(Debug)]
pub struct CliError {
    code: ExitCode,
    message: String,
    next: Option<String>,
}

impl CliError {
    /// Whether it says that nothing was checked.
    pub fn is_nothing(&self) -> bool {
        self.code == ExitCode::NothingChecked
    }

    /// The command line or a profile makes no sense.
    pub fn usage(message: impl Into<String>) -> CliError {
        CliError { code: ExitCode::Usage, message: message.into(), next: None }
    }

    /// A set or results cannot be used.
    pub fn input(message: impl Into<String>) -> CliError {
        CliError { code: ExitCode::UnusableInput, message: message.into(), next: None }
    }

    /// A set covers less than it has to.
    pub fn short(message: impl Into<String>) -> CliError {
        CliError { code: ExitCode::DoesNotConform, message: message.into(), next: None }
    }

    /// Nothing was selected.
    pub fn nothing(message: impl Into<String>) -> CliError {
        CliError { code: ExitCode::NothingChecked, message: message.into(), next: None }
    }

    /// Signals cannot be waited for.
    pub fn signals(error: &std::io::Error) -> CliError {
        CliError::input(format!("cannot wait for signals: {error}"))
    }

    /// Says what to do next.
    pub fn next(mut self, next: impl Into<String>) -> CliError {
        self.next = Some(next.into());
        self
    }

    /// Says first where it is.
    pub fn at(mut self, place: &str) -> CliError {
        self.message = format!("{place}: {}", self.message);
        self
    }

    /// Prints the error and gives its exit code.
    pub fn report(self) -> std::process::ExitCode {
        let next = self.next.map(|next| format!("\n  next: {next}")).unwrap_or_default();
        say(format_args!("error: {}{next}", self.message));
        std::process::ExitCode::from(self.code as u8)
    }
}

impl From<ptoconf_vectors::Error> for CliError {
    fn from(error: ptoconf_vectors::Error) -> CliError {
        match error {
            ptoconf_vectors::Error::Exists { .. } => CliError::usage(error.to_string()),
            other => CliError::input(other.to_string()),
        }
    }
}

impl From<CheckError> for CliError {
    fn from(error: CheckError) -> CliError {
        let code = error.exit_code();
        let name = if matches!(error, CheckError::Stale { .. }) { "stale: " } else { "" };
        CliError { code, message: format!("{name}{error}"), next: None }
    }
}

impl From<ptoconf_order::Error> for CliError {
    fn from(error: ptoconf_order::Error) -> CliError {
        match error {
            ptoconf_order::Error::Input(inner) => inner.into(),
            stale @ ptoconf_order::Error::Stale { .. } => CliError::input(format!("stale: {stale}")),
        }
    }
}

impl From<RunError> for CliError {
    fn from(error: RunError) -> CliError {
        match error {
            RunError::Vectors(inner) => inner.into(),
            RunError::Implementation(reason) => CliError::usage(reason),
            RunError::Unusable(reason) => CliError::input(reason),
            RunError::Interrupted => CliError::nothing("interrupted").next(
                "what is done is kept beside --out: run --vectors with the same set, --impl and --out, and --resume, goes on with it (a batch program begins anew)",
            ),
        }
    }
}

impl From<ptoconf_selftest::Error> for CliError {
    fn from(error: ptoconf_selftest::Error) -> CliError {
        match error {
            ptoconf_selftest::Error::Vectors(inner) => inner.into(),
            ptoconf_selftest::Error::Run(inner) => inner.into(),
            ptoconf_selftest::Error::Check(inner) => inner.into(),
            ptoconf_selftest::Error::Nothing(_) => CliError::nothing(error.to_string()),
            ptoconf_selftest::Error::Folder(_) | ptoconf_selftest::Error::Follow(..) | ptoconf_selftest::Error::Order(_) => {
                CliError::input(error.to_string())
            }
        }
    }
}

impl From<ProfileError> for CliError {
    fn from(error: ProfileError) -> CliError {
        CliError::usage(format!("profile: {error}"))
    }
}

/// For output to the terminal: a closed pipe is not an error worth a word.
impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> CliError {
        CliError { code: ExitCode::UnusableInput, message: format!("cannot write the output: {error}"), next: None }
    }
}
