//! What triage says of the mutants, as a page.

use super::Rates;
use ptoconf_schemas::{Naming, SelftestReport, TriageReport, TriagedMutant};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Letters of a cause that are shown.
const LONGEST: usize = 160;

/// The page.
pub fn page(report: &SelftestReport) -> String {
    let mut out = HEAD.to_owned();
    for of in &report.triage {
        profile(of, &mut out);
    }
    out
}

const HEAD: &str = "# How often triage names what is wrong

This page is made by `ptoconf selftest --triage 200 --profile a2a3 --report markdown`. Every mutant that fails is run on the standard set
of the first operation in which it fails, two cases of each tuple, and the first cause of its failures is held against what is wrong
with it. A mutant of a check is about its rule, or what that compares, and besides about the operand that is mistaken, or the element type
that is left out. One of a kernel is about the terms in the sentence that describes it: rows, vectors, an element type, NaN, the order.
The first cause is

- **right** if it speaks of all of that, for a check, or of half of the terms, for a kernel; or says of what is wrong everywhere
  that every tuple fails, or four of five at least;
- **near** if it speaks of some of it, or says no more than that (nearly) every tuple fails where something particular is wrong;
- **wrong** otherwise.

Pairs are a mutant of a kernel or a check with one of another check, at once: both have to be named right among the first five
causes, those that a short report shows.
";

fn profile(of: &TriageReport, out: &mut String) {
    let rates = Rates::of(of);
    let _ = writeln!(out, "\n## Profile {}\n\n| | | |\n| --- | ---: | ---: |", of.profile);
    let _ = writeln!(out, "| mutants | {} | |", rates.mutants);
    let _ = writeln!(out, "| first cause right | {} | {:.1} % |", rates.right, rates.right_percent());
    let _ = writeln!(out, "| right or near | {} | {:.1} % |", rates.right + rates.near, rates.near_percent());
    let _ = writeln!(out, "| pairs of which both are named | {} of {} | {:.1} % |", rates.named, rates.pairs, rates.pairs_percent());
    families(of, out);
    list(of, Naming::Wrong, "Wrong", out);
    list(of, Naming::Near, "Near", out);
    pairs(of, out);
}

fn families(of: &TriageReport, out: &mut String) {
    let mut families: BTreeMap<&str, [u64; 3]> = BTreeMap::new();
    for tried in &of.mutants {
        families.entry(&tried.family).or_default()[tried.naming as usize] += 1;
    }
    let _ = writeln!(out, "\n| family | right | near | wrong |\n| --- | ---: | ---: | ---: |");
    for (family, [right, near, wrong]) in families {
        let _ = writeln!(out, "| {family} | {right} | {near} | {wrong} |");
    }
}

fn list(of: &TriageReport, naming: Naming, title: &str, out: &mut String) {
    let own: Vec<&TriagedMutant> = of.mutants.iter().filter(|tried| tried.naming == naming).collect();
    if own.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n### {title}\n\n| mutant | what is wrong | operation | first cause |\n| --- | --- | --- | --- |");
    for tried in own {
        let _ = writeln!(out, "| `{}` | {} | {} | {} |", tried.name, tried.what, tried.operation, cut(&tried.first));
    }
}

fn pairs(of: &TriageReport, out: &mut String) {
    let missed = of.pairs.iter().filter(|pair| pair.named != [true; 2]);
    let lines: Vec<String> = missed
        .map(|pair| {
            let missing = pair.mutants.iter().zip(pair.named).filter(|(_, named)| !named).map(|(name, _)| format!("`{name}`"));
            let [a, b] = &pair.mutants;
            format!("| `{a}` and `{b}` | {} | {} |", pair.operation, missing.collect::<Vec<_>>().join(" and "))
        })
        .collect();
    if !lines.is_empty() {
        let _ =
            writeln!(out, "\n### Pairs that are not named\n\n| pair | operation | missing |\n| --- | --- | --- |\n{}", lines.join("\n"));
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}
