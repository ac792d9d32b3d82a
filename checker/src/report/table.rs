//! Tables that the text and the markdown report share.

use crate::words::count;
use ptoconf_schemas::{
    Conclusion, ContradictionReport, DeviationReport, FlakyReport, Observes, OperationReport, Report, RuleReport, Totals, WaiverReport,
    Witness,
};

/// A table: a header and rows of as many cells.
pub(super) struct Table<'a> {
    pub header: Vec<&'a str>,
    pub rows: Vec<Vec<String>>,
    /// Leading columns with words; the others hold numbers and are aligned right.
    pub words: usize,
}

/// Cases by operation, form and dtype.
pub(super) fn operations(report: &Report) -> Table<'static> {
    let row = |op: &OperationReport, form: &str, dtype: &str, t: &Totals| {
        let numbers = [t.cases, t.passed, t.failed, t.cases - t.judged.min(t.cases)];
        [op.name.as_str(), form, dtype].map(str::to_string).into_iter().chain(numbers.map(|n| n.to_string())).collect()
    };
    let rows = report.operations.iter().flat_map(|op| op.forms.iter().map(move |f| row(op, &f.form, &f.dtype, &f.totals)));
    Table { header: vec!["operation", "form", "dtype", "cases", "passed", "failed", "skipped"], rows: rows.collect(), words: 3 }
}

/// Rules as passed/total. Rules that no judged case concerns are left out, unless it is known why.
pub(super) fn rules(report: &Report) -> Table<'static> {
    let cell = |[all, passed]: [u64; 2]| if all == 0 { "-".to_string() } else { format!("{passed}/{all}") };
    let row = |op: &OperationReport, r: &RuleReport| {
        let [at_limit, illegal, open, told] = columns(r).map(cell);
        let note = r.unreachable.as_ref().map(|why| format!("not reached alone: {why}")).unwrap_or_default();
        vec![op.name.clone(), r.rule.clone(), at_limit, illegal, open, told, note]
    };
    let tried = |r: &&RuleReport| columns(r).iter().any(|c| c[0] > 0) || r.unreachable.is_some();
    let rows = report.operations.iter().flat_map(|op| op.rules.iter().filter(tried).map(move |r| row(op, r)));
    Table { header: vec!["operation", "rule", "at limit", "illegal", "open", "told", ""], rows: rows.collect(), words: 2 }
}

fn columns(r: &RuleReport) -> [[u64; 2]; 4] {
    [r.at_limit, r.illegal, r.open, r.told]
}

/// What the set covers of each form's parameters.
pub(super) fn coverage(report: &Report) -> Table<'static> {
    let rows = report.operations.iter().flat_map(|op| {
        op.coverage.iter().filter(|f| f.coverage.pairs > 0).map(move |f| {
            let c = &f.coverage;
            let pairs = format!("{} of {}", c.pairs_covered, c.pairs);
            let fewest = op.thinnest.iter().find(|thin| thin.form == f.name);
            let fewest = fewest.map_or_else(String::new, |thin| format!("{} ({})", thin.tuples, thin.instantiation));
            vec![
                op.name.clone(),
                f.name.clone(),
                c.parameters.to_string(),
                pairs,
                percent(c.pairs_covered, c.pairs),
                percent(c.triples_covered, c.triples),
                fewest,
            ]
        })
    });
    Table {
        header: vec!["operation", "form", "parameters", "pairs", "2-way", "3-way", "fewest legal tuples judged"],
        rows: rows.collect(),
        words: 2,
    }
}

/// Readings followed.
pub(super) fn readings(report: &Report) -> Table<'static> {
    let or_none = |names: &[String]| if names.is_empty() { "none throughout".to_string() } else { names.join(", ") };
    let place = |place: &str| if place.is_empty() { "everywhere".to_string() } else { place.to_string() };
    let rows = report.readings.iter().map(|r| {
        let conforms = if r.conforms { "yes" } else { "NO" };
        vec![r.reading.clone(), place(&r.place), or_none(&r.follows), r.admitted.join(", "), conforms.to_string(), r.evidence.to_string()]
    });
    Table { header: vec!["reading", "where", "follows", "admitted", "conforms", "evidence"], rows: rows.collect(), words: 5 }
}

