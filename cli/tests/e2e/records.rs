//! What is published of a check, and whether it is true.

use crate::common::{Ran, folder, ptoconf, read, shared};
use crate::results::Results;
use ptoconf_schemas::{Conclusion, Outcome, Record};
use std::path::{Path, PathBuf};

/// A run with its record: `vectors`, `results`, `record.json`.
fn made() -> PathBuf {
    shared("record", "run --op tcolexpand,tcolsum --tier smoke --impl builtin:a2a3 --out . --record record.json")
}

/// Checks a record of some results of the set of `made`.
fn verify(dir: &Path, record: &str, results: &str, code: i32) -> Ran {
    let set = made().join("vectors");
    ptoconf(dir, &format!("verify {} --record {record} --impl {results}", set.display())).expect(code, &[])
}

fn record(path: &Path) -> Record {
    serde_json::from_str(&read(path)).unwrap()
}

#[test]
fn a_record_is_made_again_to_the_byte() {
    let (dir, made) = (folder(), made());
    let [set, results] = ["vectors", "results"].map(|name| made.join(name));
    let check = format!("check --impl {} --vectors {} --regenerate --threads 1 --record own.json", results.display(), set.display());
    ptoconf(dir.path(), &check).expect(0, &[]);
    assert_eq!(read(&dir.path().join("own.json")), read(&made.join("record.json")));
    let ran = verify(dir.path(), "own.json", &results.display().to_string(), 0);
    let record = record(&dir.path().join("own.json"));
    let judged = record.totals.judged;
    let digest = &record.set.suite[..12];
    let whose = format!("own.json: true\nimplementation  builtin:a2a3 {}, as its results say\nset             {digest}, ", record.ptoconf);
    let own = blake3::hash(&std::fs::read(env!("CARGO_BIN_EXE_ptoconf")).unwrap()).to_hex().to_string();
    assert_eq!(record.build, Some(own));
    assert!(ran.out.contains(&format!("\njudged by       ptoconf {}, this build\n", record.ptoconf)), "{}", ran.out);
    assert!(ran.out.starts_with(&whose), "{}", ran.out);
    assert!(ran.out.contains(&format!("\nverdict         no failure in part: {judged} cases judged, 0 failed\n")), "{}", ran.out);
    assert_eq!(record.operations.iter().map(|o| o.name.as_str()).collect::<Vec<_>>(), ["tcolexpand", "tcolsum"]);
    assert!(record.operations.iter().all(|o| o.rules > 0 && o.rules <= o.rules_of && o.pairs > 0 && o.pairs <= o.pairs_of));
    assert!(!record.orders.is_empty() && record.readings.iter().all(|reading| reading.conforms));
    assert_eq!(record.kills, None, "these are not all operations");
}

/// Whoever built the same version elsewhere can check a record: it says which build judged, and the rest is made again.
#[test]
fn a_record_of_another_build_is_made_again_all_the_same() {
    let (dir, made) = (folder(), made());
    let text = read(&made.join("record.json"));
    let own = record(&made.join("record.json")).build.unwrap();
    let line = |digest: &str| format!("  \"build\": \"{digest}\",\n");
    let other = format!("123456789abc{}", &own[12..]);
    for (instead, words) in [(line(&other), "another build than this, 123456789abc"), (String::new(), "a build that it does not name")] {
        std::fs::write(dir.path().join("r.json"), text.replacen(&line(&own), &instead, 1)).unwrap();
        let ran = verify(dir.path(), "r.json", &made.join("results").display().to_string(), 0);
        assert!(ran.out.contains(words), "{}", ran.out);
    }
}

#[test]
fn a_whole_tier_says_what_it_finds() {
    let dir = folder();
    ptoconf(dir.path(), "run --impl builtin:a5 --tier smoke --record record.json").expect(0, &[]);
    let record = record(&dir.path().join("record.json"));
    let kills = record.kills.expect("a score");
    assert!(kills.kernels.found > 0 && kills.checks.found > 0 && record.conclusion == Conclusion::Conforms, "{kills:?}");
}

