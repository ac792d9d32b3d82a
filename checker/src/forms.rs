//! Forms that an implementation does not have at all, although the profile asks for them.

use crate::counted::Counted;
use crate::state::Cause;
use ptoconf_schemas::{CaseId, DeviationReport, Expectation, OptionInfo, ReadingInfo};

/// The options that are not admitted under which forms do not exist, where not a single case of those forms that has
/// to run does, and some of another form do: who rejects everything says nothing of forms.
pub fn missing(operation: Counted<'_>) -> Vec<DeviationReport> {
    let mut deviations = vec![];
    for reading in &operation.info.readings {
        let other = reading.options.iter().filter(|o| !o.lacks.is_empty() && !reading.admitted.contains(&o.name));
        deviations.extend(other.filter_map(|option| missing_by(operation, reading, option)));
    }
    deviations
}

fn missing_by(operation: Counted<'_>, reading: &ReadingInfo, option: &OptionInfo) -> Option<DeviationReport> {
    let of_forms = || cases(operation).filter(|(form, ..)| option.lacks.iter().any(|lacks| lacks == form));
    let has_to_run = |tuple: usize| matches!(operation.answers[tuple].expect, Expectation::Accept { .. });
    let mut judged = of_forms().filter(|(_, (tuple, _), cause)| has_to_run(*tuple) && *cause != Cause::Filtered).peekable();
    let (_, (tuple, slot), _) = *judged.peek()?;
    let is_absent = |cause: Cause| matches!(cause, Cause::Rejected | Cause::Unsupported);
    let others_run = cases(operation).any(|(_, (tuple, _), cause)| has_to_run(tuple) && cause == Cause::Pass);
    (others_run && judged.all(|(.., cause)| is_absent(cause))).then(|| DeviationReport {
        reading: reading.id.clone(),
        options: vec![option.name.clone()],
        statement: reading.answered(option, false, &reading.admitted),
        places: vec![operation.info.name.clone()],
        admitted: reading.admitted.clone(),
        cases: of_forms().filter(|(.., cause)| cause.failure().is_some()).count() as u64,
        example: CaseId { op: &operation.info.name, tuple: operation.cases.name(tuple), slot }.to_string(),
    })
}

/// The cases of an operation: form, tuple and slot, what became of it.
fn cases(operation: Counted<'_>) -> impl Iterator<Item = (&str, (usize, u32), Cause)> {
    let tuples = operation.tuples.iter().zip(operation.cases.iter()).enumerate();
    tuples.flat_map(|(tuple, (line, causes))| (0..).zip(causes).map(move |(slot, &cause)| (line.tuple.form.as_str(), (tuple, slot), cause)))
}