/// The title of [`deviations`].
pub(super) const DEVIATIONS: &str = "options that are not admitted and would explain failing cases";

/// Options that are not admitted, what explains most first: where, and what that means. What several operations have in common
/// is said once. Where causes were looked for only those that one of them names: of what a cause explains in another way no
/// second suspect is told, unless it explains most of what fails.
pub(super) fn deviations(report: &Report) -> Vec<[String; 2]> {
    grouped(report.deviations.iter().filter(|d| is_told(report, d)))
}

/// The same, without what a cause says: in a short text that stands above.
pub(super) fn unnamed(report: &Report) -> Vec<[String; 2]> {
    grouped(report.deviations.iter().filter(|d| is_told(report, d) && !is_named(report, d)))
}

/// Whether an option is told: where there are causes, one that explains most of what fails (of orders that are mixed no single
/// one is followed), or that a cause names.
pub fn is_told(report: &Report, d: &DeviationReport) -> bool {
    let failing: u64 = report.causes.iter().map(|cause| cause.cases).sum();
    d.cases * 2 > failing || is_named(report, d)
}

/// Whether a cause says that an option is followed, or may be.
fn is_named(report: &Report, d: &DeviationReport) -> bool {
    let (op, question) = d.reading.split_once('/').unwrap_or(("", &d.reading));
    let is_of = |said: &str, option: &str| said.contains(&format!("{question}: ")) && said.contains(&format!(" ({option}) is followed"));
    report.causes.iter().any(|cause| {
        let concerned = op == "tile" || cause.operations.iter().any(|name| name == op);
        let said = || cause.statement.iter().chain(&cause.or);
        let is_said = |option: &String| said().any(|statement| is_of(statement, option));
        concerned && d.options.iter().any(is_said)
    })
}

fn grouped<'a>(all: impl IntoIterator<Item = &'a DeviationReport>) -> Vec<[String; 2]> {
    let mut groups: Vec<Vec<&DeviationReport>> = vec![];
    for deviation in all {
        match groups.iter_mut().find(|group| says_the_same(group[0], deviation)) {
            Some(group) => group.push(deviation),
            None => groups.push(vec![deviation]),
        }
    }
    groups.iter().map(|group| [deviation(group), group[0].statement.clone()]).collect()
}

/// The same, each in one line.
pub(super) fn deviation_lines(report: &Report) -> Vec<String> {
    deviations(report).iter().map(|lines| lines.join(". ")).collect()
}

/// The name of a reading within its operation.
fn question(deviation: &DeviationReport) -> &str {
    deviation.reading.split_once('/').map_or(deviation.reading.as_str(), |(_, name)| name)
}

fn says_the_same(one: &DeviationReport, other: &DeviationReport) -> bool {
    let words = |d: &DeviationReport| (question(d).to_owned(), d.options.clone(), d.admitted.clone(), d.statement.clone());
    words(one) == words(other)
}

fn deviation(group: &[&DeviationReport]) -> String {
    let first = group[0];
    let places: Vec<&str> = group.iter().flat_map(|d| &d.places).map(String::as_str).filter(|p| !p.is_empty()).collect();
    let places = match &places[..] {
        [] => String::new(),
        [first] => format!(" in {first}"),
        [first, rest @ ..] => format!(" in {first} and {} more", count(rest.len() as u64, "place")),
    };
    let others: Vec<&str> = group[1..].iter().filter_map(|d| Some(d.reading.split_once('/')?.0)).collect();
    let likewise = if others.is_empty() { String::new() } else { format!(" (likewise of {})", others.join(", ")) };
    let cases = count(group.iter().map(|d| d.cases).sum(), "failing case");
    let (reading, options, example) = (&first.reading, first.options.join(" or "), &first.example);
    format!("{reading} = {options}{places}{likewise}; would explain {cases}, such as {example}")
}

