//! From a set and results to reports and an exit code.

use crate::again::Again;
use crate::arguments::{Selection, no_such_case};
use crate::cases::{Chosen, missing, tuple_of};
use crate::clock::Clock;
use crate::error::CliError;
use crate::excuses::{Excuses, KnownFailures};
use crate::output::{Length, Target};
use crate::progress::Progress;
use clap::Args;
use ptoconf_checker::report::Times;
use ptoconf_checker::{Disproved, FailingOperation, Options, Pieces, Ran, Taken, check, drawings};
use ptoconf_order::Fingerprint;
use ptoconf_report_html::Beside;
use ptoconf_schemas::{AnswerLine, Conclusion, ExitCode, Judges, Report, Suite, TupleLine};
use ptoconf_triage::Triage;
use ptoconf_vectors::{OperationReader, Outputs, ResultsReader, SetReader};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

/// How to judge and report.
#[derive(Args, Clone, Debug)]
pub struct Judging {
    /// Reports to write: text, json, junit, markdown, html or verdicts, each with =FILE or to standard output
    #[arg(long, value_name = "KIND[=FILE]", value_parser = crate::output::parse_target)]
    pub report: Vec<Target>,

    /// Folder with the answers of a blind set
    #[arg(long, value_name = "DIR")]
    pub answers: Option<PathBuf>,

    #[command(flatten)]
    pub known: KnownFailures,

    /// Write what can be published of this check: set, results, scope, coverage, readings, waivers; ptoconf verify makes it
    /// again
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Failures shown in detail for each group, in all reports but the short text
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub details: usize,

    /// Say in a JUnit report when the check began and how long each operation took; otherwise the same results give the
    /// same bytes
    #[arg(long)]
    junit_times: bool,

    /// Print the verdict alone
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,

    /// Print every table and the first failures of each group
    #[arg(short, long)]
    verbose: bool,
}

impl Judging {
    /// How much the text report says; `otherwise` where neither less nor more was asked for.
    fn length(&self, otherwise: Length) -> Length {
        match (self.quiet, self.verbose) {
            (true, _) => Length::Line,
            (_, true) => Length::Whole,
            _ => otherwise,
        }
    }
}

/// The command that draws a case of a set that is there to stay, beside the results that are.
pub fn show(set: &SetReader, answers: Option<&Path>, results: Option<&Path>, case: &str) -> String {
    let option =
        |name: &str, path: Option<&Path>| path.map_or_else(String::new, |p| format!(" {name} {}", shell_word(&p.display().to_string())));
    let folders = [option("--vectors", Some(set.dir())), option("--answers", answers), option("--impl", results)];
    format!("ptoconf show {case}{}", folders.concat())
}

/// The command that draws a case of a set that goes with its run: it is made again, with that case alone.
pub fn show_alone(suite: &Suite, profile: &str, case: &str) -> String {
    let op = case.split('/').next().unwrap_or_default();
    let (tier, seed) = (suite.tier, if suite.seed == 0 { String::new() } else { format!(" --seed {}", suite.seed) });
    let profile = shell_word(profile);
    let make = format!("ptoconf gen --op {op} --profile {profile} --tier {tier}{seed} --case {case} --out one_case --force");
    format!("{make} && ptoconf show {case} --vectors one_case")
}

/// A word as a shell takes it.
pub fn shell_word(word: &str) -> String {
    // Only a zero byte cannot be quoted, and no path has one.
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), std::borrow::Cow::into_owned)
}

/// When something is said of what came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// Whatever it is.
    Always,
    /// Where something fails.
    Red,
    /// Never: others say it.
    Nothing,
}

/// What is known of a set and of how to judge it beyond what was asked for.
pub struct How<'a> {
    /// Whether the set was made by this version just now.
    pub regenerated: bool,
    /// Whether the implementation was run just now.
    pub ran: bool,
    /// Number of threads.
    pub threads: usize,
    /// The command that draws a case.
    pub drawn: &'a dyn Fn(&str) -> String,
    /// Whether the text report says every cause in place of its other parts, unless less or more was asked for.
    pub causes_alone: bool,
    /// Failing cases are run again, if that was asked for.
    pub again: Option<Again<'a>>,
    /// When the reports are written.
    pub says: Says,
    /// The pieces before, where the set is one.
    pub pieces: Option<&'a RefCell<Pieces>>,
}

/// What results are judged by.
pub struct Judgement<'a> {
    /// The cases that are judged.
    pub selection: &'a Selection,
    /// Known failures.
    pub excuses: &'a Excuses,
    /// Failures described for each group.
    pub details: usize,
    /// Whether the report lists every judged case.
    pub listed: bool,
    /// Number of threads.
    pub threads: usize,
    /// The pieces before, where the set is one.
    pub pieces: Option<&'a RefCell<Pieces>>,
}

