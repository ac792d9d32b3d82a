//! Parts of the exhaustive tier: whatever the split, the verdict on all of them is that of one run, and one alone has none.

use crate::common::{Ran, copy, files, folder, ptoconf, read, report, run};
use ptoconf_fuzz::mutate;
use ptoconf_schemas::{FailureKind, PartFile, TestOf};
use ptoconf_vectors::part_digest;
use std::path::Path;

const TIER: &str = "run --dtype f16 --tier exhaustive --profile portable";
/// 40 blocks from 3 on are five pieces, and 24 are three.
const FIVE_PIECES: &str = "3-42";
const THREE_PIECES: &str = "3-26";
const KINDS: [&str; 5] = ["json", "junit", "markdown", "html", "text"];

/// Answers as one model in the blocks before a given one, and as another from there on; says that it is one implementation.
const MIXED: &str = r#"import json, pathlib, shutil, subprocess, sys
ptoconf, vectors, out, first, second, change = sys.argv[1:]
block = json.load(open(vectors + "/suite.json"))["filters"][-1].split()[1].split("-")[0]
model = first if int(block) < int(change) else second
run = [ptoconf, "run", "--impl", "builtin:" + model, "--vectors", vectors, "--part", "1/1", "--out", out + "-made"]
subprocess.run(run, check=True, stdout=subprocess.DEVNULL)
made = pathlib.Path(out + "-made/results")
head = json.loads((made / "results.json").read_text())
del head["part"]
head["implementation"]["name"], head["implementation"]["version"] = "mixed", "1"
(made / "results.json").write_text(json.dumps(head))
shutil.copytree(made, out, dirs_exist_ok=True)
shutil.rmtree(out + "-made")
"#;

fn reports(name: &str) -> String {
    KINDS.map(|kind| format!(" --report {kind}={name}.{kind}")).concat()
}

/// The same reports under two names.
#[track_caller]
fn are_alike(dir: &Path, one: &str, other: &str) {
    for kind in KINDS {
        assert!(read(&dir.join(format!("{one}.{kind}"))) == read(&dir.join(format!("{other}.{kind}"))), "{one} and {other}: {kind}");
    }
}

fn words<'a>(line: &'a str, implementation: &'a str) -> Vec<&'a str> {
    line.split_whitespace().chain(["--impl", implementation]).collect()
}

/// Runs all blocks at once, and in parts of each of these numbers, and judges those in the orders given.
fn is_one(dir: &Path, blocks: &str, options: &str, implementation: &str, splits: &[&[u32]], code: i32) {
    let options = format!("--blocks {blocks} {options}");
    run(dir, &words(&format!("{TIER} {options}{}", reports("whole")), implementation)).expect(code, &[]);
    run(dir, &words(&format!("{TIER} {options} --part 1/1 --out 1-1"), implementation)).expect(0, &[]);
    for order in splits {
        let of = order.len();
        for part in *order {
            let line = format!("{TIER} {options} --part {part}/{of} --out {of}-{part}");
            let ran = run(dir, &words(&line, implementation)).expect(0, &[]);
            let said = format!("part {part} of {of}, and a part alone is not judged");
            assert!(ran.out.contains(&said) && !ran.out.contains("conform"), "{}", ran.out);
        }
        let parts: Vec<String> = order.iter().map(|part| format!("{of}-{part}")).collect();
        ptoconf(dir, &format!("check{} --impl {}", reports("parts"), parts.join(" "))).expect(code, &[]);
        are_alike(dir, "whole", "parts");
        // What all parts left makes what one part leaves that is the whole, which is judged like them.
        let ran = ptoconf(dir, &format!("merge {} --out merged --force", parts.join(" "))).expect(0, &[]);
        assert!(ran.out == format!("merged: {of} parts, blocks {blocks}\n"), "{}", ran.out);
        assert!(files(&dir.join("merged")) == files(&dir.join("1-1")), "{of} parts");
        ptoconf(dir, &format!("check{} --impl merged", reports("merged"))).expect(code, &[]);
        are_alike(dir, "whole", "merged");
    }
}

#[test]
fn whatever_the_split_the_report_is_that_of_one_run() {
    let dir = folder();
    is_one(dir.path(), FIVE_PIECES, "--op tcolexpandadd,tcolexpandmul", "builtin:a2a3", &[&[3, 1, 2], &[5, 2, 4, 3, 1]], 0);
    assert_eq!(report(&dir.path().join("parts.json")).totals.passed, 40 * 64 * 2);
    // What was found of a part is all that it leaves.
    assert_eq!(files(&dir.path().join("3-2")).into_keys().collect::<Vec<_>>(), ["part.json"]);
}

