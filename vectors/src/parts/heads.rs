//! Do the heads of some results say that they are all parts of one whole?

use crate::{Error, ResultsReader};
use ptoconf_schemas::{Implementation, Part, ResultsHeader};
use std::path::Path;

/// The parts in order, and the head of the whole.
///
/// # Errors
/// What is no part, of another set, of another split or by another implementation, there twice, or missing.
pub(crate) fn in_order<'a>(parts: &'a [ResultsReader], suite: &str) -> Result<(Vec<&'a ResultsReader>, ResultsHeader), Error> {
    let mut found: Vec<(Part, &ResultsReader)> =
        parts.iter().map(|results| Ok((own(results, suite)?, results))).collect::<Result<_, Error>>()?;
    // Those of several places are named in the same order, however they were given.
    found.sort_by_key(|(part, results)| (part.of, part.index, results.dir().to_owned()));
    let Some(&(first, one)) = found.first() else {
        return Err(Error::invalid(Path::new("."), "no results to merge"));
    };
    for &(part, results) in &found {
        same_whole(first, one, part, results)?;
    }
    complete(&found.iter().map(|(part, results)| (*part, results.dir())).collect::<Vec<_>>())?;
    let head = ResultsHeader { part: None, ..one.header().clone() };
    Ok((found.into_iter().map(|(_, results)| results).collect(), head))
}

/// Makes sure that each part of a split is there once; they are sorted.
pub(crate) fn complete(found: &[(Part, &Path)]) -> Result<(), Error> {
    if let Some([(part, one), (_, other)]) = found.array_windows().find(|[(a, _), (b, _)]| a == b) {
        return Err(Error::invalid(other, format!("{part} is there twice: {} is it as well", one.display())));
    }
    let Some(&(first, one)) = found.first() else { return Ok(()) };
    let missing: Vec<String> = (1..=first.of).filter(|i| found.iter().all(|(p, _)| p.index != *i)).map(|i| i.to_string()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let [words, are] = if missing.len() == 1 { ["part", "is"] } else { ["parts", "are"] };
    Err(Error::invalid(one, format!("{first}, and of these {words} {} {are} missing", missing.join(", "))))
}

/// Which part of this set it is.
fn own(results: &ResultsReader, suite: &str) -> Result<Part, Error> {
    let header = results.header();
    if header.suite != suite {
        let reason = format!("made for another set: results.json names suite {}, this set is {suite}", header.suite);
        return Err(Error::invalid(results.dir(), reason));
    }
    let Some(part) = header.part else {
        return Err(Error::invalid(results.dir(), "results of a whole set, expected a part of them: results.json names no part"));
    };
    if part.is_valid() {
        return Ok(part);
    }
    Err(Error::invalid(results.dir(), format!("results.json names {part}, expected 1 <= part <= of, and at most {} parts", Part::MOST)))
}

/// Makes sure that two parts are of one split and by one implementation.
fn same_whole(first: Part, one: &ResultsReader, part: Part, other: &ResultsReader) -> Result<(), Error> {
    let refuse = |reason: String| Err(Error::invalid(other.dir(), reason));
    if part.of != first.of {
        return refuse(format!("{part}, but {} is {first}: all have to be parts of one split", one.dir().display()));
    }
    match difference(&one.header().implementation, &other.header().implementation) {
        Some(words) => refuse(format!("{part} is by another implementation than {first} in {}: {words}", one.dir().display())),
        None => Ok(()),
    }
}

/// The first thing in which two implementations differ, in words.
pub(crate) fn difference(one: &Implementation, other: &Implementation) -> Option<String> {
    let words = |what: &str, a: &str, b: &str| (a != b).then(|| format!("its {what} is `{b}`, there it is `{a}`"));
    let detail = |of: &Implementation, name: &str| of.details.get(name).cloned().unwrap_or_default();
    let names = one.details.keys().chain(other.details.keys());
    words("name", &one.name, &other.name)
        .or_else(|| words("version", &one.version, &other.version))
        .or_else(|| names.into_iter().find_map(|name| words(name, &detail(one, name), &detail(other, name))))
        .or_else(|| (one != other).then(|| "they do not judge and observe the same".to_owned()))
}
