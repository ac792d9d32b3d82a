//! Profiles by name or file.

use crate::arguments::unknown_or;
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
        let known = BaseProfile::ALL.iter().map(|b| b.name());
        return Err(unknown_or("profile", name, known, "a profile of your own is a JSON file; see docs/profiles.md"));
    }
    let text = crate::input::read("--profile ", path, LARGEST, "a profile, a JSON file")?;
    let file: ProfileFile = serde_json::from_slice(&text)
        .map_err(|e| CliError::usage(format!("{name}: {e}")).next("schemas/v1/profile.schema.json says what a profile holds"))?;
    Profile::from_file(&file).map_err(|e| CliError::usage(format!("{name}: {e}")))
}