/// Each block follows options that the profile admits, in some these and in others those: each part looks right.
#[test]
fn who_follows_another_option_in_other_blocks_fails_together() {
    let dir = folder();
    std::fs::write(dir.path().join("mixed.py"), MIXED).unwrap();
    let implementation = format!("exec:python3 mixed.py {} {{vectors}} {{out}} a2a3 cpu 19", env!("CARGO_BIN_EXE_ptoconf"));
    is_one(dir.path(), THREE_PIECES, "--op tcolexpandadd", &implementation, &[&[2, 3, 1]], 1);
    let found = report(&dir.path().join("parts.json"));
    let failure = &found.failures[0];
    assert_eq!((failure.kind, failure.count), (FailureKind::InconsistentReading, found.totals.failed));
    assert!(failure.first[0].message.contains("tile/subnormals"), "{}", failure.first[0].message);
    assert!(!found.contradictions.is_empty() && found.totals.passed > 0);
    assert!(read(&dir.path().join("parts.text")).contains("no admitted choice explains"));
}

/// The piece that fails by itself is kept, and its report is the one of the run that ended with it.
#[test]
fn the_first_blocks_in_which_a_case_fails_are_reported_as_in_one_run() {
    let dir = folder();
    std::fs::write(dir.path().join("mixed.py"), MIXED.replace("made = pathlib", "wrong(int(block))\nmade = pathlib").replace(
        "ptoconf, vectors",
        "def wrong(block):\n    path = pathlib.Path(out + '-made/results/results.jsonl')\n    lines = path.read_text().splitlines()\n    \
         path.write_text('\\n'.join(lines[block // 11 * 2:]) + '\\n')\nptoconf, vectors",
    )).unwrap();
    let implementation = format!("exec:python3 mixed.py {} {{vectors}} {{out}} cpu cpu 0", env!("CARGO_BIN_EXE_ptoconf"));
    is_one(dir.path(), THREE_PIECES, "--op tcolexpandadd", &implementation, &[&[3, 2, 1]], 1);
    let found = report(&dir.path().join("parts.json"));
    assert_eq!((found.totals.cases, found.totals.failed), (512, 2), "the blocks from 11 on, which lack two lines");
    std::fs::remove_dir_all(dir.path().join("3-2/vectors")).unwrap();
    ptoconf(dir.path(), "check --impl 3-1 3-2 3-3").expect(3, &["3-2/vectors", "needed whole"]);
    ptoconf(dir.path(), "merge 3-1 3-2 3-3 --out none").expect(3, &["3-2/vectors"]);
    assert!(!dir.path().join("none").exists());
}

fn check(dir: &Path, parts: &str) -> Ran {
    ptoconf(dir, &format!("check --report json=r.json --impl {parts}"))
}

