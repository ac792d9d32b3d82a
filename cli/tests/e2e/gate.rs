//! A gate from one night to the next: comparisons, baselines and waivers.

use crate::common::{folder, ptoconf, read, report, smoke_run};
use crate::results::Results;
use ptoconf_schemas::{Conclusion, DiffReport, ListedCases, Outcome, WaiverProblem};
use std::path::Path;
use tempfile::TempDir;

/// A folder with results in `bad`, of which the first `spoiled` lines have this outcome, and a report of them, `bad.json`.
pub fn spoiled(spoiled: usize, outcome: Outcome) -> TempDir {
    let dir = folder();
    spoil(dir.path(), "bad", spoiled, outcome);
    dir
}

pub fn spoil(dir: &Path, name: &str, spoiled: usize, outcome: Outcome) {
    let made = smoke_run("a2a3");
    let mut results = Results::of(&made);
    results.lines.iter_mut().take(spoiled).for_each(|line| line.outcome = outcome);
    let _ = std::fs::remove_dir_all(dir.join(name));
    results.write(&dir.join(name));
    let expected = if spoiled == 0 { 0 } else { 1 };
    ptoconf(dir, &format!("check --impl {name} --vectors {}/vectors --report json={name}.json", made.display())).expect(expected, &[]);
}

pub fn check(more: &str) -> String {
    format!("check --impl bad --vectors {}/vectors {more}", smoke_run("a2a3").display())
}

pub fn good() -> String {
    format!("{}/report.json", smoke_run("a2a3").display())
}

pub fn diff(dir: &Path, line: &str, code: i32) -> DiffReport {
    ptoconf(dir, &format!("diff {line} --report json=diff.json")).expect(code, &[]);
    serde_json::from_str(&read(&dir.join("diff.json"))).unwrap()
}

#[test]
fn a_report_does_not_differ_from_itself_nor_from_another_seed() {
    let dir = folder();
    let ran = ptoconf(dir.path(), &format!("diff {0} {0} --fail-on any", good())).expect(0, &[]);
    assert!(ran.out.ends_with("no difference in what both judged\n"), "{}", ran.out);
    let run = "run --impl builtin:a2a3 --tier smoke --seed 7 --report json=seed.json";
    ptoconf(dir.path(), run).expect(0, &[]);
    let found = diff(dir.path(), &format!("{} seed.json --fail-on any", good()), 0);
    assert!(!found.same_data && found.compared > 0 && !found.differs(), "{found:#?}");
}

/// Nor where it fails: which tuples show a mistake, and how far off they are, is by chance.
#[test]
fn failures_that_other_data_show_elsewhere_are_no_difference() {
    let dir = folder();
    for seed in ["0", "1"] {
        let set = format!("gen --profile a2a3 --op tcolsum --form plain --seed {seed} --out set-{seed}");
        ptoconf(dir.path(), &set).expect(0, &[]);
        let run = format!("run --impl builtin:a5 --vectors set-{seed} --out run-{seed} --report json={seed}.json --report text={seed}.txt");
        ptoconf(dir.path(), &run).expect(1, &[]);
    }
    let found = diff(dir.path(), "0.json 1.json --fail-on any", 0);
    assert!(!found.differs() && found.other_data_fails > 0, "{found:#?}");
    ptoconf(dir.path(), "baseline 0.json --out known.json").expect(0, &[]);
    let known = ptoconf(dir.path(), "check --impl run-1/results --vectors set-1 --baseline known.json").expect(0, &[]);
    assert!(known.out.contains("\nno new failure"), "{}", known.out);
    // Another mistake is one, with other data, too.
    let line = "run --impl builtin:cpu --vectors set-1 --out cpu --baseline known.json --report json=cpu.json --report text=cpu.txt";
    ptoconf(dir.path(), line).expect(1, &[]);
}

