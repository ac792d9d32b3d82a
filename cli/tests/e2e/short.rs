//! The text report: short by default, whole with -v, one line with -q; and `triage`, which says every cause.

use crate::common::{folder, own_run, ptoconf, red, report, run, smoke_run};
use ptoconf_schemas::{FailureKind, Report};
use std::path::Path;

/// What is said of a run in which thousands of cases fail.
fn said(dir: &Path, command: &str) -> String {
    let (results, vectors) = (red().join("results"), own_run("a2a3").join("vectors"));
    let line = format!("{command} --impl {} --vectors {}", results.display(), vectors.display());
    ptoconf(dir, &line).expect(1, &[]).out
}

#[test]
fn a_green_report_fits_a_screen() {
    let dir = folder();
    let out = ptoconf(dir.path(), "run --impl builtin:a2a3 --tier smoke").expect(0, &[]).out;
    assert!((8..=15).contains(&out.lines().count()), "{out}");
    assert_eq!(out.lines().last(), Some("conforms to profile a2a3, tier smoke"));
    for word in ["set ", "profile ", "implementation ", "totals ", "scope ", "readings ", "least judged "] {
        assert!(out.lines().any(|line| line.starts_with(word)), "{word}: {out}");
    }
}

#[test]
fn a_red_report_has_at_most_60_lines_whatever_fails_and_triage_says_all_causes() {
    let dir = folder();
    let out = said(dir.path(), "check");
    let report = report(&red().join("report.json"));
    assert!(report.totals.failed > 2000 && report.causes.len() > 5, "it would be long: {:?}", report.totals);
    assert!((20..=60).contains(&out.lines().count()), "{out}");
    assert!(out.contains("\n  5. ") && !out.contains("\n  6. "), "{out}");
    assert!(out.contains("more causes of") && out.contains("; all of them: ptoconf triage --vectors "), "{out}");
    assert!(out.lines().last().is_some_and(|last| last.starts_with("does not conform to profile a2a3; next: ")), "{out}");

    let all = said(dir.path(), "triage");
    let numbered = all.lines().filter(|line| line.trim_start().split_once(". ").is_some_and(|(n, _)| n.parse::<usize>().is_ok()));
    assert_eq!(numbered.count(), report.causes.len(), "{all}");
    assert!(!all.contains("all of them: ") && !all.contains("options that are not admitted"), "{all}");
    let [quiet, whole] = ["-q", "-v"].map(|length| said(dir.path(), &format!("triage {length} --op tconcat")));
    assert_eq!((quiet.lines().count(), whole.lines().any(|line| line == "readings followed")), (1, true));
}

#[test]
fn quiet_says_the_verdict_and_verbose_every_table() {
    let dir = folder();
    let run = "run --impl builtin:a2a3 --op tcolsum --tier smoke";
    let [quiet, short, whole] = ["-q", "", "-v"].map(|length| ptoconf(dir.path(), &format!("{run} {length}")).expect(0, &[]).out);
    assert_eq!(quiet.lines().count(), 1, "{quiet}");
    assert_eq!(short.lines().last(), quiet.lines().last());
    assert_eq!(whole.lines().last(), quiet.lines().last());
    for title in ["judged", "cases", "coverage", "rules (passed/cases)", "readings followed", "orders of additions"] {
        assert!(whole.lines().any(|line| line == title), "{title}: {whole}");
        assert!(!short.lines().any(|line| line == title), "{title}: {short}");
    }
    ptoconf(dir.path(), &format!("{run} -q -v")).expect(2, &["cannot be used with"]);
}

#[test]
fn triage_of_what_is_right_has_no_cause() {
    let dir = folder();
    let own = smoke_run("a2a3");
    let out = ptoconf(dir.path(), &format!("triage --impl {0}/results --vectors {0}/vectors", own.display())).expect(0, &[]).out;
    assert!(!out.contains("causes: "), "{out}");
    assert_eq!(out.lines().last(), Some("conforms to profile a2a3, tier smoke"));
}

#[test]
fn every_word_of_a_report_is_explained() {
    let dir = folder();
    let red = said(dir.path(), "check -v --details 1");
    let kinds = FailureKind::ALL.iter().map(|kind| kind.name());
    let fixed = [
        "set", "origin", "profile", "totals", "scope", "reading", "cause", "twin", "told", "at limit", "canary", "poison", "level", "fail",
        "repeat",
    ];
    let several = ["isBinary", "exception", "legality", "rounded once", "none throughout", "not reached alone", "Unified Buffer"];
    for word in kinds.chain(fixed).chain(several) {
        let out = run(dir.path(), &["explain", word]).expect(0, &[]).out;
        assert!(out.starts_with(word) && out.trim_end().ends_with('.'), "{word}: {out}");
    }
    // Every heading and every column of the tables is a word of the glossary, or made of them.
    let glossary = ptoconf(dir.path(), "list words").expect(0, &[]).out;
    let plain = ["passed", "failed", "skipped", "of", "the", "where", "pairs", "parameters", "operation", "fewest", "2-way", "3-way"];
    let tables = ["judged", "cases", "coverage", "rules (passed/cases)", "readings followed"];
    let lines: Vec<&str> = red.lines().collect();
    let heads = lines.windows(2).filter(|pair| tables.contains(&pair[0])).flat_map(|pair| pair[1].split_whitespace());
    let known = |word: &str| plain.contains(&word) || glossary.to_lowercase().contains(word.trim_end_matches('s'));
    let unknown: Vec<&str> = heads.filter(|word| !known(word)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn one_operation_of_many_can_be_judged_alone() {
    let dir = folder();
    let (results, vectors) = (red().join("results"), own_run("a2a3").join("vectors"));
    let line = |op: &str| format!("check --impl {} --vectors {} --op {op} --report json=one.json", results.display(), vectors.display());
    ptoconf(dir.path(), &line("tconcat,tcolsum")).expect(1, &[]);
    let (whole, part) = (report(&red().join("report.json")), report(&dir.path().join("one.json")));
    let of = |report: &Report| -> Vec<(String, u64)> {
        report.operations.iter().map(|op| (op.name.clone(), op.totals.failed)).filter(|(_, failed)| *failed > 0).collect()
    };
    let chosen = of(&whole).into_iter().filter(|(name, _)| name == "tconcat" || name == "tcolsum").collect::<Vec<_>>();
    assert_eq!((of(&part), chosen.len()), (chosen, 2));
    assert_eq!(part.totals.cases, whole.totals.cases, "what is not selected is counted as that");
    ptoconf(dir.path(), &line("tconact")).expect(2, &["unknown operation `tconact`", "did you mean `tconcat`?"]);
}
