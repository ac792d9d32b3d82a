//! The report of the self-test as a page.

use crate::arena::{JUDGED, LARGE, SHARED_ABOVE, SHARED_BY};
use crate::fate::ENOUGH;
use crate::mutants::{Kind, OURS};
use crate::text::weakest;
use crate::triage::page;
use ptoconf_schemas::{Fate, KillCount, MutantReport, MutantRun, SelftestReport, Tier};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The report as Markdown.
pub fn markdown(report: &SelftestReport) -> String {
    if !report.triage.is_empty() {
        return page(report);
    }
    let mut page = Page { report, out: String::new() };
    page.head();
    page.kernels();
    page.checks();
    page.ours();
    page.margins();
    page.choice();
    page.alive("Mutants that conform", "Why", |r| r.reason.as_deref());
    page.alive("Mutants that the suite does not see", "What it lacks", |r| r.gap.as_deref());
    page.cheats();
    page.variants();
    page.out
}

struct Page<'a> {
    report: &'a SelftestReport,
    out: String,
}

impl Page<'_> {
    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn table(&mut self, head: &[String]) {
        self.line("");
        self.line(&format!("| {} |", head.join(" | ")));
        self.line(&format!("|{}", " --- |".repeat(head.len())));
    }

    fn row(&mut self, cells: &[String]) {
        self.line(&format!("| {} |", cells.join(" | ")));
    }

    fn profiles(&self) -> Vec<String> {
        self.report.sets.iter().map(|s| s.profile.clone()).collect()
    }

    fn head(&mut self) {
        let runs = || self.report.mutants.iter().flat_map(|m| &m.runs);
        let count = |fate| runs().filter(|r| r.fate == fate).count();
        let killed = self.report.mutants.iter().filter(|m| m.killed).count();
        let sets: Vec<String> =
            self.report.sets.iter().map(|s| format!("{} {} cases, {} tuples in smoke", s.profile, s.cases, s.in_smoke)).collect();
        let attempts: u64 = self.report.cheats.iter().map(|c| c.attempts).sum();
        let alarms = self.report.variants.iter().filter(|v| v.failed > 0).count();
        let mut text = String::new();
        let _ = write!(
            text,
            "# Self-test\n\n\
             This page is made by `ptoconf selftest --report markdown`. Implementations that must fail, and some that must not, go\n\
             the way of any other: results on disk, then the checker. A **mutant** is an embedded model with one thing wrong; a\n\
             **cheat** is results that nobody computed; a **variant** is an implementation that conforms in its own way.\n\n\
             | | |\n| --- | --- |\n\
             | sets | tier {}, seed {}: {} |\n\
             | mutants | {}, of which {} are of legality checks |\n\
             | killed in a profile | {killed} |\n\
             | runs (a mutant in a profile) | {} killed, {} survive, {} change nothing |\n\
             | cheats | {} with {attempts} attempts, of which {} pass |\n\
             | variants | {}, of which {alarms} raise a false alarm |\n\n\
             In the tables, a number is how many tuples of the smoke tier kill a mutant. Operation by operation all that there are\n\
             run, until {ENOUGH} kill it. Where fewer than two do, the standard tier says: `2 of 5` are two in smoke of five in standard. There, a mutant of a\n\
             kernel runs the legal tuples that take at most {LARGE} bytes, or all of them if it is about large tiles; of those of\n\
             an operation for which it returns something else, the {JUDGED} smallest are judged. A mutant of a check is judged by\n\
             the tuples that it decides otherwise, with their legal twins. If none of these kills it, and it is not written down why\n\
             it conforms (`--whole` asks for all the same), every case that differs is judged, with all that have a reading in\n\
             common with one. `survives` means that results differ from those of the\n\
             right model and nothing fails; `-` that they do not differ.",
            self.report.tier.name(),
            self.report.seed,
            sets.join("; "),
            self.report.mutants.len(),
            self.report.mutants.iter().filter(|m| m.check.is_some()).count(),
            count(Fate::Killed),
            count(Fate::Survived),
            count(Fate::Same),
            self.report.cheats.len(),
            self.report.cheats.iter().map(|c| c.passed).sum::<u64>(),
            self.report.variants.len(),
        );
        self.line(&text);
    }

    fn kernels(&mut self) {
        self.line("\n## Mutants of kernels");
        let mut family = "";
        for mutant in self.report.mutants.iter().filter(|m| m.check.is_none()) {
            if mutant.family != family {
                family = &mutant.family;
                self.line(&format!("\n### {family}"));
                let mut head = vec!["mutant".to_owned(), "what is wrong".to_owned()];
                head.extend(self.profiles());
                head.push("data classes that kill it".to_owned());
                self.table(&head);
            }
            let mut cells = vec![format!("`{}`", mutant.name), mutant.what.clone()];
            cells.extend(mutant.runs.iter().map(cell));
            cells.push(classes(mutant));
            self.row(&cells);
        }
    }

    fn ours(&mut self) {
        self.line("\n## Mistakes that ptoconf itself made");
        self.line("\nEach is a mutant since, and the self-test fails where no profile kills one.");
        let mut head = vec!["mutant".to_owned(), "what was wrong".to_owned()];
        head.extend(self.profiles());
        self.table(&head);
        for (name, what) in OURS {
            let Some(mutant) = self.report.mutants.iter().find(|m| m.name == name) else { continue };
            let mut cells = vec![format!("`{name}`"), what.to_owned()];
            cells.extend(mutant.runs.iter().map(cell));
            self.row(&cells);
        }
    }

    fn checks(&mut self) {
        self.line("\n## Mutants of legality checks");
        self.line(
            "\nFor each check and kind of mistake, over all its mutants and profiles: the fewest tuples that kill one (of smoke where two do), where all that",
        );
        self.line(
            "differ are killed; `n of m` where n runs of m that differ are killed; `-` where none differs; `.` where it makes no sense.",
        );
        let mut head = vec!["check".to_owned()];
        head.extend(Kind::ALL.iter().map(|(_, name)| (*name).to_owned()));
        self.table(&head);
        let mut rows: BTreeMap<&str, BTreeMap<&str, Vec<&MutantRun>>> = BTreeMap::new();
        for mutant in &self.report.mutants {
            if let Some(check) = &mutant.check {
                rows.entry(check).or_default().entry(&mutant.family).or_default().extend(&mutant.runs);
            }
        }
        for (check, kinds) in rows {
            let mut cells = vec![format!("`{check}`")];
            cells.extend(Kind::ALL.iter().map(|(_, name)| kinds.get(name).map_or_else(|| ".".to_owned(), |runs| summary(runs))));
            self.row(&cells);
        }
        let mut reasons: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
        for not_made in &self.report.not_made {
            reasons.entry((&not_made.kind, &not_made.reason)).or_default().push(&not_made.check);
        }
        self.line("\nKinds that make no sense:");
        self.table(&["kind", "why", "checks"].map(str::to_owned));
        for ((kind, reason), checks) in reasons {
            self.row(&[kind.to_owned(), reason.to_owned(), checks.iter().map(|c| format!("`{c}`")).collect::<Vec<_>>().join(" ")]);
        }
    }

    fn margins(&mut self) {
        self.line("\n## Weakest margins");
        self.line("\nThe mutants that the smoke tier does not kill twice, those that the fewest tuples of the standard tier kill first.");
        self.table(&["mutant", "profile", "smoke", "standard", "data classes"].map(str::to_owned));
        for (mutant, run) in weakest(self.report).into_iter().filter(|(_, run)| run.tier != Tier::Smoke) {
            let numbers = [run.in_smoke.to_string(), run.tuples.len().to_string()];
            self.row(&[&[format!("`{}`", mutant.name), run.profile.clone()], &numbers[..], &[names(&run.classes)]].concat());
        }
    }

    /// The choice of the smoke tier, where one was made.
    fn choice(&mut self) {
        if self.report.smoke.is_empty() {
            return;
        }
        self.line("\n## Kills against elements");
        self.line(
            "\nThe smoke tier: the tuples that kill most for what they move (`--smoke` writes their names). Its order of choice, at tenths of\n\
             its elements, and the whole tier that it chooses from: physical elements of all operands of every case that carries\n\
             data, and the mutants that at least one tuple and at least two tuples kill.",
        );
        self.table(&["profile", "", "tuples", "elements", "killed", "killed twice"].map(str::to_owned));
        for smoke in &self.report.smoke {
            for (point, count) in (1..).zip(&smoke.points) {
                self.kill_count(&smoke.profile, &format!("{} % of smoke", point * 100 / smoke.points.len()), count);
            }
            self.kill_count(&smoke.profile, self.report.tier.name(), &smoke.whole);
        }
        self.line("\nMutants that smoke kills less often than it would have to, because the tuples that do are too large:");
        self.table(&["profile", "mutants"].map(str::to_owned));
        for smoke in &self.report.smoke {
            let names: Vec<String> = smoke.left_out.iter().map(|name| format!("`{name}`")).collect();
            self.row(&[smoke.profile.clone(), if names.is_empty() { "-".to_owned() } else { names.join(", ") }]);
        }
    }

    fn kill_count(&mut self, profile: &str, what: &str, count: &KillCount) {
        let numbers = [count.tuples, count.elements, count.once, count.twice].map(|n| n.to_string());
        self.row(&[&[profile.to_owned(), what.to_owned()], &numbers[..]].concat());
    }

    fn alive(&mut self, title: &str, why: &str, text: fn(&MutantRun) -> Option<&str>) {
        self.line(&format!("\n## {title}"));
        self.table(&["mutant", "profiles", why, "what is wrong"].map(str::to_owned));
        for mutant in &self.report.mutants {
            let alive: Vec<&MutantRun> = mutant.runs.iter().filter(|r| text(r).is_some()).collect();
            if let Some(reason) = alive.first().and_then(|r| text(r)) {
                let profiles: Vec<&str> = alive.iter().map(|r| r.profile.as_str()).collect();
                self.row(&[format!("`{}`", mutant.name), profiles.join(", "), reason.to_owned(), mutant.what.clone()]);
            }
        }
    }

    fn cheats(&mut self) {
        self.line("\n## Cheats");
        self.table(&["cheat", "what it does", "attempts", "pass", "found as"].map(str::to_owned));
        for cheat in &self.report.cheats {
            let found: Vec<&str> = cheat.found_as.keys().map(String::as_str).collect();
            let cells = [cheat.name.clone(), cheat.what.clone(), cheat.attempts.to_string(), cheat.passed.to_string(), found.join(", ")];
            self.row(&cells);
        }
    }

    fn variants(&mut self) {
        self.line("\n## Conforming variants");
        self.line(&format!(
            "\nAn operation with which a variant does what the right model does, by the first case of every tuple of at most {LARGE}\n\
             bytes, counts as judged with that model's results. Of tuples with data whose operands take\n\
             more than {SHARED_ABOVE} bytes, over all cases, each is looked at for one of {SHARED_BY} variants, and for the right model; and\n\
             what is rejected beside its legal twin."
        ));
        self.table(&["variant", "what is different", "profile", "cases", "fail"].map(str::to_owned));
        for v in &self.report.variants {
            self.row(&[v.name.clone(), v.what.clone(), v.profile.clone(), v.cases.to_string(), v.failed.to_string()]);
        }
    }
}

