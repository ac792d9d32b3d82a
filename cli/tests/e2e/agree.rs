//! `ptoconf agree` on embedded implementations and a fake judge.

use crate::common::{copy, folder, own_run, ptoconf, read, red, shared};
use ptoconf_schemas::{About, Agreement, Difference};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The profile a2a3's set, and what the three models say of it.
fn court() -> (PathBuf, [PathBuf; 3]) {
    static OTHER: OnceLock<PathBuf> = OnceLock::new();
    let set = own_run("a2a3").join("vectors");
    let a5 = OTHER.get_or_init(|| judged("a5", &set)).clone();
    (set, [own_run("a2a3").join("results"), a5, red().join("results")])
}

/// The results of a model of another profile.
fn judged(model: &str, set: &Path) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("e2e").join(format!("agree-{model}"));
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).unwrap();
    let line = format!("run --impl builtin:{model} --vectors {} --out . --report json=report.json", set.display());
    ptoconf(&dir, &line).expect(1, &[]);
    dir.join("results")
}

fn agree(dir: &Path, set: &Path, results: &[&Path], code: i32) -> Agreement {
    let list: Vec<String> = results.iter().map(|r| r.display().to_string()).collect();
    let line = format!("agree {} --vectors {} --report json=agreement.json", list.join(" "), set.display());
    ptoconf(dir, &line).expect(code, &[]);
    serde_json::from_str(&read(&dir.join("agreement.json"))).unwrap()
}

#[test]
fn the_models_differ_where_their_targets_do() {
    let (dir, (set, [a2a3, a5, cpu])) = (folder(), court());
    let agreement = agree(dir.path(), &set, &[&a2a3, &a5, &cpu], 1);
    let [own, other, simulator] = &agreement.judges[..] else { panic!("{:?}", agreement.judges.len()) };
    assert_eq!((own.counts.differs(), own.counts.unproven, own.counts.unsupported), (0, 0, 0), "the model follows its own profile");
    assert!(other.counts.over_accepts > 0 && other.counts.over_rejects == 0, "A5 has more memory and dtypes: {:?}", other.counts);
    assert!(simulator.counts.over_accepts > 0, "{:?}", simulator.counts);
    let line = |op: &str, rule: &str| {
        let line = agreement.rules.iter().find(|r| r.op == op && r.about == About::Rule(rule.to_owned()));
        line.unwrap_or_else(|| panic!("no line for {op} {rule}"))
    };
    let memory = line("tcolexpand", "tile/fits-memory");
    assert_eq!(memory.judges.iter().map(|j| j.over_accepts > 0).collect::<Vec<_>>(), [false, true, true]);
    let dtypes = line("tcolsum", "tcolsum/dtype-supported");
    assert!(dtypes.judges[1].over_accepts > 0 && dtypes.judges[2].over_accepts == 0, "{:?}", dtypes.judges);
    let tuples: u64 = crate::common::open(&set).suite().operations.iter().map(|o| o.tuples).sum();
    assert_eq!(agreement.tuples, tuples);
    let whole = |c: &ptoconf_schemas::AgreementCounts| c.decided() + c.unsupported + c.crashed + c.unusable;
    assert!(agreement.judges.iter().all(|j| whole(&j.counts) == tuples), "every tuple is counted once");
}

#[test]
fn a_judge_that_over_accepts_one_rule_is_named_with_the_smallest_tuple() {
    let (dir, (set, [a2a3, ..])) = (folder(), court());
    copy(&a2a3, &dir.path().join("lax"));
    let illegal: Vec<(String, u64)> = crate::common::tuples(&crate::common::open(&set))
        .into_iter()
        .filter(|(_, a)| matches!(&a.expect, ptoconf_schemas::Expectation::Reject { rule: Some(rule), .. } if rule == "tcolsum/same-dtype"))
        .map(|(line, _)| (line.id(), line.tuple.operands.iter().map(|o| o.tile.elements()).sum()))
        .collect();
    assert!(illegal.len() > 1);
    let lines = dir.path().join("lax/results.jsonl");
    let accepted = |line: &str| match illegal.iter().find(|(id, _)| line.contains(&format!("\"{id}/"))) {
        Some(_) => format!("{}\n", line.replace("\"rejected\"", "\"ok\"")),
        None => format!("{line}\n"),
    };
    let text: String = read(&lines).lines().map(accepted).collect();
    std::fs::write(&lines, text).unwrap();
    let agreement = agree(dir.path(), &set, &[&a2a3, Path::new("lax")], 1);
    let differing: Vec<_> = agreement.rules.iter().filter(|r| !r.examples.is_empty()).collect();
    assert_eq!(differing.len(), 1);
    let [example] = &differing[0].examples[..] else { panic!("{:?}", differing[0]) };
    let smallest = illegal.iter().map(|(_, elements)| *elements).min();
    assert_eq!((example.difference, example.tuples, Some(example.elements)), (Difference::OverAccepts, illegal.len() as u64, smallest));
    assert_eq!(example.judges, ["builtin:a2a3 (lax)"], "two judges of one name are told apart by their folders");
    assert_eq!(agreement.judges[0].counts.over_accepts, 0);
}

#[test]
fn exit_codes() {
    let (dir, (set, [a2a3, a5, _])) = (folder(), court());
    let line = |results: &str, more: &str| format!("agree {results} --vectors {} {more}", set.display());
    let (own, other) = (a2a3.display().to_string(), a5.display().to_string());
    let ran = ptoconf(dir.path(), &line(&own, "")).expect(0, &[]);
    assert!(ran.out.contains("no judge differs") && ran.out.contains("no value is compared"), "{}", ran.out);
    ptoconf(dir.path(), &line(&format!("{own} {other}"), "--report markdown")).expect(1, &[]);
    ptoconf(dir.path(), &line("nowhere", "")).expect(3, &["nowhere"]);
    ptoconf(dir.path(), &line(&own, "--report junit")).expect(2, &["text, json, markdown"]);
    ptoconf(dir.path(), &line(&own, "--dtype bf16 --class nan")).expect(2, &["nan"]);
    ptoconf(dir.path(), &line(&own, "--form plain --rule tconcat/same-dtype")).expect(4, &[]);
    ptoconf(dir.path(), "agree").expect(2, &[]);
    let smoke = shared("agree-smoke", "gen --tier smoke --profile a2a3 --out set").join("set");
    ptoconf(dir.path(), &format!("agree {own} --vectors {}", smoke.display())).expect(3, &["stale", &own]);
}
