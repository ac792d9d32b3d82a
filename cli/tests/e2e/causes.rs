//! Causes: what a report says that failing tuples have in common.

use crate::common::{folder, ptoconf, read, report, run, smoke_run};
use crate::whole::whole;
use ptoconf_schemas::{FailureKind, Naming, SelftestReport};

const RUN: &str = "run --impl builtin:a5 --profile a2a3 --op tcolsum --form plain --tier smoke --report text=report.txt --report json=report.json --report markdown=report.md -v";

#[test]
fn a_red_report_says_causes_first_and_they_add_up() {
    let dir = folder();
    ptoconf(dir.path(), RUN).expect(1, &[]);
    let (report, text) = (report(&dir.path().join("report.json")), read(&dir.path().join("report.txt")));
    let cases: u64 = report.causes.iter().map(|c| c.cases + c.not_proven).sum();
    assert_eq!(cases, report.totals.failed, "every failing case has a cause");
    assert!(report.causes.windows(2).all(|w| w[0].tuples >= w[1].tuples), "most failing tuples first");
    assert_eq!(report.causes[0].kind, FailureKind::Mismatch);
    assert!(report.causes[0].statement.as_ref().is_some_and(|s| s.ends_with(" is followed")), "{:?}", report.causes[0]);
    let section: Vec<&str> = text.lines().skip_while(|l| !l.starts_with("causes: ")).take_while(|l| !l.is_empty()).collect();
    assert!((5..=40).contains(&section.len()), "{section:#?}");
    let judged = text.lines().position(|l| l == "judged").expect("the other tables");
    assert!(text.lines().position(|l| l.starts_with("causes: ")).is_some_and(|causes| causes < judged));
    assert!(read(&dir.path().join("report.md")).contains("## Causes"));
}

#[test]
fn the_command_of_a_cause_works_as_it_is_printed() {
    let dir = folder();
    ptoconf(dir.path(), RUN).expect(1, &[]);
    let cause = &report(&dir.path().join("report.json")).causes[0];
    for command in cause.show.split(" && ") {
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        let shown = run(dir.path(), &words).expect(0, &[]);
        assert!(words[0] != "show" || shown.out.starts_with(&cause.smallest), "{}", shown.out);
    }
}

#[test]
fn causes_do_not_depend_on_threads_and_results_that_are_there_have_the_same() {
    let dir = folder();
    ptoconf(dir.path(), &format!("{RUN} --out kept --threads 1")).expect(1, &[]);
    let first = report(&dir.path().join("report.json")).causes;
    let check = "check --impl kept/results --vectors kept/vectors --threads 2 --report json=again.json";
    ptoconf(dir.path(), check).expect(1, &[]);
    assert_eq!(first, report(&dir.path().join("again.json")).causes);
}

#[test]
fn a_target_judged_by_the_profile_of_another_has_few_causes() {
    let report = report(&whole("a2a3").join("cpu.json"));
    assert!(report.causes.len() <= 30, "{:#?}", report.causes);
    let unsaid: u64 = report.causes.iter().filter(|cause| cause.statement.is_none()).map(|cause| cause.tuples).sum();
    assert!(unsaid * 100 <= report.causes.iter().map(|cause| cause.tuples).sum(), "{:#?}", report.causes);
}

#[test]
fn it_is_said_which_elements_are_wrong_and_what_they_hold() {
    let dir = folder();
    ptoconf(dir.path(), RUN).expect(1, &[]);
    let (report, text) = (report(&dir.path().join("report.json")), read(&dir.path().join("report.txt")));
    let seen = report.causes.iter().filter_map(|cause| cause.wrong.as_ref());
    let shares: Vec<_> = seen
        .flat_map(|wrong| wrong.place.iter().chain(&wrong.values).chain(&wrong.hold).map(|s| (s.cases, s.of, wrong.looked_at)))
        .collect();
    assert!(!shares.is_empty() && shares.iter().all(|(cases, of, all)| 0 < *cases && cases <= of && of <= all), "{shares:?}");
    assert!(text.contains("wrong elements, in "), "{text}");
}

/// One mutant accepts a src that is not row-major, beside which tmp may be anything; the other changes NaN alone.
#[test]
fn the_rule_that_demands_a_rejection_and_the_value_that_is_wrong_are_named() {
    let dir = folder();
    let command = "selftest --triage 0 --profile a2a3 --op trowmax,tcolexpand --report json=triage.json --mutant nan_payload_lost";
    let words: Vec<&str> = command.split(' ').chain(["--mutant", "rowextreme/src-row-major: not made for i32"]).collect();
    run(dir.path(), &words).expect(0, &[]);
    let report: SelftestReport = serde_json::from_str(&read(&dir.path().join("triage.json"))).expect("a report");
    let [nan, rule] = &report.triage[0].mutants[..] else { panic!("{:?}", report.triage) };
    assert!(nan.first.ends_with("; where NaN is accepted, and nowhere else"), "{}", nan.first);
    assert!(rule.first.starts_with("accepted-illegal: rule src-nd-layout is broken"), "{}", rule.first);
}

/// The mutant looks at dst where it should look at src: what is wrong with src passes where dst is right.
#[test]
fn it_is_said_where_a_rule_is_not_kept_that_is_kept_elsewhere() {
    let dir = folder();
    let command = "selftest --triage 0 --profile a2a3 --op tcolexpand --report json=triage.json";
    let words: Vec<&str> = command.split(' ').chain(["--mutant", "tile/row-bytes: src mistaken"]).collect();
    run(dir.path(), &words).expect(0, &[]);
    let report: SelftestReport = serde_json::from_str(&read(&dir.path().join("triage.json"))).expect("a report");
    let [tried] = &report.triage[0].mutants[..] else { panic!("{:?}", report.triage) };
    assert_eq!(tried.first, "accepted-illegal: rule tile/line-aligned is broken, but only where bytes of a row of dst % 32 = 0");
    assert_eq!(tried.naming, Naming::Near, "src is not named: {:?} of {:?}", tried.spoken, tried.about);
}

#[test]
fn a_green_report_has_none() {
    let set = smoke_run("a2a3");
    let check = format!("check --impl {0}/results --vectors {0}/vectors", set.display());
    let shown = ptoconf(folder().path(), &check).expect(0, &[]);
    assert!(!shown.out.contains("causes: "), "{}", shown.out);
}
