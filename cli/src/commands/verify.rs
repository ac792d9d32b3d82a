//! `ptoconf verify`: is a set whole and unaltered?

use crate::arguments::Threads;
use crate::error::CliError;
use clap::Args;
use ptoconf_schemas::ExitCode;
use ptoconf_vectors::SetReader;
use std::path::PathBuf;

/// Check that a set is whole and unaltered: every file, line and digest
#[derive(Args)]
#[command(after_help = "Example:\n  ptoconf verify ptoconf_vectors")]
pub struct Options {
    /// Folder with the set
    #[arg(value_name = "SET", default_value = "ptoconf_vectors")]
    set: PathBuf,

    /// Print the digest alone: results name it
    #[arg(long)]
    digest: bool,

    #[command(flatten)]
    threads: Threads,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        let set = SetReader::open(&self.set)?;
        set.verify_all(self.threads.number())?;
        for operation in &set.suite().operations {
            let reader = set.operation(&operation.name)?;
            if !set.suite().blind {
                reader.answers()?;
            }
        }
        if self.digest {
            println!("{}", set.digest());
            return Ok(ExitCode::Conforms);
        }
        println!("{}: whole; {}; digest {}", self.set.display(), super::r#gen::summary(set.suite()), set.digest());
        Ok(ExitCode::Conforms)
    }
}
