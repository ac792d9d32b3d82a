//! Results and a vector set in, verdicts and a report out.
//!
//! [`check`] judges every case of a set and adds the verdicts up into a [`Report`]; the functions
//! in [`report`] write it in several forms. Everything that decides a verdict is in the set: this
//! crate names no operation and computes no answer.
//!
//! What is checked of a case, and in which order, is written down in `judge.rs`.

mod admitted;
mod agree;
mod catalog;
mod choice;
mod compare;
mod differences;
mod element;
mod error;
mod explain;
mod forms;
mod index;
mod judge;
mod judgements;
mod options;
mod padding;
mod parallel;
mod picture;
mod plan;
mod proof;
pub mod report;
mod run;
mod scope;
mod state;
mod summary;
mod verdicts;
mod waivers;
mod words;

pub use admitted::{Admitted, encloses};
pub use agree::{Judge, agree};
pub use error::CheckError;
pub use judgements::{Decision, Judged, Judgements};
pub use options::{Filter, Options};
pub use proof::prove;
use ptoconf_schemas::{Conclusion, Judges, Report, SetId};
use ptoconf_vectors::{OperationReader, ResultsReader, SetReader};
use run::Run;
use std::io::Write;

/// Judges the results of an implementation. `verdicts` gets a `VerdictLine` per case, as a line
/// of JSON, in the order of the set.
pub fn check(
    set: &SetReader,
    results: &ResultsReader,
    options: &Options<'_>,
    verdicts: Option<&mut dyn Write>,
) -> Result<Report, CheckError> {
    let (suite, header) = (set.suite(), results.header());
    if header.suite != set.digest() {
        return Err(CheckError::Stale { found: header.suite.clone(), expected: set.digest().to_string() });
    }
    let legality_only = header.implementation.judges == Judges::Legality;
    let catalog = catalog::Catalog::new(suite)?;
    let names: Vec<&str> = suite.operations.iter().map(|o| o.name.as_str()).collect();
    let readers = names.iter().map(|name| set.operation(name)).collect::<Result<Vec<OperationReader>, _>>()?;
    let outputs = names.iter().map(|name| results.outputs(name)).collect::<Result<Vec<_>, _>>()?;
    let (indices, mut extra) = index::read(results, &readers, &names)?;
    let mut operations = Vec::with_capacity(names.len());
    for (i, &name) in names.iter().enumerate() {
        if legality_only && !outputs[i].is_empty() {
            extra.push(format!("{name}: there are arrays, but results.json says that these results judge legality only"));
        }
        extra.extend(outputs[i].duplicates().iter().chain(outputs[i].extra()).cloned());
        let (reader, answers) = (&readers[i], readers[i].answers()?);
        let (index, outputs, catalog) = (&indices[i], &outputs[i], &catalog);
        let disproved = &options.disproved;
        let canary = suite.canary;
        operations.push(judge::Operation { name, reader, answers, index, outputs, catalog, canary, legality_only, disproved });
    }
    run::verify(set, &operations, options)?;
    let run = Run::new(suite, operations, options)?;
    if let Some(verdicts) = verdicts {
        verdicts::write(&run, verdicts).map_err(|source| CheckError::Write { what: "the verdicts", source })?;
    }
    let operations = (0..names.len()).map(|i| summary::operation(&run, i)).collect::<Result<Vec<_>, _>>()?;
    let totals = summary::totals(&operations, suite.cases())?;
    let exit = summary::exit_code(&totals, !extra.is_empty(), !run.stale_waivers.is_empty());
    let id = |case| run.id(case);
    let scope = scope::scope(&run, &operations, &totals, options);
    let conclusion = scope::conclusion(exit, legality_only, &scope);
    Ok(Report {
        format: Report::FORMAT.to_string(),
        conforms: conclusion == Conclusion::Conforms,
        conclusion,
        exit_code: exit as u8,
        scope,
        set: SetId::new(suite, set.digest()),
        regenerated: false,
        implementation: header.implementation.clone(),
        totals,
        operations,
        readings: run.choices.readings(&catalog)?,
        deviations: [forms::missing(&run), run.choices.deviations(&catalog, id)?].concat(),
        contradictions: run.choices.contradictions(&catalog, id),
        orders: vec![],
        extra,
        failures: summary::failures(&run, options.details)?,
        stale_waivers: run.stale_waivers,
    })
}
