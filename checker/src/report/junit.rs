//! JUnit XML: for CI systems, which follow a test by its name for years. A suite per operation; in it a test for each form,
//! dtype, and rule or data class, under a name that depends on no count and on no failure. A case is in one test.
//!
//! There is no time in it unless it is asked for: what is written depends on the set and the results alone.

use super::plain::steers;
use super::table;
use crate::words::count;
use ptoconf_schemas::{Conclusion, Failure, FailureGroup, FlakyReport, OperationReport, Report, TestOf, TestReport};
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
/// A test fails where a case of it fails; the failure says which. The counts are those of
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

/// A test, and the failures of which it has some.
struct Test<'a> {
    is: &'a TestReport,
    groups: Vec<&'a FailureGroup>,
    flaky: &'a [FlakyReport],
}

impl Test<'_> {
    fn fails(&self) -> bool {
        !self.is.failed.is_empty()
    }

    fn is_skipped(&self) -> bool {
        self.is.judged == 0
    }

    /// `plain f16 class ties`: of no count, and of nothing that fails.
    fn name(&self) -> String {
        format!("{} {} {}", self.is.form, self.is.dtype, self.is.about)
    }

    /// Its failures that are described.
    fn described(&self) -> impl Iterator<Item = &Failure> {
        let own = |failure: &&Failure| match &self.is.about {
            TestOf::Class(class) => failure.class.as_ref() == Some(class),
            TestOf::Rule(_) | TestOf::Rules => failure.class.is_none(),
        };
        self.groups.iter().flat_map(|group| &group.first).filter(own)
    }
}

/// The tests of an operation.
fn tests<'a>(report: &'a Report, operation: &'a OperationReport) -> Vec<Test<'a>> {
    let rule = |test: &'a TestReport| if let TestOf::Rule(rule) = &test.about { Some(rule) } else { None };
    let is_of = |group: &FailureGroup, test: &'a TestReport| {
        group.op == operation.name && group.form == test.form && group.dtype == test.dtype && group.rule.as_ref() == rule(test)
    };
    let test = |is| Test { is, groups: report.failures.iter().filter(|group| is_of(group, is)).collect(), flaky: &report.flaky };
    operation.tests.iter().map(test).collect()
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
    let cases = tests.iter().map(|test| test.is.cases).sum::<u64>().max(1) as f64;
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
    let flaky = flaky(report, operation);
    let number_of_flaky = (!flaky.is_empty()).then(|| ("flaky", flaky.len().to_string()));
    let answers = table::answers(report).map(|words| ("answers", words));
    for (property, value) in words.into_iter().chain(answers).chain(baseline).chain(number_of_flaky).chain(waivers) {
        writeln!(to, r#"      <property name="{property}" value="{}"/>"#, escape(&value))?;
    }
    writeln!(to, "    </properties>")?;
    let share =
        |test: &Test| times.map_or_else(String::new, |(_, seconds)| format!(r#" time="{:.3}""#, seconds * test.is.cases as f64 / cases));
    tests.iter().try_for_each(|test| one(&name, test, &share(test), to))?;
    if !flaky.is_empty() {
        writeln!(to, "    <system-out>flaky: failed, and did not always come out the same")?;
        flaky.iter().try_for_each(|line| writeln!(to, "{}", escape(line)))?;
        writeln!(to, "    </system-out>")?;
    }
    writeln!(to, "  </testsuite>")
}

/// Failing cases of an operation that came out otherwise when they were run again. Where few failures are described, they stand in no
/// test.
fn flaky(report: &Report, operation: &OperationReport) -> Vec<String> {
    let is_own = |flaky: &FlakyReport| flaky.case.split_once('/').is_some_and(|(op, _)| op == operation.name);
    table::flaky(report).into_iter().zip(&report.flaky).filter(|(_, flaky)| is_own(flaky)).map(|(line, _)| line).collect()
}

fn one(operation: &str, test: &Test, time: &str, to: &mut impl Write) -> io::Result<()> {
    writeln!(to, r#"    <testcase classname="ptoconf.{operation}" name="{}"{time}>"#, escape(&test.name()))?;
    if test.is_skipped() {
        writeln!(to, "      <skipped/>")?;
    }
    if let Some(kind) = test.is.failed.keys().next() {
        // Of a failure with a text some readers show the text alone.
        let title = escape(&title(test.is));
        writeln!(to, r#"      <failure type="{kind}" message="{title}">{title}"#)?;
        failed(test, to)?;
        writeln!(to, "      </failure>")?;
    }
    writeln!(to, "      <system-out>{} of {} cases judged</system-out>\n    </testcase>", test.is.judged, test.is.cases)
}

/// `mismatch: 4 of 10 judged cases, such as tdemo/sum/1`.
fn title(test: &TestReport) -> String {
    let kinds: Vec<String> = test.failed.iter().map(|(kind, cases)| format!("{kind}: {cases}")).collect();
    let such_as = test.first.as_deref().unwrap_or_default();
    format!("{} of {}, such as {such_as}", kinds.join("; "), count(test.judged, "judged case"))
}

fn failed(test: &Test, to: &mut impl Write) -> io::Result<()> {
    let mut described = 0;
    for failure in test.described() {
        described += 1;
        writeln!(to, "{}: {}", escape(&failure.case), escape(&failure.message))?;
        for element in &failure.elements {
            writeln!(to, "  {}", escape(&table::element(element)))?;
        }
        for flaky in test.flaky.iter().filter(|flaky| flaky.case == failure.case) {
            writeln!(to, "  flaky: {}", table::otherwise(flaky))?;
        }
    }
    match test.is.failed.values().sum::<u64>().saturating_sub(described) {
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
