//! A model of a device: what it accepts, and what it computes.

use crate::change::Change;
use crate::legality::{COMMON, Check, Lean, STAGES, Subject};
use crate::machine::decisions::Decisions;
use crate::machine::target::{TARGETS, Target};
use crate::operation::{self, Operation};
use crate::ops::{self, OPERATIONS};
use ptoconf_schemas::{Implementation, Observes, Outcome, RunStage, Tuple};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A model of a device. Right unless it is changed.
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) target: &'static Target,
    pub(crate) change: Option<Arc<Change>>,
}

/// The model of this name: `a2a3`, `a5` or `cpu`.
pub fn builtin(name: &str) -> Option<Model> {
    let target = TARGETS.iter().find(|t| t.name == name)?;
    Some(Model { target, change: None })
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
    /// Whether the first output was written before; never so for a right model.
    pub late: bool,
}

impl Model {
    /// Name, as [`builtin`] takes it.
    pub fn name(&self) -> &'static str {
        self.target.name
    }

    /// The same model with this change.
    pub fn changed(self, change: Change) -> Model {
        Model { change: Some(Arc::new(change)), ..self }
    }

    /// Its decisions.
    pub(crate) fn decisions(&self) -> &Decisions {
        self.change.as_ref().map_or(&Decisions::RIGHT, |c| &c.decisions)
    }

    /// How results name this model.
    pub fn implementation(&self) -> Implementation {
        let mut details = BTreeMap::new();
        if let Some(change) = &self.change {
            details.insert("change".to_owned(), change.name.clone());
        }
        let (name, version) = (format!("builtin:{}", self.name()), env!("CARGO_PKG_VERSION").to_owned());
        // Its memory is one image, compared with what it was before: `Plan::touched`.
        Implementation { name, version, observes: Observes::ALL.to_vec(), details, ..Implementation::default() }
    }

    /// Names of all legality checks, in the order in which they are made, the common ones first
    /// in each stage. Each can be changed: [`Change::check`].
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

    /// Whether this model decides on a tuple as the right one does: what it checks otherwise turns out the same there.
    pub fn decides_alike(&self, tuple: &Tuple) -> bool {
        let Some(change) = self.change.as_ref().filter(|change| !change.checks.is_empty()) else { return true };
        let Ok((operation, form)) = ops::find(tuple) else { return true };
        if operation::check_operands(form, tuple).is_err() {
            return true;
        }
        let subject = Subject { target: self.target, tuple, lean: Lean::Exact };
        let is_alike =
            |check: &Check| !change.is_late(check.name) && change.make(check, operation, &subject).is_ok() == (check.run)(&subject).is_ok();
        COMMON.iter().chain(operation.checks).filter(|check| change.has(check.name)).all(is_alike)
    }

    /// Whether one of the tuple's tiles is no type to the C++ library, whatever the operation.
    pub fn lacks_type(&self, tuple: &Tuple) -> bool {
        const CHECKS: &[&str] = &["tile/static-extent", "tile/fractal", "tile/row-bytes", "tile/box-columns", "tile/box-rows"];
        let subject = Subject { target: self.target, tuple, lean: Lean::Exact };
        COMMON.iter().filter(|check| CHECKS.contains(&check.name)).any(|check| (check.run)(&subject).is_err())
    }

    pub(crate) fn operation(&self, tuple: &Tuple) -> Result<&'static Operation, Refusal> {
        let refuse = |outcome| move |message| Refusal { outcome, stage: None, message, late: false };
        let (operation, form) = ops::find(tuple).map_err(refuse(Outcome::Unsupported))?;
        operation::check_operands(form, tuple).map_err(refuse(Outcome::Error))?;
        self.check(operation, tuple)?;
        Ok(operation)
    }

    fn check(&self, operation: &Operation, tuple: &Tuple) -> Result<(), Refusal> {
        let subject = Subject { target: self.target, tuple, lean: Lean::Exact };
        for stage in STAGES {
            for check in COMMON.iter().chain(operation.checks).filter(|c| c.stage == stage) {
                let result = self.change.as_ref().map_or_else(|| (check.run)(&subject), |c| c.make(check, operation, &subject));
                result.map_err(|message| {
                    let late = self.change.as_ref().is_some_and(|c| c.is_late(check.name));
                    Refusal { outcome: Outcome::Rejected, stage: Some(RunStage::Verify), message, late }
                })?;
            }
        }
        Ok(())
    }
}
