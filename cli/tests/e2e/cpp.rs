//! The C++ header: programs around it read a set and write results that are judged.

use crate::common::{compilers, folder, ptoconf, read, report, shared};
use ptoconf_schemas::{FailureKind, ResultLine};
use ptoconf_vectors::SetReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn set() -> PathBuf {
    shared("cpp-set", "gen --op tcolsum,tcolexpandadd --form plain --profile a2a3 --tier smoke --out set").join("set")
}

/// Compiles a program with every compiler.
fn compiled(dir: &Path, source: &Path) -> Vec<PathBuf> {
    let compile = |compiler: &str| {
        let program = dir.join(compiler);
        let flags =
            ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wpedantic", "-O1", "-I"];
        let out = Command::new(compiler).args(flags).arg(root().join("cpp")).arg("-o").arg(&program).arg(source).output();
        let out = out.unwrap_or_else(|error| panic!("{compiler}: {error}"));
        assert!(out.status.success(), "{compiler}: {}", String::from_utf8_lossy(&out.stderr));
        program
    };
    compilers().iter().map(|compiler| compile(compiler)).collect()
}

fn run(program: &Path, set: &Path, results: &Path) -> Output {
    let digest = SetReader::open(set).unwrap().digest().to_owned();
    Command::new(program).arg(set).arg(results).arg(digest).output().unwrap()
}

#[test]
fn what_the_example_computes_is_right_with_every_compiler() {
    let dir = folder();
    for (number, program) in compiled(dir.path(), &root().join("examples/kernels.cpp")).iter().enumerate() {
        let results = dir.path().join(format!("results-{number}"));
        let ran = run(program, &set(), &results);
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let check = format!("check --vectors {} --impl {} --report json=report.json", set().display(), results.display());
        ptoconf(dir.path(), &check).expect(1, &[]);
        let report = report(&dir.path().join("report.json"));
        assert!(report.totals.passed > 40, "{}", report.totals.passed);
        let kinds: Vec<FailureKind> = report.failures.iter().map(|group| group.kind).collect();
        assert!(kinds.contains(&FailureKind::AcceptedIllegal) && !kinds.contains(&FailureKind::Mismatch), "{kinds:?}");
        // What is there already is not written over.
        let again = run(program, &set(), &results);
        assert!(!again.status.success() && String::from_utf8_lossy(&again.stderr).contains("is there already"));
    }
}

/// Does something else in each operation and type.
const MISUSE: &str = r#"
#include "ptoconf.hpp"
#include <cstdio>
void misuse(ptoconf::Case &c) {
    const std::string &dtype = c["dst"].dtype;
    if (dtype == "f16") throw ptoconf::Rejected("a \"quote\", a \\, a \t and a \n");
    if (dtype == "i16") throw ptoconf::Unsupported("i16");
    if (dtype == "bf16") throw std::runtime_error("mistaken");
    if (dtype == "u8") throw 5;
    if (dtype == "i8") throw ptoconf::Rejected("\xff \xc3\xa9");
    if (!c.has_data) return;
    if (dtype == "f32") c["dst"].bytes[-1] ^= 1;
    if (dtype == "i32") c.operands.back().bytes[0] ^= 1;
    for (const auto &o : c.operands)
        if (o.same_as == "src0" && o.bytes != c["src0"].bytes) throw std::runtime_error("no memory is shared");
}
int main(int argc, char **argv) { return ptoconf::run_main(argc, argv, {"misuse \"1\"", "2", {{"compiler", "any"}}}, misuse); }
"#;

#[test]
fn what_a_program_does_beside_its_outputs_is_written_down() {
    let dir = folder();
    let source = dir.path().join("misuse.cpp");
    std::fs::write(&source, MISUSE).unwrap();
    compiled(dir.path(), &source).iter().for_each(|program| misuse_is_written_down(dir.path(), program));
}

fn misuse_is_written_down(dir: &Path, program: &Path) {
    let results = program.with_extension("results");
    let ran = run(program, &set(), &results);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let lines: Vec<ResultLine> = read(&results.join("results.jsonl")).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let said = |words: &str| lines.iter().filter(|line| line.message.as_deref().is_some_and(|message| message == words)).count();
    assert!(said("a \"quote\", a \\, a \t and a \n") > 5 && said("i16") > 0 && said("mistaken") > 0);
    assert!(said("an exception that is no std::exception") > 0 && said("? ??") > 0);
    assert_eq!(said("no memory is shared"), 0);
    let touched = |operand: &str| lines.iter().filter(|line| line.touched.iter().any(|name| name == operand)).count();
    assert!(touched("dst") > 5 && touched("src") > 0 && touched("src1") > 0);
    let check = format!("check --vectors {} --impl {} --report json=report.json", set().display(), results.display());
    ptoconf(dir, &check).expect(1, &[]);
    let report = report(&dir.join("report.json"));
    assert_eq!(report.implementation.name, "misuse \"1\"");
    assert!(report.failures.iter().any(|group| group.kind == FailureKind::GuardTouched), "writes beside tiles are failures");
}

#[test]
fn a_function_that_ends_the_program_leaves_no_results() {
    let dir = folder();
    let source = dir.path().join("leave.cpp");
    let text = "#include \"ptoconf.hpp\"\nint main(int c, char **v) { return ptoconf::run_main(c, v, {\"leave\", \"1\"}, [](ptoconf::Case &) { std::exit(0); }); }\n";
    std::fs::write(&source, text).unwrap();
    let results = dir.path().join("results");
    let ran = run(&compiled(dir.path(), &source)[0], &set(), &results);
    assert_eq!(ran.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("there are no results") && !results.exists());
}

#[test]
fn what_is_no_set_is_an_error_that_names_it() {
    let dir = folder();
    let program = &compiled(dir.path(), &root().join("examples/kernels.cpp"))[0];
    let (empty, results) = (dir.path().join("empty"), dir.path().join("results"));
    std::fs::create_dir(&empty).unwrap();
    let ran = Command::new(program).arg(&empty).arg(&results).arg("0".repeat(64)).output().unwrap();
    assert_eq!(ran.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("suite.json"), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(!results.exists());
    let stale = Command::new(program).arg(set()).arg(&results).arg("").output().unwrap();
    assert!(String::from_utf8_lossy(&stale.stderr).contains("is no digest of a set; next: ptoconf verify"));
    let inside = Command::new(program).arg(&empty).arg(empty.join("results")).arg("0".repeat(64)).output().unwrap();
    assert!(String::from_utf8_lossy(&inside.stderr).contains("is in the folder of the set"));
    let usage = Command::new(program).output().unwrap();
    assert!(String::from_utf8_lossy(&usage.stderr).contains("usage: "));
}
