//! Results and a vector set in, verdicts and a report out.
//!
//! [`check`] judges every case of a set and adds the verdicts up into a [`Report`]; the functions
//! in [`report`] write it in several forms. Everything that decides a verdict is in the set: this
//! crate names no operation and computes no answer.
//!
//! What is checked of a case, and in which order, is written down in `judge.rs`.

mod about;
mod accuracy;
mod across;
mod admitted;
mod agree;
mod baseline;
mod beside;
mod cases;
mod catalog;
mod chance;
mod choice;
mod compare;
mod counted;
mod diff;
mod differences;
mod drawing;
mod element;
mod error;
mod excuses;
mod explain;
mod failing;
mod failures;
mod followed;
mod forms;
mod index;
mod judge;
mod judgements;
mod listing;
mod message;
mod observed;
mod options;
mod padding;
mod picture;
mod pieces;
mod plan;
mod proof;
mod record;
pub mod report;
mod run;
mod scope;
mod state;
mod summary;
mod sums;
mod tested;
mod verdicts;
mod waivers;
mod words;
mod wrong;

pub use admitted::{Admitted, encloses, ulps_enclosure, ulps_ends};
pub use agree::{Judge, agree};
use catalog::Catalog;
use choice::Choices;
pub use choice::ChosenAt;
pub use diff::diff;
pub use drawing::{Drawing, DrawnElement, DrawnInput, DrawnMark, DrawnTile, Taken, drawings};
pub use element::{decimal as element_as_decimal, show as show_element};
pub use error::CheckError;
pub use failing::{Became, FailedAs, FailingOperation, Instead};
pub use judgements::{Decision, Judged, Judgements};
pub use message::{normalised, on_one_line};
pub use options::{AnswerFilter, Disprove, Disproved, Filter, Options, Ran};
pub use padding::PADDING;
pub use pieces::Pieces;
pub use proof::prove;
use ptoconf_schemas::{Conclusion, Implementation, Judges, Report, SetId};
use ptoconf_vectors::{ResultsReader, SetReader};
pub use record::{Beside as BesideReport, record};
use run::Run;
use std::io::Write;
pub use words::{count, tuple_line};

/// Judges the results of an implementation. `verdicts` gets a `VerdictLine` per case, as a line
/// of JSON, in the order of the set.
pub fn check(
    set: &SetReader,
    results: &ResultsReader,
    options: &Options<'_>,
    verdicts: Option<&mut dyn Write>,
) -> Result<Report, CheckError> {
    belong_together(set, results)?;
    let suite = set.suite();
    let catalog = Catalog::new(suite, &[])?;
    let run = Run::new(set, results, &catalog, options, Choices::default())?;
    if let Some(verdicts) = verdicts {
        let operations = suite.operations.iter().map(|o| o.name.as_str()).zip(run.operations.iter().map(|o| &o.cases));
        verdicts::write(operations, verdicts).map_err(|source| CheckError::Write { what: "the verdicts", source })?;
    }
    let cases = if options.listed { run.listed(set)? } else { vec![] };
    Ok(Report { cases, ..report(SetId::new(suite, set.digest()), &results.header().implementation, &catalog, run, options)? })
}

/// Whether results are of a set, and of all of it.
fn belong_together(set: &SetReader, results: &ResultsReader) -> Result<(), CheckError> {
    let header = results.header();
    if header.suite != set.digest() {
        return Err(CheckError::Stale { found: header.suite.clone(), expected: set.digest().to_string() });
    }
    header.part.map_or(Ok(()), |part| Err(CheckError::Part(part)))
}

/// The report of a run, but for its list of cases.
fn report(
    set: SetId,
    implementation: &Implementation,
    catalog: &Catalog<'_>,
    mut run: Run<'_>,
    options: &Options<'_>,
) -> Result<Report, CheckError> {
    let summaries = || run.operations.iter().map(|o| &o.summary);
    let totals = summary::totals(summaries().map(|s| &s.report), run.suite.cases())?;
    let exit = summary::exit_code(&totals, !run.extra.is_empty(), run.waivers.iter().any(|w| w.problem.is_some()), run.has_known_results());
    let there = run.operations.iter().map(|o| o.observable).fold(observed::Observable::default(), observed::Observable::and);
    let observed = observed::Observed::new(implementation, there);
    let scope = scope::scope(run.suite, summaries(), &totals, options, observed);
    let known = run.baseline.as_ref().is_some_and(|baseline| baseline.remain + baseline.elsewhere > 0);
    let conclusion = scope::conclusion(exit, known, implementation.judges == Judges::Legality, &scope);
    let id = |case| run.id(case);
    let (readings, deviations) = (run.choices.readings(catalog)?, run.choices.deviations(catalog, id)?);
    let contradictions = run.choices.contradictions(catalog, id);
    let accuracy = run.operations.iter_mut().flat_map(|o| std::mem::take(&mut o.accuracy)).collect();
    let failures = run.operations.iter_mut().flat_map(|o| std::mem::take(&mut o.failures)).collect();
    let (operations, missing): (Vec<_>, Vec<_>) = run.operations.into_iter().map(|o| (o.summary.report, o.summary.missing)).unzip();
    Ok(Report {
        format: Report::FORMAT.to_string(),
        conforms: conclusion == Conclusion::Conforms,
        conclusion,
        exit_code: exit as u8,
        scope,
        set,
        regenerated: false,
        ran: false,
        implementation: implementation.clone(),
        totals,
        causes: vec![],
        operations,
        readings,
        deviations: missing.into_iter().flatten().chain(deviations).collect(),
        contradictions,
        flaky: vec![],
        orders: vec![],
        accuracy,
        extra: run.extra,
        failures,
        waivers: run.waivers,
        baseline: run.baseline,
        cases: vec![],
    })
}
