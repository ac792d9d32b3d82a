//! Which files below a folder are its own, so that replacing it deletes nothing of anybody else.

use crate::Error;
use crate::kind::{Belongings, Kind, head_of};
use crate::lines::{Line, Lines, SET_LINE};
use crate::names::{is_container, is_safe_component};
use crate::tree::walk;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

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
        Belongings::Results => found.retain(|path| !is_of_results(path)),
    }
    Ok(found.pop_first())
}

const INDEX: &str = "index.jsonl";

fn remove_listed(dir: &Path, kind: &Kind, found: &mut BTreeSet<String>) -> Result<(), Error> {
    let files = head_of(dir, kind)?.get("files").cloned().unwrap_or_default();
    // What is no list lists nothing.
    let files: Vec<File> = serde_json::from_value(files).unwrap_or_default();
    for file in files {
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

/// Lines, containers of an operation, and loose arrays of a slot.
fn is_of_results(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    parts.iter().all(|part| is_safe_component(part))
        && match parts[..] {
            [file] => file == "results.jsonl",
            [_, file] => is_container(file, "outputs"),
            [_, _, slot, file] => slot.parse::<u32>().is_ok() && file.ends_with(".npy"),
            _ => false,
        }
}
