//! The operations of the models: one file and one line each.

mod column_extreme;
mod column_fold;
mod column_place;
mod expand_arith;
mod places;
mod row_expand_arith;
mod row_extreme;
mod row_place;

use crate::operation::{Form, Operation};
use ptoconf_schemas::Tuple;

/// Declares the modules and lists the operations.
macro_rules! operations {
    ($($name:ident,)*) => {
        $(mod $name;)*
        /// Every operation that the models have.
        pub(crate) const OPERATIONS: &[&Operation] = &[$(&$name::OPERATION,)*];
    };
}

operations! {
    tcolsum,
    tcolexpand,
    tcolexpandadd,
    tcolexpandsub,
    tcolexpandmul,
    tcolexpanddiv,
    tcolexpandexpdif,
    tcolexpandmax,
    tcolexpandmin,
    tcolargmax,
    tcolargmin,
    tcolmax,
    tcolmin,
    tcolprod,
    trowargmax,
    trowargmin,
    trowexpand,
    trowexpandadd,
    trowexpandsub,
    trowexpandmul,
    trowexpanddiv,
    trowexpandexpdif,
    trowexpandmax,
    trowexpandmin,
    trowmax,
    trowmin,
    trowprod,
    trowsum,
    tconcat,
}

/// The operation and the form of a tuple; the error says which of them is not there.
pub(crate) fn find(tuple: &Tuple) -> Result<(&'static Operation, &'static Form), String> {
    let operation = OPERATIONS.iter().find(|o| o.name == tuple.op);
    let operation = operation.ok_or_else(|| format!("the model has no operation {}", tuple.op))?;
    let form = operation.forms.iter().find(|f| f.name == tuple.form);
    let form = form.ok_or_else(|| format!("the model has no form {} of {}", tuple.form, tuple.op))?;
    Ok((operation, form))
}
