//! Files that are cut short, repeated or edited.

use super::{Attempts, Cheat, Ground, Grounds, found, found_in};
use crate::Error;
use std::fs;
use std::path::Path;

/// Every cheat of this kind.
pub const CHEATS: &[Cheat] = &[
    Cheat { name: "lines cut short", what: "The list of results ends at any byte.", attempt: |g| cut(&g.tiny, "results.jsonl", 2) },
    Cheat { name: "head cut short", what: "The head of the results ends at any byte.", attempt: |g| cut(&g.tiny, "results.json", 3) },
    Cheat { name: "arrays cut short", what: "The arrays end at any byte.", attempt: cut_arrays },
    Cheat { name: "duplicated arrays", what: "Two containers hold the same arrays.", attempt: duplicated },
    Cheat {
        name: "edited answers",
        what: "A byte of the expected values is changed.",
        attempt: |g| edited(&g.tiny, "answers-000.npz", 64),
    },
    Cheat {
        name: "edited expectations",
        what: "A byte of what is expected of a tuple is changed.",
        attempt: |g| edited(&g.tiny, "answers.jsonl", 64),
    },
    Cheat { name: "edited tuples", what: "A byte of the tuples is changed.", attempt: |g| edited(&g.tiny, "tuples.jsonl", 64) },
    Cheat { name: "edited head of the set", what: "The head of the set is changed, with it its digest.", attempt: edited_head },
];

/// A file of the results cut at every byte; the last `whole` lengths say the same as the whole file.
fn cut(ground: &Ground, file: &str, whole: usize) -> Attempts {
    let (_folder, dir) = ground.honest_folder()?;
    let path = dir.join(file);
    let bytes = fs::read(&path)?;
    let mut attempts = Vec::new();
    for length in 0..(bytes.len() + 1).saturating_sub(whole) {
        fs::write(&path, &bytes[..length])?;
        attempts.push(found_in(&ground.set, &dir));
    }
    Ok(attempts)
}

fn cut_arrays(grounds: &Grounds) -> Attempts {
    cut(&grounds.tiny, &format!("{}/outputs-000.npz", grounds.tiny.operation()), 1)
}

fn duplicated(grounds: &Grounds) -> Attempts {
    let ground = &grounds.tiny;
    let (_folder, dir) = ground.honest_folder()?;
    let folder = dir.join(ground.operation());
    fs::copy(folder.join("outputs-000.npz"), folder.join("outputs-001.npz"))?;
    Ok(vec![found_in(&ground.set, &dir)])
}

/// The set with one byte of a file changed, at some places.
fn edited(ground: &Ground, file: &str, places: usize) -> Attempts {
    let (folder, dir) = ground.honest_folder()?;
    let set = folder.path().join("set");
    copy(&ground.dir, &set)?;
    let path = set.join(ground.operation()).join(file);
    let bytes = fs::read(&path)?;
    let mut attempts = Vec::new();
    for place in (0..bytes.len()).step_by((bytes.len() / places).max(1)) {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        fs::write(&path, &changed)?;
        attempts.push(found(&set, &dir));
    }
    Ok(attempts)
}

fn edited_head(grounds: &Grounds) -> Attempts {
    let ground = &grounds.tiny;
    let (folder, dir) = ground.honest_folder()?;
    let set = folder.path().join("set");
    copy(&ground.dir, &set)?;
    let path = set.join("suite.json");
    let text = fs::read_to_string(&path)?;
    fs::write(&path, format!("{text}\n"))?;
    Ok(vec![found(&set, &dir)])
}

/// Copies a folder.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
