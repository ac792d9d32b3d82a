//! From a unit of cases to verdicts and a program that runs the accepted ones.

use super::compiler::{failed, first_error, io};
use super::rounds::{Bench, Search, Verdict, known};
use super::shared::Shared;
use super::unit::Unit;
use crate::process::End;
use crate::run::RunError;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// What became of a unit.
#[derive(Debug)]
pub(super) struct Built {
    /// One for each item.
    pub verdicts: Vec<Verdict>,
    /// Runs the accepted ones; none where there are none.
    pub program: Option<PathBuf>,
}

/// What the cache keeps beside the program.
#[derive(Serialize, Deserialize)]
struct Record {
    verdicts: Vec<Verdict>,
    program: bool,
}

/// Takes a unit from the cache, or compiles it.
pub(super) fn build(shared: Shared, unit: &Unit) -> Result<Built, RunError> {
    let Shared { bench, prepared, cache, .. } = shared;
    let every: Vec<usize> = (0..unit.items.len()).collect();
    let key = blake3::hash(format!("{}\0{}", prepared.digest, unit.text(&every, &[])).as_bytes()).to_hex();
    let kept = cache.join(format!("unit-{}", &key[..32]));
    let record = fs::read(kept.join("verdicts.json")).ok().and_then(|text| serde_json::from_slice::<Record>(&text).ok());
    if let Some(record) = record.filter(|r| r.verdicts.len() == unit.items.len()) {
        return Ok(Built { verdicts: record.verdicts, program: record.program.then(|| kept.join("cases")) });
    }
    let staged = tempfile::Builder::new().prefix("unit-").tempdir_in(cache).map_err(io(cache))?;
    let bench = Bench { folder: staged.path(), ..bench };
    let search = Search::new(bench, unit, true);
    // Those that are likely to be rejected are kept apart: the others need a single round if none of them is blamed.
    let (doubtful, likely): (Vec<usize>, Vec<usize>) = every.into_iter().partition(|i| unit.doubtful.contains(i));
    search.finish(&likely)?;
    search.finish(&doubtful)?;
    let (verdicts, objects) = search.solved();
    let verdicts = verdicts.into_iter().map(known).collect::<Result<Vec<_>, _>>()?;
    let program = !objects.is_empty();
    if program {
        link(bench, &objects, prepared.driver(bench.compiler)?)?;
    }
    let record = Record { verdicts, program };
    let text = serde_json::to_vec(&record).map_err(|e| failed(e.to_string()))?;
    let place = staged.path().join("verdicts.json");
    fs::write(&place, text).map_err(io(&place))?;
    objects.iter().try_for_each(|o| fs::remove_file(o).map_err(io(o)))?;
    publish(staged, &kept)?;
    Ok(Built { verdicts: record.verdicts, program: program.then(|| kept.join("cases")) })
}

/// Gives a folder its final name. Another run may have been faster with the same.
fn publish(staged: tempfile::TempDir, kept: &Path) -> Result<(), RunError> {
    match fs::rename(staged.path(), kept) {
        Ok(()) => {
            let _ = staged.keep();
            Ok(())
        }
        Err(_) if kept.join("verdicts.json").is_file() => Ok(()),
        Err(error) => Err(io(kept)(error)),
    }
}

fn link(bench: Bench, objects: &[PathBuf], driver: String) -> Result<(), RunError> {
    let mut arguments: Vec<String> = objects.iter().map(|o| o.display().to_string()).collect();
    arguments.extend([driver, "-o".to_owned(), bench.folder.join("cases").display().to_string()]);
    arguments.extend(bench.compiler.linker_arguments.iter().cloned());
    let finished = bench.compiler.run(&arguments)?;
    if finished.end == End::Code(0) {
        return Ok(());
    }
    let why = finished.text.lines().find(|l| l.contains("undefined")).map(str::to_owned).or_else(|| first_error(&finished.text));
    let why = why.or_else(|| finished.text.lines().last().map(str::to_owned)).unwrap_or_default();
    Err(failed(format!("the cases compile but do not link: {why}; --cxx-flag passes what the linker needs")))
}
