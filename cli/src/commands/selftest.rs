//! `ptoconf selftest`: implementations that must fail, and some that must not.

use crate::arguments::{Generation, Threads};
use crate::error::CliError;
use crate::generate::Making;
use crate::output::{Sink, Target};
use crate::progress::Progress;
use clap::Args;
use ptoconf_coverage::Floors;
use ptoconf_parallel::in_order;
use ptoconf_schemas::{BaseProfile, ChoicesReport, ExitCode, SelftestReport, SmokeFile, SmokeReport, Tier};
use ptoconf_selftest::choices::Options as Following;
use ptoconf_selftest::{Options as Selftest, ProfileSets, SmokeTier, kill_file, run, triaged};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Of how many tuples of the standard tier one is in the small sets.
const SMALL: u32 = 24;
/// Cases of the tiny sets.
const TINY: u64 = 1;
/// The set that mutants are judged by, and the one of the tier to compare with.
const STANDARD: &str = "standard";
const AGAINST: &str = "against";

/// Test the suite itself: every mutant and cheat has to fail, every conforming variant has to pass
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf selftest
  ptoconf selftest --op tcolsum --profile a5
  ptoconf selftest --mutant last_row_dropped
  ptoconf selftest --report json=kills.json --report text
  ptoconf selftest --smoke generator/smoke.json
  ptoconf selftest --choices 100 --tier smoke,standard
  ptoconf selftest --triage 100 --profile a2a3")]
pub struct Options {
    /// Operations, separated by commas, or `all`
    #[arg(long, value_name = "OP,…", default_value = "all")]
    op: String,

    /// Only these profiles [default: those that have an embedded model]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    profile: Vec<String>,

    /// Only this mutant; may be repeated. Cheats and variants are left out
    #[arg(long, value_name = "NAME")]
    mutant: Vec<String>,

    /// Reports to write: text, json or markdown, each with =FILE or to standard output
    #[arg(long, value_name = "KIND[=FILE]", value_parser = Target::parse_matrix)]
    report: Vec<Target>,

    /// Judge every mutant by the whole standard tier, even where the smoke tier kills it twice
    #[arg(long)]
    whole: bool,

    /// Compare with another tier: what smoke or extensive kills more than standard, and what fewer
    #[arg(long, value_name = "TIER", value_parser = parse_other_tier)]
    against: Option<Tier>,

    /// Write the choice of the smoke tier to this file: generator/smoke.json. With --op, the
    /// file has to be there, and what it has of other operations stays
    #[arg(long, value_name = "FILE")]
    smoke: Option<PathBuf>,

    /// Write to this file how many mutants each tier kills: coverage/kills.json
    #[arg(long, value_name = "FILE", conflicts_with_all = ["op", "profile", "mutant", "choices", "triage"])]
    kills: Option<PathBuf>,

    /// Follow so many choices of admitted options on each set, soon any two options together, every option that is not
    /// admitted, and mixtures, and leave the rest of the self-test out
    #[arg(long, value_name = "N", conflicts_with_all = ["mutant", "against", "smoke"])]
    choices: Option<u64>,

    /// With --choices: of sets of these tiers
    #[arg(long, value_name = "TIER,…", value_delimiter = ',', default_value = "smoke,standard", value_parser = parse_tier)]
    tier: Vec<Tier>,

    /// With --choices: follow each choice on one of every N tuples that have more than 2,048 elements in all of their
    /// cases, another one for the next choice, and on all that have fewer
    #[arg(long, requires = "choices", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    large_every: u64,

    /// With --choices: draw choices, and plant and mix none
    #[arg(long, requires = "choices")]
    admitted_only: bool,

    /// Say of every mutant whether the first cause that is named is what is wrong with it, and of so many pairs of mutants
    /// whether both are named, and leave the rest of the self-test out
    #[arg(long, value_name = "PAIRS", conflicts_with_all = ["choices", "against", "smoke", "whole"])]
    triage: Option<usize>,

    /// Standard sets that were made before, `DIR/PROFILE` for each profile, in place of such as are made for this
    /// alone: what `ptoconf gen --profile PROFILE --out DIR/PROFILE` makes
    #[arg(long, value_name = "DIR")]
    sets: Option<PathBuf>,