/// What came of it.
pub struct Judged {
    /// The report.
    pub report: Report,
    /// Orders that the results disprove.
    pub disproved: Disproved,
    /// How long it took.
    pub times: Times,
}

/// Judges results, with the causes and the orders of additions; `verdicts` gets a line for each case.
///
/// # Errors
/// Unusable input.
pub fn judged(set: &SetReader, results: &ResultsReader, by: &Judgement<'_>, verdicts: Option<&mut dyn Write>) -> Result<Judged, CliError> {
    let clock = Clock::start();
    let sums = results.header().implementation.judges == Judges::Everything;
    if sums {
        ptoconf_order::belong_together(set, results)?;
    }
    let (orders, disproved) = (RefCell::new(vec![]), RefCell::new(Disproved::new()));
    let disprove = |op: &str, reader: &OperationReader, outputs: &Outputs, ran: &Ran| {
        clock.turn(op);
        let own = if sums { ptoconf_order::of_operation(set, op, reader, outputs, ran)? } else { Fingerprint::default() };
        orders.borrow_mut().extend(own.reports);
        disproved.borrow_mut().extend(own.disproved.clone());
        Ok(own.disproved)
    };
    let progress = Progress::new("checking");
    let show = |done, of| progress.show(done, of);
    let triage = Triage::new(set.suite());
    let failing = |operation: &FailingOperation<'_>| triage.add(operation);
    let options = Options {
        threads: by.threads,
        filter: Box::new(in_sight(set, by.selection)?),
        answers: Box::new(|answer| concerns(by.selection, answer)),
        filters: by.selection.described(),
        waivers: by.excuses.waivers.clone(),
        today: by.excuses.today,
        baseline: by.excuses.baseline.clone(),
        details: by.details,
        listed: by.listed,
        disprove: Box::new(disprove),
        failing: Some(&failing),
        progress: Some(&show),
    };
    let mut report = match by.pieces {
        Some(pieces) => pieces.borrow_mut().judge(set, results, &options)?,
        None => check(set, results, &options, verdicts)?,
    };
    drop(options);
    report.orders = orders.into_inner();
    let disproved = disproved.into_inner();
    report.causes = triage.finish(|cases| drawings(set, results, &disproved, cases, Taken::Whole))?;
    Ok(Judged { report, disproved, times: clock.times() })
}

/// Judges results and writes the reports.
///
/// # Errors
/// Unusable input, or a report that cannot be written.
pub fn judge(
    set: &SetReader,
    results: &ResultsReader,
    judging: &Judging,
    selection: &Selection,
    excuses: &Excuses,
    how: &How<'_>,
) -> Result<ExitCode, CliError> {
    if let Some(part) = results.header().part {
        return if judging.record.is_some() { Err(crate::part::refused(results, part)) } else { crate::part::show(set, results, part) };
    }
    excuses.belong_to(set.suite())?;
    let mut verdicts = judging.report.iter().find(|t| t.is_verdicts()).map(Target::open).transpose()?;
    let listed = judging.report.iter().any(Target::is_json) || how.again.is_some();
    let by = Judgement { selection, excuses, details: judging.details, listed, threads: how.threads, pieces: how.pieces };
    let Judged { mut report, disproved, times } = judged(set, results, &by, verdicts.as_mut().map(|v| v as &mut dyn Write))?;
    // A waiver for cases of a larger tier alone is no failure of this one.
    let red = report.totals.failed > 0 || !report.extra.is_empty();
    match how.says {
        Says::Red if !red => return Ok(ExitCode::Conforms),
        Says::Nothing => return Ok(if red { ExitCode::DoesNotConform } else { ExitCode::Conforms }),
        Says::Red | Says::Always => {}
    }
    report.regenerated = how.regenerated;
    report.ran = how.ran;
    if let Some(again) = &how.again {
        report.flaky = again.flaky(set, results, &report)?;
        // What is known is how a case fails, and a flaky one fails in another way each time.
        if !report.flaky.is_empty() && report.exit_code == ExitCode::Conforms as u8 {
            (report.exit_code, report.conclusion, report.conforms) = (ExitCode::DoesNotConform as u8, Conclusion::DoesNotConform, false);
        }
    }
    report.causes.iter_mut().for_each(|cause| cause.show = (how.drawn)(&cause.smallest));
    if let Some(verdicts) = verdicts {
        verdicts.finish()?;
    }
    if let Some(path) = &judging.record {
        crate::record::write(path, &report, set, results, excuses.today)?;
    }
    let drawn = if judging.report.iter().any(Target::is_html) { ptoconf_report_html::drawn(&report) } else { vec![] };
    let beside = Beside { drawings: drawings(set, results, &disproved, &drawn, Taken::Picture)? };
    let length = if how.causes_alone { Length::Causes } else { Length::Short };
    write(&report, judging, &beside, length, judging.junit_times.then_some(&times))
}

