//! Parts of a set: whatever the split, what is merged is what one run writes, and no part alone is judged.

use crate::common::{Ran, files, folder, ptoconf, read, report, run, shared, smoke_run};
use std::path::{Path, PathBuf};

/// Numbers that are the same in every run of the tests.
struct Numbers(u64);

impl Numbers {
    /// One below a limit.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    /// In another order.
    fn shuffle<T>(&mut self, items: &mut [T]) {
        (1..items.len()).rev().for_each(|at| items.swap(at, self.below(at + 1)));
    }
}

/// A small set in `vectors`, its results by one run in `whole/results`, and a report on them.
fn small() -> PathBuf {
    let made = shared("parts", "gen --op tcolsum,tconcat,trowexpand --profile a2a3 --tier smoke --out vectors");
    static RAN: std::sync::Once = std::sync::Once::new();
    RAN.call_once(|| {
        ptoconf(&made, "run --impl builtin:a2a3 --vectors vectors --out whole").expect(0, &[]);
        check(&made, "vectors", "whole/results", "report").expect(0, &[]);
    });
    made
}

/// Judges results, with reports of every kind beside each other.
fn check(dir: &Path, vectors: &str, results: &str, name: &str) -> Ran {
    let kinds = [("json", "json"), ("junit", "xml"), ("markdown", "md"), ("verdicts", "jsonl"), ("text", "txt"), ("html", "html")];
    let reports: Vec<String> = kinds.iter().map(|(kind, end)| format!("--report {kind}={name}.{end}")).collect();
    ptoconf(dir, &format!("check --impl {results} --vectors {vectors} {}", reports.join(" ")))
}

/// Runs every part of so many; the folders of their results.
fn run_parts(dir: &Path, vectors: &Path, parts: usize) -> Vec<String> {
    let run = |part: usize| {
        let line = format!("run --impl builtin:a2a3 --vectors {} --part {part}/{parts} --out {parts}-{part}", vectors.display());
        ptoconf(dir, &line).expect(0, &[]);
        format!("{parts}-{part}/results")
    };
    (1..=parts).map(run).collect()
}

fn merge(dir: &Path, vectors: &Path, parts: &[String], out: &str) -> Ran {
    ptoconf(dir, &format!("merge {} --vectors {} --out {out}", parts.join(" "), vectors.display()))
}

/// Sixty: first each number of parts, with reports of what is merged, then any of them. Which tuples a part has depends
/// on their number alone, so that the parts of each number run once.
#[test]
fn sixty_splits_in_any_order_merge_to_the_bytes_of_one_run() {
    const MOST: usize = 24;
    let (made, dir, mut numbers) = (small(), folder(), Numbers(18));
    let (vectors, whole) = (made.join("vectors"), files(&made.join("whole/results")));
    let splits: Vec<Vec<String>> = (1..=MOST).map(|parts| run_parts(dir.path(), &vectors, parts)).collect();
    for split in 0..60 {
        let mut results = splits[if split < MOST { split } else { numbers.below(MOST) }].clone();
        numbers.shuffle(&mut results);
        merge(dir.path(), &vectors, &results, "merged").expect(0, &[]);
        let merged = files(&dir.path().join("merged"));
        assert!(merged == whole, "{results:?}: {:?}", merged.keys().filter(|k| merged.get(*k) != whole.get(*k)).collect::<Vec<_>>());
        if split < MOST {
            is_reported_like_the_whole(&made, dir.path(), &results);
        }
        std::fs::remove_dir_all(dir.path().join("merged")).unwrap();
    }
}

/// The reports of merged results are those of one run.
fn is_reported_like_the_whole(made: &Path, dir: &Path, results: &[String]) {
    check(dir, &made.join("vectors").display().to_string(), "merged", "report").expect(0, &[]);
    for end in ["json", "xml", "md", "jsonl", "txt", "html"] {
        let file = format!("report.{end}");
        assert!(read(&dir.join(&file)) == read(&made.join(&file)), "{results:?}: {file}");
    }
}

/// A set that is made by each part for itself, and one that is there, are split in the same way; more parts than
/// tuples leave some with nothing.
#[test]
fn a_part_makes_the_same_set_for_itself() {
    let dir = folder();
    let options = "--op trowexpand --form plain --tier smoke --cases 6 --profile a2a3";
    for part in 1..=20 {
        let line = format!("run --impl builtin:a2a3 {options} --part {part}/20 --out {part}");
        ptoconf(dir.path(), &line).expect(0, &[]);
    }
    ptoconf(dir.path(), &format!("run --impl builtin:a2a3 {options} --out whole")).expect(0, &[]);
    let parts: Vec<String> = (1..=20).map(|part| format!("{part}/results")).collect();
    merge(dir.path(), Path::new("7/vectors"), &parts, "merged").expect(0, &[]);
    assert!(files(&dir.path().join("merged")) == files(&dir.path().join("whole/results")));
}