    #[command(flatten)]
    threads: Threads,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        let kinds = ["text", "json", "markdown"];
        if let Some(other) = self.report.iter().find(|t| !kinds.contains(&t.name())) {
            return Err(CliError::usage(format!("--report {}: known reports: {}", other.name(), kinds.join(", "))));
        }
        if let Some(draws) = self.choices {
            return self.follow(draws);
        }
        let complete = self.op == "all" && self.profile.is_empty();
        if self.smoke.is_some() && !(self.profile.is_empty() && self.mutant.is_empty()) {
            return Err(
                CliError::usage("--smoke chooses from the kills of all mutants in all profiles").next("leave out --profile and --mutant")
            );
        }
        let others = self.smoke.as_deref().filter(|_| self.op != "all").map(read_smoke).transpose()?;
        let folder = tempfile::tempdir().map_err(|e| CliError::input(format!("cannot make a temporary folder: {e}")))?;
        let sets = self.sets(&self.profiles()?, folder.path())?;
        let report = {
            let progress = std::sync::Mutex::new(Progress::new("testing"));
            let show = |_: &'static str, done, of| {
                if let Ok(progress) = progress.lock() {
                    progress.show(done, of);
                }
            };
            let asked = Selftest {
                mutants: self.mutant.clone(),
                threads: self.threads.number(),
                whole: self.whole || self.against.is_some() || !self.mutant.is_empty(),
                choose: self.smoke.is_some(),
                against: self.against,
                complete,
                progress: Some(&show),
            };
            match self.triage {
                Some(pairs) => triaged(&sets, pairs, &asked)?,
                None => run(&sets, &asked)?,
            }
        };
        if self.report.is_empty() {
            write(&Target::text(), &report)?;
        }
        self.report.iter().try_for_each(|target| write(target, &report))?;
        if let Some(path) = &self.smoke {
            write_pretty("--smoke", path, &chosen(&report.smoke, others))?;
        }
        if let Some(path) = &self.kills {
            write_pretty("--kills", path, &kill_file(&report))?;
        }
        Ok(if report.passed { ExitCode::Conforms } else { ExitCode::DoesNotConform })
    }

    /// Follows choices on sets of the profiles and tiers asked for.
    fn follow(&self, draws: u64) -> Result<ExitCode, CliError> {
        let all: Vec<&str> = BaseProfile::ALL.iter().map(|b| b.name()).collect();
        if let Some(name) = self.profile.iter().find(|name| !all.contains(&name.as_str())) {
            return Err(crate::arguments::unknown("built-in profile", name, all.into_iter()));
        }
        let folder = tempfile::tempdir().map_err(|e| CliError::input(format!("cannot make a temporary folder: {e}")))?;
        let wanted = |name: &&str| self.profile.is_empty() || self.profile.iter().any(|p| p == name);
        let jobs: Vec<(&str, Tier)> =
            all.into_iter().filter(wanted).flat_map(|name| self.tier.iter().map(move |&tier| (name, tier))).collect();
        let mut reports = vec![];
        // To plan a set takes one thread: several sets are made and followed side by side.
        let threads = self.threads.number().div_ceil(jobs.len().max(1));
        let make = |(): &mut (), at: usize| self.follow_on(jobs[at], folder.path(), draws, threads);
        in_order(
            self.threads.number(),
            jobs.len(),
            jobs.len(),
            || (),
            make,
            |_, report| {
                reports.push(report);
                Ok::<(), CliError>(())
            },
        )?;
        let report = ptoconf_selftest::choices::report(Generation::default().seed, reports);
        if self.report.is_empty() {
            write(&Target::text(), &report)?;
        }
        self.report.iter().try_for_each(|target| write(target, &report))?;
        Ok(if report.passed { ExitCode::Conforms } else { ExitCode::DoesNotConform })
    }

    /// Follows choices on the set of a profile and tier.
    fn follow_on(&self, (name, tier): (&str, Tier), folder: &Path, draws: u64, threads: usize) -> Result<ChoicesReport, CliError> {
        let options = Generation { tier, op: self.op.clone(), ..Generation::default() };
        let names: Vec<&str> = options.operations()?.iter().map(|o| o.name).collect();
        let made_before = if tier == Tier::Standard { self.standard(name, &names)? } else { None };
        let is_made = made_before.is_none();
        let dir = made_before.unwrap_or_else(|| folder.join(format!("{name}-{tier}")));
        if is_made {
            let (options, profile, floors) = (&options, &crate::profile::load(name)?, &Floors::none());
            Making { options, profile, dir: &dir, force: false, answers: None, floors, threads }.generate()?;
        }
        let progress = std::sync::Mutex::new(Progress::new("following"));
        let show = |_: &'static str, done, of| {
            if let Ok(progress) = progress.lock() {
                progress.show(done, of);
            }
        };
        let following = Following { draws, large_every: self.large_every, threads, others: !self.admitted_only, progress: Some(&show) };
        let report = ptoconf_selftest::choices::run(&dir, &following)?;
        // The next set needs its room.
        if is_made {
            std::fs::remove_dir_all(&dir).map_err(|e| CliError::input(format!("cannot remove a temporary folder: {e}")))?;
        }
        Ok(report)
    }

    /// The profiles that have a model.
    fn profiles(&self) -> Result<Vec<&'static str>, CliError> {
        let all: Vec<&str> = BaseProfile::ALL.iter().map(|b| b.name()).filter(|n| ptoconf_models::builtin(n).is_some()).collect();
        match self.profile.iter().find(|name| !all.contains(&name.as_str())) {
            Some(name) => Err(crate::arguments::unknown("profile with an embedded model", name, all.into_iter())),
            None => Ok(all.into_iter().filter(|n| self.profile.is_empty() || self.profile.iter().any(|p| p == n)).collect()),
        }
    }

    /// The sets of each profile: the standard one, and small ones. Of all operations these have tuples of the smoke tier, which need no
    /// planning, unless that is to be chosen; of some operations that has too few for every cheat to do something.
    fn sets(&self, profiles: &[&str], folder: &Path) -> Result<Vec<ProfileSets>, CliError> {
        let of = |op: &str| Generation { op: op.to_owned(), ..Generation::default() };
        let names: Vec<&str> = of(&self.op).operations()?.iter().map(|o| o.name).collect();
        let made_before: Vec<_> = profiles.iter().map(|profile| self.standard(profile, &names)).collect::<Result<_, _>>()?;
        let first = || of(names[0]);
        let tier = if self.smoke.is_some() || self.op != "all" { Tier::Standard } else { Tier::Smoke };
        let small = |seed: u64| Generation { seed, tier, sample: Some(SMALL), ..of(&self.op) };
        let mut kinds = vec![];
        if self.sets.is_none() {
            kinds.push((STANDARD, of(&self.op)));
        }
        kinds.extend(self.against.map(|tier| (AGAINST, Generation { tier, ..of(&self.op) })));
        kinds.extend([("small", small(0)), ("other", small(1)), ("stacks", first())]);
        kinds.push(("tiny", Generation { cases: Some(TINY), ..first() }));
        // The largest first: to plan a set takes most of the time and one thread, and several sets are made at once.
        let jobs: Vec<_> = kinds.iter().flat_map(|kind| profiles.iter().map(move |profile| (*profile, kind))).collect();
        let make = |(): &mut (), at: usize| {
            let (profile, (name, options)) = &jobs[at];
            let (dir, profile) = (folder.join(profile), crate::profile::load(profile)?);
            std::fs::create_dir_all(&dir).map_err(|e| CliError::input(format!("cannot make a temporary folder: {e}")))?;
            let (profile, dir, floors) = (&profile, &dir.join(name), &Floors::none());
            Making { options, profile, dir, force: false, answers: None, floors, threads: 1 }.generate().map(|_| ())
        };
        in_order(self.threads.number(), jobs.len(), jobs.len(), || (), make, |_, ()| Ok(()))?;
        let of_profile = |(profile, standard): (&&str, Option<PathBuf>)| {
            let dir = folder.join(profile);
            ProfileSets {
                profile: (*profile).to_owned(),
                standard: standard.unwrap_or_else(|| dir.join(STANDARD)),
                against: self.against.map(|_| dir.join(AGAINST)),
                stacks: dir.join("stacks"),
                small: dir.join("small"),
                tiny: dir.join("tiny"),
                other: dir.join("other"),
                smoke: SmokeTier { cases: |tuple| ptoconf_generator::cases(Tier::Smoke, tuple), names: ptoconf_generator::smoke_names },
            }
        };
        Ok(profiles.iter().zip(made_before).map(of_profile).collect())
    }

    /// The standard set of a profile that was made before, where there are such: it has to be the one that would be made.
    fn standard(&self, profile: &str, operations: &[&str]) -> Result<Option<PathBuf>, CliError> {
        let Some(sets) = &self.sets else { return Ok(None) };
        let dir = sets.join(profile);
        let suite = crate::set::open(&dir, None)?.suite().clone();
        let wanted = Generation { op: self.op.clone(), ..Generation::default() };
        let there = operations.iter().copied().filter(|op| suite.profile.operations.iter().any(|own| own == op));
        let is_of = suite.profile.name == profile && there.eq(suite.operations.iter().map(|o| o.name.as_str()));
        let is_of_tier = suite.seed == wanted.seed && suite.tier == wanted.tier && suite.filters == wanted.described();
        if suite.version == env!("CARGO_PKG_VERSION") && is_of && is_of_tier {
            return Ok(Some(dir));
        }
        Err(CliError::input(format!("{}: not the standard set of {profile} and these operations", dir.display())).next(format!(
            "ptoconf gen --op {} --profile {profile} --out {} --force",
            self.op,
            dir.display()
        )))
    }
}

