//! JUnit XML: for CI systems, which follow a test by its name for years. A suite per operation; in it a test for each form
//! and dtype, for each rule and for each data class, under a name that depends on no count and on no failure.
//!
//! There is no time in it unless it is asked for: what is written depends on the set and the results alone.

use super::plain::steers;
use super::table;
use crate::words::count;
use ptoconf_schemas::{ClassReport, Conclusion, FailureGroup, FormTotals, OperationReport, Report, RuleReport};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// When a check began, and how long it took.
pub struct Times {
    /// When, as `2026-02-28T23:59:07` in universal time.
    pub began: String,
    /// All of it, in seconds.
    pub seconds: f64,
    /// Each operation, in seconds. Its tests share them by their cases, which are judged together.
    pub operations: BTreeMap<String, f64>,
}

/// Writes the report as JUnit XML, with times where they are given.
///
/// A test fails where a case of its form and dtype fails, or of its rule; the failure says which. The counts are those of
/// the tests in the file; the numbers of cases stand in the properties and in what a test prints.
pub fn junit(report: &Report, times: Option<&Times>, mut to: impl Write) -> io::Result<()> {
    let to = &mut to;
    let stray = run_failures(report);
    let suites: Vec<(&OperationReport, Vec<Test>)> = report.operations.iter().map(|op| (op, tests(report, op))).collect();
    let all = || suites.iter().flat_map(|(_, tests)| tests);
    let (tests, failures) = (all().count() + stray.len(), all().filter(|t| t.fails()).count() + stray.len());
    writeln!(to, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    let whole = times.map_or_else(String::new, |times| taken(times, times.seconds));
    writeln!(to, r#"<testsuites name="ptoconf {}" tests="{tests}" failures="{failures}"{whole}>"#, escape(&table::implementation(report)))?;
    for (operation, tests) in &suites {
        let own = times.and_then(|times| Some((times, *times.operations.get(&operation.name)?)));
        suite(report, operation, tests, own, to)?;
    }
    if !stray.is_empty() {
        run_suite(&stray, to)?;
    }
    writeln!(to, "</testsuites>")
}

/// A test: its name, how many cases speak for it, and what failed.
struct Test<'a> {
    name: String,
    cases: u64,
    judged: u64,
    groups: Vec<&'a FailureGroup>,
    /// What fails of a data class: those cases stand in the tests of their forms, too.
    class: Option<&'a ClassReport>,
}

impl Test<'_> {
    fn fails(&self) -> bool {
        !self.groups.is_empty() || self.class.is_some()
    }

    fn is_skipped(&self) -> bool {
        !self.fails() && self.judged == 0
    }
}

/// The tests of an operation: forms with their dtypes, then rules, then data classes.
fn tests<'a>(report: &'a Report, operation: &'a OperationReport) -> Vec<Test<'a>> {
    let own: Vec<&FailureGroup> = report.failures.iter().filter(|group| group.op == operation.name).collect();
    let rules = || operation.rules.iter().filter(|rule| tried(rule) > 0);
    let of_form = |g: &FailureGroup, f: &FormTotals| g.rule.is_none() && g.form == f.form && g.dtype == f.dtype;
    let of_rule = |g: &FailureGroup, r: &RuleReport| g.rule.as_ref() == Some(&r.rule);
    let some = |belongs: &dyn Fn(&FailureGroup) -> bool| own.iter().copied().filter(|group| belongs(group)).collect();
    let forms = operation.forms.iter().map(|form| Test {
        name: format!("{} {}", form.form, form.dtype),
        cases: form.totals.cases,
        judged: form.totals.judged,
        groups: some(&|group| of_form(group, form)),
        class: None,
    });
    let of_rules = rules().map(|rule| Test {
        name: format!("rule {}", rule.rule),
        cases: tried(rule),
        judged: tried(rule),
        groups: some(&|group| of_rule(group, rule)),
        class: None,
    });
    let of_classes = operation.classes.iter().map(|class| Test {
        name: format!("class {}", class.class),
        cases: class.cases,
        judged: class.judged,
        groups: vec![],
        class: (class.failed > 0).then_some(class),
    });
    // What belongs to none of them is not lost.
    let has_none = |group: &FailureGroup| !operation.forms.iter().any(|f| of_form(group, f)) && !rules().any(|r| of_rule(group, r));
    let rest = Test { name: "others".to_owned(), cases: 0, judged: 0, groups: some(&has_none), class: None };
    forms.chain(of_rules).chain(of_classes).chain(rest.fails().then_some(rest)).collect()
}

/// Judged cases that a rule concerns.
fn tried(rule: &RuleReport) -> u64 {
    [rule.at_limit, rule.illegal, rule.open, rule.told].iter().map(|[all, _]| all).sum()
}

