//! Blind sets: they show nothing of what is expected, and give the verdicts of the open set.

use crate::common::{files, folder, open, ptoconf, read, report, tuples};
use ptoconf_schemas::{Expectation, VerdictLine};
use ptoconf_vectors::SetReader;
use std::collections::BTreeMap;
use std::path::Path;

/// Verdict and kind of failure of each case.
fn verdicts(path: &Path) -> BTreeMap<String, String> {
    let parse = |line: &str| -> VerdictLine { serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")) };
    let said = |line: VerdictLine| (line.case, format!("{:?} {:?} {:?}", line.verdict, line.failure, line.skipped));
    read(path).lines().map(parse).map(said).collect()
}

/// Every case has the same verdict in the blind set and in the open one.
fn same_verdicts(options: &str, models: &[&str]) {
    let dir = folder();
    ptoconf(dir.path(), &format!("gen {options} --out open")).expect(0, &[]);
    ptoconf(dir.path(), &format!("gen {options} --blind --out blind")).expect(0, &[]);
    let mut failures = 0;
    for model in models {
        let run = |set: &str, answers: &str| {
            let line = format!("run --impl builtin:{model} --vectors {set} {answers} --out {set}-{model} --report verdicts={set}.jsonl");
            (ptoconf(dir.path(), &format!("{line} --report json={set}.json")).code, verdicts(&dir.path().join(format!("{set}.jsonl"))))
        };
        let (open_code, of_open) = run("open", "");
        let (blind_code, of_blind) = run("blind", "--answers blind_answers");
        assert_eq!(open_code, blind_code, "{model}");
        assert!(of_open == of_blind && !of_open.is_empty(), "{model}");
        failures += report(&dir.path().join("open.json")).totals.failed;
    }
    assert!(failures > 0, "some model fails");
}

#[test]
fn a_smoke_set_gives_the_same_verdicts() {
    same_verdicts("--profile a2a3 --tier smoke --seed 5", &["a2a3", "a5", "cpu"]);
}

#[test]
fn a_standard_set_gives_the_same_verdicts() {
    same_verdicts("--op tcolsum --profile a2a3 --seed 6", &["a2a3", "a5"]);
}

#[test]
fn a_blind_set_shows_nothing() {
    let dir = folder();
    ptoconf(dir.path(), "gen --op tcolsum --profile a2a3 --seed 77 --blind --out set --answers apart/answers").expect(0, &[]);
    let set = open(&dir.path().join("set"));
    assert!(set.suite().blind && set.suite().seed == 0 && set.suite().operations.iter().all(|o| o.reach.is_empty()));
    assert!(!files(&dir.path().join("set")).keys().any(|path| path.contains("answers")));
    for file in ["tuples.jsonl", "cases.jsonl"] {
        let text = read(&dir.path().join("set/tcolsum").join(file));
        assert!(["illegal", "violates", "limit", "open", "several", "order"].iter().all(|word| !text.contains(word)), "{file}");
    }
    let whole = SetReader::open(set.dir()).and_then(|s| s.join(&dir.path().join("apart/answers"))).unwrap();
    assert_eq!(whole.suite().seed, 77);
    let (mut rejected, mut half) = (0, 0);
    let all = tuples(&whole);
    for (at, (line, answer)) in all.iter().enumerate() {
        // What no memory holds has no data, whoever looks at it.
        let is_huge = line.tuple.operands.iter().map(|o| o.tile.bytes()).sum::<u64>() > 1 << 20;
        assert!(line.inputs.is_some() != is_huge && !answer.why.is_empty(), "{answer:?}");
        let reject = u32::from(matches!(answer.expect, Expectation::Reject { .. }));
        rejected += reject;
        half += if at < all.len() / 2 { reject } else { 0 };
    }
    // The order says nothing: both halves have about as many of those to be rejected.
    assert!(rejected > 300 && half.abs_diff(rejected - half) < rejected / 4, "{half} of {rejected}");
}

#[test]
fn answers_are_joined_by_digest_alone() {
    let dir = folder();
    for seed in [1, 2] {
        ptoconf(dir.path(), &format!("gen --op tcolexpand --tier smoke --seed {seed} --blind --out s{seed}")).expect(0, &[]);
    }
    ptoconf(dir.path(), "gen --op tcolexpand --tier smoke --out open").expect(0, &[]);
    ptoconf(dir.path(), "run --impl builtin:a2a3 --vectors s1 --answers s1_answers --out out").expect(0, &[]);
    let check = "check --impl out/results --vectors s1";
    ptoconf(dir.path(), check).expect(3, &["s1/tcolexpand", "withheld", "--answers DIR"]);
    ptoconf(dir.path(), &format!("{check} --answers s2_answers")).expect(3, &["s2_answers/answers.json", "another set", "this set is"]);
    ptoconf(dir.path(), &format!("{check} --answers open")).expect(3, &["open", "no answers.json"]);
    ptoconf(dir.path(), "check --impl out/results --vectors open --answers s1_answers").expect(3, &["no blind set"]);
    ptoconf(dir.path(), "verify s1").expect(0, &[]);
    ptoconf(dir.path(), "verify --vectors s1").expect(0, &[]);
    ptoconf(dir.path(), "verify s1 --vectors s1").expect(2, &["cannot be used with"]);
    ptoconf(dir.path(), "verify s1 --answers s1_answers").expect(0, &[]);
    ptoconf(dir.path(), "verify s1 --coverage").expect(3, &["withheld"]);
    ptoconf(dir.path(), "verify s1 --answers s1_answers --coverage").expect(0, &[]);
    let path = dir.path().join("s1_answers/tcolexpand/answers.jsonl");
    let text = read(&path).replacen("accept", "reject", 1);
    std::fs::write(&path, text).unwrap();
    for line in [&format!("{check} --answers s1_answers"), "verify s1 --answers s1_answers"] {
        ptoconf(dir.path(), line).expect(3, &["s1_answers/tcolexpand/answers.jsonl", "damaged or changed"]);
    }
    std::fs::write(dir.path().join("s1_answers/notes.txt"), "x").unwrap();
    ptoconf(dir.path(), "verify s1 --answers s1_answers").expect(3, &["notes.txt", "extra file"]);
}

#[test]
fn whoever_has_the_answers_looks_at_cases_as_in_an_open_set() {
    let dir = folder();
    ptoconf(dir.path(), "gen --op tcolsum --profile a2a3 --tier smoke --seed 3 --blind --out blind").expect(0, &[]);
    ptoconf(dir.path(), "run --impl builtin:a2a3 --vectors blind --answers blind_answers --out own").expect(0, &[]);
    let set = open(&dir.path().join("blind")).join(&dir.path().join("blind_answers")).unwrap();
    let illegal = |e: &Expectation| matches!(e, Expectation::Reject { rule: Some(_), .. });
    let first = |wanted: bool| tuples(&set).into_iter().find(|(_, a)| illegal(&a.expect) == wanted).unwrap().0;
    let (legal, illegal) = (format!("{}/0", first(false).id()), format!("{}/0", first(true).id()));
    let looks: [(String, i32, &str); 5] = [
        (format!("show {legal}"), 0, "expected: "),
        (format!("show {illegal}"), 0, "expected: "),
        (format!("explain {illegal}"), 3, "illegal, stage"),
        ("order --impl own/results".to_owned(), 3, "tcolsum plain f32"),
        ("agree own/results".to_owned(), 3, "pages"),
    ];
    for (line, without, words) in looks {
        let ran = ptoconf(dir.path(), &format!("{line} --vectors blind"));
        assert!(!ran.out.contains(words), "{line}: {}", ran.out);
        ran.expect(without, if without == 0 { &[] } else { &["withheld", "--answers DIR"] });
        let ran = ptoconf(dir.path(), &format!("{line} --vectors blind --answers blind_answers")).expect(0, &[]);
        assert!(ran.out.contains(words), "{line}: {}", ran.out);
    }
}

#[test]
fn both_folders_or_none_and_the_same_bytes_on_every_thread_count() {
    let dir = folder();
    let line = "gen --op tcolexpand --profile a5 --tier smoke --seed 9 --blind";
    ptoconf(dir.path(), &format!("{line} --out a --threads 1")).expect(0, &[]);
    ptoconf(dir.path(), &format!("{line} --out b --threads 5")).expect(0, &[]);
    for (a, b) in [("a", "b"), ("a_answers", "b_answers")] {
        assert!(files(&dir.path().join(a)) == files(&dir.path().join(b)), "{a}");
    }
    // The folder for the answers is taken.
    std::fs::create_dir(dir.path().join("mine")).unwrap();
    std::fs::write(dir.path().join("mine/letter.txt"), "dear").unwrap();
    ptoconf(dir.path(), &format!("{line} --out c --answers mine --force")).expect(2, &["mine"]);
    ptoconf(dir.path(), &format!("{line} --out a")).expect(2, &["a", "force"]);
    ptoconf(dir.path(), &format!("{line} --out a --force")).expect(0, &[]);
    ptoconf(dir.path(), "gen --answers x --out d").expect(2, &["--blind"]);
    let mut left: Vec<_> = std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    left.sort();
    assert_eq!(left, ["a", "a_answers", "b", "b_answers", "mine"]);
}