/// Results that no admitted choice explains together, each with what it allows.
pub(super) fn contradictions(report: &Report) -> Vec<String> {
    let witness = |w: &Witness| format!("{} allows {}", w.case, w.allows.join(", or "));
    let line = |c: &ContradictionReport| {
        let witnesses: Vec<String> = c.witnesses.iter().map(witness).collect();
        format!("{} ({})", witnesses.join("; but "), crate::words::count(c.cases, "failing case"))
    };
    report.contradictions.iter().map(line).collect()
}

/// Failing cases that were run again and came out otherwise.
pub(super) fn flaky(report: &Report) -> Vec<String> {
    report.flaky.iter().map(|f| format!("{} ({}): {}", f.case, f.kind, otherwise(f))).collect()
}

/// How often a case came out otherwise.
pub(super) fn otherwise(flaky: &FlakyReport) -> String {
    format!("another result in {} of {}", flaky.otherwise, count(flaky.again.into(), "further run"))
}

/// `1234 cases: 1230 judged (1229 passed, 1 failed), 4 skipped (4 filtered)`.
pub(super) fn totals(t: &Totals) -> String {
    let skipped: u64 = t.skipped.values().sum();
    let mut line = format!("{} cases: {} judged ({} passed, {} failed), {skipped} skipped", t.cases, t.judged, t.passed, t.failed);
    if skipped > 0 {
        let reasons: Vec<String> = t.skipped.iter().map(|(reason, n)| format!("{n} {reason}")).collect();
        line.push_str(&format!(" ({})", reasons.join(", ")));
    }
    line
}

/// The profile with what it is based on, and the tier.
pub(super) fn profile(report: &Report) -> String {
    let based = report.set.based_on().map(|words| format!("; {words}")).unwrap_or_default();
    format!("{}, tier {}{based}", report.set.profile, report.set.tier)
}

/// What is known of where the set comes from.
pub fn origin(report: &Report) -> &'static str {
    if report.regenerated {
        return "the set is what this version generates";
    }
    "the set was not compared with what this version generates (check --regenerate does)"
}

/// The last line: how it ended and what to do next.
pub fn ending(report: &Report) -> String {
    let profile = format!("profile {}, tier {}", report.set.profile, report.set.tier);
    let beside = wider(report) + &not_observed(report);
    let left_out = report.scope.left_out.join("; ") + &beside;
    match report.conclusion {
        Conclusion::Conforms => return format!("conforms to {profile}{}{beside}", unsupported(report)),
        Conclusion::NoFailureInPart => return format!("no failure in this part of {profile}: {left_out}"),
        Conclusion::KnownFailuresRemain => return known_failures(report, &profile, &left_out),
        Conclusion::LegalityOnly if report.scope.whole => {
            return format!("legality only: accepts and rejects as {profile}, asks; no value was checked{beside}");
        }
        Conclusion::LegalityOnly => {
            return format!("legality only: no failure in this part of {profile}; no value was checked: {left_out}");
        }
        Conclusion::NothingChecked => return "nothing was checked: no case of the set was selected and judged".to_string(),
        Conclusion::DoesNotConform => {}
    }
    let only = if report.legality_only() { "legality only: " } else { "" };
    let mut line = format!("{only}does not conform to profile {}", report.set.profile);
    match next(report).filter(|next| !next.is_empty()) {
        Some(next) => line.push_str(&format!("; next: {next}")),
        None if report.failures.is_empty() => {
            line.push_str("; no case failed, but see the stray results, the flaky cases or the waivers above");
        }
        None => {}
    }
    line
}

