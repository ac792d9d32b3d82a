//! Which readings the values of an operation hang on.

use crate::model::{Extents, Model};
use ptoconf_reference::{Behaviour, Class, Contract, Form, Query};
use ptoconf_schemas::DType;
use std::collections::BTreeSet;

/// Physical extents for every tile, and valid ones with a part of a block left over.
const EXTENTS: Extents = Extents::new([4, 64], [4, 33]);

/// The readings, by id as behaviours name them, that some form's values hang on in some element type and data class.
pub fn readings_of_values(contract: &Contract) -> BTreeSet<String> {
    contract.operation.forms.iter().flat_map(|form| of_form(contract, form)).collect()
}

fn of_form(contract: &Contract, form: &Form) -> BTreeSet<String> {
    let model = Model::new(contract, form);
    let types = || DType::ALL.iter().flat_map(|&data| [DType::I32, data].map(|index| [data, index]));
    let choices = types().flat_map(|types| form.classes.iter().map(move |class| (types, *class)));
    choices.flat_map(|(types, class)| behaviours(&model, contract, types, class)).flat_map(|b| b.readings).map(|(id, _)| id).collect()
}

/// Every known behaviour on a tuple of these types and this class, if it runs.
fn behaviours(model: &Model, contract: &Contract, types: [DType; 2], class: Class) -> Vec<Behaviour> {
    let Some(choice) = model.runnable_of_shape(types, class, EXTENTS) else { return vec![] };
    (contract.operation.meaning)(&Query { tuple: &choice.tuple, class: class.name, profile: contract.profile, follows: &[] })
}
