//! The whole self-test: every mutant in every profile, the cheats, the variants.

use crate::arena::ProfileSets;
use crate::fate::{Outcome, Stage, fate, stage};
use crate::mutants::{Mutant, OURS, mutants, not_made};
use crate::options::{Options, parallel};
use crate::smoke::Killed;
use crate::{Error, against, cheats, smoke, survivors, triage, variants};
use ptoconf_schemas::{Fate, KillingTuple, MutantNotMade, MutantReport, MutantRun, SelftestReport, SelftestSet, SmokeReport, Tier};
use std::collections::BTreeMap;

/// Runs the self-test.
///
/// # Errors
/// A set cannot be used, results cannot be written, or nothing is selected.
pub fn run(profiles: &[ProfileSets], options: &Options) -> Result<SelftestReport, Error> {
    let stages = profiles.iter().map(|sets| stage(sets, &sets.standard)).collect::<Result<Vec<_>, _>>()?;
    let all = selected(&stages, options)?;
    let steps: Vec<(usize, usize)> = (0..all.len()).flat_map(|m| (0..stages.len()).map(move |s| (m, s))).collect();
    let outcomes = parallel("mutants", &steps, options, |&(m, s)| fate(&stages[s], &all[m], options.whole || options.choose))?;
    let mut report = head(&stages);
    let mut tables: Vec<Tuples> = stages.iter().map(|_| Tuples::default()).collect();
    for (mutant, outcomes) in all.iter().zip(outcomes.chunks(stages.len().max(1))) {
        let runs = outcomes.iter().zip(&stages).zip(&mut tables).map(|((o, stage), table)| mutant_run(mutant, o, stage, table)).collect();
        report.mutants.push(mutant_report(mutant, runs));
    }
    for ((set, table), stage) in report.sets.iter_mut().zip(tables).zip(&stages) {
        set.tuples = table.list(stage);
    }
    if let Some(tier) = options.against {
        let others = profiles.iter().filter_map(|sets| Some(stage(sets, sets.against.as_ref()?))).collect::<Result<Vec<_>, _>>()?;
        report.against = against::compare(&others, tier, &all, &outcomes, options)?;
    }
    if options.choose {
        report.smoke = smoke_choices(&stages, &all, &outcomes, options)?;
    }
    if options.mutants.is_empty() {
        report.cheats = cheats::run(profiles, options)?;
        report.variants = variants::run(&stages, profiles, options)?;
    }
    report.problems = problems(&report, options);
    if options.complete && options.mutants.is_empty() {
        report.problems.extend(stages.iter().filter_map(lacking));
    }
    report.passed = report.problems.is_empty();
    Ok(report)
}

/// Says whether triage names the mutants of some profiles, and so many pairs of them.
///
/// # Errors
/// A set cannot be used, results cannot be written, or nothing is selected.
pub fn triaged(profiles: &[ProfileSets], pairs: usize, options: &Options) -> Result<SelftestReport, Error> {
    let stages = profiles.iter().map(|sets| stage(sets, &sets.standard)).collect::<Result<Vec<_>, _>>()?;
    let all = selected(&stages, options)?;
    let mut report = head(&stages);
    report.triage = stages.iter().map(|stage| triage::triage(stage, &all, pairs, options)).collect::<Result<_, _>>()?;
    report.problems = triage::problems(&report.triage);
    report.passed = report.problems.is_empty();
    Ok(report)
}

/// What the smoke tier of a profile lacks, in a line.
fn lacking(stage: &Stage) -> Option<String> {
    let lacks = smoke::lacks(stage);
    let first = lacks.first()?;
    let (profile, number) = (&stage.profile, lacks.len());
    Some(format!("the smoke tier of {profile} lacks {number} tuples that it has to have, such as {first}: choose it again with --smoke"))
}