/// `no failure but 3 known ones, which remain: profile a2a3, tier smoke: ...`.
fn known_failures(report: &Report, profile: &str, left_out: &str) -> String {
    let known = report.baseline.as_ref().map_or(0, |baseline| baseline.remain + baseline.elsewhere);
    let remain = if known == 1 { "1 known failure remains".to_owned() } else { format!("{known} known failures remain") };
    let only = if report.legality_only() { "legality only: " } else { "" };
    format!("{only}no new failure, and {remain}: {profile}: {left_out}")
}

/// What to do after a failure: a command that works as it is printed, where causes were looked for.
fn next(report: &Report) -> Option<String> {
    // A rule and a reading are explained; what else a cause cites says less than its smallest case does.
    let of_cause = report.causes.first().map(|cause| match &cause.sentence {
        Some(sentence) if sentence.id.contains('/') => format!("ptoconf explain {}", sentence.id),
        _ => cause.show.clone(),
    });
    of_cause.or_else(|| report.failures.first()?.first.first().map(|failure| format!("ptoconf show {}", failure.case)))
}

/// `; wider than its base a2a3`, with what makes it so in the lines above.
fn wider(report: &Report) -> String {
    let base = report.set.base.as_ref().filter(|_| !report.set.beyond_base.is_empty());
    base.map_or_else(String::new, |base| format!("; profile {} admits more than its base {base}", report.set.profile))
}

/// `; not observed: writes around tiles`, without what stands in `left_out`.
fn not_observed(report: &Report) -> String {
    let scope = &report.scope;
    let beside: Vec<Observes> = scope.not_observed.iter().copied().filter(|what| !scope.requires_observed.contains(what)).collect();
    if beside.is_empty() { String::new() } else { format!("; not observed: {}", crate::observed::words(&beside)) }
}

/// ` (3 open cases unsupported)`.
fn unsupported(report: &Report) -> String {
    match report.scope.operations.iter().map(|o| o.unsupported).sum() {
        0 => String::new(),
        cases => format!(" ({} unsupported)", crate::words::count(cases, "open case")),
    }
}

/// How much of the profile was judged, in a few words, and what was not observed.
pub fn scope(report: &Report) -> String {
    let whole = "the whole tier of every operation of the profile";
    let judged = if report.scope.whole { whole.to_string() } else { report.scope.left_out.join("; ") };
    judged + &not_observed(report)
}

/// The waivers, each with what it covers: first those that fail the check.
pub(super) fn waivers(report: &Report) -> Vec<String> {
    let good = report.waivers.iter().filter(|own| own.problem.is_none());
    bad_waivers(report).into_iter().chain(good.map(waiver)).collect()
}

/// Those that fail the check.
pub(super) fn bad_waivers(report: &Report) -> Vec<String> {
    let words = |own: &WaiverReport| Some(format!("{}: {}", own.problem?.name(), waiver(own)));
    report.waivers.iter().filter_map(words).collect()
}

/// `tcolsum/plain-* mismatch, follows x = y: 3 of at most 5 cases; known (owner, until 2027-01-31, link)`.
fn waiver(own: &WaiverReport) -> String {
    let waiver = &own.waiver;
    let named = |word: &str, value: &Option<String>| value.as_ref().map_or_else(String::new, |value| format!(", {word} {value}"));
    let wrong = waiver.wrong.map_or_else(String::new, |wrong| format!(", {wrong}"));
    let narrowed = named("rule", &waiver.rule) + &named("follows", &waiver.follows) + &wrong + &named("dtype", &waiver.dtype);
    let link = waiver.link.as_ref().map_or_else(String::new, |link| format!(", {link}"));
    let most = count(waiver.most_cases, "case");
    let covers = match own.beyond {
        0 => format!("{} of at most {most}", own.covered),
        beyond => format!("{} failing cases, at most {most}", own.covered + beyond),
    };
    let (case, failure, owner) = (&waiver.case, waiver.failure, &waiver.owner);
    format!("{case} {failure}{narrowed}: {covers}; {} ({owner}, until {}{link})", waiver.reason, waiver.expires)
}

