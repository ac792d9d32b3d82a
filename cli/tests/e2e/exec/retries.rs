//! Failing cases that are run again.

use super::{folder, root, run_on, vectors};
use crate::common::{Ran, read, report, run};
use ptoconf_schemas::{ListedCases, Report};
use std::path::Path;

/// The example's worker, which copies something else than row 0 of some element types.
fn worker(dir: &Path) -> String {
    let source = std::fs::read_to_string(root().join("examples/worker.py")).unwrap();
    let copied = "    row = memory.bytes[start:start + length]\n";
    let wrong = "    if dst[\"dtype\"] == \"f32\":\n        row = os.urandom(length)\n    if dst[\"dtype\"] == \"i16\":\n        row = b\"\\x5a\" * length\n";
    assert!(source.contains(copied));
    let source = source.replace(copied, &format!("{copied}{wrong}")).replace("import math\n", "import math\nimport os\n");
    std::fs::write(dir.join("worker.py"), source).unwrap();
    format!("exec:python3 '{}'", dir.join("worker.py").display())
}

fn look_at(report: &Report) {
    let failing = |dtype: &str| {
        let own = report.cases.iter().filter(|listed| listed.fails.as_ref().is_some_and(|way| way.dtype == dtype));
        own.map(ListedCases::count).sum::<u64>()
    };
    assert!(failing("f32") > 0 && failing("i16") > 0);
    // What is always wrong in the same way is not flaky.
    assert_eq!(report.flaky.len() as u64, failing("f32"));
    assert!(report.flaky.iter().all(|flaky| (flaky.again, flaky.otherwise) == (2, 2)));
    assert_eq!(report.totals.failed, failing("f32") + failing("i16"));
}

/// In JUnit flaky cases stand in the failure that describes them, and all of them behind the tests of their operation.
fn in_junit(report: &Report, junit: &str) {
    let number = report.flaky.len();
    assert!(junit.contains(&format!(r#"<property name="flaky" value="{number}"/>"#)), "{junit}");
    let (tests, listed) = junit.split_once("    <system-out>flaky: ").expect("a list");
    let is_listed = |case: &str| listed.contains(&format!("{case} (mismatch): another result in 2 of 2 further runs\n"));
    assert!(report.flaky.iter().all(|flaky| is_listed(&flaky.case)), "{listed}");
    let failing: Vec<&str> = tests.split("<testcase ").filter(|test| test.contains("<failure ")).collect();
    let marked = |dtype: &str| {
        let own = failing.iter().filter(|test| test.contains(dtype));
        own.map(|test| test.contains("\n  flaky: another result in 2 of 2 further runs\n")).collect::<Vec<bool>>()
    };
    let [random, wrong] = [" f32 ", " i16 "].map(marked);
    assert!(!random.is_empty() && random.iter().all(|is| *is), "{tests}");
    assert!(!wrong.is_empty() && !wrong.contains(&true), "{tests}");
}

#[test]
fn what_comes_out_otherwise_is_listed_and_fails_all_the_same() {
    let dir = folder();
    let program = worker(dir.path());
    let judged = ["--impl", &program, "--retries", "2", "--report", "json=report.json", "--report", "junit=report.xml", "--report", "text"];
    let words = ["fails, and did not always come out the same when it was run again", "(mismatch): another result in 2 of 2 further runs"];
    let made = ["run", "--op", "tcolexpand", "--profile", "a2a3", "--tier", "smoke", "--out", "made"];
    let says = |ran: Ran| words.iter().for_each(|word| assert!(ran.out.contains(word), "expected `{word}` in: {}", ran.out));
    says(run(dir.path(), &[&made[..], &judged].concat()).expect(1, &[]));
    let found = report(&dir.path().join("report.json"));
    look_at(&found);
    in_junit(&found, &read(&dir.path().join("report.xml")));
    let given = ["run", "--vectors", "made/vectors", "--out", "given"];
    says(run(dir.path(), &[&given[..], &judged].concat()).expect(1, &[]));
    look_at(&report(&dir.path().join("report.json")));
    // The kept set is whole, with its answers.
    run(dir.path(), &["check", "--vectors", "made/vectors", "--impl", "made/results", "-q"]).expect(1, &[]);
}

#[test]
fn what_is_known_and_comes_out_otherwise_is_flaky_and_no_longer_known() {
    let dir = folder();
    let program = worker(dir.path());
    let made = ["run", "--op", "tcolexpand", "--profile", "a2a3", "--tier", "smoke", "--out", "made", "--impl", &program];
    run(dir.path(), &[&made[..], &["--report", "json=report.json"]].concat()).expect(1, &[]);
    run(dir.path(), &["baseline", "report.json", "--out", "known.json"]).expect(0, &[]);
    let known = ["run", "--vectors", "made/vectors", "--out", "again", "--impl", &program, "--baseline", "known.json"];
    run(dir.path(), &known).expect(0, &[]);
    let retried = ["--force", "--retries", "2", "--report", "json=report.json", "--report", "text"];
    let words = ["did not always come out the same", "does not conform"];
    run(dir.path(), &[&known[..], &retried].concat()).expect(1, &[]);
    let report = report(&dir.path().join("report.json"));
    assert!(report.totals.failed == 0 && report.flaky.len() > 2, "{:?}", report.totals);
    let ran = run(dir.path(), &[&known[..], &["--force", "--retries", "1"]].concat()).expect(1, &[]);
    words.iter().for_each(|word| assert!(ran.out.contains(word), "expected `{word}` in: {}", ran.out));
}

#[test]
fn nothing_is_run_again_where_nothing_fails() {
    let dir = folder();
    let program = format!("exec:python3 '{}'", root().join("examples/worker.py").display());
    run_on(dir.path(), &vectors(), &program, &["--retries", "1"]).expect(0, &[]);
    assert!(!dir.path().join("again-1").exists());
}

#[test]
fn what_was_interrupted_is_finished_before_anything_is_run_again() {
    let dir = folder();
    run_on(dir.path(), &vectors(), "exec:true", &["--retries", "1", "--resume"]).expect(2, &["--retries", "--resume"]);
}