/// The choice of the smoke tier of every profile.
fn smoke_choices(stages: &[Stage], all: &[Mutant], outcomes: &[Outcome], options: &Options) -> Result<Vec<SmokeReport>, Error> {
    let steps: Vec<usize> = (0..stages.len()).collect();
    parallel("choosing", &steps, options, |&s| {
        let runs = all.iter().zip(outcomes.iter().skip(s).step_by(stages.len()));
        let killed: Vec<Killed> =
            runs.filter(|(_, o)| o.fate == Fate::Killed).map(|(mutant, o)| Killed { mutant, kills: &o.kills }).collect();
        smoke::choose(&stages[s], &killed)
    })
}

/// The mutants asked for, of the operations that there are sets of.
fn selected(stages: &[Stage], options: &Options) -> Result<Vec<Mutant>, Error> {
    let Some(first) = stages.first() else { return Err(Error::Nothing(String::new())) };
    let there = |op: &str| first.arenas.iter().any(|a| a.op == op);
    let mut all = mutants(&first.model);
    if let Some(unknown) = options.mutants.iter().find(|name| !all.iter().any(|m| m.name == **name)) {
        return Err(Error::Nothing(format!(": there is no mutant `{unknown}`")));
    }
    all.retain(|m| m.operations.iter().any(|op| there(op)) && (options.mutants.is_empty() || options.mutants.contains(&m.name)));
    if all.is_empty() { Err(Error::Nothing(String::new())) } else { Ok(all) }
}

/// The tuples of a profile that kill something, by arena and position.
#[derive(Default)]
struct Tuples(BTreeMap<(usize, usize), u32>);

impl Tuples {
    fn number(&mut self, at: (usize, usize)) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(at).or_insert(next)
    }

    fn list(self, stage: &Stage) -> Vec<KillingTuple> {
        let mut by_number: Vec<_> = self.0.into_iter().map(|(at, number)| (number, at)).collect();
        by_number.sort_unstable();
        let one = |(_, (arena, tuple)): (u32, (usize, usize))| {
            let (line, answer) = (&stage.arenas[arena].reader.tuples[tuple], &stage.arenas[arena].answers[tuple]);
            let elements = line.tuple.elements().saturating_mul(line.cases.into());
            KillingTuple { tuple: line.id(), class: answer.class.to_string(), cases: line.cases, elements }
        };
        by_number.into_iter().map(one).collect()
    }
}

fn mutant_run(mutant: &Mutant, outcome: &Outcome, stage: &Stage, table: &mut Tuples) -> MutantRun {
    let mut run = MutantRun {
        profile: stage.profile.clone(),
        fate: outcome.fate,
        tier: outcome.tier,
        in_smoke: outcome.in_smoke,
        failures: BTreeMap::new(),
        classes: BTreeMap::new(),
        strategies: BTreeMap::new(),
        tuples: Vec::new(),
        by_reading: Vec::new(),
        differs: outcome.differs,
        reason: None,
        gap: None,
    };
    for (a, found) in outcome.kills.iter().enumerate() {
        for (&t, kill) in found {
            let answer = &stage.arenas[a].answers[t];
            let number = table.number((a, t));
            run.tuples.push(number);
            if kill.is_by_reading() {
                run.by_reading.push(number);
            }
            *run.classes.entry(answer.class.to_string()).or_default() += 1;
            *run.strategies.entry(answer.strategy.to_string()).or_default() += 1;
            for (kind, count) in &kill.kinds {
                *run.failures.entry(kind.name().to_owned()).or_default() += count;
            }
        }
    }
    if run.fate != Fate::Killed {
        run.reason = survivors::reason(&mutant.name, &stage.profile);
        run.gap = survivors::gap(&mutant.name, &stage.profile);
    }
    run
}

fn mutant_report(mutant: &Mutant, runs: Vec<MutantRun>) -> MutantReport {
    MutantReport {
        name: mutant.name.clone(),
        family: mutant.family.to_owned(),
        what: mutant.what.clone(),
        check: mutant.check.clone(),
        operations: mutant.operations.iter().map(|op| (*op).to_owned()).collect(),
        killed: runs.iter().any(|r| r.fate == Fate::Killed),
        runs,
    }
}

