//! Followers of choices: each admitted one has to conform, and nothing else.
//!
//! The follower (`ptoconf-follower`) is written apart from the reference. Here it follows
//! - choices of admitted options, drawn so that any two options are soon followed together, with the order of its checks:
//!   none may fail;
//! - single options that the profile does not admit: each has to fail, and to be named first;
//! - two options of one reading, mixed case by case: that has to fail, with the cases that prove it, unless one option
//!   gives or allows all of these results after all.
//!
//! What it makes of a tuple depends on a few readings, so every distinct result is judged once, and then each choice
//! is decided on. Whatever fails is written as results and checked again, as those of any implementation.

mod field;
mod memo;
mod mixed;
mod pairs;
mod planted;
mod reasons;
mod variables;

use crate::Error;
use field::Field;
use pairs::Pairs;
use ptoconf_checker::{Admitted, Judgements, Options as Checking, Ran, check};
use ptoconf_parallel::{AHEAD, in_order};
use ptoconf_schemas::{
    ChoicesReport, ONE_LOW_TREE, ONE_TREE, PlantedOption, ReadingInfo, RedDraw, Report, SelftestReport, Suite, Tier, TupleLine,
};
use ptoconf_vectors::{OperationReader, Outputs, ResultsReader, SetReader};
use std::path::{Path, PathBuf};
use variables::Choice;

/// Choices that are followed at a time.
const BATCH: u64 = 50;
/// False alarms that are made as small as can be.
const SHRUNK: usize = 12;
/// Cases of a false alarm that are shown.
const SHOWN: usize = 4;

/// What to draw.
pub struct Options<'a> {
    /// Choices of each set.
    pub draws: u64,
    /// Of the tuples that are large, each choice is followed on one of so many.
    pub large_every: u64,
    /// Number of workers.
    pub threads: usize,
    /// Whether to plant and to mix options, too.
    pub others: bool,
    /// Told what is done, how many steps of how many.
    pub progress: Option<&'a (dyn Fn(&'static str, u64, u64) + Sync)>,
}

/// Follows choices on a set.
///
/// # Errors
/// The set cannot be used, or results not be written.
pub fn run(dir: &Path, options: &Options<'_>) -> Result<ChoicesReport, Error> {
    let set = SetReader::open(dir)?.keeping_what_was_read();
    let suite = set.suite();
    let readers = suite.operations.iter().map(|o| set.operation(&o.name)).collect::<Result<Vec<OperationReader>, _>>()?;
    let admitted = Admitted::new(suite)?;
    let judgements = Judgements::new(&set, &readers, &admitted)?;
    let ground = Ground { field: Field::new(&set, &readers, judgements, options.threads), set: &set, threads: options.threads };
    let mut report = ChoicesReport {
        profile: suite.profile.name.clone(),
        tier: suite.tier,
        cases: suite.cases(),
        draws: options.draws,
        large_every: options.large_every,
        pairs: [0; 2],
        red: 0,
        alarms: vec![],
        planted: vec![],
        mixed: vec![],
    };
    ground.draw(options, &mut report)?;
    if options.others {
        report.planted = planted::plant(&ground)?;
        report.mixed = mixed::mix(&ground)?;
    }
    Ok(report)
}

/// What is wrong, a line each.
pub fn problems(report: &ChoicesReport) -> Vec<String> {
    let set = format!("{} {}", report.profile, report.tier);
    let mut problems = vec![];
    if report.red > 0 {
        problems.push(format!("{set}: {} of {} choices of admitted options fail", report.red, report.draws));
    }
    for p in &report.planted {
        let option = format!("{} = {}", p.reading, p.option);
        if p.changes == 0 && p.reason.is_none() {
            problems.push(format!("{set}: {option} changes nothing, and no reason is known"));
        } else if p.changes == 0 {
            continue;
        } else if let Some(reason) = &p.reason {
            problems.push(format!("{set}: {option} changes {} tuples, in spite of the reason given why it cannot: {reason}", p.changes));
        } else if p.failed == 0 {
            problems.push(format!("{set}: {option} is not admitted and conforms, though {} tuples have other results", p.changes));
        } else if !is_named(report, p) {
            problems.push(format!("{set}: {option} is not admitted, and the report names first: {}", p.named));
        }
    }
    for m in report.mixed.iter().filter(|m| m.changes > 0) {
        let mixture = format!("{set}: {} = {} mixed with {}", m.reading, m.options[0], m.options[1]);
        match m.explained.is_empty() {
            true if m.failed == 0 => problems.push(format!("{mixture} conforms, though no option gives these results")),
            true if m.witnesses < 2 => problems.push(format!("{mixture}: {} cases fail, {} witnesses", m.failed, m.witnesses)),
            false if m.failed > 0 => {
                problems.push(format!("{mixture}: {} cases fail, though this gives them: {}", m.failed, m.explained.join(", ")));
            }
            _ => {}
        }
    }
    problems
}

/// Whether an option is named first where it has to be. Smoke has one number of rows that shows orders of additions: there it
/// is seen that none of the admitted ones is followed, and not always which other one is.
fn is_named(report: &ChoicesReport, planted: &PlantedOption) -> bool {
    let is_order = |p: &PlantedOption| p.reading == planted.reading && [ONE_TREE, ONE_LOW_TREE].contains(&p.option.as_str());
    planted.names_itself_first() || (report.tier == Tier::Smoke && report.planted.iter().any(is_order))
}

