//! The report of the self-test for people at a terminal.

use crate::triage::Rates;
use ptoconf_schemas::{Fate, MutantReport, MutantRun, Naming, SelftestReport, Tier, percent};
use std::fmt::Write;

/// How many of the weakest margins to show.
const WEAKEST: usize = 10;

/// The report as text.
pub fn text(report: &SelftestReport) -> String {
    if !report.choices.is_empty() {
        return choices(report);
    }
    if !report.triage.is_empty() {
        return triaged(report);
    }
    let mut out = String::new();
    let runs = || report.mutants.iter().flat_map(|m| &m.runs);
    let count = |fate: Fate| runs().filter(|r| r.fate == fate).count();
    let profiles: Vec<String> = report.sets.iter().map(|s| format!("{} ({} cases)", s.profile, s.cases)).collect();
    let _ = writeln!(out, "sets            tier {}, seed {}: {}", report.tier.name(), report.seed, profiles.join(", "));
    let killed = report.mutants.iter().filter(|m| m.killed).count();
    let _ = writeln!(
        out,
        "mutants         {}: {killed} killed; {} runs killed, {} survive, {} change nothing",
        report.mutants.len(),
        count(Fate::Killed),
        count(Fate::Survived),
        count(Fate::Same)
    );
    if !report.cheats.is_empty() {
        let attempts: u64 = report.cheats.iter().map(|c| c.attempts).sum();
        let passed: u64 = report.cheats.iter().map(|c| c.passed).sum();
        let _ = writeln!(out, "cheats          {}, {attempts} attempts: {passed} pass", report.cheats.len());
        let failed = report.variants.iter().filter(|v| v.failed > 0).count();
        let _ = writeln!(out, "variants        {}: {failed} false alarms", report.variants.len());
    }
    for other in &report.against {
        let (profile, tier) = (&other.profile, other.tier);
        let _ =
            writeln!(out, "tier {tier:<10} {profile}: {} cases, {} elements, {} mutants killed", other.cases, other.elements, other.killed);
        for (what, names) in [("more than", &other.more), ("fewer than", &other.fewer)] {
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            let _ = writeln!(out, "                {what} tier {}: {names}", report.tier);
        }
    }
    margins(report, &mut out);
    survivors(report, &mut out);
    for problem in &report.problems {
        let _ = writeln!(out, "problem: {problem}");
    }
    let _ = writeln!(out, "\n{}", if report.passed { "the suite tells what it should" } else { "the suite does not tell what it should" });
    out
}

/// Whether triage names the mutants.
fn triaged(report: &SelftestReport) -> String {
    let mut out = String::new();
    for of in &report.triage {
        let rates = Rates::of(of);
        let _ = writeln!(out, "{} {}: first cause of {} mutants", of.profile, report.tier, rates.mutants);
        let _ = writeln!(out, "  right          {:>5}  {:.1} %", rates.right, rates.right_percent());
        let _ = writeln!(out, "  near           {:>5}  {:.1} % right or near", rates.near, rates.near_percent());
        let _ = writeln!(out, "  wrong          {:>5}", rates.wrong());
        let _ = writeln!(out, "  pairs          {:>5}  both named in {:.1} %", rates.pairs, rates.pairs_percent());
        for tried in of.mutants.iter().filter(|tried| tried.naming == Naming::Wrong) {
            let _ = writeln!(out, "  wrong: {}: {} Said: {}", tried.name, tried.what, tried.first);
        }
    }
    for problem in &report.problems {
        let _ = writeln!(out, "problem: {problem}");
    }
    let _ = writeln!(out, "\n{}", if report.passed { "triage names what is wrong" } else { "triage does not name what is wrong" });
    out
}

