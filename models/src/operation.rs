//! What an operation of a model consists of.

use crate::legality::Check;
use crate::machine::target::Target;
use crate::machine::unit::{MissingOperand, Unit};
use ptoconf_schemas::Tuple;

/// A form: its name and its operands in the order of the intrinsic.
pub(crate) struct Form {
    /// Name.
    pub name: &'static str,
    /// Operand names.
    pub operands: &'static [&'static str],
}

/// An operation.
pub(crate) struct Operation {
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

/// Whether the tuple has the operands of the form, in order; the error lists both.
pub(crate) fn check_operands(form: &Form, tuple: &Tuple) -> Result<(), String> {
    let found: Vec<&str> = tuple.operands.iter().map(|o| o.name.as_str()).collect();
    if found == form.operands {
        return Ok(());
    }
    Err(format!("form {} of {} has the operands {}, and the tuple has {}", form.name, tuple.op, form.operands.join(", "), found.join(", ")))
}
