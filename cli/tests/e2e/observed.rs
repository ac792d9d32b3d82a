//! Whether an operation changed its inputs, or wrote around its tiles: results say who looked, and reports what nobody
//! looked at.

use crate::common::{Ran, folder, kinds, ptoconf, read, report, run, smoke_run};
use crate::results::Results;
use ptoconf_schemas::{Conclusion, FailureKind, Observes, Outcome, Report, ResultsHeader};
use std::path::{Path, PathBuf};

const ALL: &str = "not observed: whether inputs are changed, writes around tiles, writes around scratch tiles";

fn worker() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("examples/worker.py")
}

/// The results of a model, as if they came with this declaration.
fn declaring(observes: &[Observes]) -> Results {
    let mut results = Results::of(&smoke_run("a2a3"));
    results.header.implementation.observes = observes.to_vec();
    results
}

/// Has results judged against the set of the model.
fn judged(results: &Results) -> (String, Report) {
    let dir = folder();
    results.write(&dir.path().join("results"));
    let line = format!("check --impl results --vectors {}/vectors --report text --report json=r.json", smoke_run("a2a3").display());
    let ran = ptoconf(dir.path(), &line).expect(0, &[]);
    (ran.out.lines().last().unwrap().to_owned(), report(&dir.path().join("r.json")))
}

#[test]
fn models_observe_everything() {
    let results = Results::of(&smoke_run("a2a3"));
    assert_eq!(results.header.implementation.observes, Observes::ALL);
    let (last, report) = judged(&results);
    assert_eq!(last, "conforms to profile a2a3, tier smoke");
    assert_eq!((report.scope.observed, report.scope.not_observed), (Observes::ALL.to_vec(), vec![]));
}

#[test]
fn results_that_declare_nothing_conform_and_say_what_nobody_looked_at() {
    let (last, report) = judged(&declaring(&[]));
    assert_eq!(last, format!("conforms to profile a2a3, tier smoke; {ALL}"));
    assert!(report.conforms && report.scope.whole);
    let (last, _) = judged(&declaring(&[Observes::Inputs, Observes::Surroundings]));
    assert_eq!(last, "conforms to profile a2a3, tier smoke; not observed: writes around scratch tiles");
}

#[test]
fn what_a_profile_requires_is_a_part_without() {
    let dir = folder();
    let profile = r#"{ "name": "strict", "base": "a2a3", "requires_observed": ["scratch", "inputs"] }"#;
    std::fs::write(dir.path().join("strict.json"), profile).unwrap();
    let ran = ptoconf(dir.path(), "run --impl builtin:a2a3 --tier smoke --profile strict.json --out .").expect(0, &[]);
    assert_eq!(ran.out.lines().last(), Some("conforms to profile strict, tier smoke"));
    let file = dir.path().join("results/results.json");
    let mut head: ResultsHeader = serde_json::from_str(&read(&file)).unwrap();
    head.implementation.observes = vec![Observes::Inputs];
    std::fs::write(&file, serde_json::to_string(&head).unwrap()).unwrap();
    let check = "check --impl results --vectors vectors --regenerate --report text --report json=r.json";
    let ran = ptoconf(dir.path(), check).expect(0, &[]);
    let words = "not observed, though the profile requires it: writes around scratch tiles; not observed: writes around tiles";
    assert_eq!(ran.out.lines().last(), Some(&*format!("no failure in this part of profile strict, tier smoke: {words}")));
    assert_eq!(report(&dir.path().join("r.json")).conclusion, Conclusion::NoFailureInPart);
    std::fs::write(dir.path().join("wrong.json"), profile.replace("inputs", "outputs")).unwrap();
    ptoconf(dir.path(), "gen --profile wrong.json --out wrong").expect(2, &["wrong.json", "unknown variant `outputs`"]);
}

/// Runs a worker for TCOLEXPAND with these options.
fn tcolexpand(dir: &Path, worker: &Path, options: &[&str]) -> Ran {
    let program = format!("exec:python3 '{}'", worker.display());
    let line = ["run", "--op", "tcolexpand", "--profile", "a2a3", "--tier", "smoke", "--impl", &program, "--report", "text"];
    run(dir, &[&line[..], &["--report", "json=r.json"], options].concat())
}

#[test]
fn whoever_writes_a_worker_says_what_it_looks_at() {
    let dir = folder();
    let ran = tcolexpand(dir.path(), &worker(), &[]).expect(0, &[]);
    assert!(ran.out.ends_with("; not observed: whether inputs are changed, writes around tiles\n"), "{}", ran.out);
    let ran = tcolexpand(dir.path(), &worker(), &["--exec-observes", "surroundings,inputs"]).expect(0, &[]);
    assert!(!ran.out.contains("not observed"), "{}", ran.out);
    let report = report(&dir.path().join("r.json"));
    assert_eq!(report.implementation.observes, [Observes::Inputs, Observes::Surroundings]);
    tcolexpand(dir.path(), &worker(), &["--exec-observes", "all"]).expect(2, &["inputs, surroundings, scratch"]);
    let batch = ["run", "--impl", "exec:false {vectors} {out}", "--exec-observes", "inputs"];
    run(dir.path(), &batch).expect(2, &["results.json", "\"observes\""]);
}

/// The example finds out what is wrong with what stands in its place, where the outputs are right.
#[test]
fn a_worker_that_spoils_what_is_not_its_own_is_found_out() {
    let right = read(&worker());
    let at = "    for i in range(dst[\"valid\"][0]):\n";
    assert_eq!(right.matches(at).count(), 1);
    let faults = [
        ("src", r#"memory.bytes[memory.tiles["src"].start] ^= 1"#),
        ("src", r#"memory.bytes[memory.tiles["src"].start - 1] = 0xA5"#),
        ("dst", r#"memory.bytes[memory.tiles["dst"].stop + 63] = 0xA5"#),
    ];
    for (operand, fault) in faults {
        let dir = folder();
        let spoiling = dir.path().join("spoiling.py");
        std::fs::write(&spoiling, right.replace(at, &format!("    {fault}\n{at}"))).unwrap();
        let ran = tcolexpand(dir.path(), &spoiling, &["--exec-observes", "inputs,surroundings"]).expect(1, &[]);
        assert!(ran.out.contains(&format!("message, such as: the runner saw writes to {operand}\n")), "{fault}: {}", ran.out);
        let report = report(&dir.path().join("r.json"));
        assert_eq!(kinds(&report).into_keys().collect::<Vec<_>>(), [FailureKind::GuardTouched], "{fault}");
    }
}

#[test]
fn legality_has_nothing_to_observe() {
    let mut results = declaring(&[]);
    results.header.implementation.judges = ptoconf_schemas::Judges::Legality;
    results.arrays.clear();
    assert!(results.lines.iter().any(|line| line.outcome == Outcome::Ok));
    let dir = folder();
    results.write(&dir.path().join("results"));
    let line = format!("check --impl results --vectors {}/vectors --class uniform", smoke_run("a2a3").display());
    let ran = ptoconf(dir.path(), &line);
    assert!(!ran.out.contains("observed"), "{}", ran.out);
}
