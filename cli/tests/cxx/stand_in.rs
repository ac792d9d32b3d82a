//! The stand-in library, the compilers, and runs of the adapter.

use crate::common::{Ran, read, run};
use ptoconf_schemas::ResultLine;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the headers.
pub fn include() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").join("runner/tests/stand_in/include")
}

/// g++, and clang where it is.
pub fn compilers() -> Vec<&'static str> {
    let there = |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success());
    assert!(there(&"g++"), "the tests need g++");
    ["g++"].into_iter().chain(["clang++-19"].into_iter().filter(there)).collect()
}

/// Runs the adapter in a folder on headers, with more arguments in one line.
#[track_caller]
pub fn adapter(dir: &Path, include: &Path, line: &str) -> Ran {
    let implementation = format!("cxx:{}", include.display());
    let mut arguments = vec!["run", "--impl", &implementation, "--profile", "cpu", "--out", "out", "--force"];
    arguments.extend(line.split_whitespace());
    if !line.contains("--cxx-compiler") {
        arguments.extend(["--cxx-compiler", "g++"]);
    }
    run(dir, &arguments)
}

/// The lines of the results of the last run in a folder.
pub fn lines(dir: &Path) -> Vec<ResultLine> {
    read(&dir.join("out/results/results.jsonl")).lines().map(|l| serde_json::from_str(l).expect("a line of results")).collect()
}
