//! What differs between two reports: cases, readings, orders and causes.
//!
//! A case is known by its id, which is made from the content of its tuple. Under one seed a case has the same data in every
//! set that has it; under another seed it has other data, and so what is compared then is the tuple.

mod besides;
mod cases;
mod causes;
mod readings;

use cases::Changes;
use ptoconf_schemas::{Common, DiffReport, DiffSide, ExitCode, FailOn, Report};

/// Compares two reports that list their cases.
///
/// # Errors
/// A list that names no cases: of which report, and what was found.
pub fn diff(old: &Report, new: &Report, fail_on: FailOn) -> Result<DiffReport, String> {
    let common = Common::of(&old.set, &new.set);
    let changes = Changes::between(&old.cases, &new.cases, common)?;
    let came = causes::only(&new.causes, &old.causes, &changes.changed);
    let went = causes::only(&old.causes, &new.causes, &changes.changed);
    let mut report = DiffReport {
        format: DiffReport::FORMAT.to_owned(),
        exit_code: 0,
        fail_on,
        old: DiffSide::of(old),
        new: DiffSide::of(new),
        same_data: common.data,
        compared: changes.compared,
        other_data_fails: changes.other_data[0],
        other_data_failed: changes.other_data[1],
        only_old: changes.only_old,
        only_new: changes.only_new,
        newly_failing: changes.newly_failing.groups(),
        failing_otherwise: changes.failing_otherwise.groups(),
        newly_passing: changes.newly_passing.groups(),
        besides: besides::changed(old, new),
        readings: readings::changed(old, new),
        causes_came: came,
        causes_went: went,
    };
    report.exit_code = exit_code(&report) as u8;
    Ok(report)
}

fn exit_code(report: &DiffReport) -> ExitCode {
    let fails = match report.fail_on {
        FailOn::New => report.is_worse(),
        FailOn::Any => report.differs() || report.only_old + report.only_new > 0 && report.old.set.suite == report.new.set.suite,
        FailOn::None => false,
    };
    match (report.compared, fails) {
        (0, _) => ExitCode::NothingChecked,
        (_, true) => ExitCode::DoesNotConform,
        _ => ExitCode::Conforms,
    }
}
