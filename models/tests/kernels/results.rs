//! From a set on disk to results on disk.

use crate::case::{Case, model, nd};
use ptoconf_runner::{Called, Reach, Run, RunSummary};
use ptoconf_schemas::{
    AnswerLine, Array, CANARY, Coverage, DType, Expectation, FormInfo, Limits, OperationInfo, Outcome, ProfileInfo, ResultLine, Role,
    SET_FORMAT, SmolStr, Stack, Suite, Tier, TupleLine,
};
use ptoconf_vectors::{ResultsReader, SetReader, SetWriter};
use std::cell::RefCell;
use std::path::{Path, PathBuf};

/// A tuple of three cases; every fourth one is illegal and without data.
fn stack(index: u32) -> Stack {
    let tile = || nd(DType::F32, [2, 8], [2, 1 + index % 8]);
    let case = Case::new("tcolexpandadd", "plain")
        .out("dst", if index % 4 == 3 { nd(DType::F32, [2, 8], [1, 1]) } else { tile() })
        .operand("src0", Role::In, tile(), Vec::new())
        .operand("src1", Role::In, tile(), Vec::new());
    let line = TupleLine { name: format!("plain-test-{index:03}"), cases: 3, ..case.line() };
    let array = |name: &str, step: f32| Array {
        name: line.member(name),
        dtype: DType::F32,
        shape: vec![3, 2, 8],
        data: (0..48).flat_map(|i| (index as f32 + i as f32 * step).to_le_bytes()).collect(),
    };
    let inputs = if index % 4 == 3 { Vec::new() } else { vec![array("src0", 1.0), array("src1", 0.5)] };
    let expect = Expectation::Accept { boundary_of: Vec::new() };
    let [class, strategy, why] = ["test"; 3].map(SmolStr::from);
    let answer = AnswerLine {
        tuple: line.name.as_str().into(),
        class,
        strategy,
        why,
        expect,
        contests: std::sync::Arc::default(),
        file: None,
        alternatives: Vec::new(),
    };
    Stack { line, answer, inputs, answers: Vec::new() }
}

fn suite(tuples: u64) -> Suite {
    let operation = OperationInfo {
        name: "tcolexpandadd".into(),
        page: "TCOLEXPANDADD".into(),
        tuples,
        cases: 3 * tuples,
        counts: Default::default(),
        forms: vec![FormInfo { name: "plain".into(), call: "TCOLEXPANDADD(dst, src0, src1)".into(), coverage: Coverage::default() }],
        rules: Vec::new(),
        reach: Default::default(),
        readings: Vec::new(),
    };
    let profile = ProfileInfo {
        name: "a5".into(),
        base: "a5".into(),
        beyond_base: vec![],
        limits: Limits { ub_bytes: 262_144, max_rows: 65_535, max_cols: 4095 },
        max_unsupported: 10,
        requires_observed: vec![],
        operations: Vec::new(),
        dtypes: Default::default(),
        forms: Default::default(),
        readings: Vec::new(),
        file: None,
    };
    Suite {
        format: SET_FORMAT.into(),
        version: "test".into(),
        seed: 1,
        tier: Tier::Smoke,
        filters: Vec::new(),
        canary: CANARY,
        blind: false,
        profile,
        operations: vec![operation],
        files: Vec::new(),
    }
}

fn write_set(dir: &Path, tuples: u32) -> SetReader {
    let mut writer = SetWriter::create(dir, false).unwrap();
    writer.operation("tcolexpandadd").unwrap();
    for index in 0..tuples {
        writer.put(stack(index)).unwrap();
    }
    writer.finish(suite(tuples.into())).unwrap();
    SetReader::open(dir).unwrap()
}

fn run_all(set: &SetReader, out: &Path, threads: usize) -> RunSummary {
    model("a5")
        .run(&Run {
            set,
            out,
            force: false,
            threads,
            select: &|_, _| true,
            part: None,
            called: Called::default(),
            reach: &Reach::default(),
            progress: None,
        })
        .unwrap()
}

fn lines(dir: &Path) -> Vec<ResultLine> {
    let mut lines = Vec::new();
    let add = |_, line: Result<ResultLine, _>| line.map(|line| lines.push(line));
    ResultsReader::open(dir).unwrap().for_each_line(add).unwrap();
    lines
}

