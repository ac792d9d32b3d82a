//! What changed beside the cases: what results speak for, results of no case, and cases that are flaky.

use ptoconf_schemas::{ChangedBesides, Common, FlakyReport, Report};

/// Everything that only one of two reports has.
pub fn changed(old: &Report, new: &Report) -> Vec<ChangedBesides> {
    let all = [
        change("judged", [old, new].map(judged), |was, _| !was.is_empty()),
        change("observed", [old, new].map(observed), |was, _| !was.is_empty()),
        change("results that name no case", [&old.extra, &new.extra].map(|extra| gists(extra)), |_, now| !now.is_empty()),
        change("flaky cases", flaky(old, new), |_, now| !now.is_empty()),
    ];
    all.into_iter().flatten().collect()
}

/// What changed of two lists, of which only one has an entry.
fn change(what: &str, [was, now]: [Vec<String>; 2], worse: impl Fn(&[String], &[String]) -> bool) -> Option<ChangedBesides> {
    let alone = |own: &[String], other: &[String]| own.iter().filter(|one| !other.contains(one)).cloned().collect::<Vec<_>>();
    let (was, now) = (alone(&was, &now), alone(&now, &was));
    let worse = worse(&was, &now);
    (!was.is_empty() || !now.is_empty()).then(|| ChangedBesides { what: what.to_owned(), was, now, worse })
}

fn judged(report: &Report) -> Vec<String> {
    if report.legality_only() { vec![] } else { vec!["values".to_owned()] }
}

fn observed(report: &Report) -> Vec<String> {
    report.scope.observed.iter().map(|observes| observes.name().to_owned()).collect()
}

/// What is wrong with results that name no case, without the number of their line.
fn gists(extra: &[String]) -> Vec<String> {
    let mut gists: Vec<String> = extra.iter().map(|words| gist(words)).collect();
    gists.sort_unstable();
    gists.dedup();
    gists
}

fn gist(words: &str) -> String {
    let line = words.strip_prefix("results.jsonl:").and_then(|rest| rest.split_once(": "));
    line.filter(|(number, _)| number.bytes().all(|b| b.is_ascii_digit())).map_or(words, |(_, rest)| rest).to_owned()
}

/// Flaky cases; with other data the operation is what they have in common.
fn flaky(old: &Report, new: &Report) -> [Vec<String>; 2] {
    let common = Common::of(&old.set, &new.set);
    let name = |flaky: &FlakyReport| match flaky.case.split_once('/') {
        Some((op, _)) if !common.data => op.to_owned(),
        _ => flaky.case.clone(),
    };
    [old, new].map(|report| {
        let mut names: Vec<String> = report.flaky.iter().map(name).collect();
        names.dedup();
        names
    })
}