/// What became of the known failures, in a few words.
pub fn baseline(report: &Report) -> Option<String> {
    let baseline = report.baseline.as_ref()?;
    let mut words = vec![format!("{} remain", count(baseline.remain, "known failing case"))];
    if baseline.elsewhere > 0 {
        words.push(format!("{} of other tuples fail alike by other data, as few as may be by chance", count(baseline.elsewhere, "case")));
    }
    if let Some(first) = baseline.otherwise_cases.first() {
        words.push(format!("{} in another way, such as {first}", fail(baseline.otherwise)));
    }
    if baseline.better > 0 {
        words.push(format!("{} no longer: take that over with ptoconf baseline", fail(baseline.better)));
    }
    if baseline.not_judged > 0 {
        words.push(format!("{} not judged", baseline.not_judged));
    }
    Some(words.join("; "))
}

fn fail(cases: u64) -> String {
    if cases == 1 { "1 fails".to_owned() } else { format!("{cases} fail") }
}

/// How much of each operation was judged.
pub(super) fn judged(report: &Report) -> Table<'static> {
    let rows = report.scope.operations.iter().map(|o| {
        let numbers = [o.cases, o.judged].map(|n| n.to_string()).into_iter().chain([percent(o.judged, o.cases)]);
        std::iter::once(o.name.clone()).chain(numbers).chain([o.open.to_string(), o.unsupported.to_string()]).collect()
    });
    Table { header: vec!["operation", "cases", "judged", "of the set", "open", "unsupported"], rows: rows.collect(), words: 1 }
}

fn percent(part: u64, all: u64) -> String {
    if all == 0 { "-".to_string() } else { format!("{:.1} %", 100.0 * part as f64 / all as f64) }
}

/// `1 case`, `2 cases` and where they are.
pub(super) fn group_title(group: &ptoconf_schemas::FailureGroup) -> String {
    let rule = group.rule.as_ref().map(|r| format!(", rule {r}")).unwrap_or_default();
    let cases = crate::words::count(group.count, "case");
    format!("{}: {} {} {}{rule}: {cases}", group.kind, group.op, group.form, group.dtype)
}

/// The implementation with its version, and what it does not do.
pub fn implementation(report: &Report) -> String {
    let implementation = &report.implementation;
    let only = if report.legality_only() { " (legality only)" } else { "" };
    format!("{} {}", implementation.name, implementation.version).trim_end().to_string() + only
}

/// Whether the implementation could have looked the answers up, where whoever ran it says so.
pub fn answers(report: &Report) -> Option<String> {
    let said = report.implementation.details.get("answers")?;
    Some(if report.ran { said.clone() } else { format!("as the results say: {said}") })
}

/// `dst[0, 3] is 1.5 (0x3e00); left-fold: 1.0 (0x3c00)`.
pub(super) fn element(element: &ptoconf_schemas::Element) -> String {
    let expected: Vec<String> = element.expected.iter().map(|[name, value]| format!("{name}: {value}")).collect();
    format!("{}[{}, {}] is {}; {}", element.operand, element.row, element.col, element.actual, expected.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_operations_have_in_common_is_said_once() {
        let of = |op: &str, option: &str| DeviationReport {
            reading: format!("{op}/dtypes"),
            options: vec![option.to_owned()],
            statement: format!("It is {option}."),
            places: vec![op.to_owned()],
            admitted: vec!["four".to_owned()],
            cases: 2,
            example: format!("{op}/plain-0123456789/0"),
        };
        let expected = [
            [
                "ta/dtypes = nine in ta and 1 place more (likewise of tc); would explain 4 failing cases, such as ta/plain-0123456789/0",
                "It is nine.",
            ],
            ["tb/dtypes = six in tb; would explain 2 failing cases, such as tb/plain-0123456789/0", "It is six."],
        ];
        assert_eq!(grouped(&[of("ta", "nine"), of("tb", "six"), of("tc", "nine")]), expected);
    }
}