/// What became of followers of choices.
fn choices(report: &SelftestReport) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "profile   tier       cases  choices  pairs    red  planted  red  named first  mixed  red  explained");
    for c in &report.choices {
        let planted: Vec<_> = c.planted.iter().filter(|p| p.changes > 0).collect();
        let named = planted.iter().filter(|p| p.failed > 0 && p.names_itself_first()).count();
        let mixed: Vec<_> = c.mixed.iter().filter(|m| m.changes > 0).collect();
        let _ = writeln!(
            out,
            "{:<9} {:<9} {:>6} {:>8} {:>4} % {:>6} {:>8} {:>4} {named:>12} {:>6} {:>4} {:>10}",
            c.profile,
            c.tier,
            c.cases,
            c.draws,
            percent(c.pairs[0], c.pairs[1]),
            c.red,
            planted.len(),
            planted.iter().filter(|p| p.failed > 0).count(),
            mixed.len(),
            mixed.iter().filter(|m| m.failed > 0).count(),
            mixed.iter().filter(|m| m.failed == 0 && !m.explained.is_empty()).count()
        );
    }
    let _ = writeln!(
        out,
        "pairs: of any two options of readings that one form and element type meets, those that some choice followed together"
    );
    if let Some(every) = report.choices.iter().map(|c| c.large_every).max().filter(|every| *every > 1) {
        // All cases of a set are counted: what was left out of each choice has to stand beside it.
        let _ =
            writeln!(out, "each choice was followed on one of every {every} large tuples alone (--large-every), another one for the next");
    }
    for c in &report.choices {
        for alarm in &c.alarms {
            let _ = writeln!(out, "\n{} {}: choice {} fails in {} cases", c.profile, c.tier, alarm.draw, alarm.failed);
            for line in alarm.options.iter().chain(&alarm.cases) {
                let _ = writeln!(out, "  {line}");
            }
        }
    }
    for c in &report.choices {
        for p in c.planted.iter().filter(|p| p.changes == 0 || p.reason.is_some()) {
            let reason = p.reason.as_deref().unwrap_or("no reason is known");
            let _ = writeln!(out, "{} {}: {} = {} changes {} tuples: {reason}", c.profile, c.tier, p.reading, p.option, p.changes);
        }
        for p in c.planted.iter().filter(|p| p.changes > 0 && (p.random[1] < p.random[0] || p.random[2] < p.random[0])) {
            let [of, red, named] = p.random;
            let _ = writeln!(
                out,
                "{} {}: {} = {} in {of} random choices: {red} red, {named} named first",
                c.profile, c.tier, p.reading, p.option
            );
        }
        for m in c.mixed.iter().filter(|m| m.failed > 0 && m.witnesses != 2) {
            let [a, b] = &m.options;
            let proof = match m.witnesses {
                0 => "all sums of a place together prove it".to_owned(),
                witnesses => format!("{witnesses} cases prove it"),
            };
            let _ = writeln!(out, "{} {}: {} = {a} mixed with {b}: {} cases fail, {proof}", c.profile, c.tier, m.reading, m.failed);
        }
        for m in c.mixed.iter().filter(|m| m.failed == 0) {
            let [a, b] = &m.options;
            let what = if m.changes == 0 { "changes nothing".to_owned() } else { format!("explained by {}", m.explained.join(", ")) };
            let _ = writeln!(out, "{} {}: {} = {a} mixed with {b}: {what}", c.profile, c.tier, m.reading);
        }
    }
    for problem in &report.problems {
        let _ = writeln!(out, "problem: {problem}");
    }
    let _ = writeln!(out, "\n{}", if report.passed { "the suite is just" } else { "the suite is not just" });
    out
}

fn margins(report: &SelftestReport, out: &mut String) {
    let _ = writeln!(out, "\nweakest margins (killing tuples)");
    for (mutant, run) in weakest(report).into_iter().take(WEAKEST) {
        let classes: Vec<&str> = run.classes.keys().map(String::as_str).collect();
        let _ = writeln!(out, "  {:>5}  {:<8}  {}  [{}]", run.tuples.len(), run.profile, mutant.name, classes.join(", "));
    }
}

/// Mutants that are killed by the number of tuples that do, fewest first; those that smoke kills twice last.
pub fn weakest(report: &SelftestReport) -> Vec<(&MutantReport, &MutantRun)> {
    let all = report.mutants.iter().flat_map(|mutant| mutant.runs.iter().map(move |run| (mutant, run)));
    let mut margins: Vec<_> = all.filter(|(_, run)| run.fate == Fate::Killed).collect();
    margins.sort_by_key(|(mutant, run)| (run.tier == Tier::Smoke, run.tuples.len(), mutant.name.as_str(), run.profile.as_str()));
    margins
}

fn survivors(report: &SelftestReport, out: &mut String) {
    let survive = || report.mutants.iter().flat_map(|m| m.runs.iter().map(move |r| (m, r))).filter(|(_, r)| r.fate == Fate::Survived);
    if survive().next().is_none() {
        return;
    }
    let _ = writeln!(out, "\nsurvivors (cases that differ, of those run)");
    for (mutant, run) in survive() {
        let reason = run.reason.as_deref().or(run.gap.as_deref()).unwrap_or("no reason is known");
        let _ = writeln!(out, "  {:>5}  {:<8}  {}: {reason}", run.differs.unwrap_or(0), run.profile, mutant.name);
    }
}