fn parse_tier(text: &str) -> Result<Tier, String> {
    let tiers = [Tier::Smoke, Tier::Standard, Tier::Stream, Tier::Extensive];
    tiers.into_iter().find(|t| t.name() == text).ok_or_else(|| "tiers: smoke, standard, stream, extensive".to_owned())
}

fn parse_other_tier(text: &str) -> Result<Tier, String> {
    let others = [Tier::Smoke, Tier::Extensive];
    others.into_iter().find(|t| t.name() == text).ok_or_else(|| "tiers to compare with: smoke, extensive".to_owned())
}

/// Reads the choice of a smoke tier, which one of some operations goes into.
fn read_smoke(path: &Path) -> Result<SmokeFile, CliError> {
    let next = "--smoke with --op changes a file such as generator/smoke.json; without --op it makes one";
    let wrong = |reason: String| CliError::usage(format!("--smoke {}: {reason}", path.display())).next(next);
    let text = crate::input::read("--smoke ", path, crate::input::LARGEST, "the choice of a smoke tier").map_err(|e| e.next(next))?;
    let file: SmokeFile = serde_json::from_slice(&text).map_err(|e| wrong(format!("{e}, expected the choice of a smoke tier")))?;
    if file.format == SmokeFile::FORMAT {
        Ok(file)
    } else {
        Err(wrong(format!("format is {:?}, expected {}", file.format, SmokeFile::FORMAT)))
    }
}