/// Writes the reports that were asked for, and says how the check ended.
///
/// # Errors
/// A report that cannot be written.
pub fn write(report: &Report, judging: &Judging, beside: &Beside, otherwise: Length, times: Option<&Times>) -> Result<ExitCode, CliError> {
    let length = judging.length(otherwise);
    if judging.report.is_empty() {
        Target::text().write(report, beside, length, times)?;
    }
    judging.report.iter().filter(|t| !t.is_verdicts()).try_for_each(|t| t.write(report, beside, length, times))?;
    Ok(match report.exit_code {
        0 => ExitCode::Conforms,
        4 => ExitCode::NothingChecked,
        _ => ExitCode::DoesNotConform,
    })
}

/// Which cases the filters select.
///
/// # Errors
/// Usage: a name that the set does not have.
pub fn filter(set: &SetReader, selection: &Selection) -> Result<impl Fn(&TupleLine, u32) -> bool + Sync + use<>, CliError> {
    let seen = in_sight(set, selection)?;
    let by_answer = if selection.rule.is_empty() && selection.class.is_empty() { None } else { Some(by_answer(set, selection)?) };
    Ok(move |line: &TupleLine, slot: u32| seen(line, slot) && by_answer.as_ref().is_none_or(|ids| ids.contains(&line.id())))
}

/// Which cases those filters select that need no look at the answers: by form, dtype and case.
///
/// # Errors
/// Usage: a name that the set does not have.
fn in_sight(set: &SetReader, selection: &Selection) -> Result<impl Fn(&TupleLine, u32) -> bool + Sync + use<>, CliError> {
    selection.check_in(set.suite())?;
    let mut there = BTreeMap::new();
    let named: BTreeSet<&str> = selection.cases().filter_map(tuple_of).map(|(op, _)| op).collect();
    for op in set.suite().operations.iter().map(|o| &o.name).filter(|op| named.contains(op.as_str())) {
        there.extend(set.operation(op)?.tuples.iter().map(|line| (line.id(), line.cases)));
    }
    if let Some(id) = missing(selection.cases(), &there) {
        return Err(no_such_case(id, &set.dir().display().to_string()));
    }
    let chosen = Chosen::new(selection.cases());
    let (selection, dtypes) = (selection.clone(), selection.dtypes()?);
    Ok(move |line: &TupleLine, slot: u32| {
        let tuple = &line.tuple;
        (selection.op.is_empty() || selection.op.iter().any(|op| tuple.op == *op))
            && (selection.form.is_empty() || selection.form.iter().any(|form| tuple.form == *form))
            && (dtypes.is_empty() || tuple.operands.first().is_some_and(|o| dtypes.contains(&o.tile.dtype)))
            && (chosen.is_empty() || chosen.has(&line.id(), slot))
    })
}

/// Tells which cases to run: tuple and slot.
pub type Select = dyn Fn(&TupleLine, u32) -> bool + Sync;

/// Which cases of a given set have to run: those that the filters in sight select, and their legal twins, without which
/// no rejection counts.
///
/// # Errors
/// Usage: a name that the set does not have; or answers that cannot be read.
pub fn to_run(set: &SetReader, selection: &Selection) -> Result<impl Fn(&TupleLine, u32) -> bool + Sync + use<>, CliError> {
    let narrows = !(selection.form.is_empty() && selection.dtype.is_empty() && !selection.names_cases());
    let in_sight = in_sight(set, selection)?;
    let mut twins = BTreeSet::new();
    // Without a filter everything runs, and the answers are not looked at.
    for operation in set.suite().operations.iter().filter(|_| narrows && set.has_answers()) {
        let reader = set.operation(&operation.name)?;
        for (line, answer) in reader.tuples.iter().zip(reader.answers()?) {
            let twin = answer.expect.twin().filter(|_| (0..line.cases).any(|slot| in_sight(line, slot)));
            twins.extend(twin.map(|twin| (operation.name.clone(), twin.to_owned())));
        }
    }
    Ok(move |line: &TupleLine, slot: u32| in_sight(line, slot) || twins.contains(&(line.tuple.op.to_string(), line.name.clone())))
}

/// Whether it is a tuple that the rules concern, and of the data classes.
fn concerns(selection: &Selection, answer: &AnswerLine) -> bool {
    let named = answer.concerns();
    let by_rule = selection.rule.is_empty() || named.iter().any(|n| selection.rule.iter().any(|rule| rule == n));
    by_rule && (selection.class.is_empty() || selection.class.iter().any(|class| *class == answer.class))
}

/// Ids of the tuples that the rules concern, and of the data classes.
fn by_answer(set: &SetReader, selection: &Selection) -> Result<BTreeSet<String>, CliError> {
    let mut ids = BTreeSet::new();
    for operation in &set.suite().operations {
        let reader = set.operation(&operation.name)?;
        for answer in reader.answers()? {
            if concerns(selection, answer) {
                ids.insert(format!("{}/{}", operation.name, answer.tuple));
            }
        }
    }
    Ok(ids)
}
