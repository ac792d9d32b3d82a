//! Sets, results, reports, baselines, waivers and records of earlier versions.

use crate::common::{copy, folder, open, ptoconf, read, report};
use ptoconf_schemas::{DiffReport, Record, Tuple};
use std::path::{Path, PathBuf};

/// A folder for each version: `set`, `results`, `report.json` of them, `baseline.json` of that, `waivers.json` of what fails, and the
/// `record.json` of a check with these.
fn kept() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors/kept");
    let mut versions: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    versions.sort();
    assert!(!versions.is_empty());
    versions
}

#[test]
fn they_are_judged_as_they_were() {
    for version in kept() {
        let dir = folder();
        copy(&version, dir.path());
        ptoconf(dir.path(), "verify set").expect(0, &[]);
        ptoconf(dir.path(), "check --impl results --vectors set --report json=now.json").expect(1, &[]);
        let (then, now) = (report(&version.join("report.json")), report(&dir.path().join("now.json")));
        assert_eq!((&now.set, &now.totals, &now.readings), (&then.set, &then.totals, &then.readings), "{}", version.display());
        assert!(now.totals.failed > 0 && now.totals.passed > 0);
        ptoconf(dir.path(), "diff report.json now.json --fail-on any --report json=diff.json").expect(0, &[]);
        let diff: DiffReport = serde_json::from_str(&read(&dir.path().join("diff.json"))).unwrap();
        assert!(diff.same_data && diff.compared == now.totals.judged, "{diff:?}");
    }
}

#[test]
fn what_was_known_is_known() {
    for version in kept() {
        let dir = folder();
        copy(&version, dir.path());
        let line = "check --impl results --vectors set --baseline baseline.json --report json=known.json";
        ptoconf(dir.path(), line).expect(0, &[]);
        let (then, now) = (report(&version.join("report.json")), report(&dir.path().join("known.json")));
        assert_eq!((now.totals.failed, now.baseline.map(|b| b.remain)), (0, Some(then.totals.failed)));
    }
}

/// Waivers cover what they did, and the record of that says the same.
#[test]
fn what_was_waived_is_waived_and_a_record_is_read() {
    for version in kept() {
        let dir = folder();
        copy(&version, dir.path());
        let line = "check --impl results --vectors set --waivers waivers.json --today 2026-01-01 --report json=waived.json";
        ptoconf(dir.path(), line).expect(0, &[]);
        let (then, now) = (report(&version.join("report.json")), report(&dir.path().join("waived.json")));
        assert_eq!((now.totals.failed, now.waivers[0].covered), (0, then.totals.failed), "{}", version.display());
        let record: Record = serde_json::from_str(&read(&version.join("record.json"))).unwrap();
        assert_eq!((&record.set, &record.totals, &record.waivers), (&now.set, &now.totals, &now.waivers));
        // A version that makes another set says so, and this one that the record is true; of other results nobody says that.
        let verify = "verify set --record record.json --impl results";
        let ran = ptoconf(dir.path(), verify);
        let other = ["not what this version generates", "only that version can make it again"].iter().any(|words| ran.err.contains(words));
        assert!(ran.code == 0 || other, "{}", ran.err);
        let path = dir.path().join("results/results.jsonl");
        std::fs::write(&path, read(&path).lines().skip(1).map(|line| format!("{line}\n")).collect::<String>()).unwrap();
        assert_ne!(ptoconf(dir.path(), verify).code, 0, "{}", version.display());
    }
}

/// A tuple has its name of what it is: this version makes it by the name that an earlier one gave.
#[test]
fn tuples_are_found_by_the_names_that_they_had() {
    for version in kept() {
        let dir = folder();
        let tuples = |set: &Path| -> std::collections::BTreeMap<String, Tuple> {
            let set = open(set);
            let operations = set.suite().operations.iter().map(|operation| set.operation(&operation.name).unwrap());
            operations.flat_map(|o| o.tuples.iter().map(|line| (line.id(), line.tuple.clone())).collect::<Vec<_>>()).collect()
        };
        let then = tuples(&version.join("set"));
        std::fs::write(dir.path().join("names.txt"), then.keys().map(|id| format!("{id}\n")).collect::<String>()).unwrap();
        ptoconf(dir.path(), "gen --op all --profile a2a3 --case @names.txt --out set").expect(0, &[]);
        let now = tuples(&dir.path().join("set"));
        assert!(then.iter().all(|(id, tuple)| now.get(id) == Some(tuple)), "{}", version.display());
    }
}