/// Whatever is changed in a record, or in the results that it speaks of, is named.
#[test]
fn what_is_not_true_is_named() {
    let (dir, made) = (folder(), made());
    let results = made.join("results").display().to_string();
    let text = read(&made.join("record.json"));
    let digests = record(&made.join("record.json"));
    for (from, to, place) in [
        ("\"passed\": ", "\"passed\": 1", "totals.passed: the record says 1"),
        ("no_failure_in_part", "conforms", "conclusion: the record says \"conforms\", and it is \"no_failure_in_part\""),
        ("\"whole\": false", "\"whole\": true", "scope.whole: the record says true"),
        ("left-fold", "pairs", "readings["),
        (digests.profile.as_str(), "0", "profile: the record says \"0\""),
        (digests.set.suite.as_str(), "0", "set.suite: the record says \"0\""),
    ] {
        let forged = text.replacen(from, to, 1);
        assert_ne!(forged, text, "{from}");
        std::fs::write(dir.path().join("forged.json"), forged).unwrap();
        let ran = verify(dir.path(), "forged.json", &results, 1);
        assert!(ran.out.contains(&format!("forged.json: {place}")), "{from}: {}", ran.out);
    }
    let mut other = Results::of(&made);
    other.lines[0].message = Some("changed".to_owned());
    other.write(&dir.path().join("other"));
    std::fs::write(dir.path().join("record.json"), text).unwrap();
    let ran = verify(dir.path(), "record.json", "other", 1);
    assert!(ran.out.starts_with("record.json: results: the record says "), "{}", ran.out);
}

#[test]
fn failures_and_waivers_are_in_it() {
    let (dir, made) = (folder(), made());
    let mut results = Results::of(&made);
    results.lines.iter_mut().take(3).for_each(|line| line.outcome = Outcome::Timeout);
    results.write(&dir.path().join("bad"));
    let waiver = r#"{"waivers": [{"case": "tcolexpand/*", "failure": "timeout", "owner": "me", "reason": "slow", "expires": "2026-06-30", "most_cases": 3}]}"#;
    std::fs::write(dir.path().join("w.json"), waiver).unwrap();
    let check = format!("check --impl bad --vectors {} --regenerate --record", made.join("vectors").display());
    ptoconf(dir.path(), &format!("{check} red.json")).expect(1, &[]);
    let red = record(&dir.path().join("red.json"));
    assert!(red.totals.failed >= 3 && red.causes.iter().map(|c| c.cases).sum::<u64>() >= 3 && red.waivers_on.is_none());
    verify(dir.path(), "red.json", "bad", 0);
    // A record says on which day its waivers held: it stays true when they are over.
    ptoconf(dir.path(), &format!("{check} waived.json --waivers w.json --today 2026-01-01"));
    let waived = record(&dir.path().join("waived.json"));
    assert_eq!((waived.waivers[0].covered, waived.totals.failed + 3), (3, red.totals.failed));
    let ran = verify(dir.path(), "waived.json", "bad", 0);
    assert!(
        ran.out.ends_with("waivers         held on 2026-01-01, as the record says\n  3 cases until 2026-06-30, me: slow\n"),
        "{}",
        ran.out
    );
    // Its waivers are such as a check takes, and held on some day.
    let text = read(&dir.path().join("waived.json"));
    for (from, to, words) in [
        ("\"case\": \"tcolexpand/*\"", "\"case\": \"*\"", "waivers[0].waiver.case: `*` fits every operation"),
        ("\"owner\": \"me\"", "\"owner\": \" \"", "waivers[0].waiver.owner: empty"),
        ("\"waivers_on\": \"2026-01-01\"", "\"waivers_on\": null", "waivers_on: not there"),
    ] {
        let forged = text.replacen(from, to, 1);
        assert_ne!(forged, text, "{from}");
        std::fs::write(dir.path().join("forged.json"), forged).unwrap();
        let line = format!("verify {}/vectors --record forged.json --impl bad", made.display());
        ptoconf(dir.path(), &line).expect(3, &[words]);
    }
}

/// Who reads the first of two fields of one name reads something else than who reads the last.
#[test]
fn a_record_is_as_ptoconf_writes_it() {
    let (dir, made) = (folder(), made());
    let text = read(&made.join("record.json"));
    for forged in
        [text.replacen("\"waivers\": []", "\"waivers\":[]", 1), text.replacen("{\n", "{\n  \"device\": 1,\n", 1), format!("{text} ")]
    {
        std::fs::write(dir.path().join("forged.json"), &forged).unwrap();
        let line = format!("verify {0}/vectors --record forged.json --impl {0}/results", made.display());
        assert_ne!(ptoconf(dir.path(), &line).code, 0, "{forged}");
    }
    let twice = text.replacen("  \"conclusion\": ", "  \"conclusion\": \"conforms\",\n  \"conclusion\": ", 1);
    std::fs::write(dir.path().join("forged.json"), twice).unwrap();
    ptoconf(dir.path(), &format!("verify {0}/vectors --record forged.json --impl {0}/results", made.display())).expect(3, &["conclusion"]);
}

