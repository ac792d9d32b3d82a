//! Kernels of a stand-in from end to end: they conform, and every seeded fault is found.

use crate::common::{Ran, compilers, folder, read, run};
use std::path::{Path, PathBuf};

/// The library of the stand-in.
fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../npu/tests/kernels")
}

/// Runs the kernels for A2 and A3 in a folder, compiled by one of the compilers, with more arguments in one line.
#[track_caller]
fn kernels(compiler: &str, dir: &Path, line: &str) -> Ran {
    kernels_for("npu:a2a3", compiler, dir, line)
}

/// Runs the kernels for an NPU.
#[track_caller]
fn kernels_for(npu: &str, compiler: &str, dir: &Path, line: &str) -> Ran {
    let library = library().display().to_string();
    let mut arguments = vec!["run", "--impl", npu, "--pto-isa", &library, "--cxx-compiler", compiler, "--out", "out", "--force"];
    arguments.extend(line.split_whitespace());
    run(dir, &arguments)
}

#[test]
fn kernels_without_a_fault_conform_and_the_report_says_what_they_ran_on() {
    let dir = folder();
    let all: Vec<Ran> =
        compilers().iter().map(|compiler| kernels(compiler, dir.path(), "--op tcolexpandadd --tier smoke").expect(0, &[])).collect();
    let ran = &all[0];
    assert!(ran.out.contains("implementation  npu:a2a3 (emulated instructions, not a device)\n"), "{}", ran.out);
    assert!(ran.out.contains("profile         a2a3\n"), "{}", ran.out);
    let head = read(&dir.path().join("out/results/results.json"));
    for words in ["\"kernels run on\": \"emulated instructions, not a device\"", "integer arithmetic wraps; ", "PTOCONF_INSTRUCTIONS="] {
        assert!(head.contains(words), "`{words}` in {head}");
    }
}

/// A fault, cases that it shows in, and what the report says of it. The compilers take turns.
const FAULTS: &[(&str, &str, &str)] = &[
    ("NARROW_ROWS", "--case tcolexpandadd/plain-3cba5a169e", "mismatch, 1 tuple"),
    ("REPEAT_STRIDE", "--tier smoke", "emulated instruction vadd, at pto/common/../stand_in/add_a2a3.hpp:"),
    ("ALIGNMENT", "--case tcolexpandadd/plain-3cba5a169e", "emulated instruction vadd: src1 begins "),
    ("NO_FLAG", "--case tcolexpandadd/plain-3cba5a169e", "emulated instruction wait_flag: nobody has set the flag of event "),
    ("FLAG_LEFT", "--case tcolexpandadd/plain-3cba5a169e", "the kernel ends with the flag of event "),
    ("MASK_LEFT", "--case tcolexpandadd/plain-3cba5a169e", "the kernel ends with a mask that is not full"),
    ("NO_BARRIER", ONE_ROW, "emulated instruction vadd: reads bytes that vcopy at pto/common/../stand_in/add_a2a3.hpp:"),
    ("WRONG_PIPE", ONE_ROW, "writes, with no barrier between them, at pto/common/../stand_in/add_a2a3.hpp:"),
    ("NO_SCALAR_FLAG", ONE_ROW, "emulated instructions: scalar code overwrites bytes that vadd at "),
    ("NO_COPY", ONE_ROW, "mismatch, 1 tuple"),
    ("NO_COPY --cxx-define PTOCONF_NPU_UNWRITTEN_STOPS", ONE_ROW, "vadd: what it writes to a result comes from memory that nobody wrote"),
];

/// A case of a single row, which the stand-in computes in steps.
const ONE_ROW: &str = "--case tcolexpandadd/plain-2237087327";

#[test]
fn whoever_assumes_that_instructions_run_in_order_misses_barriers() {
    let dir = folder();
    let line = format!("--op tcolexpandadd {ONE_ROW} --cxx-define STAND_IN_FAULT_NO_BARRIER --cxx-define PTOCONF_NPU_IN_ORDER");
    compilers().iter().for_each(|compiler| drop(kernels(compiler, dir.path(), &line).expect(0, &[])));
    let head = read(&dir.path().join("out/results/results.json"));
    assert!(head.contains("instructions run in the order of the program; "), "{head}");
}

#[test]
fn every_fault_is_found() {
    let dir = folder();
    for compiler in &compilers() {
        kernels(compiler, dir.path(), "--op tcolexpandadd --case tcolexpandadd/plain-3cba5a169e").expect(0, &[]);
    }
    for (compiler, (fault, cases, words)) in compilers().iter().cycle().zip(FAULTS) {
        let ran = kernels(compiler, dir.path(), &format!("--op tcolexpandadd {cases} --cxx-define STAND_IN_FAULT_{fault}"));
        assert_eq!(ran.code, 1, "{compiler}, {fault}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(words), "{compiler}, {fault}: `{words}` in {}", ran.out);
    }
}

#[test]
fn kernels_for_a5_load_past_their_operands_and_their_faults_are_found() {
    let dir = folder();
    let run = |compiler: &str, line: &str| kernels_for("npu:a5", compiler, dir.path(), &format!("--op tcolexpandadd {line}"));
    let smoke = |compiler: &String| run(compiler, "--tier smoke --dtype f16,f32,i16,i32,u16,u32").expect(0, &[]);
    let ran = &compilers().iter().map(smoke).collect::<Vec<Ran>>()[0];
    assert!(ran.out.contains("profile         a5\n") && ran.out.contains("npu:a5 (emulated instructions, not a device)"), "{}", ran.out);
    let faults = [
        ("NARROW_ROWS", "plain-44d63d8fce", "mismatch, 1 tuple"),
        ("MASK_LEFT", "plain-2237087327", "crashed, 1 tuple"),
        ("NO_BARRIER", "plain-33bf42b439", "emulated instruction vlds: reads bytes that vsts at "),
        ("WRONG_PIPE", "plain-33bf42b439", "writes, with no barrier between them, at pto/common/../stand_in/add_a5.hpp:"),
        ("NO_COPY", "plain-33bf42b439", "mismatch, 1 tuple"),
    ];
    for (compiler, (fault, case, words)) in compilers().iter().cycle().zip(faults) {
        let ran = run(compiler, &format!("--case tcolexpandadd/{case} --cxx-define STAND_IN_FAULT_{fault}"));
        assert_eq!(ran.code, 1, "{compiler}, {fault}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(words), "{compiler}, {fault}: `{words}` in {}", ran.out);
    }
}

#[test]
fn what_cannot_be_run_is_said() {
    let dir = folder();
    run(dir.path(), &["run", "--impl", "npu:a2a3"]).expect(2, &["--impl npu:a2a3: needs the kernels", "--pto-isa PATH names the library"]);
    run(dir.path(), &["run", "--impl", "npu:a2", "--pto-isa", "."]).expect(2, &["a2a3"]);
    run(dir.path(), &["run", "--impl", "npu:a2a3", "--pto-isa", "."])
        .expect(2, &["--pto-isa PATH is the folder that holds pto/pto-inst.hpp"]);
    run(dir.path(), &["run", "--impl", "builtin:a2a3", "--pto-isa", "."]).expect(2, &["--pto-isa: an option of --impl npu:…"]);
}