#[test]
fn what_fails_newly_fails_the_comparison_and_what_passes_newly_does_not() {
    let dir = spoiled(3, Outcome::Crashed);
    let found = diff(dir.path(), &format!("{} bad.json", good()), 1);
    let failed = report(&dir.path().join("bad.json")).totals.failed;
    assert_eq!((found.worse(), found.only_old, found.newly_passing.len()), (failed, 0, 0));
    assert!(!found.causes_came.is_empty() && found.causes_went.is_empty());
    assert_eq!(diff(dir.path(), &format!("{} bad.json --fail-on none", good()), 0).exit_code, 0);
    let back = diff(dir.path(), &format!("bad.json {}", good()), 0);
    assert_eq!((back.worse(), back.newly_passing.iter().map(|g| g.count).sum::<u64>()), (0, failed));
    diff(dir.path(), &format!("bad.json {} --fail-on any", good()), 1);
    let text = ptoconf(dir.path(), &format!("diff {} bad.json", good())).expect(1, &[]).out;
    assert!(text.contains("newly failing: ") && text.contains(" crashed ") && text.lines().count() <= 60, "{text}");
    let page = ptoconf(dir.path(), &format!("diff {} bad.json --report markdown", good())).expect(1, &[]).out;
    assert!(page.contains("## newly failing: "), "{page}");
}

#[test]
fn a_time_out_that_becomes_a_crash_fails_otherwise() {
    let dir = spoiled(2, Outcome::Timeout);
    spoil(dir.path(), "worse", 2, Outcome::Crashed);
    let found = diff(dir.path(), "bad.json worse.json", 1);
    assert_eq!(found.failing_otherwise.iter().map(|g| g.count).sum::<u64>(), 2, "{found:#?}");
    assert!(found.newly_failing.is_empty());
}

#[test]
fn results_are_judged_where_there_is_no_report_and_parts_are_compared_as_far_as_they_go() {
    let dir = spoiled(1, Outcome::Crashed);
    let made = smoke_run("a2a3");
    let vectors = format!("--vectors {}/vectors", made.display());
    let of_results = diff(dir.path(), &format!("{}/results bad {vectors}", made.display()), 1);
    assert_eq!(of_results, diff(dir.path(), &format!("{} bad.json", good()), 1));
    for form in ["plain", "basic"] {
        let line = format!("check --impl {}/results {vectors} --form {form} --report json={form}.json", made.display());
        ptoconf(dir.path(), &line).expect(0, &[]);
    }
    let part = diff(dir.path(), &format!("plain.json {}", good()), 0);
    assert!(part.compared > 0 && part.only_old == 0 && part.only_new > 0);
    let none = ptoconf(dir.path(), "diff plain.json basic.json").expect(4, &[]);
    assert!(none.out.contains("nothing was compared"), "{}", none.out);
}

#[test]
fn readings_that_change_are_named() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    let run = format!("run --impl builtin:a5 --vectors {}/vectors --report json=a5.json", made.display());
    ptoconf(dir.path(), &run).expect(1, &[]);
    let found = diff(dir.path(), &format!("{} a5.json", good()), 1);
    assert!(found.readings.iter().any(|r| r.reading.is_some()), "a reading");
    assert!(found.readings.iter().any(|r| r.reading.is_none() && r.place.starts_with("tcolsum plain f32")), "an order");
    assert!(found.readings.iter().all(|r| r.was != r.now));
}

#[test]
fn what_is_no_report_is_an_error_that_names_it() {
    let dir = folder();
    let with = |text: &str| {
        std::fs::write(dir.path().join("odd.json"), text).unwrap();
        ptoconf(dir.path(), &format!("diff {} odd.json", good()))
    };
    with("{").expect(3, &["odd.json", "expected a report"]);
    let whole = read(Path::new(&good()));
    let mut value: serde_json::Value = serde_json::from_str(&whole).unwrap();
    value["cases"][0]["cases"][0] = "nothing/x".into();
    with(&value.to_string()).expect(3, &["odd.json", "it lists", "write the report again"]);
    value.as_object_mut().unwrap().remove("cases");
    with(&value.to_string()).expect(3, &["odd.json", "it lists 0 judged cases"]);
    ptoconf(dir.path(), "diff none.json none.json").expect(3, &["none.json"]);
    ptoconf(dir.path(), &format!("diff . {}", good())).expect(3, &[]);
}