fn head(stages: &[Stage]) -> SelftestReport {
    let suite = stages.first().and_then(|s| s.arenas.first()).map(|a| a.set.suite());
    let set = |stage: &Stage| SelftestSet {
        profile: stage.profile.clone(),
        digest: stage.arenas.first().map(|a| a.set.digest().to_owned()).unwrap_or_default(),
        operations: stage.arenas.iter().map(|a| a.op.clone()).collect(),
        cases: stage.arenas.iter().map(|a| a.set.suite().cases()).sum(),
        in_smoke: stage.arenas.iter().map(|a| a.smoke.len() as u64).sum(),
        tuples: Vec::new(),
    };
    let not_made = not_made().into_iter().map(|n| MutantNotMade {
        check: n.check.to_owned(),
        kind: n.kind.name().to_owned(),
        reason: n.reason.to_owned(),
    });
    SelftestReport {
        format: SelftestReport::FORMAT.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: suite.map_or(0, |s| s.seed),
        tier: suite.map_or(Tier::Standard, |s| s.tier),
        passed: false,
        problems: Vec::new(),
        sets: stages.iter().map(set).collect(),
        mutants: Vec::new(),
        not_made: not_made.collect(),
        cheats: Vec::new(),
        variants: Vec::new(),
        smoke: Vec::new(),
        choices: Vec::new(),
        against: Vec::new(),
        triage: Vec::new(),
    }
}

/// What is not as it should be, a line each.
fn problems(report: &SelftestReport, options: &Options) -> Vec<String> {
    let mut problems = Vec::new();
    let tested = |m: &&MutantReport| m.operations.iter().all(|op| report.sets.iter().all(|s| s.operations.iter().any(|own| own == op)));
    for mutant in report.mutants.iter().filter(tested) {
        for run in mutant.runs.iter().filter(|r| r.fate == Fate::Survived && r.reason.is_none() && r.gap.is_none()) {
            let cases = run.differs.unwrap_or(0);
            problems.push(format!("{} survives in {}, although {cases} cases differ: {}", mutant.name, run.profile, mutant.what));
        }
        let nowhere = mutant.runs.iter().all(|r| r.fate == Fate::Same && r.reason.is_none() && r.gap.is_none());
        if nowhere && options.complete {
            problems.push(format!("{} changes nothing in any set: {}", mutant.name, mutant.what));
        }
    }
    if options.complete && options.mutants.is_empty() {
        problems.extend(survivors::stale(report));
        problems.extend(repeated(report));
    }
    problems.extend(against::problems(&report.against));
    let passing = report.cheats.iter().filter(|c| c.passed > 0 || c.attempts == 0);
    problems.extend(passing.map(|c| format!("cheat {}: {} of {} attempts pass", c.name, c.passed, c.attempts)));
    let alarms = report.variants.iter().filter(|v| v.failed > 0 || !v.failures.is_empty() || v.cases == 0);
    problems.extend(alarms.map(|v| format!("false alarm: {} in {}: {:?} of {} cases", v.name, v.profile, v.failures, v.cases)));
    problems
}

/// Mistakes that ptoconf itself made and no profile would find, a line each.
fn repeated(report: &SelftestReport) -> impl Iterator<Item = String> {
    let is_killed = |name: &str| report.mutants.iter().any(|m| m.name == name && m.killed);
    let lives = OURS.iter().filter(move |(name, _)| !is_killed(name));
    lives.map(|(name, what)| format!("{name} is killed in no profile, though ptoconf made this mistake itself: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_of_our_own_that_nothing_kills_is_a_problem() {
        let mut report = head(&[]);
        assert_eq!(repeated(&report).count(), OURS.len());
        let mutant = |killed| MutantReport {
            name: OURS[0].0.to_owned(),
            family: String::new(),
            what: String::new(),
            check: None,
            operations: vec![],
            killed,
            runs: vec![],
        };
        report.mutants.push(mutant(false));
        assert_eq!(repeated(&report).count(), OURS.len());
        report.mutants = vec![mutant(true)];
        assert_eq!(repeated(&report).count(), OURS.len() - 1);
    }
}
