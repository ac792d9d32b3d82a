//! Opens sets.

use crate::error::CliError;
use clap::Args;
use ptoconf_vectors::SetReader;
use std::path::{Path, PathBuf};

/// Where a set is that is looked at.
#[derive(Args, Clone, Debug)]
pub struct SetFolders {
    /// Folder with the set
    #[arg(long, value_name = "DIR", default_value = "ptoconf_vectors")]
    pub vectors: PathBuf,

    /// Folder with the answers of a blind set
    #[arg(long, value_name = "DIR")]
    pub answers: Option<PathBuf>,
}

impl SetFolders {
    /// Opens the set, and joins it with its answers where they are given.
    ///
    /// # Errors
    /// Unusable input.
    pub fn open(&self) -> Result<SetReader, CliError> {
        open(&self.vectors, self.answers.as_deref())
    }
}

/// Opens a set, and joins it with its answers where it is blind.
///
/// # Errors
/// Unusable input.
pub fn open(set: &Path, answers: Option<&Path>) -> Result<SetReader, CliError> {
    let set = SetReader::open(set)?;
    Ok(match answers {
        Some(answers) => set.join(answers)?,
        None => set,
    })
}