/// What was chosen, in the place of what `others` has of the same operations.
fn chosen(smoke: &[SmokeReport], others: Option<SmokeFile>) -> SmokeFile {
    let mut file = others.unwrap_or_else(|| SmokeFile { format: SmokeFile::FORMAT.to_owned(), ..SmokeFile::default() });
    for choice in smoke {
        file.profiles.entry(choice.profile.clone()).or_default().extend(choice.tuples.clone());
    }
    file
}

/// Writes a file that an option names, a value to a line.
fn write_pretty(option: &str, path: &Path, file: &impl Serialize) -> Result<(), CliError> {
    let mut sink = Sink::file(option, path)?;
    serde_json::to_writer_pretty(&mut sink, file).map_err(std::io::Error::from)?;
    sink.write_all(b"\n")?;
    sink.finish()
}

fn write(target: &Target, report: &SelftestReport) -> Result<(), CliError> {
    let mut sink: Sink = target.open()?;
    match target.name() {
        "json" => {
            serde_json::to_writer(&mut sink, report).map_err(std::io::Error::from)?;
            sink.write_all(b"\n")?;
        }
        "markdown" => sink.write_all(ptoconf_selftest::markdown(report).as_bytes())?,
        _ => sink.write_all(ptoconf_selftest::text(report).as_bytes())?,
    }
    sink.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::{KillCount, SmokeTuples};

    fn tuples(of: &[(&str, &str)]) -> SmokeTuples {
        of.iter().map(|(op, name)| ((*op).to_owned(), [(*name).to_owned()].into())).collect()
    }

    fn choice(profile: &str, of: &[(&str, &str)]) -> SmokeReport {
        let (points, whole) = (vec![], KillCount::default());
        SmokeReport { profile: profile.to_owned(), tuples: tuples(of), points, whole, left_out: vec![] }
    }

    #[test]
    fn what_was_chosen_takes_the_place_of_its_operations_alone() {
        let before = chosen(&[choice("near", &[("one", "a"), ("two", "b")]), choice("far", &[("one", "c")])], None);
        assert_eq!(before.format, SmokeFile::FORMAT);
        let after = chosen(&[choice("near", &[("two", "d"), ("three", "e")])], Some(before));
        assert_eq!(after.profiles["near"], tuples(&[("one", "a"), ("two", "d"), ("three", "e")]));
        assert_eq!(after.profiles["far"], tuples(&[("one", "c")]));
    }
}
