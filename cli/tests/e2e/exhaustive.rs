//! Every pair of two values, made and judged block by block.

use crate::common::{folder, open, ptoconf, report, run};
use ptoconf_schemas::{Conclusion, Role};
use std::collections::BTreeSet;

/// The pairs that the tiles of a set have of its elementwise operations.
fn pairs(set: &std::path::Path) -> Vec<(String, u64, u64)> {
    let set = open(set);
    let mut pairs = vec![];
    for operation in &set.suite().operations {
        let reader = set.operation(&operation.name).unwrap();
        let (mut tile, mut vector) = (vec![], vec![]);
        for line in reader.tuples.iter() {
            let tuple = &line.tuple;
            let [first, second] = ["src0", "src1"].map(|name| tuple.tile(name).unwrap());
            if line.cases == 1 {
                // The twin of a type on which documents differ.
                continue;
            }
            assert!(tuple.with_role(Role::In).count() == 2 && line.cases == 4);
            reader.inputs(line, "src0", &mut tile).unwrap();
            reader.inputs(line, "src1", &mut vector).unwrap();
            let at = |data: &[u8], tile: &ptoconf_schemas::Tile, slot: u32, [row, col]: [u32; 2]| {
                tile.dtype.read(data, ((slot * tile.rows() + row) * tile.cols() + col) as usize)
            };
            for slot in 0..line.cases {
                for (row, col) in (0..64).flat_map(|row| (0..256).map(move |col| (row, col))) {
                    let other = if operation.name.starts_with("tcol") { [0, col] } else { [row, 0] };
                    let key = format!("{} {} {}", operation.name, tuple.form, first.dtype.name());
                    pairs.push((key, at(&tile, first, slot, [row, col]), at(&vector, second, slot, other)));
                }
            }
        }
    }
    pairs
}

#[test]
fn every_pair_is_there_once() {
    let dir = folder();
    let ops = "tcolexpandsub,trowexpandadd,tcolexpandmul";
    let line = format!("gen --op {ops} --tier exhaustive --dtype i8,u8 --profile a5 --blocks 0-4095 --out set");
    ptoconf(dir.path(), &line).expect(0, &[]);
    let all = pairs(&dir.path().join("set"));
    let kinds: BTreeSet<&String> = all.iter().map(|(key, ..)| key).collect();
    assert!(kinds.len() >= 3, "{kinds:?}");
    let different: BTreeSet<_> = all.iter().collect();
    assert_eq!((all.len(), different.len()), (kinds.len() << 16, kinds.len() << 16));
    // As any set it can be made again from its head.
    ptoconf(dir.path(), "verify set --regenerate").expect(0, &[]);
}

#[test]
fn pieces_are_reported_as_one() {
    let dir = folder();
    let line = "run --op tcolexpandadd,trowexpandmul --dtype f16 --tier exhaustive --profile a2a3 --blocks 1-17 --impl builtin:a2a3";
    let ran = ptoconf(dir.path(), &format!("{line} --report json=report.json --report text --report junit=r.xml")).expect(0, &[]);
    let last = ran.out.lines().last().unwrap_or_default();
    assert!(last.starts_with("no failure in this part of profile a2a3, tier exhaustive") && last.contains("--blocks 1-17"), "{last}");
    let report = report(&dir.path().join("report.json"));
    let (cases, trowexpandmul_forms) = (report.totals.cases, 2);
    assert_eq!((cases, report.totals.passed), (17 * 64 * (1 + trowexpandmul_forms), cases));
    assert_eq!((report.conclusion, report.regenerated), (Conclusion::NoFailureInPart, true));
    let nan = report.readings.iter().find(|r| r.reading == "tile/nan");
    assert!(nan.is_none_or(|r| r.conforms));
}

/// The first piece that fails ends the run, and its cases can be made and run by themselves.
#[test]
fn a_piece_that_fails_is_the_last() {
    let dir = folder();
    let line = "run --op tcolexpandadd --tier exhaustive --profile a5 --blocks 0-4095 --impl builtin:a2a3 --dtype u16";
    ptoconf(dir.path(), &format!("{line} --report json=report.json")).expect(1, &[]);
    let found = report(&dir.path().join("report.json"));
    assert_eq!((found.totals.cases, found.totals.failed), (512, 512));
    let case = &found.failures[0].first[0].case;
    let one = format!("run --tier exhaustive --profile a5 --op tcolexpandadd --impl builtin:a2a3 --case {case} --report json=one.json");
    ptoconf(dir.path(), &one).expect(1, &[]);
    assert!(report(&dir.path().join("one.json")).failures[0].first[0].case == *case);
}

/// Every case of it passes, and it fails all the same.
#[test]
fn a_piece_with_a_stray_line_is_the_last() {
    let dir = folder();
    let program = r#"import json, pathlib, shutil, subprocess, sys
ptoconf, vectors, out, stray = sys.argv[1:]
run = [ptoconf, "run", "--impl", "builtin:a2a3", "--vectors", vectors, "--part", "1/1", "--out", "made", "--force"]
subprocess.run(run, check=True, stdout=subprocess.DEVNULL)
head = pathlib.Path("made/results/results.json")
head.write_text(json.dumps({key: value for key, value in json.loads(head.read_text()).items() if key != "part"}))
if stray == "yes":
    with open("made/results/results.jsonl", "a") as lines:
        lines.write('{"case":"tcolexpandadd/plain-0000000000/0","outcome":"ok"}\n')
shutil.copytree("made/results", out, dirs_exist_ok=True)
"#;
    std::fs::write(dir.path().join("batch.py"), program).unwrap();
    for (stray, code) in [("no", 0), ("yes", 1)] {
        let implementation = format!("exec:python3 batch.py {} {{vectors}} {{out}} {stray}", env!("CARGO_BIN_EXE_ptoconf"));
        let line = "run --op tcolexpandadd --dtype f16 --tier exhaustive --profile a2a3 --blocks 0-8 --report json=report.json";
        let mut arguments: Vec<&str> = line.split_whitespace().collect();
        arguments.extend(["--impl", &implementation]);
        run(dir.path(), &arguments).expect(code, &[]);
        let report = report(&dir.path().join("report.json"));
        let cases = if stray == "yes" { 512 } else { 576 };
        assert_eq!((report.totals.passed, report.totals.failed, report.extra.len()), (cases, 0, usize::from(code == 1)));
    }
}

#[test]
fn what_speaks_of_a_whole_set_is_refused() {
    let dir = folder();
    ptoconf(dir.path(), "gen --op tcolexpandadd --tier exhaustive --out set").expect(2, &["2^32", "--blocks 0-7"]);
    ptoconf(dir.path(), "gen --op tcolexpandadd --tier exhaustive --blocks 0-4096 --out set").expect(2, &["there are 4096"]);
    ptoconf(dir.path(), "gen --op tcolexpandadd --blocks 0-7 --out set").expect(2, &["--blocks", "--tier exhaustive"]);
    ptoconf(dir.path(), "gen --op tcolsum --tier exhaustive --blocks 0-7 --out set").expect(4, &["is left by"]);
    let line = "run --op tcolexpandadd --tier exhaustive --profile a2a3 --impl builtin:a2a3 --blocks 0-0";
    for option in ["--record r.json", "--retries 2", "--fail-fast", "--report verdicts=v.jsonl"] {
        ptoconf(dir.path(), &format!("{line} {option}")).expect(2, &["block by block"]);
    }
    ptoconf(dir.path(), "run --op tcolsum --tier exhaustive --profile a2a3 --impl builtin:a2a3").expect(4, &["is left by"]);
}
