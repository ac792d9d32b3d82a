//! Profiles by name or file.

use crate::error::CliError;
use ptoconf_reference::Profile;
use ptoconf_schemas::{BaseProfile, ProfileFile};
use std::path::Path;

/// A file larger than this is no profile.
const LARGEST: u64 = 1 << 20;

/// The profile of this name, or in this file.
///
/// # Errors
/// Usage: neither a built-in name nor a readable, valid profile file.
pub fn load(name: &str) -> Result<Profile, CliError> {
    if let Some(&base) = BaseProfile::ALL.iter().find(|b| b.name() == name) {
        return Ok(Profile::builtin(base));
    }
    let path = Path::new(name);
    if !path.exists() {
        return Err(crate::arguments::unknown("profile", name, BaseProfile::ALL.iter().map(|b| b.name()))
            .next("a profile of your own is a JSON file; see docs/profiles.md"));
    }
    let size = path.metadata().map_or(0, |m| m.len());
    if size > LARGEST || !path.is_file() {
        return Err(CliError::usage(format!("{name}: a profile is a JSON file of at most {LARGEST} bytes")));
    }
    let text = std::fs::read_to_string(path).map_err(|e| CliError::usage(format!("{name}: {e}")))?;
    let file: ProfileFile = serde_json::from_str(&text)
        .map_err(|e| CliError::usage(format!("{name}: {e}")).next("schemas/v1/profile.schema.json says what a profile holds"))?;
    Profile::from_file(&file).map_err(|e| CliError::usage(format!("{name}: {e}")))
}
