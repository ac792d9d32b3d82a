//! What is known of failures before a check: waivers, and a baseline.

use crate::error::CliError;
use crate::input::read;
use clap::Args;
use ptoconf_schemas::{Baseline, Date, FailureKind, Suite, Waiver, WaiverFile, Wrong};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// No baseline is larger, in bytes.
const LARGEST_BASELINE: u64 = 64 << 20;
const SECONDS_OF_A_DAY: u64 = 86_400;
const FIELDS: &str = "a waiver has case, failure, owner, reason, expires (YYYY-MM-DD) and most_cases, and may have rule, follows, wrong, says, dtype and link";

/// Where known failures are.
#[derive(Args, Clone, Debug)]
pub struct KnownFailures {
    /// Failures that are tolerated, each with an owner, a reason and a last day; one that is over or covers nothing is an error
    #[arg(long, value_name = "FILE")]
    waivers: Option<PathBuf>,

    /// Failures that are known, as ptoconf baseline wrote them; others are new
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// The day on which waivers have to hold [default: this day, in UTC]
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = Date::parse, requires = "waivers")]
    today: Option<Date>,
}

/// Known failures, as read.
#[derive(Default)]
pub struct Excuses {
    /// Waivers.
    pub waivers: Option<WaiverFile>,
    /// The day on which they have to hold.
    pub today: Option<Date>,
    /// A baseline.
    pub baseline: Option<Baseline>,
}

impl KnownFailures {
    /// Reads them.
    ///
    /// # Errors
    /// Usage: what is no file of waivers, or no baseline.
    pub fn read(&self) -> Result<Excuses, CliError> {
        let waivers = self.waivers.as_deref().map(waivers).transpose()?;
        let today = waivers.as_ref().and_then(|_| self.today.or_else(today));
        Ok(Excuses { waivers, today, baseline: self.baseline.as_deref().map(baseline).transpose()? })
    }
}

impl Excuses {
    /// Makes sure that they speak of this set's profile.
    ///
    /// # Errors
    /// Usage: a baseline of another profile.
    pub fn belong_to(&self, suite: &Suite) -> Result<(), CliError> {
        let (Some(baseline), expected) = (&self.baseline, &suite.profile.name) else { return Ok(()) };
        if baseline.set.profile == *expected {
            return Ok(());
        }
        let found = &baseline.set.profile;
        Err(CliError::usage(format!("--baseline: it is of profile {found}, this set is of profile {expected}"))
            .next("write a baseline for each profile: ptoconf baseline"))
    }
}

/// The day that it is. Nothing that is written depends on it, but whether a waiver is over.
fn today() -> Option<Date> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    Some(Date::of_days(since.as_secs() / SECONDS_OF_A_DAY))
}

fn waivers(path: &Path) -> Result<WaiverFile, CliError> {
    let wrong = |what: String| CliError::usage(format!("--waivers {}: {what}", path.display()));
    let text = read("--waivers ", path, crate::input::LARGEST, "a JSON file of waivers")?;
    let file: WaiverFile = serde_json::from_slice(&text).map_err(|e| wrong(e.to_string()).next(FIELDS))?;
    for (at, waiver) in file.waivers.iter().enumerate() {
        check(waiver).map_err(|(what, next)| wrong(format!("waivers[{at}].{what}")).next(next))?;
    }
    Ok(file)
}

/// What is wrong with a waiver, and what to do.
pub fn check(waiver: &Waiver) -> Result<(), (String, &'static str)> {
    check_cause(waiver)?;
    let empty = [("owner", &waiver.owner), ("reason", &waiver.reason)].into_iter().find(|(_, text)| text.trim().is_empty());
    if let Some((field, _)) = empty {
        return Err((format!("{field}: empty, expected a few words"), FIELDS));
    }
    if waiver.most_cases == 0 {
        return Err(("most_cases: 0, expected the number of failing cases that it may cover".to_owned(), FIELDS));
    }
    Ok(())
}

/// The same of what it covers: it has to be one cause.
fn check_cause(waiver: &Waiver) -> Result<(), (String, &'static str)> {
    let by_rule = [FailureKind::AcceptedIllegal, FailureKind::WrongRule, FailureKind::TwinRejected].contains(&waiver.failure);
    if !waiver.names_operation() {
        let next = "name the cases, such as tcolsum/plain-*, or leave them out of the check with --form, --case and the like";
        let found = &waiver.case;
        return Err((format!("case: `{found}` fits every operation, expected three letters of one after its t, as in tcol*"), next));
    }
    if let Some((field, found)) = waiver.names_every_cause() {
        let next = "name the rule or the option, with * for several, as in tile/* or dtypes = *; reports list them";
        return Err((format!("{field}: `{found}` stands for every cause, expected three letters of one"), next));
    }
    if by_rule && waiver.rule.is_none() && waiver.follows.is_none() {
        let next = "name the rule, such as tile/fits-memory, or with * for several; or what the cases follow instead";
        return Err((format!("rule: not there, and failures of kind {} have as many causes as there are rules", waiver.failure), next));
    }
    if waiver.names_no_content() {
        let next = "JSON reports list the words for each case, as cases[].fails.wrong (check --report json=FILE)";
        let (case, known) = (&waiver.case, Wrong::known());
        let found = format!("wrong: not there, nor follows, and results of {case} can differ in many ways; expected {known}");
        return Err((found, next));
    }
    if let Some(wrong) = waiver.wrong.filter(|_| waiver.failure != FailureKind::Mismatch) {
        let found = format!("wrong: `{wrong}`, and no elements are compared for failures of kind {}", waiver.failure);
        return Err((found, "leave it out"));
    }
    if waiver.is_told_by_words() && waiver.says.is_none() {
        let next = "JSON reports list the words for each case, as cases[].fails.says (check --report json=FILE); * stands for any text, \
                    and nothing for cases of which nothing is said";
        return Err((
            format!("says: not there, and failures of kind {} have as many causes as there are words for them", waiver.failure),
            next,
        ));
    }
    Ok(())
}

fn baseline(path: &Path) -> Result<Baseline, CliError> {
    let wrong = |what: String| CliError::usage(format!("--baseline {}: {what}", path.display())).next("ptoconf baseline writes one");
    let text = read("--baseline ", path, LARGEST_BASELINE, "a JSON file of ptoconf baseline")?;
    let file: Baseline = serde_json::from_slice(&text).map_err(|e| wrong(e.to_string()))?;
    if file.format != Baseline::FORMAT {
        return Err(wrong(format!("format `{}`, expected `{}`", file.format, Baseline::FORMAT)));
    }
    for (at, list) in file.failures.iter().enumerate() {
        if list.fails.is_none() {
            return Err(wrong(format!("failures[{at}].fails: not there, expected how these cases fail")));
        }
        list.tuples()
            .map_err(|found| wrong(format!("failures[{at}].cases: `{found}`, expected a tuple and slots, as in plain-0123456789/0-3")))?;
    }
    Ok(file)
}
