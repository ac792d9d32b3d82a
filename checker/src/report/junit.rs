//! JUnit XML: for CI systems. A suite per operation; in it, a test case per form and dtype and,
//! where something failed, one per failure group.

use super::table;
use ptoconf_schemas::{FailureGroup, FormTotals, OperationReport, Report};
use std::io::{self, Write};

/// Writes the report as JUnit XML.
///
/// The counts are those of the test cases in the file; the numbers of ptoconf cases stand in the
/// properties and in the names.
pub fn junit(report: &Report, mut to: impl Write) -> io::Result<()> {
    let to = &mut to;
    let stray = run_failures(report);
    let tests: usize = report.operations.iter().map(|op| tests(report, op)).sum::<usize>() + stray.len();
    let failures = report.failures.len() + stray.len();
    writeln!(to, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(to, r#"<testsuites name="ptoconf {}" tests="{tests}" failures="{failures}">"#, escape(&table::implementation(report)))?;
    for operation in &report.operations {
        suite(report, operation, to)?;
    }
    if !stray.is_empty() {
        run_suite(&stray, to)?;
    }
    writeln!(to, "</testsuites>")
}

fn groups<'a>(report: &'a Report, operation: &'a OperationReport) -> impl Iterator<Item = &'a FailureGroup> {
    report.failures.iter().filter(move |g| g.op == operation.name)
}

/// Forms and dtypes without a failure have one test case each, those with failures one per group.
fn clean_forms<'a>(report: &'a Report, operation: &'a OperationReport) -> impl Iterator<Item = &'a FormTotals> {
    let failed = move |f: &FormTotals| groups(report, operation).any(|g| g.form == f.form && g.dtype == f.dtype);
    operation.forms.iter().filter(move |f| !failed(f))
}

fn tests(report: &Report, operation: &OperationReport) -> usize {
    groups(report, operation).count() + clean_forms(report, operation).count()
}

fn suite(report: &Report, operation: &OperationReport, to: &mut impl Write) -> io::Result<()> {
    let skipped = clean_forms(report, operation).filter(|f| f.totals.judged == 0).count();
    let (tests, failures) = (tests(report, operation), groups(report, operation).count());
    let name = escape(&operation.name);
    writeln!(to, r#"  <testsuite name="{name}" tests="{tests}" failures="{failures}" errors="0" skipped="{skipped}">"#)?;
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
    let answers = table::answers(report).map(|words| ("answers", words.to_string()));
    for (property, value) in words.into_iter().chain(answers) {
        writeln!(to, r#"      <property name="{property}" value="{}"/>"#, escape(&value))?;
    }
    writeln!(to, "    </properties>")?;
    for form in clean_forms(report, operation) {
        let title = format!("{} {}: {} of {} cases judged", form.form, form.dtype, form.totals.judged, form.totals.cases);
        write!(to, r#"    <testcase classname="ptoconf.{name}" name="{}""#, escape(&title))?;
        writeln!(to, "{}", if form.totals.judged == 0 { "><skipped/></testcase>" } else { "/>" })?;
    }
    groups(report, operation).try_for_each(|group| failed(&name, group, to))?;
    writeln!(to, "  </testsuite>")
}

fn failed(operation: &str, group: &FailureGroup, to: &mut impl Write) -> io::Result<()> {
    let rule = group.rule.as_ref().map(|r| format!(" {r}")).unwrap_or_default();
    let title = format!("{} {} {}{rule}", group.form, group.dtype, group.kind);
    writeln!(to, r#"    <testcase classname="ptoconf.{operation}" name="{}">"#, escape(&title))?;
    writeln!(to, r#"      <failure type="{}" message="{}">"#, group.kind, escape(&table::group_title(group)))?;
    for failure in &group.first {
        writeln!(to, "{}: {}", escape(&failure.case), escape(&failure.message))?;
        for element in &failure.elements {
            writeln!(to, "  {}", escape(&table::element(element)))?;
        }
    }
    let left = group.count - (group.first.len() as u64).min(group.count);
    if left > 0 {
        writeln!(to, "and {}", crate::words::count(left, "more case"))?;
    }
    writeln!(to, "      </failure>\n    </testcase>")
}

/// What keeps a run from conforming although no case failed for it.
fn run_failures(report: &Report) -> Vec<(&'static str, String)> {
    let mut failures: Vec<(&str, String)> = report.extra.iter().map(|e| ("stray result", e.clone())).collect();
    failures.extend(report.stale_waivers.iter().map(|w| ("stale waiver", w.clone())));
    if report.totals.judged == 0 {
        failures.push(("nothing checked", table::ending(report)));
    }
    failures
}

fn run_suite(failures: &[(&str, String)], to: &mut impl Write) -> io::Result<()> {
    let count = failures.len();
    writeln!(to, r#"  <testsuite name="results" tests="{count}" failures="{count}" errors="0" skipped="0">"#)?;
    for (index, (kind, message)) in failures.iter().enumerate() {
        writeln!(to, r#"    <testcase classname="ptoconf.results" name="{kind} {index}">"#)?;
        writeln!(to, r#"      <failure type="{kind}" message="{}"/>"#, escape(message))?;
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
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => escaped.push('\u{FFFD}'),
            c => escaped.push(c),
        }
    }
    escaped
}
