//! What an operation of a model consists of, and the list of them.

use super::legality::Check;
use super::target::Target;
use super::unit::{MissingOperand, Unit};
use super::{tcolexpand, tcolexpandadd, tcolexpandsub, tcolsum, tconcat};
use ptoconf_schemas::Tuple;

/// Every operation that the models have.
pub(super) const OPERATIONS: &[&Operation] =
    &[&tcolsum::OPERATION, &tcolexpand::OPERATION, &tcolexpandadd::OPERATION, &tcolexpandsub::OPERATION, &tconcat::OPERATION];

/// A form: its name and its operands in the order of the intrinsic.
pub(super) struct Form {
    /// Name.
    pub name: &'static str,
    /// Operand names.
    pub operands: &'static [&'static str],
}

/// An operation.
pub(super) struct Operation {
    /// Name.
    pub name: &'static str,
    /// Its forms.
    pub forms: &'static [Form],
    /// Its own legality checks; the common ones come on top.
    pub checks: &'static [Check],
    /// Whether the scratch operands may be written.
    pub scratch_used: fn(&Target, &Tuple) -> bool,
    /// The kernel.
    pub run: fn(&mut Unit) -> Result<(), MissingOperand>,
}

/// The operation and the form of a tuple; the error says which of them is not there.
pub(super) fn find(tuple: &Tuple) -> Result<(&'static Operation, &'static Form), String> {
    let operation = OPERATIONS.iter().find(|o| o.name == tuple.op);
    let operation = operation.ok_or_else(|| format!("the model has no operation {}", tuple.op))?;
    let form = operation.forms.iter().find(|f| f.name == tuple.form);
    let form = form.ok_or_else(|| format!("the model has no form {} of {}", tuple.form, tuple.op))?;
    Ok((operation, form))
}

/// Whether the tuple has the operands of the form, in order; the error lists both.
pub(super) fn check_operands(form: &Form, tuple: &Tuple) -> Result<(), String> {
    let found: Vec<&str> = tuple.operands.iter().map(|o| o.name.as_str()).collect();
    if found == form.operands {
        return Ok(());
    }
    Err(format!("form {} of {} has the operands {}, and the tuple has {}", form.name, tuple.op, form.operands.join(", "), found.join(", ")))
}