fn cell(run: &MutantRun) -> String {
    match run.fate {
        Fate::Killed if run.tier == Tier::Smoke => run.in_smoke.to_string(),
        Fate::Killed => format!("{} of {}", run.in_smoke, run.tuples.len()),
        Fate::Survived => "survives".to_owned(),
        Fate::Same => "-".to_owned(),
    }
}

/// The classes that kill in any profile: at most four, those with the most tuples first.
fn classes(mutant: &MutantReport) -> String {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for (class, count) in mutant.runs.iter().flat_map(|r| &r.classes) {
        *counts.entry(class).or_default() += count;
    }
    let mut classes: Vec<(&str, u64)> = counts.into_iter().collect();
    classes.sort_by_key(|(class, count)| (std::cmp::Reverse(*count), *class));
    let more = if classes.len() > 4 { format!(" and {} more", classes.len() - 4) } else { String::new() };
    classes.iter().take(4).map(|(class, _)| *class).collect::<Vec<_>>().join(", ") + &more
}

fn names(counts: &BTreeMap<String, u64>) -> String {
    counts.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
}

fn summary(runs: &[&MutantRun]) -> String {
    let differ = runs.iter().filter(|r| r.fate != Fate::Same).count();
    let killed: Vec<usize> = runs.iter().filter(|r| r.fate == Fate::Killed).map(|r| r.tuples.len()).collect();
    match killed.iter().min() {
        _ if differ == 0 => "-".to_owned(),
        Some(fewest) if killed.len() == differ => fewest.to_string(),
        _ => format!("{} of {differ}", killed.len()),
    }
}
