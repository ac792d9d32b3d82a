//! What a certificate says: a part of a set, of a tier or of a profile is never said to conform.

use crate::common::{Ran, folder, open, ptoconf, read, report, run, smoke_run, tuples};
use crate::results::Results;
use ptoconf_schemas::{AnswerLine, Conclusion, Expectation, Outcome, Report, ResultsHeader, Tier, TupleLine};
use std::collections::BTreeSet;
use std::path::Path;

/// Runs the command in a folder, and requires that every form of its report speaks for a part alone.
#[track_caller]
fn is_a_part(dir: &Path, line: &str, left_out: &str) -> Report {
    let reports = "--report text --report json=r.json --report markdown=r.md --report junit=r.xml";
    let Ran { out, .. } = ptoconf(dir, &format!("{line} {reports}")).expect(0, &[]);
    let last = out.lines().last().unwrap_or_default();
    assert!(last.starts_with("no failure in this part of profile a2a3, tier smoke: ") && last.contains(left_out), "{line}: {last}");
    let forms = [out, crate::common::read(&dir.join("r.md")), crate::common::read(&dir.join("r.xml"))];
    assert!(forms.iter().all(|form| !form.contains("conforms to")), "{line}");
    let report = report(&dir.join("r.json"));
    assert_eq!((report.conforms, report.conclusion, report.exit_code), (false, Conclusion::NoFailureInPart, 0), "{line}");
    assert!(!report.scope.whole);
    report
}

/// A rejection counts only beside its legal twin, which may be what a filter leaves out.
#[test]
fn a_filtered_run_has_the_twins_that_its_rejections_need() {
    let dir = folder();
    for dtype in ["f32", "i16"] {
        let line = format!("run --impl builtin:a2a3 --op tcolsum --tier smoke --dtype {dtype} --report text");
        assert!(ptoconf(dir.path(), &line).expect(0, &[]).out.contains("no failure in this part"));
    }
    let set = smoke_run("a2a3").join("vectors");
    let all = tuples(&open(&set));
    let dtype = |name: &str| all.iter().find(|(l, _)| l.name == name).map(|(l, _)| l.tuple.operands[0].tile.dtype);
    let other = |line: &TupleLine, answer: &AnswerLine| answer.expect.twin().is_some_and(|twin| dtype(twin) != dtype(&line.name));
    let (line, answer) = all.iter().find(|(l, a)| matches!(a.expect, Expectation::Reject { .. }) && other(l, a)).unwrap();
    let command = format!("run --impl builtin:a2a3 --vectors {} --case {}/0 --out run --report json=report.json", set.display(), line.id());
    ptoconf(dir.path(), &command).expect(0, &[]);
    assert_eq!(report(&dir.path().join("report.json")).totals.judged, 1);
    let lines = read(&dir.path().join("run/results/results.jsonl"));
    assert!(lines.contains(answer.expect.twin().unwrap()) && lines.lines().count() > 1, "{lines}");
}

#[test]
fn a_whole_tier_conforms() {
    let made = smoke_run("a2a3");
    let dir = folder();
    let line = format!("check --impl {0}/results --vectors {0}/vectors", made.display());
    let ran = ptoconf(dir.path(), &line).expect(0, &[]);
    assert_eq!(ran.out.lines().last(), Some("conforms to profile a2a3, tier smoke"));
    let report = report(&made.join("report.json"));
    assert!(report.conforms && report.scope.whole && report.conclusion == Conclusion::Conforms);
    let names: Vec<&str> = ptoconf_reference::ops::all().iter().map(|o| o.name).collect();
    assert_eq!(report.scope.operations.iter().map(|o| o.name.as_str()).collect::<Vec<_>>(), names);
    assert!(report.scope.operations.iter().all(|o| o.judged == o.cases && o.cases > 0));
}

#[test]
fn a_narrowed_set_is_a_part() {
    let dir = folder();
    let run = |filters: &str| format!("run --impl builtin:a2a3 --tier smoke {filters}");
    is_a_part(dir.path(), &run("--cases 1"), "the set was made with --cases 1");
    is_a_part(dir.path(), &run("--op tcolsum --class uniform"), "--class uniform; the set has cases of tcolsum alone, 1 of ");
    let all = ptoconf_reference::ops::all().len();
    let one = is_a_part(dir.path(), &run("--op tcolsum"), &format!("the set has cases of tcolsum alone, 1 of {all} operations"));
    assert_eq!(one.scope.operations.iter().filter(|o| o.cases == 0).count(), all - 1);
}