#[test]
fn a_part_alone_is_not_judged() {
    let (made, dir) = (small(), folder());
    let vectors = made.join("vectors").display().to_string();
    let ran = ptoconf(dir.path(), &format!("run --impl builtin:a2a3 --vectors {vectors} --part 2/3 --out two")).expect(0, &[]);
    let last = |ran: &Ran| ran.out.lines().last().unwrap_or_default().to_owned();
    let words = "part 2 of 3, and a part alone is not judged: merge all parts";
    assert!(last(&ran).starts_with(words) && !ran.out.contains("conform") && ran.out.contains(" cases of the set: "), "{}", ran.out);
    for command in ["check", "triage"] {
        let line = format!("{command} --impl two/results --vectors {vectors} --report json=r.json");
        let ran = ptoconf(dir.path(), &line).expect(4, &[]);
        assert!(last(&ran).starts_with(words) && !ran.out.contains("conform"), "{}", ran.out);
        assert!(!dir.path().join("r.json").exists(), "there is nothing to report");
    }
    for line in [format!("order --impl two/results --vectors {vectors}"), format!("agree two/results --vectors {vectors}")] {
        ptoconf(dir.path(), &line).expect(4, &["two/results", "part 2 of 3", "ptoconf merge"]);
    }
}

/// Each half follows options that the profile admits, and they are not the same: whoever looks at one half sees nothing.
#[test]
fn who_follows_another_option_in_each_part_is_found_after_the_merge() {
    let dir = folder();
    ptoconf(dir.path(), "gen --op tcolsum --tier smoke --profile portable --out vectors").expect(0, &[]);
    for (part, model) in [(1, "a2a3"), (2, "a5")] {
        ptoconf(dir.path(), &format!("run --impl builtin:{model} --vectors vectors --out {model}")).expect(0, &[]);
        ptoconf(dir.path(), &format!("run --impl builtin:{model} --vectors vectors --part {part}/2 --out half{part}")).expect(0, &[]);
    }
    let parts = ["half1/results", "half2/results"].map(str::to_owned);
    merge(dir.path(), Path::new("vectors"), &parts, "merged").expect(3, &["half2/results", "by another implementation", "builtin:a5"]);
    // As if it were one.
    let head = read(&dir.path().join("half1/results/results.json")).replace("\"index\": 1", "\"index\": 2");
    std::fs::write(dir.path().join("half2/results/results.json"), head).unwrap();
    merge(dir.path(), Path::new("vectors"), &parts, "merged").expect(0, &[]);
    check(dir.path(), "vectors", "merged", "report").expect(1, &[]);
    let report = report(&dir.path().join("report.json"));
    let orders = report.contradictions.iter().flat_map(|c| &c.witnesses).flat_map(|w| &w.allows);
    assert!(orders.filter(|allowed| allowed.contains("tcolsum/sequential-order")).count() >= 2, "{:?}", report.contradictions);
}

#[test]
fn parts_that_do_not_make_a_whole_are_named() {
    let (made, dir) = (small(), folder());
    let vectors = made.join("vectors");
    let three = run_parts(dir.path(), &vectors, 3);
    let four = run_parts(dir.path(), &vectors, 4);
    ptoconf(dir.path(), "gen --op tcolsum --tier smoke --profile a2a3 --seed 1 --out other").expect(0, &[]);
    ptoconf(dir.path(), "run --impl builtin:a2a3 --vectors other --part 2/3 --out foreign").expect(0, &[]);
    let whole = made.join("whole/results").display().to_string();
    let of = |picks: &[&str]| picks.iter().map(|p| (*p).to_owned()).collect::<Vec<_>>();
    for (parts, words) in [
        (of(&["3-1/results", "3-3/results"]), &["part 1 of 3", "part 2 is missing"][..]),
        (of(&["4-3/results"]), &["part 3 of 4", "parts 1, 2, 4 are missing"]),
        (of(&["3-1/results", "3-2/results", "3-3/results", "3-2/results"]), &["3-2/results: part 2 of 3 is there twice"]),
        (of(&["3-1/results", "4-2/results", "3-3/results"]), &["4-2/results", "part 2 of 4", "3-1/results is part 1 of 3"]),
        (of(&["3-1/results", "foreign/results", "3-3/results"]), &["foreign/results: made for another set", "this set is"]),
        (of(&["3-1/results", "3-2/results", &whole]), &["whole/results", "results.json names no part"]),
        (of(&["3-1", "3-2", "3-3"]), &["3-1", "no results.json"]),
    ] {
        merge(dir.path(), &vectors, &parts, "merged").expect(3, words);
        assert!(!dir.path().join("merged").exists(), "{parts:?}");
    }
    merge(dir.path(), &vectors, &three, "merged").expect(0, &[]);
    merge(dir.path(), &vectors, &four, "merged").expect(2, &["merged", "force"]);
    run(dir.path(), &["merge", "--vectors", &vectors.display().to_string(), "--out", "merged", "--force", &four[0]])
        .expect(3, &["missing"]);
    assert!(files(&dir.path().join("merged")) == files(&made.join("whole/results")), "what was there stays");
}

