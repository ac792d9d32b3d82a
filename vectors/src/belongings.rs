//! Which files below a folder are its own, so that replacing it deletes nothing of anybody else.

use crate::Error;
use crate::entries::MAX_HEAD;
use crate::kind::{Belongings, Kind};
use crate::lines::{Line, Lines, SET_LINE};
use crate::names::is_container;
use crate::results_read::MAX_LINE;
use crate::tree::{read_head, walk};
use ptoconf_schemas::CaseId;
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;

/// A head, as far as it matters here.
#[derive(Default, Deserialize)]
struct Head {
    files: Vec<File>,
}

/// A line of results, as far as it matters here.
#[derive(Deserialize)]
struct Judged<'a> {
    #[serde(borrow)]
    case: Cow<'a, str>,
}

/// A line of an index, as far as it matters here.
#[derive(Deserialize)]
struct Indexed {
    files: Vec<File>,
}

/// An entry of a list, as far as it matters here.
#[derive(Deserialize)]
struct File {
    #[serde(alias = "file")]
    path: String,
}

/// The first file below a folder that does not belong to it.
pub(crate) fn stranger(dir: &Path, kind: &Kind) -> Result<Option<String>, Error> {
    let mut found: BTreeSet<String> = walk(dir)?.into_keys().collect();
    found.remove(kind.head);
    match kind.has {
        Belongings::Listed => remove_listed(dir, kind, &mut found)?,
        Belongings::Indexed => remove_indexed(&dir.join(INDEX), &mut found)?,
        Belongings::Results => remove_of_results(&dir.join(LINES), &mut found)?,
    }
    Ok(found.pop_first())
}

const INDEX: &str = "index.jsonl";
const LINES: &str = "results.jsonl";

fn remove_listed(dir: &Path, kind: &Kind, found: &mut BTreeSet<String>) -> Result<(), Error> {
    // What lists nothing lists no file.
    let head: Head = serde_json::from_slice(&read_head(&dir.join(kind.head), MAX_HEAD)?).unwrap_or_default();
    for file in head.files {
        found.remove(&file.path);
    }
    Ok(())
}

fn remove_indexed(index: &Path, found: &mut BTreeSet<String>) -> Result<(), Error> {
    if !found.remove(INDEX) {
        return Ok(());
    }
    let mut lines = Lines::open(index, SET_LINE)?;
    while let Some(line) = lines.next()? {
        let Line::Text(text) = line else { continue };
        let Ok(line) = serde_json::from_slice::<Indexed>(text) else { continue };
        for file in line.files {
            found.remove(&file.path);
        }
    }
    Ok(())
}

/// Takes away the lines, the containers of operations that they name, and the loose arrays of cases that they name.
fn remove_of_results(lines: &Path, found: &mut BTreeSet<String>) -> Result<(), Error> {
    if !found.remove(LINES) {
        return Ok(());
    }
    let mut operations = BTreeSet::new();
    let mut lines = Lines::open(lines, MAX_LINE)?;
    while let Some(line) = lines.next()? {
        let Line::Text(text) = line else { continue };
        let Ok(Judged { case }) = serde_json::from_slice::<Judged>(text) else { continue };
        let Some(case) = CaseId::parse(&case) else { continue };
        if !operations.contains(case.op) {
            operations.insert(case.op.to_owned());
        }
        remove_arrays(&format!("{case}/"), found);
    }
    found.retain(|path| !path.split_once('/').is_some_and(|(op, file)| operations.contains(op) && is_container(file, "outputs")));
    Ok(())
}

/// Takes away the loose arrays of a case.
fn remove_arrays(folder: &str, found: &mut BTreeSet<String>) {
    let below = found.range(folder.to_owned()..).take_while(|path| path.starts_with(folder));
    let arrays: Vec<String> = below.filter(|path| path.ends_with(".npy") && !path[folder.len()..].contains('/')).cloned().collect();
    for path in arrays {
        found.remove(&path);
    }
}
