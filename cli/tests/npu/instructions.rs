//! The tests of the instructions are C++ programs in `npu/tests`: they are compiled and run here.

use crate::common::folder;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folder of the programs.
fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../npu/tests")
}

/// Compiles a program with these flags and runs it.
#[track_caller]
fn ran(name: &str, flags: &[&str]) -> Output {
    let dir = folder();
    let program = dir.path().join("program");
    let source = programs().join(name);
    let arguments = ["-std=c++20", "-O0", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined", "-fno-sanitize-recover"];
    let compiled = Command::new("g++").args(arguments).args(flags).arg(source).arg("-o").arg(&program).output().expect("g++ starts");
    assert!(compiled.status.success(), "{name}: {}", String::from_utf8_lossy(&compiled.stderr));
    Command::new(program).output().expect("the program starts")
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn every_instruction_does_what_its_description_says() {
    let files = std::fs::read_dir(programs()).expect("the folder of the programs");
    let mut names: Vec<String> = files.map(|f| f.expect("an entry").file_name().display().to_string()).collect();
    names.retain(|name| name.ends_with(".cpp"));
    names.sort();
    assert_eq!(names, ["arithmetic.cpp", "broadcast.cpp", "copy.cpp", "order.cpp", "pipes.cpp", "registers.cpp", "unwritten.cpp"]);
    for name in names {
        let output = ran(&name, &[]);
        assert!(output.status.success(), "{name}: {}", words(&output));
        assert_eq!(words(&output), "all as expected\n", "{name}");
    }
}

#[test]
fn the_switches_change_what_is_assumed() {
    let saturating = words(&ran("arithmetic.cpp", &["-DPTOCONF_NPU_INTEGERS_SATURATE"]));
    assert!(saturating.contains("expected of<std::int16_t>(sum16, 32767, 1) == -32768"), "{saturating}");
    let flushed = words(&ran("arithmetic.cpp", &["-DPTOCONF_NPU_SUBNORMALS_FLUSHED"]));
    assert!(flushed.contains("expected of<half>(sum_of_halves, half(0x1p-24), half(0x1p-24)) == half(0x1p-23)"), "{flushed}");
    assert_eq!(flushed.lines().count(), 1, "{flushed}");
    let strict = words(&ran("arithmetic.cpp", &["-DPTOCONF_NPU_EMPTY_MASK_STOPS"]));
    assert!(strict.contains("emulated instruction vadd: no lane takes part"), "{strict}");
    let overwriting = words(&ran("order.cpp", &["-DPTOCONF_NPU_OVERWRITING_WAITS"]));
    for expected in ["after_write.empty()", "after_read.empty()"] {
        assert!(overwriting.contains(&format!("expected {expected}")), "{expected}: {overwriting}");
    }
    let in_order = words(&ran("order.cpp", &["-DPTOCONF_NPU_IN_ORDER"]));
    assert!(in_order.contains("reads bytes that vadd at "), "{in_order}");
}
