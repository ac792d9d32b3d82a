//! What changed beside the cases: what results speak for, results of no case, and cases that are flaky.

use ptoconf_schemas::{ChangedBesides, Common, FlakyReport, Report};
use std::collections::{BTreeMap, BTreeSet};

/// Everything that only one of two reports has.
pub fn changed(old: &Report, new: &Report) -> Vec<ChangedBesides> {
    let all = [
        change("judged", [old, new].map(judged), |was, _| !was.is_empty()),
        change("observed", [old, new].map(observed), |was, _| !was.is_empty()),
        change("profile", [old, new].map(profile), |_, now| now.iter().any(|one| one.starts_with("admits "))),
        change("open cases answered as unsupported", unsupported(old, new), |_, now| !now.is_empty()),
        change("results that name no case", [old, new].map(strays), |_, now| !now.is_empty()),
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

/// The profile, and what it admits beyond the built-in one that it is based on.
fn profile(report: &Report) -> Vec<String> {
    let set = &report.set;
    let base = set.base.as_ref().map(|base| format!("based on {base}"));
    [set.profile.clone()].into_iter().chain(base).chain(set.beyond_base.iter().map(|beyond| format!("admits {beyond}"))).collect()
}

/// Of one set: operations in which more open cases, or fewer, are answered as unsupported.
fn unsupported(old: &Report, new: &Report) -> [Vec<String>; 2] {
    let [was, now] = [old, new].map(|report| report.scope.operations.iter().map(|op| (op.name.as_str(), op.unsupported)).collect());
    let (was, now): (BTreeMap<&str, u64>, BTreeMap<&str, u64>) = (was, now);
    let of = |op: &str, [number, other]: [u64; 2]| (number > other).then(|| format!("{} of {op}", number - other));
    let both = was.iter().filter_map(|(op, was)| Some((*op, [*was, *now.get(op)?]))).collect::<Vec<_>>();
    let same = old.set.suite == new.set.suite;
    let list = |at: usize| both.iter().filter(|_| same).filter_map(|(op, all)| of(op, [all[at], all[1 - at]])).collect();
    [list(0), list(1)]
}

/// What is wrong with results that name no case, without the number of their line.
fn strays(report: &Report) -> Vec<String> {
    let gists: BTreeSet<String> = report.extra.iter().map(|words| gist(words)).collect();
    gists.into_iter().collect()
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
        let names: BTreeSet<String> = report.flaky.iter().map(name).collect();
        names.into_iter().collect()
    })
}
