//! `builtin:NAME`: a model that is embedded in this program.

use super::{Implementation, Trust};
use crate::arguments::unknown;
use crate::error::CliError;
use ptoconf_models::{Model, builtin, builtin_names};
use ptoconf_runner::{Run, RunError, RunSummary};
use ptoconf_schemas::BaseProfile;

/// There are none.
#[derive(clap::Args, Clone)]
#[group(skip)]
pub struct Options {}

/// The model of this name.
pub fn open(name: &str, _: &Options) -> Result<Box<dyn Implementation>, CliError> {
    let model = builtin(name).ok_or_else(|| unknown("embedded implementation", name, builtin_names()))?;
    Ok(Box::new(model))
}

impl Implementation for Model {
    fn profile(&self) -> Option<&str> {
        BaseProfile::ALL.iter().map(|b| b.name()).find(|n| *n == self.name())
    }

    fn trust(&self) -> Trust {
        Trust::Own
    }

    fn run(&self, job: &Run) -> Result<RunSummary, RunError> {
        Model::run(self, job)
    }
}
