//! What is wrong with compiler or headers is an error with a name: never "all rejected", never "all legal".

use crate::common::{copy, folder, run};
use crate::stand_in::{adapter, include, lines};
use ptoconf_schemas::Outcome;
use std::path::Path;

const ONE: &str = "--op tcolexpand --case tcolexpand/plain-11f3e25770/0";

#[track_caller]
fn fails(dir: &Path, include: &Path, line: &str, words: &[&str]) {
    adapter(dir, include, line).expect(2, words);
    assert!(!dir.join("out/results").exists(), "no results after an error");
}

#[test]
fn errors_name_what_is_missing() {
    let dir = folder();
    fails(dir.path(), dir.path(), ONE, &["pto/pto-inst.hpp: no such file", "cxx:INCLUDE_DIR is the folder"]);
    let line = format!("{ONE} --cxx-compiler no-such-compiler");
    fails(dir.path(), &include(), &line, &["cannot run the compiler no-such-compiler", "--cxx-compiler"]);
    let line = format!("{ONE} --cxx-define STAND_IN_FAULT_BROKEN");
    fails(
        dir.path(),
        &include(),
        &line,
        &["#include <pto/pto-inst.hpp> does not compile", "broken on purpose", "command: g++", "next: ", "--cxx-compiler"],
    );
    fails(dir.path(), &include(), &format!("{ONE} --cxx-flag -DNDEBUG"), &["NDEBUG takes the assertions out"]);
    fails(dir.path(), &include(), &format!("{ONE} --cxx-flag --no-such-flag"), &["--no-such-flag"]);
    fails(dir.path(), &include(), &format!("{ONE} --cxx-compile-timeout 0.001"), &["Timeout"]);
    fails(dir.path(), &include(), &format!("{ONE} --cxx-memory 64"), &["does not compile"]);
}

#[test]
fn a_changed_header_is_compiled_again_whatever_the_cache_holds() {
    let dir = folder();
    let headers = dir.path().join("include");
    copy(&include(), &headers);
    let outcome = || {
        adapter(dir.path(), &headers, &format!("{ONE} --cxx-cache cache"));
        lines(dir.path())[0].outcome
    };
    assert_eq!(outcome(), Outcome::Ok);
    assert_eq!(outcome(), Outcome::Ok, "from the cache");
    let path = headers.join("pto/stand_in/expand.hpp");
    let text = crate::common::read(&path);
    std::fs::write(&path, &text).expect("the same text, written later");
    assert_eq!(outcome(), Outcome::Ok, "only touched");
    let text =
        text.replace("TCOLEXPAND(Dst& dst, Src& src)\n{", "TCOLEXPAND(Dst& dst, Src& src)\n{\n    static_assert(Dst::Rows > 99999);");
    std::fs::write(&path, text).expect("another text");
    assert_eq!(outcome(), Outcome::Rejected, "changed");
}

#[test]
fn what_a_set_says_of_a_call_brings_no_code_into_a_program() {
    let dir = folder();
    let case = ONE.rsplit(' ').next().expect("a case");
    run(dir.path(), &["gen", "--op", "tcolexpand", "--case", case, "--profile", "cpu", "--out", "set"]).expect(0, &[]);
    let path = dir.path().join("set/suite.json");
    let text = crate::common::read(&path);
    let implementation = format!("cxx:{}", include().display());
    for call in ["TCOLEXPAND(dst, src); abort()", "TCOLEXPAND(dst, (abort(), src))", "abort()", "TCOLSUM(dst, src)"] {
        let changed = text.replace("TCOLEXPAND(dst, src)", call);
        assert_ne!(changed, text);
        std::fs::write(&path, changed).expect("a file");
        let ran = run(dir.path(), &["run", "--impl", &implementation, "--vectors", "set", "--out", "out"]);
        ran.expect(3, &["suite.json: ", call, "is no call of tcolexpand, expected TCOLEXPAND("]);
    }
}