/// When something began, and how many seconds it took.
fn taken(times: &Times, seconds: f64) -> String {
    format!(r#" timestamp="{}" time="{seconds:.3}""#, times.began)
}

fn suite(
    report: &Report,
    operation: &OperationReport,
    tests: &[Test],
    times: Option<(&Times, f64)>,
    to: &mut impl Write,
) -> io::Result<()> {
    let failures = tests.iter().filter(|test| test.fails()).count();
    let skipped = tests.iter().filter(|test| test.is_skipped()).count();
    let (name, number) = (escape(&operation.name), tests.len());
    let whole = times.map_or_else(String::new, |(times, seconds)| taken(times, seconds));
    let cases = tests.iter().map(|test| test.cases).sum::<u64>().max(1) as f64;
    writeln!(to, r#"  <testsuite name="{name}" tests="{number}" failures="{failures}" errors="0" skipped="{skipped}"{whole}>"#)?;
    let totals = &operation.totals;
    let numbers = [("cases", totals.cases), ("judged", totals.judged), ("passed", totals.passed), ("failed", totals.failed)];
    writeln!(to, "    <properties>")?;
    for (property, number) in numbers {
        writeln!(to, r#"      <property name="{property}" value="{number}"/>"#)?;
    }
    let words = [
        ("conclusion", report.conclusion.name().to_string()),
        ("profile", table::profile(report)),
        ("scope", table::scope(report)),
        ("origin", table::origin(report).to_string()),
    ];
    let waivers = table::waivers(report).into_iter().map(|words| ("waiver", words));
    let baseline = table::baseline(report).map(|words| ("baseline", words));
    let answers = table::answers(report).map(|words| ("answers", words));
    for (property, value) in words.into_iter().chain(answers).chain(baseline).chain(waivers) {
        writeln!(to, r#"      <property name="{property}" value="{}"/>"#, escape(&value))?;
    }
    writeln!(to, "    </properties>")?;
    let share =
        |test: &Test| times.map_or_else(String::new, |(_, seconds)| format!(r#" time="{:.3}""#, seconds * test.cases as f64 / cases));
    tests.iter().try_for_each(|test| one(&name, test, &share(test), to))?;
    writeln!(to, "  </testsuite>")
}

fn one(operation: &str, test: &Test, time: &str, to: &mut impl Write) -> io::Result<()> {
    writeln!(to, r#"    <testcase classname="ptoconf.{operation}" name="{}"{time}>"#, escape(&test.name))?;
    if test.is_skipped() {
        writeln!(to, "      <skipped/>")?;
    }
    if let Some(first) = test.groups.first() {
        let titles: Vec<String> = test.groups.iter().map(|group| table::group_title(group)).collect();
        // Of a failure with a text some readers show the text alone.
        let title = escape(&titles.join("; "));
        writeln!(to, r#"      <failure type="{}" message="{title}">{title}"#, first.kind)?;
        test.groups.iter().try_for_each(|group| failed(group, to))?;
        writeln!(to, "      </failure>")?;
    }
    if let Some(class) = test.class {
        let such_as = class.first.as_deref().unwrap_or_default();
        let title = escape(&format!("{} of {} fail, such as {such_as}", class.failed, count(class.judged, "judged case")));
        writeln!(to, r#"      <failure type="data class" message="{title}">{title}</failure>"#)?;
    }
    writeln!(to, "      <system-out>{} of {} cases judged</system-out>\n    </testcase>", test.judged, test.cases)
}

fn failed(group: &FailureGroup, to: &mut impl Write) -> io::Result<()> {
    for failure in &group.first {
        writeln!(to, "{}: {}", escape(&failure.case), escape(&failure.message))?;
        for element in &failure.elements {
            writeln!(to, "  {}", escape(&table::element(element)))?;
        }
    }
    match group.count - (group.first.len() as u64).min(group.count) {
        0 => Ok(()),
        left => writeln!(to, "and {}", count(left, "more case")),
    }
}

/// What keeps a run from conforming although no case failed for it.
fn run_failures(report: &Report) -> Vec<(&'static str, String)> {
    let mut failures: Vec<(&str, String)> = report.extra.iter().map(|e| ("stray result", e.clone())).collect();
    failures.extend(table::bad_waivers(report).into_iter().map(|words| ("waiver", words)));
    if report.conclusion == Conclusion::NothingChecked {
        failures.push(("nothing checked", table::ending(report)));
    }
    failures
}

fn run_suite(failures: &[(&str, String)], to: &mut impl Write) -> io::Result<()> {
    let count = failures.len();
    writeln!(to, r#"  <testsuite name="results" tests="{count}" failures="{count}" errors="0" skipped="0">"#)?;
    for (index, (kind, message)) in failures.iter().enumerate() {
        writeln!(to, r#"    <testcase classname="ptoconf.results" name="{kind} {index}">"#)?;
        let message = escape(message);
        writeln!(to, r#"      <failure type="{kind}" message="{message}">{message}</failure>"#)?;
        writeln!(to, "    </testcase>")?;
    }
    writeln!(to, "  </testsuite>")
}

/// Text for XML: markup escaped, characters that XML does not have replaced.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            c if steers(c) || matches!(c, '\u{FFFE}' | '\u{FFFF}') => escaped.push('\u{FFFD}'),
            c => escaped.push(c),
        }
    }
    escaped
}