#[test]
fn the_seed_of_a_blind_set_stays_with_its_answers() {
    let dir = folder();
    ptoconf(dir.path(), "gen --op tcolexpand --profile a2a3 --tier smoke --seed 77 --blind --out blind").expect(0, &[]);
    ptoconf(dir.path(), "run --impl builtin:a2a3 --vectors blind --answers blind_answers --out run").expect(0, &[]);
    let given = "--vectors blind --answers blind_answers";
    ptoconf(dir.path(), &format!("check --impl run/results {given} --regenerate --record r.json")).expect(0, &[]);
    assert_eq!(record(&dir.path().join("r.json")).set.seed, 0);
    ptoconf(dir.path(), "verify blind --answers blind_answers --record r.json --impl run/results").expect(0, &[]);
}

/// What filters leave out was never in the set that a run makes, and the record says that it is a part.
#[test]
fn a_run_of_a_part_has_a_record_that_says_so() {
    let dir = folder();
    let run = "run --op tcolsum --form plain --dtype f32 --tier smoke --impl builtin:a2a3 --out run --record r.json";
    ptoconf(dir.path(), run).expect(0, &[]);
    let record = record(&dir.path().join("r.json"));
    assert!(!record.scope.whole && record.totals.judged == record.totals.cases, "{:?}", record.totals);
    assert!(
        ["form plain", "dtype f32"].iter().all(|filter| record.scope.left_out.iter().any(|out| out.contains(filter))),
        "{:?}",
        record.scope
    );
    // The set is where it is by default, and need not be named.
    std::fs::rename(dir.path().join("run/vectors"), dir.path().join("ptoconf_vectors")).unwrap();
    let ran = ptoconf(dir.path(), "verify --record r.json --impl run/results").expect(0, &[]);
    assert!(ran.out.starts_with("r.json: true") && ran.out.contains("left out        the set was made with --form plain"), "{}", ran.out);
}

#[test]
fn what_has_no_record_is_refused() {
    let (dir, made) = (folder(), made());
    let given = format!("--impl {0}/results --vectors {0}/vectors --record record.json", made.display());
    let refused = |line: &str, code: i32, words: &[&str]| {
        ptoconf(dir.path(), line).expect(code, words);
        assert!(!dir.path().join("record.json").exists(), "{line}");
    };
    refused(&format!("check {given}"), 2, &["--regenerate"]);
    refused(&format!("check {given} --regenerate --report json=record.json"), 2, &["another report goes to the same file"]);
    refused(&format!("check {given}x/y.json --regenerate"), 2, &["there is no such folder"]);
    refused(&format!("check {given} --regenerate --form plain"), 2, &["--form plain leaves some out"]);
    refused(&format!("check {given} --regenerate --op tcolsum"), 2, &["--op tcolsum leaves some out"]);
    ptoconf(dir.path(), &format!("check --impl {0}/results --vectors {0}/vectors --report json=r.json", made.display())).expect(0, &[]);
    ptoconf(dir.path(), "baseline r.json --out b.json").expect(0, &[]);
    refused(&format!("check {given} --regenerate --baseline b.json"), 2, &["write waivers for them"]);
    let part = format!("run --impl builtin:a2a3 --vectors {}/vectors --part 1/2 --out part", made.display());
    ptoconf(dir.path(), &part).expect(0, &[]);
    let check = format!("check --impl part/results --vectors {}/vectors --regenerate --record record.json", made.display());
    refused(&check, 4, &["a part alone is not judged"]);
    std::fs::write(dir.path().join("no.json"), "{}").unwrap();
    let verify = format!("verify {0}/vectors --impl {0}/results --record no.json", made.display());
    ptoconf(dir.path(), &verify).expect(3, &["--record no.json: format is absent, expected ptoconf-record/1"]);
    let old = read(&made.join("record.json")).replacen("\"ptoconf\": \"", "\"ptoconf\": \"0.0.", 1);
    std::fs::write(dir.path().join("no.json"), old).unwrap();
    ptoconf(dir.path(), &verify).expect(3, &["only that version can make it again"]);
}