/// Every file below a folder with its content, sorted.
fn tree(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else {
                files.push((entry.strip_prefix(dir).unwrap().to_owned(), std::fs::read(&entry).unwrap()));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn results_are_written_in_set_order() {
    let temp = tempfile::tempdir().unwrap();
    let set = write_set(&temp.path().join("set"), 8);
    let out = temp.path().join("out");
    let summary = run_all(&set, &out, 2);
    assert_eq!((summary.cases(), summary.count(Outcome::Ok), summary.count(Outcome::Rejected)), (24, 18, 6));
    let ids: Vec<String> = lines(&out).into_iter().map(|l| l.case).collect();
    let expected = (0..8).flat_map(|t| (0..3).map(move |slot| format!("tcolexpandadd/plain-test-{t:03}/{slot}")));
    assert_eq!(ids, expected.collect::<Vec<_>>());

    let results = ResultsReader::open(&out).unwrap();
    assert_eq!(results.header().suite, set.digest());
    assert_eq!(results.header().implementation.name, "builtin:a5");
    let outputs = results.outputs("tcolexpandadd").unwrap();
    let (line, mut bytes) = (stack(2).line, Vec::new());
    assert!(outputs.read(&line, "dst", CANARY, &mut bytes).all_ok());
    // Case 1, row 1, column 2: src0 is 2 + 26, src1 (row 0) is 2 + 18 / 2.
    let at = (16 + 8 + 2) * 4;
    assert_eq!(bytes[at..at + 4], 39f32.to_le_bytes());
    assert!(!outputs.has(&stack(3).line, "dst"), "a rejected tuple has no outputs");
}

#[test]
fn bytes_do_not_depend_on_threads() {
    let temp = tempfile::tempdir().unwrap();
    let set = write_set(&temp.path().join("set"), 40);
    let [one, many] = [1, 7].map(|threads| {
        let out = temp.path().join(format!("out{threads}"));
        run_all(&set, &out, threads);
        tree(&out)
    });
    assert!(one.len() >= 3);
    assert_eq!(one, many);
}

#[test]
fn only_selected_cases_are_run() {
    let temp = tempfile::tempdir().unwrap();
    let set = write_set(&temp.path().join("set"), 8);
    let out = temp.path().join("out");
    let told = RefCell::new(Vec::new());
    let progress = |done, total| told.borrow_mut().push((done, total));
    let select = |line: &TupleLine, slot| line.name == "plain-test-001" && slot != 1;
    model("a5")
        .run(&Run {
            set: &set,
            out: &out,
            force: false,
            threads: 2,
            select: &select,
            part: None,
            called: Called::default(),
            reach: &Reach::default(),
            progress: Some(&progress),
        })
        .unwrap();
    let ids: Vec<String> = lines(&out).into_iter().map(|l| l.case).collect();
    assert_eq!(ids, ["tcolexpandadd/plain-test-001/0", "tcolexpandadd/plain-test-001/2"]);
    assert_eq!(told.borrow().last(), Some(&(24, 24)));
    let mut bytes = Vec::new();
    ResultsReader::open(&out).unwrap().outputs("tcolexpandadd").unwrap().read(&stack(1).line, "dst", CANARY, &mut bytes);
    assert!(bytes[64..128].iter().all(|&b| b == CANARY), "slot 1 did not run");
}

#[test]
fn older_results_are_kept_unless_forced() {
    let temp = tempfile::tempdir().unwrap();
    let set = write_set(&temp.path().join("set"), 4);
    let out = temp.path().join("out");
    run_all(&set, &out, 1);
    let again = |force| {
        model("cpu").run(&Run {
            set: &set,
            out: &out,
            force,
            threads: 1,
            select: &|_, _| true,
            part: None,
            called: Called::default(),
            reach: &Reach::default(),
            progress: None,
        })
    };
    assert!(again(false).is_err());
    assert_eq!(ResultsReader::open(&out).unwrap().header().implementation.name, "builtin:a5");
    again(true).unwrap();
    assert_eq!(ResultsReader::open(&out).unwrap().header().implementation.name, "builtin:cpu");
}

#[test]
fn a_damaged_set_gives_no_results() {
    let temp = tempfile::tempdir().unwrap();
    let set = write_set(&temp.path().join("set"), 4);
    let inputs = temp.path().join("set/tcolexpandadd/inputs-000.npz");
    let mut bytes = std::fs::read(&inputs).unwrap();
    bytes[200] ^= 1;
    std::fs::write(&inputs, bytes).unwrap();
    let out = temp.path().join("out");
    let error = model("a5")
        .run(&Run {
            set: &set,
            out: &out,
            force: false,
            threads: 2,
            select: &|_, _| true,
            part: None,
            called: Called::default(),
            reach: &Reach::default(),
            progress: None,
        })
        .unwrap_err();
    assert!(error.to_string().contains("inputs-000.npz"), "{error}");
    assert!(!out.exists());
}
