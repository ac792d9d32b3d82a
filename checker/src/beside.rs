//! What else is wrong in cases that fail, whatever they fail for: memory that was written outside the result, and inputs that changed.
//!
//! A case has one verdict, that of the first thing that is wrong with it; a gate has to see the others, too.

use crate::CheckError;
use crate::judge::{Buffers, Operation};
use crate::padding::Reach;
use crate::plan::Plan;
use crate::state::{CaseState, Cause};
use ptoconf_parallel::{AHEAD, in_order};
use std::collections::BTreeMap;

/// By tuple and slot: the operands beside which memory was written, and those that changed, in words.
pub type Beside = BTreeMap<(u32, u32), Vec<String>>;

/// What was written beside the results of failing cases, further than the profile admits.
pub fn beside(operation: &Operation<'_>, states: &[Vec<CaseState>], threads: usize) -> Result<Beside, CheckError> {
    let mut all = Beside::new();
    if operation.legality_only {
        return Ok(all);
    }
    let tuples: Vec<usize> = (0..states.len()).filter(|&tuple| states[tuple].iter().any(has_arrays)).collect();
    let work = |buffers: &mut Buffers, at: usize| of_tuple(operation, tuples[at], &states[tuples[at]], buffers);
    in_order(threads, threads * AHEAD, tuples.len(), Buffers::default, work, |at, found| {
        for (slot, words) in found {
            all.entry((tuples[at] as u32, slot)).or_default().push(words);
        }
        Ok::<_, CheckError>(())
    })?;
    Ok(all)
}

/// Whether a case fails that came back with arrays that can be used.
fn has_arrays(state: &CaseState) -> bool {
    matches!(state.cause, Cause::Mismatch | Cause::Accepted | Cause::Touched | Cause::InputChanged | Cause::Padding)
}

fn of_tuple(
    operation: &Operation<'_>,
    tuple: usize,
    states: &[CaseState],
    buffers: &mut Buffers,
) -> Result<Vec<(u32, String)>, CheckError> {
    let slots: Vec<u32> = (0..).zip(states).filter(|(_, state)| has_arrays(state)).map(|(slot, _)| slot).collect();
    let plan = operation.plan(tuple)?;
    let mut found = outside(operation, tuple, &plan, &slots, buffers);
    found.extend(changed(operation, tuple, &slots, buffers)?);
    Ok(found)
}

/// Outputs that were written further than any accepted result lets them be.
fn outside(operation: &Operation<'_>, tuple: usize, plan: &Plan<'_>, slots: &[u32], buffers: &mut Buffers) -> Vec<(u32, String)> {
    let (line, canary) = (&operation.reader.tuples[tuple], operation.suite.canary);
    let Some(padding) = operation.catalog.padding() else { return vec![] };
    let admitted = operation.catalog.admitted_options(padding, &line.tuple);
    let mut found = vec![];
    for operand in line.tuple.with_role(ptoconf_schemas::Role::Out) {
        let of_operand = |check: &&usize| plan.checks[**check].operand == operand.name;
        let checks: Vec<usize> = plan.accepted().flat_map(|checks| checks.iter().filter(of_operand)).copied().collect();
        if checks.is_empty() {
            continue;
        }
        let read = operation.outputs.read(line, &operand.name, canary, &mut buffers.actual);
        for &slot in slots.iter().filter(|slot| read.error(**slot).is_none()) {
            let reach = |&check: &usize| {
                let check = &plan.checks[check];
                check.reach(&check.geometry(line.cases), canary, &buffers.actual, slot as usize)
            };
            let least = checks.iter().map(reach).min().flatten().unwrap_or(Reach::Untouched);
            if operation.catalog.padding_agreeing(padding, least) & admitted == 0 {
                found.push((slot, format!("{} ({})", operand.name, least.place())));
            }
        }
    }
    found
}

/// Inputs that came back changed.
fn changed(operation: &Operation<'_>, tuple: usize, slots: &[u32], buffers: &mut Buffers) -> Result<Vec<(u32, String)>, CheckError> {
    let (line, mut before, mut found) = (&operation.reader.tuples[tuple], vec![], vec![]);
    for operand in operation.returned_inputs(tuple) {
        let read = operation.outputs.read(line, &operand.name, operation.suite.canary, &mut buffers.actual);
        operation.reader.inputs(line, &operand.name, &mut before)?;
        let size = operand.tile.bytes() as usize;
        let differs = |slot: u32| {
            let tile = slot as usize * size..(slot as usize + 1) * size;
            read.error(slot).is_none() && buffers.actual[tile.clone()] != before[tile]
        };
        found.extend(slots.iter().filter(|slot| differs(**slot)).map(|slot| (*slot, format!("{} (changed)", operand.name))));
    }
    Ok(found)
}
