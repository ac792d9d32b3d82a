//! Reports in every form, and their independence of the number of threads.

use crate::common::*;
use ptoconf_checker::{Options, report};
use ptoconf_schemas::*;
use std::collections::BTreeSet;

/// A run with failures, a stray line whose text is hostile, and a stale waiver.
fn lab() -> Lab {
    let mut lab = Lab::default();
    lab.legal("good", 2, 7);
    lab.legal("bad", 5, 7);
    lab.tuple("illegal", 1, reject("good"), vec![], vec![]);
    lab.ran("good", &[7; 256]);
    lab.ran("bad", &[8; 640]);
    lab.ended("illegal", Outcome::Crashed);
    lab.lines.last_mut().unwrap().message = Some("<signal> & \"11\" \u{1b}[2J|*".into());
    lab.lines.push(ResultLine { case: "<x>&]]>\u{1}".into(), ..line("x", 0, Outcome::Ok) });
    lab
}

fn checked(threads: usize) -> Report {
    let waivers = Some(WaiverFile { waivers: vec![Waiver::new("none*", FailureKind::Crashed, "me", "old")] });
    lab().check_with(&Options { threads, waivers, ..Options::default() }).unwrap().report
}

fn written(write: impl FnOnce(&Report, &mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&checked(2), &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn the_report_does_not_depend_on_the_number_of_threads() {
    assert_eq!(checked(1), checked(7));
}

#[test]
fn the_text_names_numbers_failures_and_the_next_step() {
    let text = written(|r, to| report::text(r, false, to));
    for part in [
        "totals          8 cases: 8 judged (2 passed, 6 failed), 0 skipped",
        "mismatch: tdemo plain u8: 5 cases",
        "tdemo/bad/0",
        "dst[0, 0] is 8 (0x08); accepted: 7 (0x07)",
        "################",
        "crashed: <signal> & \"11\"",
        "stale: none* crashed: 0 of at most",
        "tdemo/size",
    ] {
        assert!(text.contains(part), "{part:?} in\n{text}");
    }
    assert!(text.trim_end().ends_with("does not conform to profile a2a3; next: ptoconf show tdemo/bad/0"), "{text}");
    assert!(!text.contains('\x1b'), "neither colours nor what an implementation prints");
    assert!(!text.contains("tdemo/bad/3"), "three failures per group");
    assert!(!text.contains("tdemo/never"), "a rule that no case is about");
    assert!(text.contains("0 skipped\n"), "nothing skipped needs no reason");
    assert!(written(|r, to| report::text(r, true, to)).contains("\x1b[31m"));
}

#[test]
fn the_last_line_says_why_and_what_to_do() {
    let ending = |change: &dyn Fn(&mut Lab), filter: ptoconf_checker::Filter<'_>| {
        let mut lab = Lab::default();
        lab.legal("good", 2, 7);
        lab.ran("good", &[7; 256]);
        change(&mut lab);
        let report = lab.check_with(&Options { filter, ..Options::default() }).unwrap().report;
        let (mut text, mut junit) = (vec![], vec![]);
        report::text(&report, false, &mut text).unwrap();
        report::junit(&report, None, &mut junit).unwrap();
        let junit = String::from_utf8(junit).unwrap();
        let counts = |tag: &str| junit.matches(tag).count();
        assert!(junit.contains(&format!(r#"tests="{}" failures="{}">"#, counts("<testcase"), counts("<failure"))), "{junit}");
        let text = String::from_utf8(text).unwrap();
        (text.lines().last().unwrap().to_owned(), counts("<failure"))
    };
    let stray = |lab: &mut Lab| lab.lines.push(line("none", 0, Outcome::Ok));
    assert_eq!(ending(&|_| (), Box::new(|_, _| true)), ("conforms to profile a2a3, tier smoke".into(), 0));
    let (text, failures) = ending(&|_| (), Box::new(|_, _| false));
    assert_eq!((text.as_str(), failures), ("nothing was checked: no case of the set was selected and judged", 1));
    let (text, failures) = ending(&stray, Box::new(|_, _| true));
    assert_eq!((text.ends_with("no case failed, but see the stray results, the flaky cases or the waivers above"), failures), (true, 1));
    let mut wrong = lab();
    wrong.lines.pop();
    wrong.stacks.truncate(2);
    wrong.lines.retain(|line| !line.case.contains("illegal"));
    let report = wrong.check_with(&Options { details: 0, ..Options::default() }).unwrap().report;
    let mut text = vec![];
    report::text(&report, false, &mut text).unwrap();
    assert!(text.ends_with(b"\ndoes not conform to profile a2a3\n"), "{}", String::from_utf8_lossy(&text));
}

#[test]
fn a_profile_of_ones_own_is_named_with_its_base_and_what_it_admits_beyond_it() {
    let pages = |own: Option<Vec<Widening>>| {
        let mut lab = Lab { own, ..Lab::default() };
        lab.legal("good", 2, 7);
        lab.ran("good", &[7; 256]);
        let report = lab.check_with(&Options::default()).unwrap().report;
        let (mut text, mut markdown, mut junit, mut json) = (vec![], vec![], vec![], vec![]);
        report::text(&report, false, &mut text).unwrap();
        report::markdown(&report, &mut markdown).unwrap();
        report::junit(&report, None, &mut junit).unwrap();
        report::json(&report, &mut json).unwrap();
        [text, markdown, junit, json].map(|page| String::from_utf8(page).unwrap())
    };
    let wider = |reading: &str, options: &[&str], place: Option<&str>| Widening {
        reading: reading.into(),
        options: options.iter().map(|o| (*o).into()).collect(),
        place: place.map(str::to_owned),
    };
    let [text, markdown, junit, json] =
        pages(Some(vec![wider("t/order", &["tree"], None), wider("t/order", &["a", "b"], Some("tdemo/f16"))]));
    let words = "based on a2a3; admits beyond it: t/order = tree, t/order = a or b in tdemo/f16";
    assert!(text.contains(&format!("\nprofile         mine, {words}\n")), "{text}");
    assert!(text.ends_with("\nconforms to profile mine, tier smoke; profile mine admits more than its base a2a3\n"), "{text}");
    assert!(markdown.contains(&format!("\n\nProfile: mine, {words}.\n\n")), "{markdown}");
    assert!(junit.contains(&format!(r#"<property name="profile" value="mine, tier smoke; {words}"/>"#)), "{junit}");
    let set = &serde_json::from_str::<Report>(&json).unwrap().set;
    assert_eq!((set.base.as_deref(), set.beyond_base.len()), (Some("a2a3"), 2));
    let [text, markdown, ..] = pages(Some(vec![]));
    assert!(
        text.contains("\nprofile         mine, based on a2a3\n") && text.ends_with("\nconforms to profile mine, tier smoke\n"),
        "{text}"
    );
    assert!(markdown.contains("\n\nProfile: mine, based on a2a3.\n\n"), "{markdown}");
    assert!(pages(None).iter().all(|page| !page.contains("based on") && !page.contains("base")), "a built-in profile has no base");
}

#[test]
fn json_is_the_report() {
    let json = written(|r, to| report::json(r, to));
    let mut report = checked(1);
    // Lists of tests are for JUnit alone.
    report.operations.iter_mut().for_each(|operation| operation.tests.clear());
    assert_eq!(serde_json::from_str::<Report>(&json).unwrap(), report);
}

#[test]
fn junit_is_balanced_escaped_xml_that_names_cases() {
    let xml = written(|r, to| report::junit(r, None, to));
    assert!(xml.contains(r#"<testsuites name="ptoconf demo" tests="4" failures="4">"#), "{xml}");
    assert!(xml.contains("tdemo/bad/0: 128 of 128 elements differ"), "{xml}");
    assert!(xml.contains("and 2 more cases") && xml.contains("&lt;signal&gt; &amp; &quot;11&quot;"), "{xml}");
    assert!(xml.chars().all(|c| c == '\n' || !c.is_control()), "{xml:?}");
}

/// Words that GitLab's reader takes for the type of a value where an element has them as its attribute `type`.
const TYPES: [&str; 15] = [
    "array",
    "file",
    "symbol",
    "date",
    "datetime",
    "duration",
    "integer",
    "float",
    "decimal",
    "double",
    "boolean",
    "string",
    "yaml",
    "base64Binary",
    "hexBinary",
];

/// What GitLab and Jenkins read of a file: a test by its suite, class and name, its time, and what became of it.
fn tests(xml: &str) -> Vec<(String, f64, &'static str)> {
    let document = roxmltree::Document::parse(xml).unwrap();
    let root = document.root_element();
    assert!(root.has_tag_name("testsuites"), "one element above all suites");
    let mut all = vec![];
    for suite in root.children().filter(roxmltree::Node::is_element) {
        assert!(suite.has_tag_name("testsuite") && suite.attribute("package").is_none());
        let cases: Vec<_> = suite.children().filter(|node| node.has_tag_name("testcase")).collect();
        assert!(!cases.is_empty(), "Jenkins leaves out a suite without a test");
        for case in &cases {
            let of = |name: &str| case.attribute(name).filter(|value| !value.trim().is_empty()).unwrap();
            let name = [suite.attribute("name").unwrap(), of("classname"), of("name")].join("/");
            let outcomes: Vec<_> = case.children().filter(|node| node.is_element() && !node.has_tag_name("system-out")).collect();
            assert!(outcomes.len() <= 1, "one outcome");
            let outcome = outcomes.first().map_or("passed", |node| if node.has_tag_name("failure") { "failed" } else { "skipped" });
            for failure in outcomes.iter().filter(|node| node.has_tag_name("failure")) {
                // GitLab shows the text and not the message, Jenkins the message above the text.
                let (message, text) = (failure.attribute("message").unwrap(), failure.text().unwrap());
                assert!(!message.is_empty() && text.starts_with(message), "{message}: {text}");
                assert!(!TYPES.contains(&failure.attribute("type").unwrap()), "a kind of failure, and not of a value");
            }
            all.push((name, case.attribute("time").map_or(0.0, |time| time.parse().unwrap()), outcome));
        }
        let counted = |name: &str| suite.attribute(name).unwrap().parse::<usize>().unwrap();
        let count = |outcome: &str| all[all.len() - cases.len()..].iter().filter(|(.., o)| *o == outcome).count();
        assert_eq!([counted("tests"), counted("failures"), counted("skipped")], [cases.len(), count("failed"), count("skipped")]);
    }
    let names: BTreeSet<&str> = all.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names.len(), all.len(), "no two tests of one name");
    all
}

#[test]
fn junit_is_what_gitlab_and_jenkins_read() {
    let failed = tests(&written(|r, to| report::junit(r, None, to)));
    assert_eq!((failed.len(), failed.iter().filter(|(_, time, outcome)| *outcome == "failed" && *time == 0.0).count()), (4, 4));
    let times = report::Times { began: "2026-02-28T23:59:07".into(), seconds: 3.0, operations: [("tdemo".to_owned(), 2.0)].into() };
    let xml = written(|r, to| report::junit(r, Some(&times), to));
    let timed = tests(&xml);
    let names = |tests: &[(String, f64, &str)]| tests.iter().map(|(name, ..)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&failed), names(&timed));
    let shares: f64 = timed.iter().map(|(_, time, _)| time).sum();
    assert!((shares - 2.0).abs() < 0.01, "the tests share what their operation took: {shares}");
    assert!(xml.contains(r#"failures="4" timestamp="2026-02-28T23:59:07" time="3.000">"#), "{xml}");
    assert!(xml.contains(r#"<testsuite name="tdemo" "#) && xml.contains(r#" timestamp="2026-02-28T23:59:07" time="2.000">"#), "{xml}");
}

#[test]
fn markdown_has_tables_and_escapes_text() {
    let text = written(|r, to| report::markdown(r, to));
    assert!(text.contains("| tdemo | plain | u8 | 8 | 2 | 6 | 0 |"), "{text}");
    assert!(text.contains("`tdemo/bad/0`") && text.contains("\\<signal\\>") && text.contains("\\|\\*"), "{text}");
}

fn seen(what: &str) -> Seen {
    Seen { what: what.to_owned(), cases: 8, of: 9 }
}

/// A report in which everything that the short text has lines for is there, many times, and long.
fn crowded() -> Report {
    let mut report = checked(1);
    let long = "word\n".repeat(200);
    let cause = CauseReport {
        kind: FailureKind::Mismatch,
        operations: vec![long.clone(); 5],
        tuples: 2,
        cases: 3,
        statement: Some(long.clone()),
        or: vec![long.clone(); 3],
        or_more: 7,
        passing: 5,
        exceptions: 1,
        such_as: vec![long.clone()],
        not_proven: 4,
        wrong: Some(WrongElements {
            looked_at: 9,
            place: Some(seen(&long)),
            values: Some(seen(&long)),
            hold: vec![seen(&long), seen(&long)],
            example: Some(long.clone()),
        }),
        message: Some(long.clone()),
        said: Some(long.clone()),
        sentence: Some(CitedSentence { id: "tdemo/size".into(), statement: long.clone(), source: long.clone() }),
        smallest: "tdemo/bad/0".into(),
        tuple: long.clone(),
        nearest: Some(NearestTuple { tuple: "tdemo/good".into(), differs: vec![long.clone(); 9] }),
        show: long.clone(),
        remaining: 6,
    };
    let deviation = DeviationReport {
        reading: "tdemo/order".into(),
        options: vec![long.clone(); 3],
        statement: long.clone(),
        places: vec![long.clone(); 9],
        admitted: vec![long.clone()],
        cases: 9,
        example: "tdemo/bad/0".into(),
    };
    let witness = Witness { case: "tdemo/bad/0".into(), allows: vec![long.clone(); 4] };
    report.causes = vec![cause; 50];
    report.deviations = vec![deviation; 50];
    report.contradictions = vec![ContradictionReport { witnesses: vec![witness; 2], cases: 2 }; 50];
    report.extra = vec![long.clone(); 50];
    let waiver = Waiver::new(&long, FailureKind::Mismatch, &long, &long);
    let own = WaiverReport { waiver, covered: 0, beyond: 0, problem: Some(WaiverProblem::Stale) };
    report.waivers = vec![own; 50];
    report.baseline = Some(BaselineReport { otherwise: 50, otherwise_cases: vec![long.clone(); 50], ..BaselineReport::default() });
    report.implementation.name = long.clone();
    report.implementation.details.insert("answers".into(), long.clone());
    report.set.profile = "mine".into();
    report.scope.left_out = vec![long];
    report
}

#[test]
fn the_short_text_has_at_most_60_lines_whatever_fails() {
    let mut text = vec![];
    report::short(&crowded(), false, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!((50..=60).contains(&text.lines().count()), "{}:\n{text}", text.lines().count());
    let mut all = vec![];
    report::all_causes(&crowded(), false, &mut all).unwrap();
    assert!(String::from_utf8(all).unwrap().contains("\n  50. "));
}

#[test]
fn markdown_of_many_failures_keeps_to_its_room() {
    let mut report = checked(1);
    let group = report.failures[0].clone();
    report.failures = vec![group; 9000];
    let mut text = vec![];
    report::markdown(&report, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let shown = text.matches("\n### ").count();
    assert!(text.len() < 600 << 10 && shown > 100, "{} bytes, {shown} groups", text.len());
    assert!(text.contains(&format!("\n{} more groups of failures, which the text and JSON reports list.\n", 9000 - shown)));
}

/// The short report of a run in which nothing failed but for so many cases, each with a waiver of its own, and beside them so many
/// waivers that cover nothing.
fn waived(covered: usize, stale: usize) -> String {
    let mut lab = Lab::default();
    lab.legal("good", 2, 7);
    lab.ran("good", &[7; 256]);
    let names: Vec<String> = (0..covered + stale).map(|number| format!("late{number}")).collect();
    for name in &names[..covered] {
        lab.legal(name, 1, 7);
        lab.ended(name, Outcome::Timeout);
    }
    let waivers = names.iter().map(|name| Waiver::new(&format!("tdemo/{name}/*"), FailureKind::Timeout, "me", "slow")).collect();
    let options = Options { waivers: Some(WaiverFile { waivers }), ..Options::default() };
    let mut text = vec![];
    report::short(&lab.check_with(&options).unwrap().report, false, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn the_short_report_lists_waivers_as_far_as_there_is_room() {
    let listed = |text: &str| text.lines().filter(|line| line.contains("tdemo/late")).count();
    let lines = |text: &str| text.lines().count();
    let (one, few, many) = (waived(1, 0), waived(4, 0), waived(40, 0));
    assert!(one.contains("\nwaivers: ") && listed(&few) == 4 && lines(&few) <= 15, "{one}\n{few}");
    assert!(listed(&many) >= 2 && lines(&many) <= 15, "{many}");
    assert!(many.contains(&format!("\n  and {} more; -v lists them\n", 40 - listed(&many))), "{many}");
    let (red, long) = (waived(0, 20), waived(0, 21));
    assert!(listed(&red) == 20 && lines(&red) <= 60, "{red}");
    assert!(listed(&long) == 19 && long.contains("\n  and 2 more; -v lists them\n"), "{long}");
}
