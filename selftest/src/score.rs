//! How many mutants each tier of each profile kills.

use ptoconf_schemas::{Fate, Found, KillFile, KillScore, MutantRun, SelftestReport, Tier};

/// What the tiers kill, of the mutants that change a result and that do not conform.
pub fn kill_file(report: &SelftestReport) -> KillFile {
    let mut file = KillFile { format: KillFile::FORMAT.to_owned(), ..KillFile::default() };
    for mutant in &report.mutants {
        for run in mutant.runs.iter().filter(|run| is_wrong(run)) {
            let tiers = file.profiles.entry(run.profile.clone()).or_default();
            for (tier, is_found) in [(Tier::Smoke, run.in_smoke > 0), (Tier::Standard, run.fate == Fate::Killed)] {
                let score: &mut KillScore = tiers.entry(tier).or_default();
                let found: &mut Found = if mutant.check.is_some() { &mut score.checks } else { &mut score.kernels };
                found.of += 1;
                found.found += u64::from(is_found);
            }
        }
    }
    file
}

/// Whether a mutant does something that the profile does not admit.
fn is_wrong(run: &MutantRun) -> bool {
    run.fate == Fate::Killed || run.gap.is_some()
}
