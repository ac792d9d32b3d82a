//! Whether a program that was run has left a configuration, which the next command would follow.

use super::{LARGEST, NAME, find};
use crate::error::CliError;
use std::path::PathBuf;

/// `ptoconf.toml` of this folder or one above, as it was.
pub struct Watch(Option<(PathBuf, Vec<u8>)>);

impl Watch {
    /// As it is now.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn begin() -> Result<Watch, CliError> {
        let Some(path) = find()? else { return Ok(Watch(None)) };
        let bytes = crate::input::read("", &path, LARGEST, "a configuration, a TOML file")?;
        Ok(Watch(Some((path, bytes))))
    }

    /// Makes sure that it is still the same.
    ///
    /// # Errors
    /// It is another, or was not there before.
    pub fn end(self) -> Result<(), CliError> {
        let (before, now) = (self.0, Watch::begin()?.0);
        if before == now {
            return Ok(());
        }
        let path = now.or(before).map_or_else(|| PathBuf::from(NAME), |(path, _)| path);
        Err(CliError::input(format!("{} was changed while the implementation ran, and every command follows it", path.display()))
            .next("look at it, and remove it if the implementation wrote it; then run again"))
    }
}
