//! Sets, results, reports and baselines that earlier versions made.

use crate::common::{copy, folder, open, ptoconf, read, report};
use ptoconf_schemas::{DiffReport, Tuple};
use std::path::{Path, PathBuf};

/// A folder for each version: `set`, `results`, `report.json` of them, `baseline.json` of that.
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
