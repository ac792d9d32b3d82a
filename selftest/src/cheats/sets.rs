//! Sets that were changed, with the digests that hold them together made right again.

use super::files::copy;
use super::zip::{entries, sign};
use super::{Cheat, Ground, REFUSED, Results, cheat, found, run_right};
use crate::Error;
use ptoconf_schemas::{Outcome, Suite};
use ptoconf_vectors::SetReader;
use std::fs;
use std::path::Path;

/// Every cheat of this kind.
pub const CHEATS: &[Cheat] = &[
    cheat(
        "edited inputs",
        "An element of the inputs is changed, with the checksum of its container mended; then right code runs, or all crashes.",
        |g| {
            let ground = &g.tiny;
            let folder = tempfile::tempdir()?;
            let (set, ran, blamed) = (folder.path().join("set"), folder.path().join("ran"), folder.path().join("blamed"));
            copy(&ground.dir, &set)?;
            change_inputs(&set.join(ground.operation()).join("inputs-000.npz"))?;
            let profile = &ground.set.suite().profile.name;
            let run = match run_given(profile, &set, &ran) {
                Ok(()) => found(&set, &ran),
                Err(_) => vec![REFUSED.to_owned()],
            };
            ground.honest.clone().all(Outcome::Crashed).bare().write(&blamed)?;
            Ok(vec![run, found(&set, &blamed)])
        },
    ),
    cheat(
        "an operation left out",
        "A set without one of its operations, in whose head all digests are right, and results for what is left.",
        |g| {
            let ground = &g.small;
            let of_it = format!("{}/", ground.operation());
            let mut less = ground.honest.clone();
            less.lines.retain(|line| !line.case.starts_with(&of_it));
            less.arrays.remove(ground.operation());
            Ok(vec![resealed(ground, &less, |set, suite| {
                suite.operations.retain(|operation| operation.name != ground.operation());
                suite.files.retain(|file| !file.path.starts_with(&of_it));
                Ok(fs::remove_dir_all(set.join(ground.operation()))?)
            })?])
        },
    ),
    cheat(
        "answers that accept anything",
        "The answers of a set accept any value, all digests in its head are made right, and the results are wrong.",
        |g| {
            let ground = &g.small;
            let wrong = ground.honest.clone().map(|array| array.data.fill(0));
            let easy = |text: &str| {
                text.replace("\"mode\":\"bits\"", "\"mode\":\"unspecified\"").replace("\"mode\":\"value\"", "\"mode\":\"unspecified\"")
            };
            Ok(vec![resealed(ground, &wrong, |set, suite| {
                for operation in &suite.operations {
                    let path = set.join(&operation.name).join("answers.jsonl");
                    fs::write(&path, easy(&fs::read_to_string(&path)?))?;
                }
                reseal(set, suite)
            })?])
        },
    ),
    cheat(
        "a set of another name",
        "The head of the set says that it is a larger tier, another profile or seed, or was made without filters.",
        |g| {
            type Change = fn(&mut Suite);
            let changes: [Change; 4] = [
                |suite| suite.tier = ptoconf_schemas::Tier::Extensive,
                |suite| suite.profile.name = "everything".to_owned(),
                |suite| suite.seed += 1,
                |suite| suite.filters.clear(),
            ];
            changes
                .into_iter()
                .map(|change| {
                    resealed(&g.tiny, &g.tiny.honest, |_, suite| {
                        change(suite);
                        Ok(())
                    })
                })
                .collect()
        },
    ),
];

/// Runs the right model on a set that somebody else gave, as `ptoconf run` does.
fn run_given(profile: &str, set: &Path, out: &Path) -> Result<(), Error> {
    let set = SetReader::open(set)?;
    set.verify_questions(1)?;
    run_right(profile, &set, out)
}

/// How results are found out by a changed copy of their set, whose head says what is in it.
fn resealed(ground: &Ground, results: &Results, change: impl FnOnce(&Path, &mut Suite) -> Result<(), Error>) -> Result<Vec<String>, Error> {
    let folder = tempfile::tempdir()?;
    let (set, dir) = (folder.path().join("set"), folder.path().join("results"));
    copy(&ground.dir, &set)?;
    let mut suite = ground.set.suite().clone();
    change(&set, &mut suite)?;
    let head = serde_json::to_vec_pretty(&suite).map_err(std::io::Error::from)?;
    fs::write(set.join("suite.json"), [&head[..], b"\n"].concat())?;
    results.write(&dir)?;
    Ok(found(&set, &dir))
}

/// Makes sizes and digests of all files right again.
fn reseal(set: &Path, suite: &mut Suite) -> Result<(), Error> {
    for file in &mut suite.files {
        let bytes = fs::read(set.join(&file.path))?;
        file.bytes = bytes.len() as u64;
        file.blake3 = blake3::hash(&bytes).to_hex().to_string();
    }
    Ok(())
}

/// Changes the last byte of the first array that has one, and mends the checksum.
fn change_inputs(path: &Path) -> Result<(), Error> {
    let mut bytes = fs::read(path)?;
    if let Some(entry) = entries(&bytes).first() {
        let (start, size) = entry.data;
        bytes[start + size - 1] ^= 1;
        sign(&mut bytes, entry);
    }
    Ok(fs::write(path, bytes)?)
}
