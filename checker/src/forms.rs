//! Forms that an implementation does not have at all, although the profile asks for them.

use crate::judge::Operation;
use crate::run::Run;
use crate::state::{CaseState, Cause};
use ptoconf_schemas::{DeviationReport, Expectation, OptionInfo, ReadingInfo};

/// The options that are not admitted under which forms do not exist, where not a single case of those forms that has
/// to run does, and some of another form do: who rejects everything says nothing of forms.
pub fn missing(run: &Run<'_>) -> Vec<DeviationReport> {
    let mut deviations = vec![];
    for (at, info) in run.suite.operations.iter().enumerate() {
        for reading in &info.readings {
            let other = reading.options.iter().filter(|o| !o.lacks.is_empty() && !reading.admitted.contains(&o.name));
            deviations.extend(other.filter_map(|option| missing_by(run, at, reading, option)));
        }
    }
    deviations
}

fn missing_by(run: &Run<'_>, at: usize, reading: &ReadingInfo, option: &OptionInfo) -> Option<DeviationReport> {
    let operation = &run.operations[at];
    let of_forms = || cases(operation, &run.states[at]).filter(|(form, ..)| option.lacks.iter().any(|lacks| lacks == form));
    let has_to_run = |tuple: usize| matches!(operation.answers[tuple].expect, Expectation::Accept { .. });
    let mut judged = of_forms().filter(|(_, (tuple, _), state)| has_to_run(*tuple) && state.cause != Cause::Filtered).peekable();
    let (_, (tuple, slot), _) = *judged.peek()?;
    let is_absent = |state: &CaseState| matches!(state.cause, Cause::Rejected | Cause::Unsupported);
    let runs = |(_, (tuple, _), state): (&str, (usize, u32), &CaseState)| has_to_run(tuple) && state.cause == Cause::Pass;
    let others_run = cases(operation, &run.states[at]).any(runs);
    (others_run && judged.all(|(.., state)| is_absent(state))).then(|| DeviationReport {
        reading: reading.id.clone(),
        options: vec![option.name.clone()],
        statement: option.statement.clone(),
        places: vec![operation.name.to_owned()],
        admitted: reading.admitted.clone(),
        cases: of_forms().filter(|(.., state)| state.cause.failure().is_some()).count() as u64,
        example: run.id((at, tuple, slot)),
    })
}

/// The cases of an operation: form, tuple and slot, what became of it.
fn cases<'a>(operation: &'a Operation<'_>, states: &'a [Vec<CaseState>]) -> impl Iterator<Item = (&'a str, (usize, u32), &'a CaseState)> {
    let tuples = operation.reader.tuples.iter().zip(states).enumerate();
    tuples.flat_map(|(tuple, (line, states))| (0..).zip(states).map(move |(slot, state)| (line.tuple.form.as_str(), (tuple, slot), state)))
}
