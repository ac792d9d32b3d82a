//! Implementations that conform, each in its own way.

use crate::run::Options;
use crate::{Error, ProfileSets};
use ptoconf_schemas::VariantReport;

/// Judges every variant.
pub fn run(_: &[ProfileSets], _: &Options) -> Result<Vec<VariantReport>, Error> {
    Ok(Vec::new())
}
