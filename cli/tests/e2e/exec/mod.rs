//! Programs as implementations: good ones, and each way to go wrong.

mod batch;
mod bounded;
mod faults;
mod left;
mod meddling;
mod reach;
mod resume;
mod retries;

use crate::common::{Ran, folder, open, run, shared};
use ptoconf_schemas::{Outcome, ResultLine, Role};
use ptoconf_vectors::ResultsReader;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A case that has data, in a tuple with more than one.
const CASE: &str = "tcolexpand/plain-45f224e444/1";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace")
}

/// A small set of one operation.
fn vectors() -> PathBuf {
    let made = shared("exec-set", "gen --op tcolexpand --dtype f16 --profile a2a3 --out vectors");
    made.join("vectors")
}

/// The command of the worker with a fault, which keeps its notes in a folder.
fn bad(fault: &str, notes: &Path) -> String {
    let script = root().join("cli/tests/e2e/exec/bad.py");
    format!("exec:python3 '{}' '{}' '{}' {fault} {CASE}", script.display(), root().join("examples").display(), notes.display())
}

/// Runs a program on the small set; the results are in `<dir>/results`.
fn run_on(dir: &Path, vectors: &Path, program: &str, more: &[&str]) -> Ran {
    let vectors = vectors.to_string_lossy();
    let mut arguments = vec!["run", "--impl", program, "--vectors", &vectors, "--out", ".", "--report", "json=report.json"];
    arguments.extend(more);
    run(dir, &arguments)
}

/// What became of each case: its line, and its outputs if it ran.
fn outcomes(vectors: &Path, results: &Path) -> BTreeMap<String, (ResultLine, Vec<u8>)> {
    let (set, results) = (open(vectors), ResultsReader::open(results).unwrap());
    let mut outcomes = BTreeMap::new();
    let mut lines = BTreeMap::new();
    results.for_each_line(|_, line| line.map(|l| assert!(lines.insert(l.case.clone(), l).is_none()))).unwrap();
    for operation in &set.suite().operations {
        let outputs = results.outputs(&operation.name).unwrap();
        for line in set.operation(&operation.name).unwrap().tuples.iter() {
            for slot in 0..line.cases {
                let case = format!("{}/{slot}", line.id());
                let result = lines.remove(&case).unwrap_or_else(|| panic!("{case} has no result"));
                let mut bytes = vec![];
                for operand in line.tuple.with_role(Role::Out).filter(|_| result.outcome == Outcome::Ok && line.inputs.is_some()) {
                    let mut stack = vec![];
                    assert!(outputs.read(line, &operand.name, 0, &mut stack).all_ok(), "{case}");
                    let size = operand.tile.bytes() as usize;
                    bytes.extend_from_slice(&stack[slot as usize * size..][..size]);
                }
                outcomes.insert(case, (result, bytes));
            }
        }
    }
    assert!(lines.is_empty(), "{lines:?}");
    outcomes
}

/// What the example's worker makes of the small set, which is right.
fn right() -> &'static BTreeMap<String, (ResultLine, Vec<u8>)> {
    static RIGHT: std::sync::OnceLock<BTreeMap<String, (ResultLine, Vec<u8>)>> = std::sync::OnceLock::new();
    RIGHT.get_or_init(|| {
        let dir = folder();
        let program = format!("exec:python3 '{}'", root().join("examples/worker.py").display());
        run_on(dir.path(), &vectors(), &program, &[]).expect(0, &[]);
        outcomes(&vectors(), &dir.path().join("results"))
    })
}
