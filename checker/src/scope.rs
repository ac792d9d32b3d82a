//! What a report speaks for, and how it ends.

use crate::observed::{self, Observed};
use crate::options::Options;
use crate::summary::Summary;
use crate::words::count;
use ptoconf_schemas::{Conclusion, ExitCode, Observes, OperationScope, ReportScope, SkipReason, Suite, Tier, Totals};

/// How much of the profile was judged, and everything that was left out.
pub fn scope<'a>(
    suite: &Suite,
    operations: impl Iterator<Item = &'a Summary>,
    totals: &Totals,
    options: &Options<'_>,
    Observed { observed, not_observed }: Observed,
) -> ReportScope {
    let mut operations: Vec<OperationScope> = operations.map(of_operation).collect();
    let missing: Vec<&str> = suite.profile.operations.iter().map(String::as_str).filter(|name| suite.operation(name).is_none()).collect();
    let in_set = left_out_of_set(suite, &missing);
    let left_out = in_set.into_iter().chain(not_judged(totals, options)).chain(unsupported(&operations, suite.profile.max_unsupported));
    let required = &suite.profile.requires_observed;
    let left_out: Vec<String> = left_out.chain(unseen(&not_observed, required)).collect();
    operations.extend(missing.iter().map(|name| OperationScope { name: (*name).to_owned(), ..OperationScope::default() }));
    ReportScope {
        whole: left_out.is_empty(),
        left_out,
        set_filters: suite.filters.clone(),
        check_filters: options.filters.clone(),
        max_unsupported: suite.profile.max_unsupported,
        requires_observed: required.clone(),
        observed,
        not_observed,
        operations,
    }
}

fn of_operation(summary: &Summary) -> OperationScope {
    let report = &summary.report;
    OperationScope {
        name: report.name.clone(),
        cases: report.totals.cases,
        judged: report.totals.judged,
        open: summary.open,
        unsupported: skipped(&report.totals, SkipReason::Unsupported),
    }
}

fn skipped(totals: &Totals, reason: SkipReason) -> u64 {
    totals.skipped.get(reason.name()).copied().unwrap_or_default()
}

/// What the set itself does not have of the profile.
fn left_out_of_set(suite: &Suite, missing: &[&str]) -> Vec<String> {
    let mut words = Vec::new();
    if matches!(suite.tier, Tier::Stream | Tier::Exhaustive) {
        words.push(format!("tier {} has no illegal tuple", suite.tier));
    }
    if !suite.filters.is_empty() {
        words.push(format!("the set was made with {}", short(&suite.filters)));
    }
    // The shorter list of the two: `judged` of the report has both.
    let present: Vec<&str> = suite.operations.iter().map(|o| o.name.as_str()).collect();
    match missing.len() {
        0 => {}
        n if n <= present.len() => words.push(format!("the set has no case of {}", missing.join(", "))),
        n => {
            words.push(format!("the set has cases of {} alone, {} of {} operations", present.join(", "), present.len(), present.len() + n));
        }
    }
    words
}

/// Most names of a list that are printed.
const MOST_NAMES: usize = 5;

/// Filters as they were given; long lists by their first names and how many they have.
fn short(filters: &[String]) -> String {
    let one = |filter: &String| match filter.match_indices(',').nth(MOST_NAMES - 1) {
        Some((at, _)) => format!("{},… ({} of them)", &filter[..at], filter.matches(',').count() + 1),
        None => filter.clone(),
    };
    filters.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// What the check did not judge of the set.
fn not_judged(totals: &Totals, options: &Options<'_>) -> Vec<String> {
    let mut words = Vec::new();
    let filtered = skipped(totals, SkipReason::Filtered);
    if filtered > 0 {
        let by = if options.filters.is_empty() { String::new() } else { format!(" by {}", short(&options.filters)) };
        words.push(format!("{filtered} of {} not selected{by}", count(totals.cases, "case")));
    }
    let waived = skipped(totals, SkipReason::Waived);
    if waived > 0 {
        words.push(format!("{} waived", count(waived, "failing case")));
    }
    let known = skipped(totals, SkipReason::Known);
    if known > 0 {
        words.push(count(known, "known failing case"));
    }
    words
}

/// Operations that leave more open cases unsupported than the profile admits.
fn unsupported(operations: &[OperationScope], percent: u32) -> impl Iterator<Item = String> {
    let above = move |o: &&OperationScope| u128::from(o.unsupported) * 100 > u128::from(o.open) * u128::from(percent);
    let words = move |o: &OperationScope| {
        let limit = format!("the profile admits {percent} %");
        format!("{} of {} of {} unsupported ({limit})", o.unsupported, count(o.open, "open case"), o.name)
    };
    operations.iter().filter(above).map(words)
}

/// What the profile requires results to observe, and they did not.
fn unseen(not_observed: &[Observes], required: &[Observes]) -> Option<String> {
    let unseen: Vec<Observes> = not_observed.iter().copied().filter(|what| required.contains(what)).collect();
    (!unseen.is_empty()).then(|| format!("not observed, though the profile requires it: {}", observed::words(&unseen)))
}

/// How the check ends; `known` is whether a failure remains that a baseline knows.
pub fn conclusion(exit: ExitCode, known: bool, legality_only: bool, scope: &ReportScope) -> Conclusion {
    match exit {
        ExitCode::NothingChecked => Conclusion::NothingChecked,
        ExitCode::Conforms if known => Conclusion::KnownFailuresRemain,
        ExitCode::Conforms if legality_only => Conclusion::LegalityOnly,
        ExitCode::Conforms if scope.whole => Conclusion::Conforms,
        ExitCode::Conforms => Conclusion::NoFailureInPart,
        _ => Conclusion::DoesNotConform,
    }
}