/// The report of a self-test that has followed choices and done nothing else.
pub fn report(seed: u64, choices: Vec<ChoicesReport>) -> SelftestReport {
    let problems: Vec<String> = choices.iter().flat_map(problems).collect();
    SelftestReport {
        format: SelftestReport::FORMAT.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed,
        tier: choices.first().map_or(Tier::Standard, |c| c.tier),
        passed: problems.is_empty(),
        problems,
        sets: vec![],
        mutants: vec![],
        not_made: vec![],
        cheats: vec![],
        variants: vec![],
        smoke: vec![],
        against: vec![],
        triage: vec![],
        choices,
    }
}

/// Whether the options of a reading are orders of additions. Which of them is followed shows in several tuples
/// together, and so in results only.
fn is_of_orders(reading: &ReadingInfo) -> bool {
    reading.options.iter().any(|o| [ONE_TREE, ONE_LOW_TREE].contains(&o.name.as_str()))
}

/// The operation whose reading it is; none for one of the whole profile.
fn operation_of<'r>(suite: &Suite, reading: &'r ReadingInfo) -> Option<&'r str> {
    let (operation, _) = reading.id.split_once('/')?;
    suite.operations.iter().any(|o| o.name == operation).then_some(operation)
}

fn option_words(reading: &str, options: &[String]) -> String {
    format!("{reading} = {}", options.join(" or "))
}

/// A field, and the set that it stands on.
struct Ground<'a> {
    field: Field<'a>,
    set: &'a SetReader,
    threads: usize,
}

impl Ground<'_> {
    fn draw(&self, options: &Options<'_>, report: &mut ChoicesReport) -> Result<(), Error> {
        let (mut first, mut pairs) = (0, Pairs::new(&self.field.variables));
        while first < options.draws {
            let numbers = first..options.draws.min(first + BATCH);
            let choices: Vec<Choice> = numbers.clone().map(|number| pairs.choice(number)).collect();
            let outcomes = self.field.follow_spread(first, &choices, options.large_every)?;
            let is_red = |at: usize| Ok(!self.field.decide(&[&outcomes[at]], |_, _| 0)?.failures.is_empty());
            let red = self.side_by_side(choices.len(), is_red)?;
            for ((number, choice), _) in numbers.clone().zip(&choices).zip(red).filter(|(_, red)| *red) {
                report.red += 1;
                if report.alarms.len() < SHRUNK {
                    let alarm = self.alarm(number, choice)?;
                    if !report.alarms.iter().any(|known| known.options == alarm.options) {
                        report.alarms.push(alarm);
                    }
                }
            }
            first = numbers.end;
            if let Some(progress) = options.progress {
                progress("choices", first, options.draws);
            }
        }
        report.pairs = pairs.followed();
        Ok(())
    }

    /// Several things at once, in order.
    fn side_by_side<T: Send>(&self, count: usize, make: impl Fn(usize) -> Result<T, Error> + Sync) -> Result<Vec<T>, Error> {
        let mut all = Vec::with_capacity(count);
        let keep = |_, one| {
            all.push(one);
            Ok(())
        };
        in_order(self.threads, self.threads * AHEAD, count, || (), |(), at| make(at), keep)?;
        Ok(all)
    }

    fn is_red(&self, choice: &Choice) -> Result<bool, Error> {
        let outcomes = self.field.follow(std::slice::from_ref(choice))?;
        Ok(!self.field.decide(&[&outcomes[0]], |_, _| 0)?.failures.is_empty())
    }

    /// As few options as still fail, and what is said of them.
    fn alarm(&self, draw: u64, choice: &Choice) -> Result<RedDraw, Error> {
        let (mut small, default) = (choice.clone(), self.field.variables.default());
        for reading in self.field.variables.readings() {
            let mut other = small.clone();
            for (at, variable) in self.field.variables.all.iter().enumerate().filter(|(_, v)| v.reading.id == reading.id) {
                debug_assert!(!variable.admitted.is_empty());
                other.options[at] = default.options[at];
            }
            if other != small && self.is_red(&other)? {
                small = other;
            }
        }
        for at in 0..small.options.len() {
            let mut other = small.clone();
            other.options[at] = default.options[at];
            if other != small && self.is_red(&other)? {
                small = other;
            }
        }
        let report = self.check(&[&small], |_, _| 0, None)?;
        let details = report
            .failures
            .iter()
            .flat_map(|g| g.first.iter().map(move |f| format!("{}: {:?}: {} [{}]", f.case, g.kind, f.message, f.tuple)));
        Ok(RedDraw {
            draw,
            options: self.field.variables.words(&small),
            failed: report.totals.failed,
            cases: details.take(SHOWN).collect(),
        })
    }

    /// Writes results and has them checked, as those of any implementation: `pick` says which of the choices each case
    /// follows, by tuple and slot.
    fn check(&self, choices: &[&Choice], pick: impl Fn(usize, u32) -> usize, operation: Option<&str>) -> Result<Report, Error> {
        let folder = tempfile::tempdir()?;
        let out: PathBuf = folder.path().join("results");
        self.field.write(choices, pick, operation, &out)?;
        let results = ResultsReader::open(&out)?;
        let disprove = |op: &str, reader: &OperationReader, outputs: &Outputs, ran: &Ran| {
            Ok(ptoconf_order::of_operation(self.set, op, reader, outputs, ran)?.disproved)
        };
        let filter = |line: &TupleLine, _| operation.is_none_or(|operation| operation == line.tuple.op);
        let options =
            Checking { details: 2, threads: self.threads, filter: Box::new(filter), disprove: Box::new(disprove), ..Checking::default() };
        Ok(check(self.set, &results, &options, None)?)
    }
}
