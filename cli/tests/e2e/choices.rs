//! An independent simulator follows choices: admitted ones conform, others are found and named.

use crate::common::{folder, ptoconf, read, report};
use ptoconf_schemas::{ChoicesReport, PlantedOption, SelftestReport};
use std::path::Path;

/// What became of the choices on smoke sets.
fn follow(dir: &Path, options: &str) -> Vec<ChoicesReport> {
    ptoconf(dir, &format!("selftest --tier smoke {options} --report json=report.json")).expect(0, &[]);
    let report: SelftestReport = serde_json::from_str(&read(&dir.join("report.json"))).unwrap();
    assert!(report.passed && report.problems.is_empty(), "{:?}", report.problems);
    report.choices
}

#[test]
fn whoever_follows_admitted_options_conforms() {
    for report in follow(folder().path(), "--choices 8 --admitted-only") {
        assert!(report.cases > 500, "{}", report.cases);
        assert_eq!((report.draws, report.red, report.alarms.len()), (8, 0, 0));
        let [followed, all] = report.pairs;
        assert!(followed * 100 >= all * 80 && followed < all, "{}: {followed} of {all} pairs of options", report.profile);
    }
}

#[test]
fn whoever_follows_another_option_fails_and_is_told_which() {
    let reports = follow(folder().path(), "--choices 1 --op tcolsum,tcolexpand,tcolexpandadd,tconcat");
    assert_eq!(reports.len(), 4, "every built-in profile");
    for report in &reports {
        look_at_others(report);
    }
    let is_form = |p: &PlantedOption| p.reading == "tconcat/forms";
    assert!(reports.iter().any(|r| r.planted.iter().any(is_form)), "a form that is not there is named");
}

/// What was planted and mixed on the set of one profile.
fn look_at_others(report: &ChoicesReport) {
    let seen: Vec<_> = report.planted.iter().filter(|p| p.changes > 0).collect();
    assert!(seen.len() >= 20, "{}: {} options", report.profile, seen.len());
    assert!(seen.iter().any(|p| p.reading == "tcolsum/tree-order"), "{}: orders are planted", report.profile);
    for planted in seen {
        // In smoke one number of rows shows orders: that none of the admitted ones is followed, and not always which other.
        let named = planted.names_itself_first() || planted.reading.ends_with("-order");
        assert!(planted.failed > 0 && named, "{} = {}: {}", planted.reading, planted.option, planted.named);
    }
    let red: Vec<_> = report.mixed.iter().filter(|m| m.changes > 0 && m.explained.is_empty()).collect();
    assert!(red.len() > 5 && red.iter().all(|m| m.failed > 0), "{}: {} mixtures", report.profile, red.len());
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
