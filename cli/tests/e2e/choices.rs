//! An independent simulator follows random choices: admitted ones conform, others are found and named.

use crate::common::{folder, ptoconf, read, report};
use ptoconf_schemas::{ChoicesReport, SelftestReport};
use std::path::Path;

/// What became of the choices on a smoke set of one profile.
fn follow(dir: &Path, options: &str, code: i32) -> ChoicesReport {
    ptoconf(dir, &format!("selftest --tier smoke --profile a2a3 {options} --report json=report.json")).expect(code, &[]);
    let mut report: SelftestReport = serde_json::from_str(&read(&dir.join("report.json"))).unwrap();
    assert_eq!((report.choices.len(), report.passed), (1, code == 0));
    report.choices.remove(0)
}

#[test]
fn whoever_follows_admitted_options_conforms() {
    let report = follow(folder().path(), "--choices 40 --admitted-only", 0);
    assert!(report.cases > 500, "{}", report.cases);
    assert_eq!((report.draws, report.red, report.alarms.len()), (40, 0, 0));
}

#[test]
fn whoever_follows_another_option_fails_and_is_told_which() {
    let report = follow(folder().path(), "--choices 1 --op tcolexpand,tcolexpandadd,tconcat", 0);
    let seen: Vec<_> = report.planted.iter().filter(|p| p.changes > 0).collect();
    assert!(seen.len() >= 20, "{} options", seen.len());
    assert!(seen.iter().any(|p| p.reading == "tconcat/forms"), "a form that is not there is named");
    for planted in seen {
        assert!(planted.failed > 0 && planted.names_itself_first(), "{} = {}: {}", planted.reading, planted.option, planted.named);
    }
    let red: Vec<_> = report.mixed.iter().filter(|m| m.changes > 0 && m.explained.is_empty()).collect();
    assert!(red.len() > 5 && red.iter().all(|m| m.failed > 0 && m.witnesses > 1), "{} mixtures", red.len());
}

/// A2A3 has no bf16 in TCOLSUM, and so rejects every case of every form.
#[test]
fn who_rejects_everything_does_not_lack_a_form() {
    let dir = folder();
    let line = "run --impl builtin:a2a3 --profile a5 --op tcolsum --tier smoke --dtype bf16 --report json=report.json";
    ptoconf(dir.path(), line).expect(1, &[]);
    let named: Vec<String> = report(&dir.path().join("report.json")).deviations.into_iter().map(|d| d.reading).collect();
    assert_eq!(named.first().map(String::as_str), Some("tcolsum/dtypes"), "{named:?}");
    assert!(!named.iter().any(|reading| reading == "tcolsum/two-operands"), "{named:?}");
}
