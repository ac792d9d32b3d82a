//! A part of a set: what is said of its results, which is no verdict.

use crate::error::CliError;
use crate::output::line;
use ptoconf_schemas::{ExitCode, Outcome, Part, SetId};
use ptoconf_vectors::{ResultsReader, SetReader};
use std::collections::BTreeMap;

/// What to do with the results of a part.
const NEXT: &str = "merge all parts with ptoconf merge, and check what comes out";

/// Parses `i/n` on the command line.
pub fn parse(text: &str) -> Result<Part, String> {
    Part::parse(text).ok_or_else(|| format!("expected i/n with 1 <= i <= n <= {}, such as 2/4", Part::MOST))
}

/// Refuses results of a part, of which alone nothing can be said.
///
/// # Errors
/// Nothing checked: they are those of a part.
pub fn refuse(results: &ResultsReader) -> Result<(), CliError> {
    results.header().part.map_or(Ok(()), |part| Err(refused(results, part)))
}

/// The error of results of a part where those of a whole set are needed.
pub fn refused(results: &ResultsReader, part: Part) -> CliError {
    CliError::nothing(format!("{}: {part} of the results, and a part alone is not judged", results.dir().display())).next(NEXT)
}

/// Prints what there is in the results of a part. Which choices of readings they follow, and whether twins were
/// accepted, is known once all parts are together, so that nothing is judged.
///
/// # Errors
/// Results that cannot be read, or of another set.
pub fn show(set: &SetReader, results: &ResultsReader, part: Part) -> Result<ExitCode, CliError> {
    let header = results.header();
    if header.suite != set.digest() {
        let error = ptoconf_checker::CheckError::Stale { found: header.suite.clone(), expected: set.digest().to_owned() };
        return Err(error.into());
    }
    let mut outcomes: BTreeMap<Outcome, u64> = BTreeMap::new();
    results.for_each_line(|_, line| {
        *outcomes.entry(line?.outcome).or_default() += 1;
        Ok(())
    })?;
    let id = SetId::new(set.suite(), set.digest());
    let (ran, cases): (u64, u64) = (outcomes.values().sum(), set.suite().cases());
    let words: Vec<String> = outcomes.iter().map(|(outcome, number)| format!("{number} {outcome}")).collect();
    let words = if words.is_empty() { String::new() } else { format!(": {}", words.join(", ")) };
    let implementation = format!("{} {}", header.implementation.name, header.implementation.version);
    let digest = id.suite.get(..12).unwrap_or(&id.suite);
    line(format_args!("set             {digest}, tier {}, seed {}, ptoconf {}", id.tier, id.seed, id.version))?;
    line(format_args!("profile         {}", id.profile_in_words()))?;
    line(format_args!("implementation  {}", implementation.trim_end()))?;
    line(format_args!("results         {ran} of the {cases} cases of the set{words}"))?;
    line(format_args!("\n{part}, and a part alone is not judged: {NEXT}"))?;
    Ok(ExitCode::NothingChecked)
}
