//! What the parts of the exhaustive tier leave, one document each: read, and put in order.

use super::heads::{complete, difference};
use super::piece::{piece_results, piece_set};
use crate::{Error, read_input};
use ptoconf_schemas::{Part, PartFile};
use std::path::{Path, PathBuf};

/// No such document is larger, in bytes.
const LARGEST: u64 = 64 << 20;
const EXPECTED: &str = "what ptoconf run --tier exhaustive --part wrote";

/// Where a part leaves its document.
pub fn part_file(dir: &Path) -> PathBuf {
    dir.join("part.json")
}

/// The digest of a document, which is written into it.
pub fn part_digest(part: &PartFile) -> String {
    let text = serde_json::to_vec(&PartFile { blake3: String::new(), ..part.clone() }).unwrap_or_default();
    blake3::hash(&text).to_hex().to_string()
}

/// Reads the document of a part; all of them are of one run, each part is there once, and they are given in order.
///
/// # Errors
/// One that cannot be read or was changed, is of another set, split or implementation, there twice, or missing.
pub fn read_parts(dirs: &[PathBuf]) -> Result<Vec<(PathBuf, PartFile)>, Error> {
    let mut found: Vec<(PathBuf, PartFile)> =
        dirs.iter().map(|dir| Ok((dir.clone(), read(&part_file(dir))?))).collect::<Result<_, Error>>()?;
    // Those of several places are named in the same order, however they were given.
    found.sort_by_key(|(dir, file)| (file.part.of, file.part.index, dir.clone()));
    let Some((one, first)) = found.first() else { return Ok(found) };
    for (dir, file) in &found {
        if let Some(words) = other_run(first, file) {
            let reason = format!("{} is of another run than {} in {}: {words}", file.part, first.part, one.display());
            return Err(Error::invalid(&part_file(dir), reason));
        }
    }
    complete(&found.iter().map(|(dir, file)| (file.part, dir.as_path())).collect::<Vec<_>>())?;
    consecutive(&found)?;
    Ok(found)
}

fn read(path: &Path) -> Result<PartFile, Error> {
    let wrong = |reason: String| Error::invalid(path, reason);
    let text = read_input(path, LARGEST, EXPECTED)?;
    let file: PartFile = serde_json::from_slice(&text).map_err(|e| wrong(format!("{e}, expected {EXPECTED}")))?;
    if file.format != PartFile::FORMAT {
        return Err(wrong(format!("format `{}`, expected `{}`", file.format, PartFile::FORMAT)));
    }
    let digest = part_digest(&file);
    if file.blake3 != digest {
        return Err(wrong(format!("damaged or changed: it holds what has the digest {digest}, but says {}", file.blake3)));
    }
    let left = path.parent().is_some_and(|dir| piece_set(dir).exists() || piece_results(dir).exists());
    if file.failed.is_none() && left {
        return Err(wrong("no case of it fails, and there are the set or the results of a piece beside it, expected neither".to_owned()));
    }
    if !file.part.is_valid() {
        return Err(wrong(format!("{}, expected 1 <= part <= of, and at most {} parts", file.part, Part::MOST)));
    }
    Ok(file)
}

/// The first thing in which two parts are not of one run, in words.
fn other_run(one: &PartFile, other: &PartFile) -> Option<String> {
    let words = |what: &str, a: String, b: String| (a != b).then(|| format!("its {what} is `{b}`, there it is `{a}`"));
    let (a, b) = (&one.suite, &other.suite);
    let filters = |of: &PartFile| [vec![format!("--op {}", of.asked.join(","))], of.suite.filters.clone()].concat().join(" ");
    words("number of parts", one.part.of.to_string(), other.part.of.to_string())
        .or_else(|| words("ptoconf", a.version.clone(), b.version.clone()))
        .or_else(|| words("profile", a.profile.name.clone(), b.profile.name.clone()))
        .or_else(|| (a.profile != b.profile).then(|| format!("profile {} says something else there", a.profile.name)))
        .or_else(|| words("tier", a.tier.to_string(), b.tier.to_string()))
        .or_else(|| words("seed", a.seed.to_string(), b.seed.to_string()))
        .or_else(|| words("choice", filters(one), filters(other)))
        .or_else(|| words("range of blocks", range(one.of_blocks), range(other.of_blocks)))
        .or_else(|| difference(&one.implementation, &other.implementation).map(|words| format!("another implementation: {words}")))
}

fn range([first, last]: [u32; 2]) -> String {
    format!("{first}-{last}")
}

/// Makes sure that the blocks of all parts are those of the whole, each once.
fn consecutive(parts: &[(PathBuf, PartFile)]) -> Result<(), Error> {
    let mut next = parts.first().map_or(0, |(_, file)| u64::from(file.of_blocks[0]));
    for (dir, file) in parts {
        let ([first, last], of) = (file.blocks.map(u64::from), file.of_blocks);
        let is_end = last == u64::from(of[1]);
        if first != next || last < first || is_end != (file.part.index == file.part.of) {
            let found = format!("{} has blocks {} of {}, expected those from {next} on", file.part, range(file.blocks), range(of));
            return Err(Error::invalid(&part_file(dir), found));
        }
        next = last + 1;
    }
    Ok(())
}
