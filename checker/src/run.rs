//! A whole check: everything read, every case judged.

use crate::choice::Choices;
use crate::judge::{Buffers, Operation};
use crate::options::Options;
use crate::state::{CaseState, Cause};
use crate::waivers::Waivers;
use crate::{CheckError, parallel};
use ptoconf_schemas::{CaseId, Suite};
use ptoconf_vectors::SetReader;
use std::collections::BTreeSet;

/// Every case of a set, judged.
pub struct Run<'a> {
    /// The head of the set.
    pub suite: &'a Suite,
    /// Its operations, in order.
    pub operations: Vec<Operation<'a>>,
    /// What became of the cases: by operation, tuple and slot.
    pub states: Vec<Vec<Vec<CaseState>>>,
    /// The choice that the results follow.
    pub choices: Choices<'a>,
    /// Waivers that covered nothing.
    pub stale_waivers: Vec<String>,
}

/// Verifies the containers that are about to be trusted.
pub fn verify(set: &SetReader, operations: &[Operation<'_>], options: &Options<'_>) -> Result<(), CheckError> {
    let mut files = BTreeSet::new();
    for operation in operations {
        for (line, answer) in operation.reader.tuples.iter().zip(operation.answers) {
            if !(0..line.cases).any(|slot| (options.filter)(line, slot)) {
                continue;
            }
            files.extend(answer.file.iter().map(|file| format!("{}/{file}", operation.name)));
            // The answers are right for these inputs and no others.
            files.extend(line.inputs.iter().map(|file| format!("{}/{file}", operation.name)));
        }
    }
    let files: Vec<String> = files.into_iter().collect();
    parallel::map(options.threads, files.len(), || (), |(), i| set.verify_file(&files[i]), |()| ())?;
    Ok(())
}

impl<'a> Run<'a> {
    /// Judges every case.
    pub fn new(suite: &'a Suite, operations: Vec<Operation<'a>>, options: &Options<'_>) -> Result<Self, CheckError> {
        let flat = operations.iter().enumerate().flat_map(|(o, op)| (0..op.reader.tuples.len()).map(move |t| (o, t)));
        let tuples: Vec<(usize, usize)> = flat.collect();
        let filter = &options.filter;
        let work = |buffers: &mut Buffers, item: usize| {
            let (operation, tuple) = tuples[item];
            operations[operation].judge(tuple, filter, buffers)
        };
        let (mut done, all) = (0, suite.cases());
        let progress = |states: &Vec<CaseState>| {
            done += states.len() as u64;
            if let Some(progress) = options.progress {
                progress(done, all);
            }
        };
        let judged = parallel::map(options.threads, tuples.len(), Buffers::default, work, progress)?;
        let mut states: Vec<Vec<Vec<CaseState>>> = operations.iter().map(|op| Vec::with_capacity(op.reader.tuples.len())).collect();
        for ((operation, _), cases) in tuples.iter().zip(judged) {
            states[*operation].push(cases);
        }
        let mut run = Run { suite, operations, states, choices: Choices::default(), stale_waivers: Vec::new() };
        run.settle()?;
        run.waive(options);
        Ok(run)
    }

    /// Looks for the choice that explains all results, and marks those that it does not explain.
    fn settle(&mut self) -> Result<(), CheckError> {
        for (index, (operation, of_operation)) in self.operations.iter().zip(&self.states).enumerate() {
            for (tuple, states) in of_operation.iter().enumerate().filter(|(_, states)| states.iter().any(|s| s.matched() != 0)) {
                let line = &operation.reader.tuples[tuple];
                self.choices.add(operation.catalog, &operation.plan(tuple)?, &line.tuple, (index, tuple), states);
            }
        }
        for (operation, tuple, slot) in self.choices.solve()? {
            self.states[operation][tuple][slot as usize].cause = Cause::Inconsistent;
        }
        Ok(())
    }

    fn waive(&mut self, options: &Options<'_>) {
        let mut waivers = Waivers::new(options.waivers.as_ref());
        if waivers.is_empty() {
            return;
        }
        for (operation, tuples) in self.operations.iter().zip(&mut self.states) {
            for (line, states) in operation.reader.tuples.iter().zip(tuples) {
                for (slot, state) in (0..).zip(states) {
                    let id = || CaseId { op: operation.name, tuple: &line.name, slot }.to_string();
                    match state.cause.failure() {
                        Some(kind) if waivers.cover(&id(), kind) => state.cause = Cause::Waived,
                        None if state.cause == Cause::Filtered => waivers.pass_over(&id()),
                        _ => {}
                    }
                }
            }
        }
        self.stale_waivers = waivers.stale();
    }

    /// The id of a case.
    pub fn id(&self, (operation, tuple, slot): (usize, usize, u32)) -> String {
        let operation = &self.operations[operation];
        CaseId { op: operation.name, tuple: &operation.reader.tuples[tuple].name, slot }.to_string()
    }
}