#[test]
fn a_profile_without_an_operation_does_not_miss_it() {
    let dir = folder();
    std::fs::write(dir.path().join("own.json"), r#"{ "name": "own", "base": "a2a3", "operations": ["tcolexpand"] }"#).unwrap();
    let ran = ptoconf(dir.path(), "run --impl builtin:a2a3 --tier smoke --profile own.json").expect(0, &[]);
    assert_eq!(ran.out.lines().last(), Some("conforms to profile own, tier smoke"));
}

#[test]
fn a_widened_profile_is_named_in_reports_and_results() {
    let dir = folder();
    let profile = r#"{ "name": "own", "base": "a2a3", "readings": { "tcolsum/sequential-order": ["left-fold", "exact"] } }"#;
    std::fs::write(dir.path().join("own.json"), profile).unwrap();
    let line = "run --impl builtin:a2a3 --op tcolsum --form plain --tier smoke --profile own.json --out .";
    let ran = ptoconf(dir.path(), line).expect(0, &[]);
    let words = "own, based on a2a3; admits beyond it: tcolsum/sequential-order = exact";
    assert!(ran.out.contains(&format!("\nprofile         {words}\n")), "{}", ran.out);
    assert!(ran.out.trim_end().ends_with("; profile own admits more than its base a2a3"), "{}", ran.out);
    let results: ResultsHeader = serde_json::from_str(&read(&dir.path().join("results/results.json"))).unwrap();
    assert_eq!(results.implementation.details["profile"], words);
    // The program that writes its results itself has it noted, too.
    let line = ["run", "--vectors", "vectors", "--out", "batch", "--impl", "exec:false {vectors} {out}"];
    run(dir.path(), &line).expect(1, &[]);
    let results: ResultsHeader = serde_json::from_str(&read(&dir.path().join("batch/results/results.json"))).unwrap();
    assert_eq!(results.implementation.details["profile"], words);
}

#[test]
fn a_filtered_check_is_a_part() {
    let (made, dir) = (smoke_run("a2a3"), folder());
    let line = format!("check --impl {0}/results --vectors {0}/vectors", made.display());
    let report = is_a_part(dir.path(), &format!("{line} --form plain"), "cases not selected by --form plain");
    assert_eq!(report.scope.check_filters, ["--form plain"]);
    is_a_part(dir.path(), &format!("{line} --dtype f32,f16"), "cases not selected by --dtype f32,f16");
}

#[test]
fn waived_failures_are_counted_and_no_waiver_covers_everything() {
    let (made, dir) = (smoke_run("a2a3"), folder());
    let mut results = Results::of(&made);
    let all = tuples(&open(&made.join("vectors")));
    let twin_of = |op: &str, answer: &AnswerLine| answer.expect.twin().map(|twin| format!("{op}/{twin}/0"));
    let is_open = |answer: &AnswerLine| matches!(answer.expect, Expectation::Either { .. });
    let twins = |open: bool| all.iter().filter(move |(_, a)| is_open(a) == open).filter_map(|(line, a)| twin_of(&line.tuple.op, a));
    let of_open: BTreeSet<String> = twins(true).collect();
    let twin = twins(false).find(|twin| !of_open.contains(twin));
    // A legal tuple that crashes leaves its illegal ones unproven: of these rules, or of several at once.
    let unproven = all.iter().filter(|(line, answer)| twin_of(&line.tuple.op, answer) == twin);
    let rules: BTreeSet<Option<String>> = unproven
        .map(|(_, answer)| match &answer.expect {
            Expectation::Reject { rule, .. } => rule.as_ref().map(ToString::to_string),
            _ => None,
        })
        .collect();
    results.lines.iter_mut().filter(|l| Some(&l.case) == twin.as_ref()).for_each(|l| l.outcome = Outcome::Crashed);
    results.write(&dir.path().join("results"));
    let line = format!("check --impl results --vectors {}/vectors --waivers w.json", made.display());
    let waive = |case: &str| {
        let waiver = serde_json::json!({ "case": case, "failure": "crashed", "says": "nothing", "owner": "me", "reason": "known", "expires": "9999-12-31", "most_cases": 99 });
        let unproven = rules.iter().map(|rule| {
            let mut unproven = waiver.clone();
            unproven["failure"] = "twin-rejected".into();
            unproven.as_object_mut().unwrap().remove("says");
            match rule {
                Some(rule) => unproven["rule"] = rule.as_str().into(),
                None => unproven["follows"] = "nothing".into(),
            }
            unproven
        });
        let waivers: Vec<_> = std::iter::once(waiver.clone()).chain(unproven).collect();
        std::fs::write(dir.path().join("w.json"), serde_json::json!({ "waivers": waivers }).to_string()).unwrap();
    };
    waive(&format!("{}/*", twin.as_ref().unwrap().split_once('/').unwrap().0));
    let report = is_a_part(dir.path(), &line, "waived");
    assert!(report.totals.skipped["waived"] > 0);
    for all in ["*", "**", "*/*", "*/*/*", "t*", "t*/plain-*", "tc*", "*/plain-*"] {
        waive(all);
        ptoconf(dir.path(), &line).expect(2, &["w.json: waivers[0].case: `", "fits every operation"]);
    }
}

#[test]
fn who_fails_in_smoke_is_not_run_in_a_larger_tier() {
    let dir = folder();
    let run = "run --op tcolexpand --profile a2a3 --fail-fast --report json=r.json";
    ptoconf(dir.path(), &format!("{run} --impl builtin:cpu --out red")).expect(1, &[]);
    let red = report(&dir.path().join("r.json"));
    assert_eq!((red.set.tier, open(&dir.path().join("red/vectors")).digest()), (Tier::Smoke, red.set.suite.as_str()));
    ptoconf(dir.path(), &format!("{run} --impl builtin:a2a3 --out green")).expect(0, &[]);
    let green = read(&dir.path().join("r.json"));
    ptoconf(dir.path(), "run --op tcolexpand --impl builtin:a2a3 --report json=r.json").expect(0, &[]);
    assert_eq!(green, read(&dir.path().join("r.json")));
    assert_eq!(report(&dir.path().join("r.json")).set.tier, Tier::Standard);
    // Smoke has no case of this rule, and the larger tier is run all the same.
    let rare = "--op tcolexpand --rule tile/vec-not-boxed";
    ptoconf(dir.path(), &format!("gen {rare} --profile a2a3 --tier smoke --out none")).expect(4, &["is left by"]);
    ptoconf(dir.path(), &format!("run {rare} --impl builtin:a2a3 --fail-fast --report json=r.json")).expect(0, &[]);
    assert_eq!(report(&dir.path().join("r.json")).set.tier, Tier::Standard);
    // What is in the way stays.
    ptoconf(dir.path(), &format!("{run} --impl builtin:a2a3 --out green")).expect(2, &["choose another folder, or --force to replace it"]);
}