#[test]
fn parts_that_do_not_make_a_whole_are_named() {
    let (dir, own) = (folder(), "--op tcolexpandadd --blocks 0-23");
    let run = |options: &str, profile: &str, model: &str, part: &str, out: &str| {
        let line =
            format!("run --dtype f16 --tier exhaustive --profile {profile} {options} --impl builtin:{model} --part {part} --out {out}");
        ptoconf(dir.path(), &line)
    };
    for part in 1..=3 {
        run(own, "portable", "a2a3", &format!("{part}/3"), &format!("p{part}")).expect(0, &[]);
    }
    let others = [
        ("two", own, "portable", "a2a3", "2/2"),
        ("blocks", "--op tcolexpandadd --blocks 8-31", "portable", "a2a3", "2/3"),
        ("op", "--op tcolexpandsub --blocks 0-23", "portable", "a2a3", "2/3"),
        ("seed", "--op tcolexpandadd --blocks 0-23 --seed 7", "portable", "a2a3", "2/3"),
        ("profile", own, "a2a3", "a2a3", "2/3"),
        ("model", own, "portable", "cpu", "2/3"),
    ];
    for (name, options, profile, model, part) in others {
        run(options, profile, model, part, name).expect(0, &[]);
    }
    run(own, "portable", "a2a3", "2/3", "p2").expect(2, &["p2/part.json", "--force"]);
    run(own, "portable", "a2a3", "2/4", "p4").expect(2, &["part 2 of 4", "is at most 3 here"]);
    for (parts, words) in [
        ("p2", &["p2: part 2 of 3", "parts 1, 3 are missing"][..]),
        ("p1 p3", &["p1: part 1 of 3", "part 2 is missing"]),
        ("p1 p2 p3 p2", &["part 2 of 3 is there twice"]),
        ("p1 two p3", &["its number of parts is `3`, there it is `2`"]),
        ("p1 blocks p3", &["blocks/part.json", "its choice is", "--blocks 8-31"]),
        ("p1 op p3", &["op/part.json", "--op tcolexpandsub"]),
        ("p1 seed p3", &["seed/part.json", "its seed is `7`, there it is `0`"]),
        ("p1 profile p3", &["profile/part.json", "its profile is `a2a3`, there it is `portable`"]),
        ("p1 model p3", &["model/part.json", "another implementation", "builtin:cpu"]),
        ("p1 p2 nothing", &["--impl nothing: there is no part.json", "one folder of results"]),
    ] {
        check(dir.path(), parts).expect(3, words).expect(3, &["next: "]);
        assert!(!dir.path().join("r.json").exists(), "{parts}");
    }
    // Of another version, or of other blocks than its own, with its digest mended.
    for (words, change) in [
        ("its ptoconf is `0.0.9`", (|file: &mut PartFile| file.suite.version = "0.0.9".into()) as fn(&mut PartFile)),
        ("has blocks 0-7 of 0-23, expected those from 8 on", |file| file.blocks = [0, 7]),
        ("format `ptoconf-part/9`", |file| file.format = "ptoconf-part/9".into()),
    ] {
        copy(&dir.path().join("p2"), &dir.path().join("forged"));
        let mut file = part(&dir.path().join("p2"));
        change(&mut file);
        write(&dir.path().join("forged"), file);
        check(dir.path(), "p1 forged p3").expect(3, &["forged/part.json", words]);
    }
    std::fs::create_dir(dir.path().join("p2/vectors")).unwrap();
    check(dir.path(), "p3 p2 p1").expect(3, &["p2/part.json", "no case of it fails"]);
    std::fs::remove_dir(dir.path().join("p2/vectors")).unwrap();
    check(dir.path(), "p3 p2 p1").expect(0, &[]);
    ptoconf(dir.path(), "diff r.json r.json").expect(3, &["r.json", "too many cases to list"]);
    ptoconf(dir.path(), "check --impl p1 p2 p3 --form plain").expect(2, &["a filter", "block by block"]);
    ptoconf(dir.path(), "merge p1 p2 p3 --out merged --vectors p1").expect(2, &["--vectors", "no set that is there as a whole"]);
    ptoconf(dir.path(), "merge p1 p3 --out merged").expect(3, &["p1: part 1 of 3", "part 2 is missing"]);
    ptoconf(dir.path(), "merge p3 p1 p2 --out p1").expect(2, &["p1/part.json", "--force"]);
    assert!(!dir.path().join("merged").exists());
    // Nothing of an earlier run is removed unasked.
    ptoconf(dir.path(), "run --op tcolexpand --dtype f16 --tier smoke --impl builtin:a5 --profile a5 --out own").expect(0, &[]);
    let own = files(&dir.path().join("own"));
    ptoconf(dir.path(), "merge p3 p1 p2 --out own").expect(2, &["own/vectors: is there already", "--force"]);
    assert!(files(&dir.path().join("own")) == own);
    // What replaces one of the parts is the whole.
    ptoconf(dir.path(), "merge p3 p1 p2 --out p1 --force").expect(0, &[]);
    check(dir.path(), "p1").expect(0, &[]);
}

fn part(dir: &Path) -> PartFile {
    serde_json::from_str(&read(&dir.join("part.json"))).unwrap()
}

/// Writes a part whose digest is right.
fn write(dir: &Path, mut file: PartFile) {
    file.blake3 = part_digest(&file);
    std::fs::write(dir.join("part.json"), serde_json::to_string(&file).unwrap()).unwrap();
}

/// Damaged parts are refused by name, or they are what they were; with their digest mended they are judged or refused.
#[test]
fn a_part_that_is_damaged_is_refused() {
    let dir = folder();
    let line = "run --dtype f16 --tier exhaustive --profile portable --op tcolexpandadd --blocks 0-7 --impl builtin:a2a3";
    ptoconf(dir.path(), &format!("{line} --part 1/1 --out p")).expect(0, &[]);
    check(dir.path(), "p").expect(0, &[]);
    let (good, whole) = (read(&dir.path().join("p/part.json")), read(&dir.path().join("r.json")));
    assert_eq!(part(&dir.path().join("p")).operations[0].tests[0].about, TestOf::Class("pairs".into()));
    let (mut refused, mut mended) = (0, 0);
    for number in 0..120 {
        let damaged = mutate(0, "part.json", number, &[good.as_bytes().to_vec()]);
        std::fs::write(dir.path().join("p/part.json"), &damaged).unwrap();
        let ran = check(dir.path(), "p");
        assert!(ran.code != 1 && ran.err.len() < 4000, "attempt {number}: {}", ran.err);
        if ran.code == 0 {
            assert!(read(&dir.path().join("r.json")) == whole, "attempt {number}");
            continue;
        }
        assert!(ran.code == 3 && ran.err.contains("p/part.json"), "attempt {number}: {}", ran.err);
        refused += 1;
        let Ok(file) = serde_json::from_slice::<PartFile>(&damaged) else { continue };
        write(&dir.path().join("p"), file);
        mended += 1;
        let ran = check(dir.path(), "p");
        assert!([0, 1, 3].contains(&ran.code) && ran.err.len() < 4000, "attempt {number}: {}", ran.err);
    }
    assert!(refused > 90 && mended > 5, "{refused} refused, {mended} with their digest mended");
}