#[test]
fn a_baseline_makes_failures_known_and_nothing_else() {
    let dir = spoiled(4, Outcome::Timeout);
    ptoconf(dir.path(), "baseline bad.json --out known.json").expect(0, &[]);
    let ran = ptoconf(dir.path(), &check("--baseline known.json --report text --report json=r.json")).expect(0, &[]);
    let known = report(&dir.path().join("r.json"));
    let failed = report(&dir.path().join("bad.json")).totals.failed;
    assert_eq!((known.conclusion, known.conforms), (Conclusion::KnownFailuresRemain, false));
    assert_eq!((known.totals.skipped["known"], known.baseline.as_ref().unwrap().remain), (failed, failed));
    assert!(ran.out.contains("known failures remain") && !ran.out.contains("conforms"), "{}", ran.out);
    // The same from results, and from a report in which they were known already.
    let made = smoke_run("a2a3");
    ptoconf(dir.path(), &format!("baseline bad --vectors {}/vectors --out results.json", made.display())).expect(0, &[]);
    ptoconf(dir.path(), "baseline r.json --out again.json").expect(0, &[]);
    assert_eq!(read(&dir.path().join("known.json")), read(&dir.path().join("again.json")));
    assert_eq!(read(&dir.path().join("known.json")), read(&dir.path().join("results.json")));
    // One more.
    spoil(dir.path(), "bad", 5, Outcome::Timeout);
    ptoconf(dir.path(), &check("--baseline known.json --report json=r.json")).expect(1, &[]);
    let more = report(&dir.path().join("r.json"));
    assert!(more.totals.failed >= 1 && more.totals.failed < failed, "{:?}", more.totals);
}

#[test]
fn a_known_time_out_that_becomes_a_crash_is_new_and_an_improvement_is_asked_for() {
    let dir = spoiled(4, Outcome::Timeout);
    ptoconf(dir.path(), "baseline bad.json --out known.json").expect(0, &[]);
    spoil(dir.path(), "bad", 4, Outcome::Crashed);
    let ran = ptoconf(dir.path(), &check("--baseline known.json --report text --report json=r.json")).expect(1, &[]);
    let otherwise = report(&dir.path().join("r.json")).baseline.unwrap();
    assert_eq!(otherwise.otherwise, 4, "{otherwise:#?}");
    assert!(ran.out.contains("known as timeout") && ran.out.contains("now crashed"), "{}", ran.out);
    spoil(dir.path(), "bad", 0, Outcome::Ok);
    let ran = ptoconf(dir.path(), &check("--baseline known.json --report text --report json=r.json")).expect(0, &[]);
    let better = report(&dir.path().join("r.json"));
    assert_eq!((better.baseline.as_ref().unwrap().remain, better.conclusion), (0, Conclusion::Conforms));
    assert!(better.baseline.unwrap().better >= 4 && ran.out.contains("take that over with ptoconf baseline"), "{}", ran.out);
}

#[test]
fn a_baseline_that_cannot_be_meant_is_refused() {
    let dir = spoiled(1, Outcome::Timeout);
    ptoconf(dir.path(), "baseline bad.json --out known.json").expect(0, &[]);
    let whole = read(&dir.path().join("known.json"));
    let with = |from: &str, to: &str| {
        assert!(whole.contains(from));
        std::fs::write(dir.path().join("odd.json"), whole.replace(from, to)).unwrap();
        ptoconf(dir.path(), &check("--baseline odd.json"))
    };
    with("\"profile\": \"a2a3\"", "\"profile\": \"a5\"").expect(2, &["of profile a5, this set is of profile a2a3"]);
    with("ptoconf-baseline/1", "ptoconf-baseline/9").expect(2, &["odd.json", "ptoconf-baseline/9", "expected `ptoconf-baseline/1`"]);
    with("/0\"", "/0-\"").expect(2, &["odd.json", "].cases: `", "expected a tuple and slots"]);
    with("\"timeout\"", "\"slow\"").expect(2, &["odd.json", "slow"]);
    ptoconf(dir.path(), &check("--baseline none.json")).expect(2, &["none.json"]);
    ptoconf(dir.path(), &check("--form plain --report json=part.json"));
    ptoconf(dir.path(), "baseline part.json").expect(2, &["--form plain", "would forget the rest"]);
    ptoconf(dir.path(), "baseline bad.json --out no/such/folder/known.json").expect(2, &["--out", "no/such/folder"]);
    assert!(!dir.path().join("ptoconf_baseline.json").exists());
}

/// Writes a waiver file with one waiver for the first case; `more` changes it.
pub fn waive(dir: &Path, more: &[(&str, serde_json::Value)]) {
    let mut waiver = serde_json::json!({
        "case": "tcol*", "failure": "timeout", "owner": "kernel team", "reason": "known hang",
        "link": "https://example.org/7", "expires": "2026-06-30", "most_cases": 100,
    });
    more.iter().for_each(|(field, value)| waiver[*field] = value.clone());
    std::fs::write(dir.join("w.json"), serde_json::json!({ "waivers": [waiver] }).to_string()).unwrap();
}