/// Lines of other cases than those of the part are no results of it.
#[test]
fn lines_and_arrays_that_a_part_does_not_have_are_named() {
    let (made, dir) = (small(), folder());
    let vectors = made.join("vectors");
    let parts = run_parts(dir.path(), &vectors, 2);
    let path = dir.path().join("2-1/results/results.jsonl");
    let (own, other) = (read(&path), read(&dir.path().join("2-2/results/results.jsonl")));
    let first = own.lines().next().unwrap();
    for (text, words) in [
        (format!("{own}{first}\n"), "has a line already"),
        (format!("{own}{}", other.lines().next().unwrap()), "is in part 2, and this is part 1"),
        (format!("{own}not a line\n"), "not a result"),
        (format!("{own}{}\n", r#"{"case":"tcolsum/plain-0/0","outcome":"ok"}"#), "tcolsum has no tuple `plain-0`"),
        (format!("{own}{}\n", r#"{"case":"tabs/plain-0/0","outcome":"ok"}"#), "the set has no operation `tabs`"),
        (format!("{own}{}\n", first.replace("/0\"", "/999\"")), "slots from 0"),
    ] {
        std::fs::write(&path, &text).unwrap();
        merge(dir.path(), &vectors, &parts, "merged")
            .expect(3, &[&format!("2-1/results/results.jsonl:{}: ", own.lines().count() + 1), words]);
    }
    std::fs::write(&path, &own).unwrap();
    let container = "results/tconcat/outputs-000.npz";
    let kept = std::fs::read(dir.path().join("2-1").join(container)).unwrap();
    std::fs::copy(dir.path().join("2-2").join(container), dir.path().join("2-1").join(container)).unwrap();
    merge(dir.path(), &vectors, &parts, "merged")
        .expect(3, &["2-1/results/tconcat/outputs-000.npz: member ", "is in part 2, and this is part 1"]);
    std::fs::write(dir.path().join("2-1").join(container), &kept[..kept.len() - 5]).unwrap();
    merge(dir.path(), &vectors, &parts, "merged").expect(3, &["2-1/results/tconcat/outputs-000.npz"]);
    assert!(!dir.path().join("merged").exists());
}

/// A case without a line, lines in another order and loose arrays are what a harness may write: they are merged, and the
/// check says what it would say of the whole.
#[test]
fn what_a_harness_writes_of_its_part_is_merged() {
    let (made, dir) = (small(), folder());
    let vectors = made.join("vectors");
    let parts = run_parts(dir.path(), &vectors, 2);
    let path = dir.path().join("2-2/results/results.jsonl");
    let own = read(&path);
    let mut lines: Vec<&str> = own.lines().collect();
    let lost = lines.pop().unwrap();
    Numbers(5).shuffle(&mut lines);
    std::fs::write(&path, lines.join("\n")).unwrap();
    merge(dir.path(), &vectors, &parts, "merged").expect(0, &[]);
    let whole = read(&made.join("whole/results/results.jsonl"));
    let left: Vec<&str> = whole.lines().filter(|line| *line != lost).collect();
    assert!(read(&dir.path().join("merged/results.jsonl")).lines().eq(left));
    check(dir.path(), &vectors.display().to_string(), "merged", "report").expect(1, &[]);
    assert_eq!(report(&dir.path().join("report.json")).totals.failed, 1, "the case without a line");
}

/// A harness of one's own asks which tuples its part has.
#[test]
fn the_tuples_of_parts_are_listed_and_are_all_tuples_once() {
    let (made, dir) = (small(), folder());
    let vectors = made.join("vectors").display().to_string();
    let list = |part: &str| ptoconf(dir.path(), &format!("list tuples --vectors {vectors} {part}")).expect(0, &[]).out;
    let ids = |text: String| text.lines().skip(1).filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect::<Vec<_>>();
    let mut parts: Vec<String> = (1..=3).flat_map(|part| ids(list(&format!("--part {part}/3")))).collect();
    let mut all = ids(list(""));
    parts.sort();
    all.sort();
    assert!(all.len() > 100 && parts == all);
    ptoconf(dir.path(), "list rules --part 1/2").expect(2, &["list tuples"]);
    ptoconf(dir.path(), "list tuples --part 1/2").expect(3, &["ptoconf_vectors"]);
}

#[test]
fn a_part_is_of_a_whole_set_and_runs_case_by_case() {
    let (made, dir) = (smoke_run("a2a3"), folder());
    let vectors = made.join("vectors").display().to_string();
    let given = ["run", "--vectors", &vectors, "--part", "1/2", "--out", ".", "--impl"];
    run(dir.path(), &[&given[..], &["builtin:a2a3", "--form", "plain"]].concat()).expect(2, &["--part is of a whole set"]);
    run(dir.path(), &[&given[..], &["exec:python3 batch.py {vectors} {out}"]].concat()).expect(2, &["batch program", "worker"]);
    assert!(files(dir.path()).is_empty());
}
