//! A model of a device: what it accepts, and what it computes.

use super::faults::Faults;
use super::legality::{COMMON, Check, STAGES, Subject};
use super::operation::{self, OPERATIONS, Operation};
use super::target::{TARGETS, Target};
use crate::run::{Run, RunError, RunSummary};
use ptoconf_schemas::{Implementation, Outcome, RunStage, Tuple};
use std::collections::BTreeMap;

/// A model of a device. Right unless faults are switched on.
#[derive(Clone, Debug)]
pub struct Model {
    pub(super) target: &'static Target,
    pub(super) faults: Faults,
}

/// The model of this name: `a2a3`, `a5` or `cpu`.
pub fn builtin(name: &str) -> Option<Model> {
    let target = TARGETS.iter().find(|t| t.name == name)?;
    Some(Model { target, faults: Faults::default() })
}

/// The names that [`builtin`] knows.
pub fn builtin_names() -> impl Iterator<Item = &'static str> {
    TARGETS.iter().map(|t| t.name)
}

/// Why a model does not run a tuple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Unsupported, rejected, or error where the tuple itself is malformed.
    pub outcome: Outcome,
    /// Where: the verifier for a rejection.
    pub stage: Option<RunStage>,
    /// What is wrong, in words.
    pub message: String,
}

impl Model {
    /// Name, as [`builtin`] takes it.
    pub fn name(&self) -> &'static str {
        self.target.name
    }

    /// The same model with these faults.
    pub fn with_faults(self, faults: Faults) -> Model {
        Model { faults, ..self }
    }

    /// What is wrong with this model.
    pub fn faults(&self) -> &Faults {
        &self.faults
    }

    /// How results name this model.
    pub fn implementation(&self) -> Implementation {
        let mut details = BTreeMap::new();
        let faults = self.faults.names();
        if !faults.is_empty() {
            details.insert("faults".to_owned(), faults.join(", "));
        }
        let (name, version) = (format!("builtin:{}", self.name()), env!("CARGO_PKG_VERSION").to_owned());
        Implementation { name, version, details, ..Implementation::default() }
    }

    /// Runs the selected cases of a set and writes the results.
    pub fn run(&self, job: &Run) -> Result<RunSummary, RunError> {
        super::drive::run(self, job)
    }

    /// Names of all legality checks, in the order in which they are made, the common ones first
    /// in each stage. Each can be left out with [`Faults::without_check`].
    pub fn legality_checks(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        let all = || COMMON.iter().chain(OPERATIONS.iter().flat_map(|o| o.checks));
        for stage in STAGES {
            for check in all().filter(|c| c.stage == stage) {
                if !names.contains(&check.name) {
                    names.push(check.name);
                }
            }
        }
        names
    }

    /// Whether the model runs the tuple, and if not, why.
    pub fn accepts(&self, tuple: &Tuple) -> Result<(), Refusal> {
        self.operation(tuple).map(|_| ())
    }

    pub(super) fn operation(&self, tuple: &Tuple) -> Result<&'static Operation, Refusal> {
        let refuse = |outcome, stage| move |message| Refusal { outcome, stage, message };
        let (operation, form) = operation::find(tuple).map_err(refuse(Outcome::Unsupported, None))?;
        operation::check_operands(form, tuple).map_err(refuse(Outcome::Error, None))?;
        self.check(operation, tuple).map_err(refuse(Outcome::Rejected, Some(RunStage::Verify)))?;
        Ok(operation)
    }

    fn check(&self, operation: &Operation, tuple: &Tuple) -> Result<(), String> {
        let subject = Subject { target: self.target, tuple };
        let left_out = |check: &&Check| self.faults.check_left_out.as_deref() == Some(check.name);
        for stage in STAGES {
            for check in COMMON.iter().chain(operation.checks).filter(|c| c.stage == stage) {
                if !left_out(&check) {
                    (check.run)(&subject)?;
                }
            }
        }
        Ok(())
    }
}