#[test]
fn a_waiver_holds_until_its_last_day_for_its_kind_and_as_many_cases_as_it_says() {
    let dir = spoiled(3, Outcome::Timeout);
    let judged = |today: &str, code: i32| {
        ptoconf(dir.path(), &check(&format!("--waivers w.json --today {today} --report json=r.json"))).expect(code, &[]);
        report(&dir.path().join("r.json"))
    };
    // A time-out of a legal twin leaves its illegal tuples unproven, which is another kind.
    let all = report(&dir.path().join("bad.json"));
    let timeouts: u64 = all.failures.iter().filter(|g| g.kind == ptoconf_schemas::FailureKind::Timeout).map(|g| g.count).sum();
    let others = all.totals.failed - timeouts;
    let code = i32::from(others > 0);
    waive(dir.path(), &[]);
    let held = judged("2026-06-30", code);
    assert_eq!((held.totals.skipped["waived"], held.totals.failed, held.waivers[0].problem), (timeouts, others, None));
    let over = judged("2026-07-01", 1);
    assert_eq!((over.totals.failed, over.waivers[0].problem), (all.totals.failed, Some(WaiverProblem::Expired)));
    waive(dir.path(), &[("most_cases", 2.into())]);
    let few = judged("2026-06-30", 1);
    assert_eq!((few.waivers[0].covered, few.waivers[0].beyond), (2, timeouts - 2));
    assert_eq!(few.waivers[0].problem, Some(WaiverProblem::TooMany));
    waive(dir.path(), &[("failure", "crashed".into()), ("says", "nothing".into())]);
    let other = judged("2026-06-30", 1);
    assert_eq!((other.totals.failed, other.waivers[0].problem), (all.totals.failed, Some(WaiverProblem::Stale)));
    ptoconf(dir.path(), &check("--waivers w.json --today 2026-02-30")).expect(2, &["2026-02-30", "expected a day as YYYY-MM-DD"]);
}

#[test]
fn a_waiver_for_one_behaviour_does_not_swallow_another() {
    let dir = folder();
    let run = "run --impl builtin:a5 --profile a2a3 --op tcolsum --form plain --tier smoke --report json=r.json";
    ptoconf(dir.path(), run).expect(1, &[]);
    let all = report(&dir.path().join("r.json"));
    let followed = |report: &ptoconf_schemas::Report, what: &str| {
        let fails = report.cases.iter().filter(|list| list.excused.is_none());
        let ways = fails.filter(|list| list.fails.as_ref().is_some_and(|way| way.kind.name() == "mismatch"));
        let named = ways.filter(|list| list.fails.as_ref().unwrap().follows.iter().any(|f| f == what));
        named.map(ListedCases::count).sum::<u64>()
    };
    let pairs = "tcolsum/sequential-order = a5-pairs";
    assert!(followed(&all, pairs) > 0);
    let wrong = ("wrong", "far off everywhere".into());
    waive(dir.path(), &[("failure", "mismatch".into()), ("expires", "9999-12-31".into()), wrong]);
    ptoconf(dir.path(), &format!("{run} --waivers w.json")).expect(1, &[]);
    assert_eq!(followed(&report(&dir.path().join("r.json")), pairs), followed(&all, pairs), "a known order is not what it names");
    waive(dir.path(), &[("failure", "mismatch".into()), ("expires", "9999-12-31".into()), ("follows", pairs.into())]);
    ptoconf(dir.path(), &format!("{run} --waivers w.json")).expect(1, &[]);
    assert_eq!(followed(&report(&dir.path().join("r.json")), pairs), 0);
}

#[test]
fn every_report_lists_the_waivers() {
    let dir = spoiled(1, Outcome::Timeout);
    waive(dir.path(), &[]);
    let reports = "--report text=r.txt --report json=r.json --report markdown=r.md --report junit=r.xml --report html=r.html";
    ptoconf(dir.path(), &check(&format!("--waivers w.json --today 2026-01-01 {reports}")));
    for file in ["r.txt", "r.json", "r.md", "r.xml", "r.html"] {
        let text = read(&dir.path().join(file));
        for words in ["kernel team", "known hang", "example.org", "2026-06-30"] {
            assert!(text.contains(words), "{file}: {words}");
        }
    }
}
