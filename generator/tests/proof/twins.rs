//! Legal twins: they exist, are plainly legal, and differ in one thing.

use crate::common::{PLANS, place};
use ptoconf_generator::Item;
use ptoconf_reference::{Class, Form, Runs};
use ptoconf_schemas::{Expectation, Role, Tuple};
use std::collections::{BTreeMap, BTreeSet};

/// The kinds of things that differ. Two inputs in each other's place are one change, whatever their tiles differ in.
fn differences(form: &Form, item: &Item, twin: &Item) -> BTreeSet<&'static str> {
    let own = of_tuple(form, &item.choice.tuple, item, twin);
    let inputs: Vec<usize> = (0..form.operands.len()).filter(|&i| form.operands[i].role == Role::In).collect();
    let pairs = inputs.iter().flat_map(|&a| inputs.iter().filter(move |&&b| a < b).map(move |&b| (a, b)));
    let exchanged = pairs.map(|(a, b)| {
        let mut tuple = item.choice.tuple.clone();
        (tuple.operands[a].tile, tuple.operands[b].tile) = (tuple.operands[b].tile.clone(), tuple.operands[a].tile.clone());
        let mut kinds = of_tuple(form, &tuple, item, twin);
        kinds.insert("exchanged");
        kinds
    });
    std::iter::once(own).chain(exchanged).min_by_key(BTreeSet::len).unwrap_or_default()
}

/// The same of a tuple as it stands, without those that only follow from another: a row of another
/// dtype has other columns, a tile of another layout or valid region another physical shape.
fn of_tuple(form: &Form, a: &Tuple, item: &Item, twin: &Item) -> BTreeSet<&'static str> {
    let mut kinds = BTreeSet::new();
    let b = &twin.choice.tuple;
    let mut note = |kind, differs: bool| {
        if differs {
            kinds.insert(kind);
        }
    };
    note("form", a.form != b.form);
    note("attributes", a.attributes != b.attributes);
    note("class", item.choice.class != twin.choice.class);
    for (a, b) in a.operands.iter().zip(&b.operands) {
        let (a, b) = (&a.tile, &b.tile);
        note("loc", a.loc != b.loc);
        note("dtype", a.dtype != b.dtype);
        note("shape", a.shape != b.shape);
        note("valid", a.valid != b.valid);
        note("dynamic", a.dynamic != b.dynamic);
        note("layout", (a.blayout, a.slayout) != (b.blayout, b.slayout));
        note("fractal", a.fractal != b.fractal);
        note("pad", a.pad != b.pad);
        note("address", a.address != b.address);
        note("same_as", a.same_as != b.same_as);
    }
    if kinds.contains("dtype") {
        kinds.remove("valid");
        let dtype = twin.choice.tuple.operands[0].tile.dtype;
        // A class of integers says nothing for floats: the twin then has the plainest class.
        if Class::parse(item.choice.class).is_some_and(|c| !c.applies(dtype)) {
            kinds.remove("class");
        }
    }
    // In another arrangement of a form, an operand of another layout has another valid region.
    if kinds.contains("layout") && form.arrangements() > 1 {
        kinds.remove("valid");
    }
    if kinds.contains("valid") {
        kinds.remove("dynamic");
    }
    // What breaks a rule whatever its data has those of any class; and where no legal tuple with the class of an open one is
    // near, the twin has another.
    if kinds.len() > 1 {
        kinds.remove("class");
    }
    if kinds.len() > 1 {
        kinds.remove("shape");
    }
    kinds
}

#[test]
fn twins_are_plainly_legal_and_differ_in_one_thing() {
    let mut wrong = vec![];
    for plan in PLANS.iter() {
        let by_name: BTreeMap<&str, &Item> = plan.items.iter().map(|i| (i.name.as_str(), i)).collect();
        for item in &plan.items {
            let Some(twin) = item.expect.twin() else { continue };
            let place = place(plan, item);
            let twin = by_name.get(twin).expect(&place);
            assert!(matches!(twin.expect, Expectation::Accept { .. }), "{place}");
            let runs = plan.contract.runs(&twin.choice.tuple, twin.choice.class);
            assert_eq!(runs, Runs::Always, "{place}");
            let kinds = differences(&plan.contract.operation.forms[item.form], item, twin);
            // Two rules may take two changes to meet.
            let two = ["joint", "several"].contains(&item.strategy);
            if kinds.len() != 1 && !(two && kinds.len() == 2) {
                wrong.push(format!("{place}: {kinds:?} ({})", item.why));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
