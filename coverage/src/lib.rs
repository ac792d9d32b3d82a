//! What a vector set covers, recomputed from its files alone.
//!
//! [`measure`] reads tuples, expectations and the arrays of the answers, and classifies them on its own:
//! this crate knows neither the generator's parameters nor the reference's rules, so that deleted or
//! hand-written tuples count as they stand. [`Floors`] says how little a tier may cover.

mod answers;
mod binding;
mod combinations;
mod floors;
mod form;
mod kills;
mod readings;
pub mod report;
mod rules;
mod shape;
mod table;
mod tuple;

pub use floors::Floors;
pub use kills::kill_score;
use ptoconf_parallel::in_order;
use ptoconf_schemas::{AnswerLine, CoverageReport, Expectation, OperationCoverage, OperationInfo, SetId, SmolStr, TupleLine};
use ptoconf_vectors::{Error, SetReader};
use std::collections::HashSet;
use std::sync::Arc;

/// A tuple with what is expected of it.
type Tuple<'a> = (&'a TupleLine, &'a Expected);

/// What is expected of a tuple, but for the answers: most of what these take is not looked at again.
struct Expected {
    class: SmolStr,
    strategy: SmolStr,
    expect: Expectation,
    /// The rules that the tuple does not simply keep: those of one tuple are those of many.
    contested: Arc<[SmolStr]>,
}

/// Recomputes what a set covers, an operation on each of some threads. Answers have to be there: those of a blind set joined.
///
/// # Errors
/// The set cannot be read, or its answers are withheld.
pub fn measure(set: &SetReader, threads: usize) -> Result<CoverageReport, Error> {
    let (suite, mut operations) = (set.suite(), vec![]);
    let of_operation = |(): &mut (), at: usize| operation(set, &suite.operations[at]);
    in_order(
        threads,
        suite.operations.len(),
        suite.operations.len(),
        || (),
        of_operation,
        |_, measured| {
            operations.push(measured);
            Ok::<_, Error>(())
        },
    )?;
    Ok(CoverageReport {
        format: CoverageReport::FORMAT.to_owned(),
        set: SetId::new(suite, set.digest()),
        filters: suite.filters.clone(),
        operations,
        has_floor: false,
        shortfalls: vec![],
    })
}

fn operation(set: &SetReader, info: &OperationInfo) -> Result<OperationCoverage, Error> {
    let (suite, reader) = (set.suite(), set.operation(&info.name)?);
    let mut readings = readings::Readings::default();
    let mut cases = binding::Cases::default();
    let (mut expected, mut known) = (Vec::with_capacity(reader.tuples.len()), HashSet::new());
    reader.each_answer(|line, answer| {
        let contents = answers::Contents::read(&reader, line, &answer)?;
        readings.add(&answer, &contents);
        cases.add(suite, line, &answer, &contents);
        let rules: Vec<SmolStr> = answer.contested().map(SmolStr::from).collect();
        let contested = known.get(&rules[..]).cloned().unwrap_or_else(|| rules.into());
        known.insert(Arc::clone(&contested));
        let AnswerLine { class, strategy, expect, .. } = answer;
        expected.push(Expected { class, strategy, expect, contested });
        Ok(())
    })?;
    let tuples: Vec<Tuple> = reader.tuples.iter().zip(&expected).collect();
    Ok(OperationCoverage {
        name: info.name.clone(),
        forms: info.forms.iter().filter_map(|form| form::measure(&form.name, &tuples)).collect(),
        rules: rules::measure(info, &reader, &tuples),
        readings: readings.report(suite),
        binding: cases.report(),
        elements: tuples.iter().map(|tuple| moved(*tuple)).sum(),
    })
}

/// Physical elements that the cases of a tuple move, in and out: none where they are rejected.
fn moved((line, answer): Tuple) -> u64 {
    if runs(answer) { line.tuple.elements().saturating_mul(line.cases.into()) } else { 0 }
}

/// Whether the tuple runs, at least in some reading.
fn runs(answer: &Expected) -> bool {
    !matches!(answer.expect, Expectation::Reject { .. })
}
