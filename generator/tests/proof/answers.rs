//! Answers: named once, admitted where a tuple runs, and never the canary by accident.

use crate::common::{PLANS, STACKS, place};
use ptoconf_generator::{Plan, readings_of_values};
use ptoconf_reference::ops;
use ptoconf_schemas::{Alternative, BaseProfile, CANARY, DType, Expectation, Judgement};
use std::collections::{BTreeMap, BTreeSet};

/// Whether a choice that the profile admits leads to an alternative; readings and options must be known.
fn admitted(plan: &Plan, alternative: &Alternative) -> bool {
    alternative.when.iter().all(|(id, options)| {
        let reading = ops::readings().into_iter().find(|r| r.id == *id).unwrap_or_else(|| panic!("no reading {id}"));
        assert!(options.iter().all(|o| reading.find(o).is_some()) && options.len() < reading.options.len(), "{id}: {options:?}");
        plan.contract.profile.admitted(reading).iter().any(|admitted| options.iter().any(|o| o == admitted))
    })
}

#[test]
fn alternatives_are_named_once_and_some_are_admitted() {
    for (plan, item, stack) in STACKS.iter() {
        let (place, alternatives) = (place(plan, item), &stack.answer.alternatives);
        let names: BTreeSet<&str> = alternatives.iter().map(|a| a.name.as_str()).collect();
        assert_eq!(names.len(), alternatives.len(), "{place}: {names:?}");
        let rejects = |wanted: bool| alternatives.iter().any(|a| a.rejects == wanted && admitted(plan, a));
        match item.expect {
            Expectation::Accept { .. } => assert!(rejects(false), "{place}: {names:?}"),
            Expectation::Either { .. } => assert!(rejects(false) && rejects(true), "{place}: {names:?}"),
            Expectation::Reject { .. } => assert!(rejects(true) && !rejects(false), "{place}: {names:?}"),
        }
        for alternative in alternatives.iter().filter(|a| !a.rejects) {
            let outputs = item.choice.tuple.with_role(ptoconf_schemas::Role::Out).map(|o| o.name.as_str());
            assert!(outputs.eq(sorted_like(&item.choice.tuple, alternative)), "{place} {}", alternative.name);
        }
    }
}

/// The outputs of an alternative in the order of the tuple.
fn sorted_like<'a>(tuple: &'a ptoconf_schemas::Tuple, alternative: &'a Alternative) -> impl Iterator<Item = &'a str> {
    let there = tuple.operands.iter().map(|o| o.name.as_str()).filter(|n| alternative.outputs.contains_key(n));
    there.chain(alternative.outputs.keys().filter(|n| tuple.tile(n).is_none()))
}

#[test]
fn members_exist_fit_their_region_and_are_not_canary() {
    for (plan, item, stack) in STACKS.iter() {
        for alternative in &stack.answer.alternatives {
            for (operand, output) in &alternative.outputs {
                let place = format!("{} {} {operand}", place(plan, item), alternative.name);
                let shape = [item.cases, output.region[0], output.region[1]].map(u64::from);
                let array = |name: &String| {
                    let array = stack.answers.iter().find(|a| a.name == *name).expect(&place);
                    assert_eq!((&array.shape[..], array.data.len()), (&shape[..], elements(&shape) * array.dtype.bytes()), "{place}");
                    array
                };
                let tile = item.choice.tuple.tile(operand).expect(&place);
                assert!(output.region[0] <= tile.rows() && output.region[1] <= tile.cols(), "{place}: {:?}", output.region);
                output.mask.iter().for_each(|m| assert!(array(m).data.iter().all(|b| *b < 2), "{place}"));
                let (member, any_nan) = match &output.judge {
                    Judgement::Bits { member } => (array(member), false),
                    Judgement::Value { member } => (array(member), true),
                    Judgement::Within { lowest, highest, special } => {
                        assert!(array(special).data.iter().all(|b| *b < 8), "{place}");
                        assert_eq!(array(highest).dtype, tile.dtype, "{place}");
                        (array(lowest), false)
                    }
                    Judgement::Ulps { nearest, ulps } => {
                        assert_eq!(array(ulps).dtype, DType::U8, "{place}");
                        (array(nearest), true)
                    }
                    _ => continue,
                };
                assert_eq!(member.dtype, tile.dtype, "{place}");
                let canary = elements(&shape) * member.dtype.bytes() > 4 && member.data.iter().all(|b| *b == CANARY);
                assert!(!canary || output.mask.is_some(), "{place}");
                for i in (0..elements(&shape)).filter(|_| any_nan) {
                    let bits = member.dtype.read(&member.data, i);
                    let (_, infinity, mantissa) = member.dtype.float_masks().expect("values are floats");
                    assert!(!member.dtype.is_nan(bits) || bits == (infinity | mantissa.div_ceil(2)), "{place}: {bits:x}");
                }
            }
        }
    }
}

fn elements(shape: &[u64]) -> usize {
    shape.iter().product::<u64>() as usize
}

/// The same request gives the same stack, whatever was made before.
#[test]
fn stacks_do_not_depend_on_what_was_made_before() {
    for (plan, item, stack) in STACKS.iter().rev().step_by(97) {
        assert_eq!(plan.stack(item), *stack, "{}", place(plan, item));
    }
    assert!(PLANS.iter().all(|p| p.items.len() > 100));
}

/// What is said of an operation without making a set: all that its answers hang on, and less than there is.
#[test]
fn readings_of_values_are_those_that_answers_hang_on() {
    let place = |plan: &Plan| (plan.contract.operation.name, plan.contract.profile.base);
    let said: BTreeMap<_, _> = PLANS.iter().map(|plan| (place(plan), readings_of_values(plan.contract))).collect();
    for (plan, item, stack) in STACKS.iter() {
        let decides = |id: &str| plan.contract.rules().any(|rule| rule.reading.as_deref() == Some(id));
        let ids = stack.answer.alternatives.iter().flat_map(|alternative| alternative.when.iter()).map(|(id, _)| id);
        for id in ids.filter(|id| ops::shared().readings.iter().any(|r| r.id == *id) && !decides(id)) {
            assert!(said[&place(plan)].contains(id), "{:?} {} hangs on {id}", place(plan), item.name);
        }
    }
    let moves = &said[&("tcolexpand", BaseProfile::Portable)];
    assert!(moves.contains("tile/copied-nan") && !moves.contains("tile/nan"), "{moves:?}");
}
